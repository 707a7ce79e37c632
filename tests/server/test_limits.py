"""What strangers send is bounded before it is worked on: cookies, headers, unfinished requests, connections, cost."""

import asyncio
import secrets
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.connection import base
from websockets.exceptions import ConnectionClosed

from diadochi.chart.theme import THEMES
from diadochi.data import load_material
from diadochi.model.rulings import RULING_OF_NAME, RULINGS
from diadochi.table import log_lines, seats
from diadochi.table.editions import Editions
from diadochi.table.limits import Gate, Limits
from diadochi.table.reference import Reference
from diadochi.table.security import Buckets, Meter, Rate, household, timed
from diadochi.table.store import LISTED
from tests.server import attack
from tests.server.running import PATIENCE, Running, heard, wait_until

TOKEN = secrets.token_urlsafe(24)
GET = b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/recover HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
HASTY = Limits(arrival=1.0, reading=1.0, closing=1.0)


@contextmanager
def connected(server: Running, source: str | None = None) -> Iterator[socket.socket]:
    """From an address of this machine, where one is named."""
    address = (server.host, server.port)
    with socket.create_connection(address, PATIENCE, None if source is None else (source, 0)) as connection:
        yield connection


def gate_of(server: Running) -> Gate:
    http: Any = server.uvicorn.config.http_protocol_class
    gate: Gate = http.gate
    return gate


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


def answers(connection: socket.socket) -> bytes:
    """Everything until the server ends the connection."""
    out = b""
    with suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            out += part
    return out


def ask(server: Running, raw: bytes) -> bytes:
    with connected(server) as connection:
        with suppress(ConnectionError):
            connection.sendall(raw)
        return answers(connection)


@pytest.fixture
def hasty(sqlite: str) -> Iterator[Running]:
    with Running(sqlite, limits=HASTY) as running:
        yield running


@contextmanager
def statements(server: Running) -> Iterator[list[Any]]:
    """The parameters of everything that the database is asked."""
    asked: list[Any] = []

    def note(connection: object, cursor: object, statement: str, parameters: Any, *_: object) -> None:
        if statement != "BEGIN":
            asked.append(parameters)

    sa.event.listen(server.table.store.engine, "before_cursor_execute", note)
    yield asked
    sa.event.remove(server.table.store.engine, "before_cursor_execute", note)


# Cookies

JUNK = {
    "games that are not there": "; ".join(f"seat-{n:x}={TOKEN}" for n in range(1000)),
    "no tokens": "; ".join(f"seat-{n:x}=x" for n in range(4000)),
    "many tokens": "; ".join(f"seat-{n:x}={'.'.join([TOKEN] * 30)}" for n in range(40)),
    "no cookies": "=;" * 20_000,
    "a quoted one": 'seat-a="' + "\\" * 40_000,
}


@pytest.mark.parametrize("cookies", JUNK.values(), ids=JUNK)
@pytest.mark.parametrize("path", ["/api/games?mine=true", "/api/games", "/api/games/{game}/view?seat=blue"])
def test_junk_cookies_cost_one_question(quick: Running, cookies: str, path: str) -> None:
    ann, eve = quick.person(), quick.person()
    game = ann.new_game("me", "me")
    with statements(quick) as asked:
        answer = eve.http.get(quick.url + path.format(game=game), headers={"Cookie": cookies})
    assert answer.status_code in (200, 403)
    assert len(asked) <= 4
    assert max((len(parameters) for parameters in asked), default=0) <= seats.MOST_LOOKED_UP


def test_a_seat_is_found_among_the_cookies_of_others(quick: Running) -> None:
    ann = quick.person()
    games = [ann.new_game("me", "bot"), ann.new_game("bot", "me")]
    real = "; ".join(f"{c.name}={c.value}" for c in ann.http.cookies.jar)
    ann.http.cookies.clear()
    cookies = {"Cookie": f"theme=dark;a;{real}; {JUNK['no tokens'][:9000]}"}
    found = ann.http.get(f"{quick.url}/api/games", params={"mine": True}, headers=cookies).json()["games"]
    assert {table["id"] for table in found} == set(games)
    assert all(sum(seat["mine"] for seat in table["seats"]) == 1 for table in found)
    assert ann.http.get(f"{quick.url}/api/games/{games[1]}/view?seat=red", headers=cookies).status_code == 200
    assert ann.http.get(f"{quick.url}/api/games/{games[1]}/view?seat=blue", headers=cookies).status_code == 403


# Heads and bodies


def test_a_head_has_so_many_bytes(quick: Running) -> None:
    good = GET + b"Connection: close\r\nCookie: " + b"a=b;" * 12_000 + b"\r\n\r\n"
    assert ask(quick, good).startswith(b"HTTP/1.1 404")
    large = GET + b"Cookie: " + b"a=b;" * 20_000 + b"\r\n\r\n"
    assert ask(quick, large).startswith(b"HTTP/1.1 431")
    assert ask(quick, b"GET /" + b"a" * 80_000).startswith(b"HTTP/1.1 431")


def test_a_head_has_so_many_headers(quick: Running) -> None:
    assert ask(quick, GET + b"A: b\r\n" * 5_000).startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize("raw", [b"\0" * 9000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\0\x01"])
def test_what_is_no_request_is_refused(quick: Running, raw: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    assert ask(quick, raw).startswith(b"HTTP/1.1 400")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "raw",
    [b"", b"GET", GET, POST + b"Content-Length: 20\r\n\r\n{", POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{"],
    ids=["nothing", "a word", "half a head", "half a body", "half a chunk"],
)
def test_what_does_not_come_in_time_is_ended(hasty: Running, raw: bytes) -> None:
    begun = time.monotonic()
    ask(hasty, raw)
    assert time.monotonic() - begun < PATIENCE / 2


def test_one_letter_after_another_wins_no_time(hasty: Running) -> None:
    with connected(hasty) as connection:
        connection.settimeout(0.2)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                connection.sendall(b"GET /"[:1])
                if not connection.recv(100):
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
    raise AssertionError("the connection is still open")


def test_empty_lines_keep_no_connection_open(hasty: Running) -> None:
    with connected(hasty) as connection:
        connection.sendall(GET + b"\r\n")
        assert connection.recv(1 << 16)
        connection.sendall(b"\r\n")
        connection.settimeout(PATIENCE / 2)
        assert answers(connection) == b""


def test_a_body_without_end_is_ended(quick: Running) -> None:
    with connected(quick) as connection, pytest.raises(ConnectionError):
        connection.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(10_000):
            connection.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")


CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (CHUNKED + b"zz\r\n", b"400"),
        (CHUNKED + b"F" * 20 + b"\r\n", b"400"),
        (CHUNKED + b"2\r\n{}\r\n0\r\n" + b"A: b\r\n" * 200 + b"\r\n", b"431"),
        (CHUNKED + b"1\r\n \r\n" * 5_000, b"413"),
        (CHUNKED + b"1;" + b"a" * 400_000, b"413"),
        (POST + b"Transfer-Encoding: junk\r\n\r\n", b"400"),
        (POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", b"400"),
    ],
    ids=["no number", "a huge number", "headers after it", "many pieces", "a long extension", "unknown", "two lengths"],
)
def test_a_body_that_is_none_is_answered(
    quick: Running, raw: bytes, status: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    answered = ask(quick, raw)
    assert answered.startswith(b"HTTP/1.1 " + status), answered[:200]
    assert answered.count(b"HTTP/1.1") == 1
    assert capfd.readouterr().err == ""


def test_a_broken_body_takes_no_earlier_answer_away(quick: Running) -> None:
    answered = ask(quick, GET + b"\r\n" + CHUNKED + b"zz\r\n")
    assert b"HTTP/1.1 400" not in answered


def test_a_body_is_not_nested_for_ever(quick: Running) -> None:
    for body in (b"[" * 16_000, b'{"token":' * 1_700, b'{"x":' + b"[" * 8_000 + b"]" * 8_000 + b"}"):
        answer = ask(quick, POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
        assert answer.startswith(b"HTTP/1.1 400"), answer[:200]


def test_requests_that_wait_for_one_another_are_few(quick: Running) -> None:
    answered = ask(quick, (GET + b"\r\n") * 20_000)
    assert answered.count(b"HTTP/1.1 404") <= 20
    assert ask(quick, (GET + b"\r\n") * 4 + GET + b"Connection: close\r\n\r\n").count(b"HTTP/1.1 404") == 5


def test_who_does_not_read_is_not_waited_for(hasty: Running) -> None:
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", hasty.port))
        connection.sendall(b"GET /board.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 8)
        gate = hasty.uvicorn.config.http_protocol_class.gate  # type: ignore[attr-defined]
        end = time.monotonic() + PATIENCE
        while not gate.held and time.monotonic() < end:
            time.sleep(0.05)
        assert gate.held
        while gate.held and time.monotonic() < end:
            time.sleep(0.05)
        assert not gate.held


# Connections


def test_an_address_has_so_many_connections(sqlite: str) -> None:
    with Running(sqlite, limits=Limits(per_address=3)) as server:
        with connected(server), connected(server), connected(server) as last:
            assert ask(server, GET + b"\r\n").startswith(b"HTTP/1.1 503")
            last.sendall(GET + b"\r\n")
            assert last.recv(1 << 16).startswith(b"HTTP/1.1 404")
        ann = server.person()
        game = ann.new_game("hot", "hot")
        with ann.live(game), ann.live(game):
            assert ask(server, GET + b"\r\n").startswith(b"HTTP/1.1 503")


class Line:
    """A connection from somewhere."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.aborted = False

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self.host, 1

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


def test_who_has_most_connections_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(Limits(connections=4), ())
    gate.sweeping = True
    many = [Line("192.0.2.1") for _ in range(4)]
    assert all(gate.admit(line) for line in many)  # type: ignore[arg-type]
    assert gate.admit(Line("192.0.2.1")) is None  # type: ignore[arg-type]
    assert gate.admit(Line("192.0.2.2")) is not None  # type: ignore[arg-type]
    assert [line.aborted for line in many] == [True, False, False, False]
    assert gate.open == {"192.0.2.1": 3, "192.0.2.2": 1}


@pytest.mark.skipif(sys.platform == "darwin", reason="there the machine has one address of its own")
def test_who_has_most_connections_gives_way_on_a_running_server(sqlite: str) -> None:
    many, few = "127.0.0.1", "127.0.0.2"
    with Running(sqlite, limits=Limits(connections=4)) as server, ExitStack() as stack:
        held = [stack.enter_context(connected(server, many)) for _ in range(4)]
        wait_until(lambda: gate_of(server).open == {many: 4})
        with connected(server, many) as refused:
            assert answers(refused).startswith(b"HTTP/1.1 503")
        newcomer = stack.enter_context(connected(server, few))
        newcomer.sendall(GET + b"\r\n")
        assert newcomer.recv(1 << 16).startswith(b"HTTP/1.1 404")
        assert answers(held[0]) == b""
        assert gate_of(server).open == {many: 3, few: 1}
        for line in held[1:]:
            line.sendall(GET + b"\r\n")
            assert line.recv(1 << 16).startswith(b"HTTP/1.1 404")


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6; the same is tested through a proxy")
def test_over_ipv6_a_64_is_one_sender_on_a_running_server(sqlite: str) -> None:
    with Running(sqlite, "::1", limits=Limits(per_address=2), play=Rate(0.0001, 2)) as server:
        with connected(server), connected(server) as last:
            wait_until(lambda: gate_of(server).open == {"::/64": 2})
            assert ask(server, GET + b"\r\n").startswith(b"HTTP/1.1 503")
            said = []
            for _ in range(3):
                last.sendall(GET + b"\r\n")
                said.append(last.recv(1 << 16).split()[1])
        assert said == [b"404", b"404", b"429"]
        assert server.play_left("::/64") < 1


def test_a_proxy_has_as_many_connections_as_there_are() -> None:
    gate = Gate(Limits(per_address=1), ["10.0.0.0/8"])
    gate.sweeping = True
    assert [gate.admit(Line(host)) is not None for host in ("10.0.0.1", "10.0.0.1", "11.0.0.1", "11.0.0.1")] == [  # type: ignore[arg-type]
        True, True, True, False,
    ]  # fmt: skip


# Live channels


def test_pings_without_end_end_the_channel(sqlite: str) -> None:
    with Running(sqlite, limits=Limits(frames=Rate(0.0001, 50))) as server:
        ann = server.person()
        game = ann.new_game("hot", "hot")
        with ann.live(game) as listener, pytest.raises(ConnectionClosed) as ended:
            for _ in range(51):
                listener.ping()
            while True:
                listener.recv(PATIENCE)
    assert ended.value.rcvd is not None
    assert (ended.value.rcvd.code, ended.value.rcvd.reason) == (1008, "too_many")


def test_half_a_handshake_is_ended(hasty: Running) -> None:
    raw = b"GET /api/games/x/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    begun = time.monotonic()
    ask(hasty, raw)
    assert time.monotonic() - begun < PATIENCE / 2


# Who pays


def test_a_line_with_ipv6_is_one_sender() -> None:
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::7") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("not an address") == "not an address"


def from_addresses(server: Running, *addresses: str) -> list[int]:
    ann = server.person()
    return [ann.http.get(f"{server.url}/nowhere", headers={"X-Forwarded-For": a}).status_code for a in addresses]


def test_addresses_are_believed_of_a_named_proxy_only(sqlite: str, caplog: pytest.LogCaptureFixture) -> None:
    few = Rate(0.0001, 2)
    with Running(sqlite, play=few) as server:
        assert from_addresses(server, "192.0.2.1", "192.0.2.2", "192.0.2.3") == [404, 404, 429]
    assert "--proxy" in caplog.text
    with Running(sqlite, play=few, proxies=("127.0.0.1",)) as server:
        assert from_addresses(server, *["192.0.2.1"] * 3, "192.0.2.2") == [404, 404, 429, 404]
        line = [f"2001:db8::{n}" for n in range(1, 4)]
        assert from_addresses(server, *line, "2001:db8:0:1::1") == [404, 404, 429, 404]


def test_what_costs_more_is_paid_for(sqlite: str) -> None:
    with Running(sqlite, play=Rate(0.0001, 1_000)) as server:
        ann = server.person()
        left = server.play_left()
        ann.get("/nowhere")
        plain, left = left - server.play_left(), server.play_left()
        assert ann.get("/api/rules", search="a b c d e f").status_code == 200
        dear = left - server.play_left()
    assert plain == pytest.approx(1, abs=0.01)
    assert dear > 1.5


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.parametrize("tries", [1, 3])
def test_what_the_event_loop_does_for_a_request_is_paid_for(sqlite: str, tries: int) -> None:
    with Running(sqlite, play=Rate(0.0001, 1_000)) as server:
        app = server.guard.app

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            burn(0.025)
            await asyncio.sleep(0.2)
            burn(0.025)
            await app(scope, receive, send)

        server.guard.app = slow
        ann = server.person()
        for _ in range(tries):
            assert ann.get("/nowhere").status_code == 404
        wait_until(lambda: server.play_left() < 1_000 - 50 * tries)
        assert server.play_left() > 1_000 - 150 * tries


@pytest.mark.parametrize("failure", [RuntimeError("broken"), asyncio.CancelledError(), None], ids=repr)
def test_work_that_is_timed_ends_as_it_would_by_itself(failure: BaseException | None) -> None:
    meter = Meter(Buckets(Rate(1, 1_000)), Buckets(Rate(1, 1_000)), "here")
    seen: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(0.01)
            if failure is not None:
                raise failure
            await asyncio.sleep(PATIENCE)
        finally:
            seen.append("closed")

    async def run() -> None:
        task = asyncio.create_task(as_coroutine())
        await asyncio.sleep(0.1)
        task.cancel()
        with suppress(RuntimeError, asyncio.CancelledError):
            await task

    async def as_coroutine() -> None:
        await timed(work(), meter)

    asyncio.run(run())
    assert seen == ["closed"]


def test_a_bucket_in_debt_waits_until_it_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = Buckets(Rate(10, 20))
    bucket.spend("a", 30)
    assert (bucket.debt_seconds("a"), bucket.debt_seconds("b")) == (1.0, 0.0)
    now = 1.05
    assert not bucket.allows("a")
    now = 1.2
    assert bucket.allows("a")
    bucket.spend("a", 1_000_000)
    assert bucket.debt_seconds("a") == 2.0


def test_bots_are_paid_for_when_they_sit_down(sqlite: str) -> None:
    with Running(sqlite, making=Rate(0.0001, 30)) as server:
        ann = server.person()
        game = ann.new_game("hot", "open", "open")
        left = server.guard.making._now("127.0.0.1")
        assert ann.post(f"/api/games/{game}/seats/red/bot", {"bot": "satrap"}).status_code == 201
        assert left - server.guard.making._now("127.0.0.1") == pytest.approx(2, abs=0.01)
        assert ann.post(f"/api/games/{game}/seats/yellow/bot", {"bot": "strategos"}).status_code == 201
        assert left - server.guard.making._now("127.0.0.1") == pytest.approx(13, abs=0.01)
        seats = [{"kind": "bot", "bot": "strategos"}] * 2
        codes = [ann.post("/api/games", {"players": 2, "seats": seats}).status_code for _ in range(2)]
    assert codes == [201, 429]


# What it costs


def test_every_path_of_the_application_is_attacked(quick: Running) -> None:
    places = attack.Places(*("GAME",) * 2, 1, *("GAME",) * 3, ())
    names = {word.rstrip(",") for case in attack.catalogue(places) for word in case.name.split()}
    names = {name.replace(":str}", "}").replace(":path}", "}") for name in names}
    paths = {route.path_format for route in quick.guard.app.routes}  # type: ignore[attr-defined]
    assert "/api/games/{game}/settings" in paths
    assert paths - names == set()


def test_what_strangers_could_have_drawn_is_drawn_at_the_start(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(Reference, "prepare", lambda reference: drawn.append(reference.material.edition.id))
    with Running(sqlite, prepare=True) as server:
        wait_until(lambda: set(drawn) == set(server.table.games.editions.playable))


def test_what_is_drawn_at_the_start_is_all_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    reference = Reference(load_material())
    reference.prepare()
    before = set(reference._made)
    for theme in THEMES:
        reference.picture(theme)
    assert reference.facts and reference.search("siege")
    assert set(reference._made) == before


def test_any_number_of_rulings_is_kept_in_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may begin a game with any of them."""
    editions = Editions()
    deluxe = editions.of("deluxe")
    monkeypatch.setattr("diadochi.table.editions.RULED", 3)
    names = [ruling.name for ruling in RULINGS][:5]
    for name in names:
        for value in RULING_OF_NAME[name].values:
            found = editions.chosen("deluxe", {name: value})
            assert found.notation.by_text is deluxe.notation.by_text
    assert len([key for key in editions._made if key[1]]) == 3
    assert editions.of("deluxe") is deluxe


def test_no_request_of_an_outsider_costs_much(capfd: pytest.CaptureFixture[str]) -> None:
    """The short form of `make attack`: fewer games, each request once, and three times the limit for a busy machine."""
    with attack.attacked(games=LISTED) as target:
        found = [(cost, name) for name, cost, _ in attack.measured(target, attack.catalogue(target.places), 1)]
        cases = {case.name: case for case in attack.catalogue(target.places)}
        limit = 3 * attack.LIMIT * attack.slowness()
        dear = [name for cost, name in found if cost > limit]
        again = {name: min(target.cost(cases[name].attack) for _ in range(3)) for name in dear}
    assert len(found) > 100
    assert not {name: cost for name, cost in again.items() if cost > limit}
    assert "Traceback" not in capfd.readouterr().err


def test_the_log_is_told_page_by_page(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_lines, "LARGEST", 600)
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    version = ann.play(game, 30)["version"]
    page = ann.get(f"/api/games/{game}/log").json()
    assert page["version"] == page["entries"][-1]["version"] < version
    entries = ann.log(game)["entries"]
    assert [entry["version"] for entry in entries] == list(range(version + 1))
    with ann.live(game) as listener:
        assert [entry["version"] for entry in heard(listener, version)] == list(range(version + 1))


def test_cookies_are_read_in_one_way_when_a_seat_is_taken(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Litestar's own way takes 55 ms for 60 kB of `a;`."""
    ann, eve = quick.person(), quick.person()
    game = ann.new_game("me", "open", "open")
    monkeypatch.setattr(base, "parse_cookie_string", pytest.fail)
    for faction in ("red", "yellow"):
        answer = eve.post(f"/api/games/{game}/seats/{faction}", {"name": "Eve", "invite": ann.invite})
        assert answer.status_code == 201, answer.text
    assert [seat["kind"] for seat in eve.table(game)["seats"]] == ["person", "person", "hot"]

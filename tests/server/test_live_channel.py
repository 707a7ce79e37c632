"""The live channel: in order, without gaps, for the seat's eyes, from wherever a client left off."""

import asyncio
import json
import random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from diadochi.table import live_channel
from diadochi.table.live_channel import Hub
from diadochi.table.security import Buckets, Rate
from tests.server.conftest import new_postgres_database
from tests.server.running import PATIENCE, Person, Running, heard, wait_until


def versions(entries: list[dict[str, int]]) -> list[int]:
    return [entry["version"] for entry in entries]


def test_a_client_hears_every_version_once_and_in_order(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    with ann.live(game, "blue") as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "hello"
        now = ann.play(game, 30)["version"]
        entries = heard(socket, now)
    assert versions(entries) == list(range(now + 1))
    assert entries == ann.log(game, "blue")["entries"]


def test_a_client_that_was_away_hears_what_it_missed(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    seen = ann.play(game, 10)["version"]
    now = ann.play(game, 20, seed=2)["version"]
    with ann.live(game, "red", since=seen) as socket:
        assert versions(heard(socket, now)) == list(range(seen + 1, now + 1))


def test_a_restart_of_the_server_is_only_a_break(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    with ann.live(game, "blue") as socket:
        now = ann.play(game, 12)["version"]
        before = heard(socket, now)
        server.restart()
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(PATIENCE)
    with ann.live(game, "blue", since=now) as socket:
        later = ann.play(game, 12, seed=5)["version"]
        after = heard(socket, later)
    assert versions(before + after) == list(range(later + 1))


def test_entries_tell_who_decides_next(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    with ann.live(game) as socket:
        ann.play(game, 1)
        message = {"type": ""}
        while message["type"] != "entries" or message["version"] < 1:  # type: ignore[operator]
            message = json.loads(socket.recv(PATIENCE))
    assert message["decision_seat"] == ann.view(game)["decision"]["seat"]


def test_everybody_hears_who_is_there(server: Running) -> None:
    ann, bob = server.person(), server.person()
    game = ann.new_game("me", "open")
    bob.post(f"/api/games/{game}/seats/red", {"name": "Bob"})

    def said(kind: str) -> dict[str, object]:
        while True:
            message: dict[str, object] = json.loads(socket.recv(PATIENCE))
            if message["type"] == kind:
                return message

    with ann.live(game, "blue") as socket:
        assert said("hello")["present"] == ["blue"]
        with bob.live(game, "red"):
            assert said("presence")["present"] == ["blue", "red"]
            assert [s["present"] for s in ann.table(game)["seats"]] == [True, True]
        assert said("presence")["present"] == ["blue"]


def test_a_taken_seat_is_told(server: Running) -> None:
    ann, bob = server.person(), server.person()
    game = ann.new_game("me", "open")
    with ann.live(game, "blue") as socket:
        bob.post(f"/api/games/{game}/seats/red", {"name": "Bob"})
        kinds: list[str] = []
        while "table" not in kinds:
            kinds.append(json.loads(socket.recv(PATIENCE))["type"])


def test_ping_and_ack(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    with ann.live(game) as socket:
        socket.send(json.dumps({"type": "ack", "version": 0}))
        socket.send(json.dumps({"type": "ping"}))
        kinds: list[str] = []
        while "pong" not in kinds:
            kinds.append(json.loads(socket.recv(PATIENCE))["type"])


@pytest.mark.parametrize(
    ("frames", "text"),
    [
        ([b"nonsense"], True),
        ([b"7"], True),
        ([b"[" * 4_000], True),
        ([b"\xff\xfe"], True),
        ([b"{", b"\xc3", b"}"], True),
        ([b"\0\1"], False),
    ],
    ids=["nonsense", "a number", "nested", "no UTF-8", "no UTF-8 in parts", "bytes"],
)
def test_nonsense_ends_the_channel_and_nothing_else(
    quick: Running, frames: list[bytes], text: bool, caplog: pytest.LogCaptureFixture
) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    with ann.live(game) as socket:
        socket.send(iter(frames), text=text)
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(PATIENCE)
    assert ann.view(game)["version"] == 0
    assert "Traceback" not in caplog.text


def test_who_says_too_much_is_cut_off(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    monkeypatch.setattr(quick.table.hub, "said", Buckets(Rate(0.01, 5)))
    pongs = 0
    with ann.live(game) as socket, pytest.raises(ConnectionClosed) as ended:
        for _ in range(6):  # the sixth is one too many; a seventh may find the channel closed already
            socket.send(json.dumps({"type": "ping"}))
        while True:
            pongs += json.loads(socket.recv(PATIENCE))["type"] == "pong"
    assert (pongs, ended.value.rcvd and ended.value.rcvd.reason) == (5, "too_many")


def test_one_address_has_so_many_channels(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    monkeypatch.setattr("diadochi.table.live_channel.MOST_CHANNELS", 2)
    with ann.live(game) as one, ann.live(game) as two:
        one.recv(PATIENCE)
        two.recv(PATIENCE)
        assert refused(ann, game)
    wait_until(lambda: not quick.table.hub.open)
    assert not refused(ann, game)


def refused(person: Person, game: str, seat: str | None = None, origin: str = "") -> bool:
    headers = {"Origin": origin} if origin else {}
    try:
        with person.live(game, seat, -1, **headers) as socket:
            socket.recv(PATIENCE)
    except (InvalidStatus, ConnectionClosed):
        return True
    return False


class GoneSocket:
    """A client that went away as soon as it had come."""

    client = None

    async def send_data(self, data: bytes, mode: str) -> None:
        raise OSError

    async def receive_data(self, mode: str) -> str:
        await asyncio.sleep(PATIENCE)
        return ""


def test_who_goes_at_once_is_not_kept_as_present(quick: Running) -> None:
    game = quick.person().new_game("hot", "hot")
    hub = Hub()
    asyncio.run(live_channel.serve(GoneSocket(), quick.table.games, hub, game, 0, -1))  # type: ignore[arg-type]
    assert (hub.listeners, hub.open) == ({}, {})


def test_a_browser_with_many_games_listens(quick: Running) -> None:
    """It sends all their cookies."""
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    for number in range(180):
        ann.http.cookies.set(f"seat-{number:014}", "x" * 32)
    with ann.live(game, "blue") as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "hello"


def test_a_setting_is_told_to_other_servers_and_to_nobody_else(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(new_postgres_database(postgres)) as server:
        ear, changed, said = server.table.ear, list[str](), list[str]()
        hear = ear._hear

        def listen(payload: str) -> None:
            hear(payload)
            said.append(payload)

        monkeypatch.setattr(ear, "_hear", listen)
        monkeypatch.setattr(server.table.hub, "table_changed", changed.append)
        ann = server.person()
        game = ann.new_game("me", "bot")
        ann.windows(game, "blue", "ask")
        wait_until(lambda: f"{game} settings" in said)
    assert changed == []


def test_nobody_listens_at_anothers_seat(quick: Running) -> None:
    ann, eve = quick.person(), quick.person()
    game = ann.new_game("me", "bot")
    assert refused(eve, game, "blue")
    assert not refused(eve, game)
    assert refused(eve, "nosuchgame")


def test_only_pages_of_this_server_may_listen(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("me", "bot")
    assert refused(ann, game, "blue", origin="https://elsewhere.example")
    assert not refused(ann, game, "blue", origin=quick.url)


def test_two_servers_on_one_postgresql_serve_the_same_game(postgres: str) -> None:
    database = new_postgres_database(postgres)
    rng = random.Random(8)
    with Running(database) as one, Running(database) as two:
        ann = one.person()
        game = ann.new_game("hot", "hot")
        bob = two.person()
        bob.http.cookies = ann.http.cookies
        with bob.live(game, "red") as socket:
            for i in range(40):
                person = (ann, bob)[i % 2]
                person.decide(game, person.view(game)["decision"]["seat"], rng)
            now = ann.view(game)["version"]
            assert versions(heard(socket, now)) == list(range(now + 1))
            wait_until(lambda: ann.table(game)["seats"][1]["present"])
        assert ann.log(game, "blue") == bob.log(game, "blue")
        assert ann.view(game, "red") == bob.view(game, "red")


def test_a_broken_connection_to_the_database_is_only_a_break(postgres: str) -> None:
    import psycopg

    database = new_postgres_database(postgres)
    name = database.rpartition("/")[2].partition("?")[0]
    with Running(database) as one, Running(database) as two:
        ann, bob = one.person(), two.person()
        game = ann.new_game("hot", "open")
        with bob.live(game) as socket:
            heard(socket, 0)
            with psycopg.connect(postgres, autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
            assert bob.post(f"/api/games/{game}/seats/red", {"name": "Bob"}).status_code == 201
            wait_until(lambda: ann.table(game)["status"] == "running")
            for _ in range(10):
                seat = ann.view(game)["decision"]["seat"]
                (ann if seat == "blue" else bob).decide(game, seat, random.Random(1))
            now = ann.view(game)["version"]
            assert versions(heard(socket, now)) == list(range(1, now + 1))


def test_bots_play_on_when_their_server_is_gone(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another server on the same database takes over."""
    monkeypatch.setattr("diadochi.table.bots.WATCH_SECONDS", 0.5)
    database = new_postgres_database(postgres)
    with Running(database) as one:
        monkeypatch.setattr(one.table.bots, "call", lambda game: None)
        one.table.games.on_bot = lambda game: None
        game = one.person().new_game("bot", "bot")
    with Running(database) as two:
        ann = two.person()
        wait_until(lambda: bool(ann.view(game)["version"] > 50))

"""What one request of an outsider costs the server: `make attack`.

Sends what somebody without a seat can send to a server in a process of its own, on a database with a long game that
is over, a long one that runs and many others, and measures the processor time that the server takes for each. What
comes over a live channel in several messages counts by message.
"""

import argparse
import json
import random
import secrets
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from litestar.handlers import BaseRouteHandler, HTTPRouteHandler, WebsocketRouteHandler
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from diadochi.bots import random_bot
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.lab.runner import calibrate, seconds_of
from diadochi.model.edition import EDITIONS, offered
from diadochi.model.material import Material
from diadochi.model.rulings import RULING_OF_NAME
from diadochi.rules.setup import new_state
from diadochi.table import api, client_files, course, lessons, operations, windows
from diadochi.table.codec import body_of, encode_body, encode_state
from diadochi.table.games import SNAPSHOT_EVERY
from diadochi.table.load_client import address_of, start_server
from diadochi.table.rows import EntryRow, Header, SeatRow, Step
from diadochi.table.store import Store
from diadochi.texts.mark import engine_mark

GAMES = 120
"""Listed, besides the long ones."""
REPEATS = 5
PATIENCE = 60.0
QUIET = 0.004
LIMIT = 0.020
"""Seconds of processor time that one request may cost."""
REFERENCE = 0.115
"""Seconds that the calibration of `diadochi bench` takes on the machine for which the limit is meant, with nothing else
to do; on a slower or busier one the limit is as much higher."""
RULING = RULING_OF_NAME["passage-binding"]
OPENING = EntryRow(0, -1, "", None, "[0,0,-1,-1,[]]")


# What the server holds


@dataclass(frozen=True)
class Places:
    over: str
    running: str
    version: int
    """Of the running one."""
    other: str
    countdown: str
    """One in which several people are asked together."""
    waiting: str
    """One with an open seat."""
    cold: tuple[str, ...]
    """Long ones that are not in memory, one for each question in COLD."""


COLD = (
    "",
    "view",
    "view?at=700",
    "decision",
    "log?since=600",
    "boards?since=600",
    "course",
    "record",
    "odds?action=march:pella",
    "why?action=march:pella",
    "hint",
    "live",
)


def fill(database: str, games: int = GAMES) -> Places:
    """A long game that is over, the same still running, and others that are listed."""
    material = load_material()
    store = Store(database)
    store.migrate()
    try:
        over = long_game(store, material, lambda game: False)
        running, *cold = long_games(store, material, lambda game: game.version == over.version - 1, 1 + len(COLD))
        countdown = long_game(
            store, material, lambda game: game.version > over.version * 3 // 4 and asks_several(game), kind="person"
        )
        seats = (*countdown.seats[:-1], SeatRow(4, "open"))
        waiting = replace(countdown, id=store.environment.new_id(), version=0, status="waiting", seats=seats)
        store.add_game(waiting, OPENING, ())
        others = [replace(running, id=store.environment.new_id(), version=0) for _ in range(games)]
        for header in others:
            store.add_game(header, OPENING, ())
        ids = tuple(header.id for header in cold)
        return Places(over.id, running.id, running.version, others[0].id, countdown.id, waiting.id, ids)
    finally:
        store.close()


def asks_several(game: Game) -> bool:
    return windows.is_window(game) and len(game.still_asked()) > 1


def long_game(
    store: Store, material: Material, stop: Callable[[Game], bool], kind: str = "hot", players: int = 5, seed: int = 7
) -> Header:
    return long_games(store, material, stop, 1, kind, players, seed)[0]


def long_games(
    store: Store,
    material: Material,
    stop: Callable[[Game], bool],
    number: int,
    kind: str = "hot",
    players: int = 5,
    seed: int = 7,
) -> list[Header]:
    """Five people who choose at random, up to a moment or to the end; so many times the same game."""
    rng = random.Random(seed)
    key = rng.randbytes(32)
    game = Game.from_state(material, new_state(material, players, 0, key))
    created = store.environment.now()
    seats = tuple(SeatRow(i, kind) for i in range(players))
    decision = game.decision
    assert decision is not None
    start = encode_state(game.state)
    header = Header(
        id=store.environment.new_id(),
        name="long",
        created=created,
        changed=created,
        private=False,
        status="running",
        players=players,
        options=(),
        key=key,
        engine=engine_mark(material),
        note="",
        base=0,
        version=0,
        decider=decision.seat,
        state=start,
        seats=seats,
    )
    first = EntryRow(0, -1, "", None, encode_body(body_of(game.state, game.events)))
    entries: list[EntryRow] = []
    snapshots: list[tuple[int, bytes]] = []
    while (decision := game.decision) is not None and not stop(game):
        game.act(random_bot.choose(game.view(decision.seat), decision, rng), decision.seat)
        body = encode_body(body_of(game.state, game.entries[-1].events))
        entries.append(EntryRow(game.version, decision.seat, game.entries[-1].text, None, body))
        last = snapshots[-1][0] if snapshots else 0
        if game.version - last >= SNAPSHOT_EVERY and not game.can_undo():
            snapshots.append((game.version, encode_state(game.state)))
    status, decider = ("over", -1) if game.decision is None else ("running", game.decision.seat)
    state = encode_state(game.state)
    headers = [header, *(replace(header, id=store.environment.new_id()) for _ in range(number - 1))]
    for each in headers:
        store.add_game(each, first, ())
        step = Step(each.id, header.engine, 0, game.version, status, decider, state, entries, snapshots)
        assert store.append([step]) == [None]
    return [replace(each, version=game.version, status=status, decider=decider, state=state) for each in headers]


# What is sent


class Target:
    """A server in a process of its own."""

    def __init__(self, url: str, pid: int, places: Places) -> None:
        self.port = int(url.rstrip("/").rpartition(":")[2])
        self.pid = pid
        self.places = places

    def seconds(self) -> float:
        """Of processor time that the server has taken, all its threads together."""
        return time.clock_gettime(~self.pid << 3 | 2)

    def quiet(self) -> float:
        """The same, when it has nothing to do any more."""
        before = self.seconds()
        while True:
            time.sleep(QUIET)
            after = self.seconds()
            if after - before < QUIET / 40:
                return after
            before = after

    def cost(self, attack: "Attack") -> float:
        before = self.quiet()
        pieces = attack(self)
        return (self.quiet() - before) / max(1, pieces)

    def answer(self, raw: bytes) -> bytes:
        """Send bytes over a connection of their own; whatever is answered until the server ends it."""
        out = b""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection, suppress(OSError):
            with suppress(ConnectionError):
                connection.sendall(raw)
            while part := connection.recv(1 << 20):
                out += part
        return out


Attack = Callable[[Target], int]
"""What it does; in how many pieces the server works for it."""


@dataclass(frozen=True)
class Case:
    name: str
    attack: Attack


def send(raw: bytes) -> Attack:
    def attack(target: Target) -> int:
        status = target.answer(raw)[9:12]
        assert not status.startswith(b"50"), (status, raw[:200])
        return 1

    return attack


def request(method: str, path: str, body: bytes = b"", *headers: str, kind: str = "application/json") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers]
    if body:
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def get(name: str, path: str, *headers: str) -> Case:
    return Case(name, send(request("GET", path, b"", *headers)))


def post(name: str, path: str, body: bytes, *headers: str, kind: str = "application/json") -> Case:
    return Case(name, send(request("POST", path, body, *headers, kind=kind)))


def catalogue(places: Places) -> Iterator[Case]:
    yield from pages()
    yield from every_path(places)
    yield from cold_games(places)
    yield from games(places)
    yield from strange_addresses(places)
    yield from cookies(places)
    yield from bodies(places)
    yield from heads()
    yield from channels(places)


def pages() -> Iterator[Case]:
    for path in ("/", "/web/table.js", "/board.svg?theme=dark", "/schema", "/schema/openapi.json", "/api/material"):
        yield get(f"GET {path}", path)
    yield get("GET /schema/{path:path}", "/schema/" + "a/" * 900)
    yield get("a search for many words", "/api/rules?search=" + "+".join("abcdefghijklmnopqrst" * 5))
    yield get("a search for one letter", "/api/rules?search=a")
    yield get("the rules of a chapter", "/api/rules/10")
    yield get("a rule that is none", "/api/rules/" + "1." * 900)
    yield get("the list of games", "/api/games")
    for edition in EDITIONS:
        for path in OF_EDITIONS:
            yield get(f"GET {path}, {edition}", of_edition(path, edition))
    for method in ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"):
        yield Case(f"{method} /api/games", send(request(method, "/api/games")))


OF_EDITIONS = (
    "/board.svg",
    "/board.svg?theme=dark",
    "/api/material",
    "/api/rules?search=a",
    "/api/rules/10",
    "/api/languages",
)
BODIES: dict[str, bytes] = {
    "/api/games": b'{"players":2,"seats":[{"kind":"hot"},{"kind":"open"}],"pace":"slow"}',
    "/api/games/{game:str}/seats/{faction:str}": b'{"name":"Eve"}',
    "/api/games/{game:str}/seats/{faction:str}/bot": b'{"bot":"satrap"}',
    "/api/games/{game:str}/invite": b"{}",
    "/api/games/{game:str}/recovery": b"{}",
    "/api/recover": b'{"token":"' + b"x" * 43 + b'"}',
    "/api/games/{game:str}/settings": b'{"seat":"blue","windows":"chosen","kinds":["any_time","every_step"]}',
    "/api/games/{game:str}/actions": b'{"id":"a","version":1,"seat":"blue","action":"pass"}',
    "/api/games/{game:str}/undo": b'{"id":"a","version":1,"seat":"blue"}',
}
"""By path, what can be posted there."""
QUERIES = {
    "/api/games/{game:str}/boards": "?since=0",
    "/api/games/{game:str}/why": "?action=march:pella",
    "/api/rules": "?search=siege",
}


def of_edition(path: str, edition: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}edition={edition}"


def every_path(places: Places) -> Iterator[Case]:
    """What the application answers to, so that no path is forgotten: each of them for each kind of game."""
    for handler in (*api.HANDLERS, *client_files.HANDLERS, *operations.HANDLERS):
        for path in sorted(handler.paths):
            for name, game in (("countdown", places.countdown), ("waiting", places.waiting), ("none", "nosuchgame")):
                if "{game" in path or name == "none":
                    yield from at_path(handler, path, name, game)


def at_path(handler: BaseRouteHandler, path: str, name: str, game: str) -> Iterator[Case]:
    told = {"game:str": game, "faction:str": "black", "number:str": "10", "path:path": "index.html"}
    filled = path
    for part, value in told.items():
        filled = filled.replace(f"{{{part}}}", value)
    if isinstance(handler, WebsocketRouteHandler):
        yield Case(f"{path}, {name}", listen(game, -1, lambda channel: 1))
        return
    assert isinstance(handler, HTTPRouteHandler)
    for method in sorted(handler.http_methods):
        if method == "GET":
            yield get(f"GET {path}, {name}", filled + QUERIES.get(path, ""))
        else:
            yield post(f"{method} {path}, {name}", filled, BODIES[path])
            yield post(f"{method} {path} of nothing, {name}", filled, b"{}")


def games(places: Places) -> Iterator[Case]:
    for name, game in (("over", places.over), ("running", places.running)):
        root = f"/api/games/{game}"
        for what in ("view", "", "log", "record", "odds", "odds?action=march:pella", "why?action=march:pella", "hint"):
            yield get(f"{what or 'table'}, {name}", f"{root}/{what}".rstrip("/"))
        yield get(f"decision, {name}", f"{root}/decision")
        for since in range(0, places.version, 300):
            yield get(f"log since {since}, {name}", f"{root}/log?since={since}")
        for at in (1, 15, places.version // 2, places.version - 1):
            yield get(f"view at {at}, {name}", f"{root}/view?at={at}")
        for since in (0, 15, *range(200, places.version, 200), places.version - 5):
            yield get(f"boards since {since}, {name}", f"{root}/boards?since={since}")
        yield get(f"boards of a seat, {name}", f"{root}/boards?since={places.version - 40}&seat=red")
        for part in range(places.version // course.MOST_READ + 1):
            yield get(f"course, part {part}, {name}", f"{root}/course")
    yield get("a game that is not there", "/api/games/nosuchgame/view")


def cold_games(places: Places) -> Iterator[Case]:
    """What somebody asks first of a long game that nobody has asked for since the server started."""
    for question, game in zip(COLD, places.cold, strict=False):
        name = f"{question or 'table'} of a game that is not in memory"
        if question == "live":
            yield Case(name, listen(game, -1, lambda channel: 1))
        else:
            yield get(name, f"/api/games/{game}/{question}".rstrip("/"))


def strange_addresses(places: Places) -> Iterator[Case]:
    game = f"/api/games/{places.running}"
    yield get("nothing there", "/nowhere")
    yield get("many slashes", "/" * 1_900)
    yield get("many folders", "/web/" + "a/" * 900)
    yield get("ways up", "/web/" + "%2e%2e/" * 250)
    yield get("many letters of which each is three", "/api/rules/" + "%20" * 600)
    yield get("many parameters", f"{game}/log?" + "a&" * 900)
    yield get("a parameter many times", f"{game}/view?" + "seat=blue&" * 180)
    yield get("a large number", f"{game}/view?at=" + "9" * 1_900)
    yield get("no text", f"{game}/why?action=%ff%fe%00")
    yield get("an address that is too long", "/" + "a" * 50_000)


def cookies(places: Places) -> Iterator[Case]:
    room = 60_000
    token = secrets.token_urlsafe(24)
    junk = {
        "junk seat cookies": "; ".join(f"seat-{n:x}={token}" for n in range(room // 45)),
        "cookies that differ": "; ".join(f"seat-{n:x}={secrets.token_urlsafe(24)}" for n in range(room // 45)),
        "short seat cookies": ";".join(f"seat-{n:x}=x" for n in range(room // 12)),
        "cookies of one letter": "a;" * (room // 2),
        "a cookie of many tokens": f"seat-{places.running}=" + ".".join([token] * (room // 34)),
        "a quoted cookie": f'seat-{places.running}="' + "\\" * room,
    }
    for name, cookie in junk.items():
        for path in ("/api/games", "/api/games?mine=true", f"/api/games/{places.running}/view?seat=blue"):
            yield get(f"{name}: {path.replace(places.running, 'ID')}", path, f"Cookie: {cookie}")
        seat = f"/api/games/{places.other}/seats/blue"
        yield post(f"{name}: a seat that is taken", seat, b'{"name":"Eve"}', f"Cookie: {cookie}")


def bodies(places: Places) -> Iterator[Case]:
    game = f"/api/games/{places.running}"
    hot = b'{"players":5,"seats":[' + b",".join([b'{"kind":"hot"}'] * 5) + b"]}"
    room = 16_000
    yield post("a game is made", "/api/games", hot)
    for edition in EDITIONS:
        ruled = {
            "players": 4,
            "seats": [{"kind": "hot"}] * 4,
            "edition": edition,
            "rulings": {RULING.name: RULING.values[-1]},
        }
        yield post(f"a game with rulings is made, {edition}", "/api/games", json.dumps(ruled).encode())
    for lesson in lessons.lessons():
        guided = {"players": 2, "seats": [{"kind": "hot"}] * 2, "lesson": lesson}
        yield post(f"a guided game is made, {lesson}", "/api/games", json.dumps(guided).encode())
    everything = {"players": 4, "seats": [{"kind": "hot"}] * 4, "options": offered(load_material().edition)}
    yield post("a game with all options is made", "/api/games", json.dumps(everything).encode())
    yield post("a recovery link that is none", "/api/recover", b'{"token":"x"}')
    yield post("a seat that is taken", f"{game}/seats/blue", b"{}")
    for what in ("actions", "undo"):
        said = b'{"id":"a","version":1,"seat":"blue","action":"pass"}'
        yield post(f"{what} of another's seat", f"{game}/{what}", said)
    junk = {
        "brackets": b"[" * room,
        "objects": b'{"a":' * (room // 5),
        "nested as deep as may be": b'{"x":' + b"[" * 390 + b"]" * 390 + b"}",
        "many keys": b"{" + b",".join(b'"%x":1' % n for n in range(room // 9)) + b"}",
        "one key many times": b'{"players":2' + b',"players":2' * (room // 13) + b"}",
        "many options": b'{"options":[' + b'"",' * (room // 4) + b'""]}',
        "a large number": b'{"players":' + b"9" * room + b"}",
        "a number with a large exponent": b'{"players":1e999999999}',
        "a long text": b'{"name":"' + b"a" * room + b'"}',
        "escapes": b'{"name":"' + b"\\u0041" * (room // 6) + b'"}',
        "half a pair": b'{"token":"\\ud800"}',
        "no UTF-8": b'{"name":"' + b"\xff" * room + b'"}',
        "spaces": b" " * room,
    }
    for name, body in junk.items():
        for path in ("/api/games", "/api/recover"):
            yield post(f"{name}: POST {path}", path, body)
    form = b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n" * (room // 60) + b"--x--\r\n"
    yield post("a form of many parts", "/api/games", form, kind="multipart/form-data; boundary=x")
    yield post("a form of many fields", "/api/games", b"a=&" * (room // 3), kind="application/x-www-form-urlencoded")
    yield post("MessagePack", "/api/games", b"\x91" * room, kind="application/x-msgpack")
    yield post("a body that is too large", "/api/games", b"a" * 200_000)
    chunked = request("POST", "/api/games", b"", "Transfer-Encoding: chunked", "Content-Type: application/json")
    yield Case("one letter a chunk", send(chunked + b"1\r\n \r\n" * 30_000 + b"0\r\n\r\n"))
    yield Case("a trailer without end", send(chunked + b"1\r\n \r\n0\r\nA: " + b"a" * 400_000))
    yield Case("many trailers", send(chunked + b"1\r\n \r\n0\r\n" + b"A: b\r\n" * 40_000))


def heads() -> Iterator[Case]:
    first = b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    close = b"Connection: close\r\n\r\n"
    yield Case("a large head", send(first + b"A: " + b"a" * 60_000 + b"\r\n" + close))
    yield Case("a head that is too large", send(first + b"A: " + b"a" * 300_000))
    many = b"".join(b"A%d: %b\r\n" % (n, b"b" * 600) for n in range(97))
    yield Case("as many headers as may be", send(first + many + close))
    yield Case("too many headers", send(first + b"A: b\r\n" * 40_000))
    yield Case("many requests at once", send((first + b"\r\n") * 5_000))
    yield Case("as many requests as may wait", send((first + b"\r\n") * 8 + first + close))
    yield Case("no HTTP", send(b"\x16\x03\x01" + b"\0" * 200_000))
    yield Case("many origins", send(first + b"X-Forwarded-For: " + b"127.0.0.1," * 5_000 + b"\r\n" + close))
    yield Case("another upgrade", send(first + b"Connection: upgrade, close\r\nUpgrade: h2c\r\n\r\n"))


def channels(places: Places) -> Iterator[Case]:
    yield Case("a channel", listen(places.running, places.version, lambda channel: 1))
    yield Case("a channel from the beginning, by message", listen(places.running, -1, hear(places.version)))
    yield Case("a channel of a game that is not there", listen("nosuchgame", 0, lambda channel: 1))
    yield Case("a channel with pings without end", listen(places.running, places.version, flood(b"\x89\x80\0\0\0\0")))
    yield Case("a channel with empty messages", listen(places.running, places.version, flood(b"\x81\x80\0\0\0\0")))
    yield Case("a channel with pieces of a message", listen(places.running, places.version, flood(b"\x00\x80\0\0\0\0")))
    yield Case("a channel with a large message", listen(places.running, places.version, say("[" * 4_000)))
    yield Case("a channel with a message that is too large", listen(places.running, places.version, say("a" * 90_000)))


def listen(game: str, since: int, work: Callable[[ClientConnection], int]) -> Attack:
    def attack(target: Target) -> int:
        url = f"ws://127.0.0.1:{target.port}/api/games/{game}/live?since={since}"
        pieces = 1
        with suppress(Exception), connect(url, open_timeout=PATIENCE, max_size=None, ping_interval=None) as channel:
            channel.recv(PATIENCE)
            pieces = work(channel)
        return pieces

    return attack


def hear(version: int) -> Callable[[ClientConnection], int]:
    """Everything up to a version; how many messages it takes."""

    def work(channel: ClientConnection) -> int:
        messages = 0
        while f'"version":{version},"turn"' not in str(channel.recv(PATIENCE)):
            messages += 1
        return messages + 1

    return work


def flood(frame: bytes) -> Callable[[ClientConnection], int]:
    def work(channel: ClientConnection) -> int:
        with suppress(OSError):
            channel.socket.sendall(frame * 20_000)
        return until_it_ends(channel)

    return work


def say(message: str) -> Callable[[ClientConnection], int]:
    def work(channel: ClientConnection) -> int:
        channel.send(message)
        return until_it_ends(channel)

    return work


def until_it_ends(channel: ClientConnection) -> int:
    with suppress(ConnectionClosed):
        while True:
            channel.recv(PATIENCE)
    return 1


# Measuring


@contextmanager
def attacked(games: int = GAMES) -> Iterator[Target]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        places = fill(database, games)
        process = start_server(database, 0, "--window-seconds", "600")
        try:
            target = Target(address_of(process), process.pid, places)
            prepare(target)
            yield target
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def prepare(target: Target) -> None:
    """What a server does at its start unless it is told not to."""
    record = f"/api/games/{target.places.other}/record"
    paths = ("/", "/schema/openapi.json", "/api/games")
    of_editions = [of_edition(path, edition) for path in OF_EDITIONS for edition in EDITIONS]
    for path in (*paths, *of_editions, record):
        target.answer(request("GET", path))


def measured(target: Target, cases: Iterable[Case], repeats: int) -> Iterator[tuple[str, float, float]]:
    """Each case with what it costs at first and, the median, later."""
    for case in cases:
        costs = [target.cost(case.attack) for _ in range(repeats)]
        yield case.name, costs[0], statistics.median(costs)


def slowness() -> float:
    """How much slower than the reference this machine is just now, never less than 1."""
    return max(1.0, min(seconds_of(calibrate) for _ in range(3)) / REFERENCE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="that are listed")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--only", default="", metavar="WORD", help="cases whose name has it")
    asked = parser.parse_args()
    found = []
    with attacked(asked.games) as target:
        print(f"{slowness():.2f} times as slow as the reference; long games of {target.places.version} versions")
        cases = [case for case in catalogue(target.places) if asked.only in case.name]
        for name, first, later in measured(target, cases, asked.repeats):
            print(f"{1000 * first:8.1f} {1000 * later:8.1f} ms  {name}", flush=True)
            found.append((max(first, later), name))
        slow = slowness()
    print(f"the dearest, with {slow:.2f} times the reference's time at the end:")
    for cost, name in sorted(found, reverse=True)[:5]:
        print(f"{1000 * cost:8.1f} ms  {name}")
    return 0 if max(found)[0] <= slow * LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())

"""What one request of an outsider costs the server: `make attack`.

Sends everything that somebody without a seat can send within the limits to a server in a process of its own, on a
database with a long game that is over, a long one that runs and many others, and measures the processor time that
the server takes for each.
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
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from diadochi.bots import random_bot
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model.material import Material
from diadochi.rules.setup import new_state
from diadochi.table.codec import body_of, encode_body, encode_state, engine_mark
from diadochi.table.games import SNAPSHOT_EVERY
from diadochi.table.load import address_of, start_server
from diadochi.table.rows import EntryRow, Header, SeatRow, Step
from diadochi.table.store import Store, new_id, now

GAMES = 120
"""Listed, besides the long ones."""
REPEATS = 5
PATIENCE = 60.0
QUIET = 0.004
LIMIT = 0.020
"""Seconds of processor time that one request may cost."""


# What the server holds


@dataclass(frozen=True)
class Places:
    over: str
    running: str
    version: int
    """Of the running one."""


def fill(database: str, games: int = GAMES) -> Places:
    """A long game that is over, the same still running, and others that are listed."""
    material = load_material()
    store = Store(database)
    store.migrate()
    try:
        over = long_game(store, material, stop=1 << 30)
        running = long_game(store, material, stop=over.version - 1)
        for _ in range(games):
            store.add_game(replace(running, id=new_id(), version=0, base=0), opening(running), ())
        return Places(over.id, running.id, running.version)
    finally:
        store.close()


def opening(header: Header) -> EntryRow:
    return EntryRow(0, -1, "", None, '[0,0,-1,-1,[]]')


def long_game(store: Store, material: Material, stop: int, players: int = 5, seed: int = 7) -> Header:
    """Five people who choose at random, up to a version or to the end."""
    rng = random.Random(seed)
    key = rng.randbytes(32)
    game = Game.from_state(material, new_state(material, players, 0, key))
    created = now()
    seats = tuple(SeatRow(i, "hot") for i in range(players))
    decision = game.decision
    assert decision is not None
    start = encode_state(game.state)
    header = Header(
        new_id(), "long", created, created, False, "running", players, (), key, engine_mark(material), "", 0, 0,
        decision.seat, start, False, seats,
    )  # fmt: skip
    first = EntryRow(0, -1, "", None, encode_body(body_of(game.state, game.events)))
    store.add_game(header, first, ())
    entries: list[EntryRow] = []
    snapshots: list[tuple[int, bytes]] = []
    while (decision := game.decision) is not None and game.version < stop:
        game.act(random_bot.choose(game.view(decision.seat), decision, rng), decision.seat)
        body = encode_body(body_of(game.state, game.entries[-1].events))
        entries.append(EntryRow(game.version, decision.seat, game.entries[-1].text, None, body))
        last = snapshots[-1][0] if snapshots else 0
        if game.version - last >= SNAPSHOT_EVERY and not game.can_undo():
            snapshots.append((game.version, encode_state(game.state)))
    status, decider = ("over", -1) if game.decision is None else ("running", game.decision.seat)
    state = encode_state(game.state)
    step = Step(header.id, 0, game.version, status, decider, state, entries, snapshots)
    assert store.append([step]) == [None]
    return replace(header, version=game.version, status=status, decider=decider, state=state)


# What is sent


Attack = Callable[["Target"], None]


class Target:
    """A server in a process of its own."""

    def __init__(self, url: str, pid: int, places: Places) -> None:
        self.port = int(url.rstrip("/").rpartition(":")[2])
        self.pid = pid
        self.places = places
        self.kept: str = ""

    def seconds(self) -> float:
        """Of processor time that the server has taken, all its threads together."""
        return time.clock_gettime(~self.pid << 3 | 2)

    def quiet(self) -> float:
        """The same, when it has nothing to do any more."""
        before = self.seconds()
        while True:
            time.sleep(QUIET)
            after = self.seconds()
            if after - before < QUIET / 100:
                return after
            before = after

    def cost(self, attack: Attack) -> float:
        before = self.quiet()
        attack(self)
        return self.quiet() - before

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)


def send(raw: bytes) -> Attack:
    """Bytes, over a connection of their own; then whatever is answered."""

    def attack(target: Target) -> None:
        self_answered(target, raw)

    return attack


def self_answered(target: Target, raw: bytes) -> bytes:
    out = b""
    with target.connect() as connection:
        try:
            connection.sendall(raw)
            while part := connection.recv(1 << 20):
                out += part
        except (ConnectionError, TimeoutError):
            pass
    return out


def request(method: str, path: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


@dataclass(frozen=True)
class Case:
    name: str
    attack: Attack


def catalogue(places: Places) -> Iterator[Case]:
    over, running = f"/api/games/{places.over}", f"/api/games/{places.running}"

    def get(name: str, path: str, *headers: str) -> Case:
        return Case(name, send(request("GET", path, b"", *headers)))

    yield get("nothing there", "/nowhere")
    for path in ("/", "/web/table.js", "/board.svg?theme=dark", "/schema/openapi.json", "/api/material"):
        yield get(f"GET {path}", path)
    yield get("a search that finds everything", "/api/rules?search=" + "+".join("abcdefghijklmnopqrst" * 5))
    yield get("a search for letters", "/api/rules?search=a")
    yield get("rules of a chapter", "/api/rules/10")
    yield get("a rule near many", "/api/rules/" + "1." * 900)
    yield get("the list of games", "/api/games")
    for name, game in (("over", over), ("running", running)):
        yield get(f"table, {name}", game)
        yield get(f"view, {name}", f"{game}/view")
        yield get(f"log, {name}", f"{game}/log")
        yield get(f"record, {name}", f"{game}/record")
        yield get(f"odds, {name}", f"{game}/odds")
        yield get(f"odds of an action, {name}", f"{game}/odds?action=march:pella")
        yield get(f"why, {name}", f"{game}/why?action=march:pella")
        yield get(f"hint, {name}", f"{game}/hint")
        yield get(f"decision, {name}", f"{game}/decision")
        for at in (1, places.version // 2, places.version - 1):
            yield get(f"view at {at}, {name}", f"{game}/view?at={at}")
    for name, cookie in cookies(places):
        for path in ("/api/games", "/api/games?mine=true", f"{running}/view?seat=blue"):
            yield get(f"{name}, {path.partition('?')[0][-8:]} {path.partition('?')[2]}", path, f"Cookie: {cookie}")


def cookies(places: Places) -> Iterator[tuple[str, str]]:
    room = 60_000
    token = secrets.token_urlsafe(24)
    yield "junk seat cookies", "; ".join(f"seat-{n:x}={token}" for n in range(room // 50))
    yield "short seat cookies", ";".join(f"seat-{n:x}=x" for n in range(room // 12))
    yield "one letter cookies", "a;" * (room // 2)
    yield "one cookie of many tokens", f"seat-{places.running}=" + ".".join([token] * (room // 34))
    yield "one quoted cookie", f'seat-{places.running}="' + "\\" * room


@contextmanager
def attacked(games: int = GAMES, *options: str) -> Iterator[Target]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        places = fill(database, games)
        process = start_server(database)
        try:
            target = Target(address_of(process), process.pid, places)
            for warm in ("/", "/board.svg", "/api/material", "/api/rules?search=siege", "/schema/openapi.json"):
                self_answered(target, request("GET", warm))
            yield target
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def measured(target: Target, cases: Iterable[Case], repeats: int) -> Iterator[tuple[str, float, float]]:
    """Each case with what it costs at first and, the median, later."""
    for case in cases:
        costs = [target.cost(case.attack) for _ in range(repeats)]
        yield case.name, costs[0], statistics.median(costs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    with attacked(asked.games) as target:
        print(json.dumps({"version of the long games": target.places.version}))
        cases = [case for case in catalogue(target.places) if asked.only in case.name]
        found = []
        for name, first, later in measured(target, cases, asked.repeats):
            print(f"{1000 * first:8.1f} {1000 * later:8.1f} ms  {name}", flush=True)
            found.append((max(first, later), name))
    worst, name = max(found)
    print(f"worst: {1000 * worst:.1f} ms, {name}")
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())

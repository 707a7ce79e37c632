"""Games under load while the server is killed, again and again; then everything that was acknowledged is looked for.

python -m tests.server.crash --kills 50 --games 20
python -m tests.server.crash --postgres
"""

import argparse
import asyncio
import json
import random
import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from diadochi.table import wire
from diadochi.table.load_client import Client, address_of, look, new_game, start_server, until_it_answers
from tests.server.conftest import new_postgres_database, start_postgres

PLAYERS = 3
BROKEN = (OSError, EOFError, ValueError, TimeoutError)
ANSWER_SECONDS = 20.0
"""After which an action is sent again."""
PATIENCE = 300.0
"""For whatever comes sooner or later."""


@dataclass
class Played:
    """What clients know of one game."""

    game: str
    client: Client
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By version: seat and action."""
    heard: dict[int, Any] = field(default_factory=dict)
    resends: int = 0


@dataclass
class Outcome:
    kills: int
    games: int
    acknowledged: int
    heard: int
    resends: int
    problems: list[str]


async def play(played: Played, stop: asyncio.Event, rng: random.Random) -> None:
    """Act; when the server is gone, send the same action again until it is answered."""
    seat: wire.Faction = "blue"
    while not stop.is_set():
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                found = await look(played.client, played.game, seat)
        except BROKEN:
            await played.client.close()
            await asyncio.sleep(0.1)
            continue
        if found is None or found.decision is None:
            return
        seat = found.decision.seat
        action = rng.choice(found.decision.offers).action
        await act(played, wire.Act(f"c{rng.getrandbits(60)}", found.version, action, seat))


async def act(played: Played, action: wire.Act) -> None:
    while True:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                status, answer = await played.client.post(f"/api/games/{played.game}/actions", action)
        except BROKEN:
            played.resends += 1
            await played.client.close()
            await asyncio.sleep(0.1)
            continue
        if status == 200:
            version = msgspec.json.decode(answer, type=wire.Accepted).version
            played.acknowledged[version] = (action.seat, action.action)
        elif status < 500:
            raise AssertionError(f"{action} was answered with {status} {answer!r}")
        else:
            await asyncio.sleep(0.1)
            continue
        return


async def listen(played: Played, url: str, problems: list[str]) -> None:
    """Hear every version, and go on from the last one after every break."""
    address = url.replace("http", "ws", 1)
    while True:
        since = max(played.heard, default=-1)
        with suppress(WebSocketException, *BROKEN):
            async with connect(f"{address}api/games/{played.game}/live?since={since}", max_size=None) as socket:
                async for text in socket:
                    message = json.loads(text)
                    for entry in message.get("entries", ()):
                        if entry["version"] != max(played.heard, default=-1) + 1:
                            problems.append(f"{played.game}: {entry['version']} came out of turn")
                        played.heard[entry["version"]] = entry
        await asyncio.sleep(0.1)


async def crash(database: str, games: int, kills: int, seed: int = 1) -> Outcome:
    rng = random.Random(seed)
    process = start_server(database)
    problems: list[str] = []
    try:
        url = await asyncio.to_thread(address_of, process)
        port = int(url.rstrip("/").rpartition(":")[2])
        await until_it_answers(url)
        table = [await sit_down(url) for _ in range(games)]
        stop = asyncio.Event()
        players = [asyncio.create_task(play(p, stop, random.Random(rng.random()))) for p in table]
        listeners = [asyncio.create_task(listen(p, url, problems)) for p in table]
        for _ in range(kills):
            await more_than(table, acknowledged(table) + 2 * games)
            await asyncio.sleep(rng.random() * 0.3)
            kill(process)
            process = start_server(database, port)
            await asyncio.to_thread(address_of, process)
        await until_it_answers(url)
        now = acknowledged(table)
        await more_than(table, now)
        stop.set()
        await asyncio.gather(*players)
        if acknowledged(table) <= now:
            problems.append("the games do not go on")
        for played in table:
            problems += await compare(played)
        for task in listeners:
            task.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
    finally:
        kill(process)
    counts = (acknowledged(table), sum(len(p.heard) for p in table))
    return Outcome(kills, games, *counts, sum(p.resends for p in table), problems)


def acknowledged(table: list[Played]) -> int:
    return sum(len(played.acknowledged) for played in table)


async def more_than(table: list[Played], number: int) -> None:
    """Wait until more actions than that were acknowledged."""
    end = time.monotonic() + PATIENCE
    while acknowledged(table) <= number and time.monotonic() < end:
        await asyncio.sleep(0.02)


async def sit_down(url: str) -> Played:
    client = Client(url)
    return Played(await new_game(client, PLAYERS), client)


def kill(process: "subprocess.Popen[str]") -> None:
    """SIGKILL, as a power cut."""
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


async def whole_log(played: Played) -> list[Any]:
    """Page by page."""
    entries: list[Any] = []
    while True:
        _, answer = await played.client.get(f"/api/games/{played.game}/log?since={len(entries) - 1}")
        page = json.loads(answer)["entries"]
        if not page:
            return entries
        entries += page


async def compare(played: Played) -> list[str]:
    """The log against what was acknowledged and what was heard."""
    entries = await whole_log(played)
    end = time.monotonic() + PATIENCE
    while max(played.heard, default=-1) < entries[-1]["version"] and time.monotonic() < end:
        await asyncio.sleep(0.05)
    await played.client.close()
    problems = []
    if [e["version"] for e in entries] != list(range(len(entries))):
        problems.append(f"{played.game}: a version is missing in the log")
    for version, (seat, action) in played.acknowledged.items():
        if version >= len(entries) or (entries[version]["seat"], entries[version]["action"]) != (seat, action):
            problems.append(f"{played.game}: {action} of version {version} was acknowledged and is not there")
    for entry in entries:
        if played.heard.get(entry["version"]) != entry:
            problems.append(f"{played.game}: version {entry['version']} was heard otherwise, or not at all")
    return problems


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--database")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL of its own instead of an SQLite file")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        database = words.database or f"sqlite:///{Path(folder) / 'crash.sqlite'}"
        if words.postgres:
            server = start_postgres(Path(folder) / "d")
            stack.callback(server.cleanup)
            database = new_postgres_database(server.get_uri())
        outcome = asyncio.run(crash(database, words.games, words.kills))
    print(
        f"{outcome.kills} kills, {outcome.games} games: {outcome.acknowledged} actions acknowledged, "
        f"{outcome.heard} versions heard, {outcome.resends} resends, {len(outcome.problems)} problems"
    )
    for problem in outcome.problems:
        print(problem)
    raise SystemExit(bool(outcome.problems))


if __name__ == "__main__":
    main()

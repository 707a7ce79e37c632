"""A rolling upgrade with an actual older build: games are played through it while the present one takes them over.

python -m tests.server.upgrade --games 10 --steps 30
python -m tests.server.upgrade --from 3930f7f       any commit, of a clone that has it
"""

import argparse
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx

import diadochi
from diadochi.table.load_client import LoadError, address_of
from tests.fixtures.reading import BUILDS
from tests.server.conftest import new_postgres_database, start_postgres
from tests.server.running import PATIENCE, Json, Person

PRESENT = Path(diadochi.__file__).parents[1]
REPOSITORY = Path(__file__).parents[2]
PLAYERS = ("hot", "hot", "hot")
SHARE_OF_UNDOS = 0.1
TRACEBACK = "Traceback"


class RefusedError(Exception):
    """The server did not carry an action out."""


# Builds


def older_source(commit: str, folder: Path) -> Path:
    """The sources of an older build: one of those that are kept, else from the history."""
    kept = BUILDS / f"{commit}.tar.xz"
    if kept.is_file():
        packed = kept.read_bytes()
    else:
        words = ["git", "-C", str(REPOSITORY), "archive", commit, "src"]
        packed = subprocess.run(words, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


class Build:
    """A `diadochi serve` of some sources, inside a `with`."""

    def __init__(self, source: Path, database: str, log: Path) -> None:
        self.source = source
        self.database = database
        self.log = log
        self.url = ""

    def __enter__(self) -> "Build":
        self.process = self.start()
        self.url = address_of(self.process).rstrip("/")
        self.port = int(self.url.rpartition(":")[2])
        return self

    def start(self) -> "subprocess.Popen[str]":
        words = [sys.executable, "-m", "diadochi", "serve", "--port", "0", "--rate", "0", "--no-prepare"]
        with self.log.open("a") as log:
            return subprocess.Popen(
                [*words, "--database", self.database],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=self.log.parent,
                env={"PYTHONPATH": str(self.source), "PYTHONUNBUFFERED": "1", "PATH": ""},
            )

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)

    def does_not_start(self) -> bool:
        """Whether it ends by itself, without having served."""
        process = self.start()
        try:
            address_of(process)
        except LoadError:
            return True
        finally:
            process.kill()
            process.communicate()
        return False

    def said(self) -> str:
        return self.log.read_text()


# Tables


@dataclass
class Table:
    """A game, who plays all of its seats, and what was acknowledged."""

    person: Person
    game: str
    rng: random.Random
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By version: seat and action."""
    refusals: list[str] = field(default_factory=list)

    def play(self, build: Build, steps: int) -> None:
        self.person.server = build
        for _ in range(steps):
            self.step()

    def play_until_refused(self, build: Build) -> None:
        """Through a server that will be refused sooner or later."""
        self.person.server = build
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.step()
            except RefusedError as refused:
                self.refusals.append(str(refused))
                return

    def step(self) -> None:
        """One action or undo, and note that it was acknowledged."""
        answer = self.person.get(f"/api/games/{self.game}/view")
        view = carried_out(answer)
        if view["decision"] is None:
            return
        seat = view["decision"]["seat"]
        if view["can_undo"] and self.rng.random() < SHARE_OF_UNDOS:
            action, answer = "undo", self.person.undo(self.game, seat, view["version"])
        else:
            offers = carried_out(self.person.get(f"/api/games/{self.game}/view", seat=seat))["decision"]["offers"]
            action = self.rng.choice(offers)["action"]
            answer = self.person.act(self.game, seat, view["version"], action)
        self.acknowledged[carried_out(answer)["version"]] = (seat, action)

    def log(self, build: Build) -> list[Json]:
        self.person.server = build
        entries: list[Json] = self.person.log(self.game)["entries"]
        return entries

    def kept_out(self, older: Build, newer: Build) -> Iterator[str]:
        """What is sent to the older one is refused, and leaves no trace."""
        if not self.refusals:
            yield f"{self.game} was not taken over"
        before, view = self.log(newer), self.person.view(self.game)
        seat = view["decision"]["seat"]
        action = self.person.view(self.game, seat)["decision"]["offers"][0]["action"]
        self.person.server = older
        answers = [
            self.person.act(self.game, seat, view["version"], action),
            self.person.undo(self.game, seat, view["version"]),
        ]
        self.refusals += [told(answer) for answer in answers]
        if any(answer.status_code < 500 for answer in answers) or self.log(newer) != before:
            yield f"{self.game}: the older one wrote"

    def missing(self, entries: list[Json]) -> Iterator[str]:
        """What was acknowledged and is not in the log."""
        if [entry["version"] for entry in entries] != list(range(len(entries))):
            yield f"{self.game}: a version is missing in the log"
        there = {entry["version"]: (entry["seat"], entry["action"]) for entry in entries}
        for version, played in self.acknowledged.items():
            if there.get(version) != played:
                yield f"{self.game}: {played} of version {version} was acknowledged, {there.get(version)} is there"


def carried_out(answer: httpx.Response) -> Json:
    if answer.status_code != 200:
        raise RefusedError(told(answer))
    out: Json = answer.json()
    return out


def told(answer: httpx.Response) -> str:
    """The status and the code of an error."""
    try:
        return f"{answer.status_code} {answer.json()['error']}"
    except (ValueError, LookupError, TypeError):
        return f"{answer.status_code}"


# The upgrade


@dataclass
class Outcome:
    games: int
    before: int
    """Actions acknowledged by the older build."""
    after: int
    """And by the present one."""
    refusals: list[str]
    problems: list[str]
    seconds: float


def upgrade(database: str, older: Path, games: int, steps: int, folder: Path) -> Outcome:
    """PostgreSQL: both serve at once. An SQLite file is handed over."""
    begun = time.monotonic()
    problems: list[str] = []
    old = Build(older, database, folder / "older.log")
    new = Build(PRESENT, database, folder / "newer.log")
    with ThreadPoolExecutor(games) as pool:

        def each(work: Callable[[Table], Any]) -> list[Any]:
            return list(pool.map(work, tables))

        with old:
            tables = [sit_down(old, seed) for seed in range(games)]
            each(lambda table: table.play(old, steps))
            if "postgres" in database:
                going_on = pool.map(lambda table: table.play_until_refused(old), tables)
                with new:
                    list(going_on)
                    before = acknowledged(tables)
                    each(lambda table: table.play(new, steps))
                    problems += [
                        problem for found in each(lambda table: list(table.kept_out(old, new))) for problem in found
                    ]
                    problems += new_game_goes_on(old, new)
            else:
                before = acknowledged(tables)
        with new:
            each(lambda table: table.play(new, steps))
            logs = each(lambda table: table.log(new))
        if not old.does_not_start():
            problems.append("the older one starts on a database of the newer one")
        with new:
            if each(lambda table: table.log(new)) != logs:
                problems.append("a log is another one after a restart")
            each(lambda table: table.play(new, steps))
            logs = each(lambda table: table.log(new))
    problems += [problem for table, log in zip(tables, logs, strict=True) for problem in table.missing(log)]
    problems += [line for line in new.said().splitlines() if TRACEBACK in line or "damaged" in line]
    for table in tables:
        table.person.http.close()
    refusals = [refusal for table in tables for refusal in table.refusals]
    after = acknowledged(tables) - before
    return Outcome(games, before, after, refusals, problems, time.monotonic() - begun)


def sit_down(build: Build, seed: int) -> Table:
    person = Person(build)
    return Table(person, person.new_game(*PLAYERS), random.Random(seed))


def new_game_goes_on(old: Build, new: Build) -> list[str]:
    """The older one makes no game any longer, or one that the newer one goes on with."""
    person = Person(old)
    try:
        made = person.post("/api/games", {"players": 2, "seats": [{"kind": "hot"}] * 2})
        if made.status_code == 201:
            Table(person, made.json()["id"], random.Random(1)).play(new, 3)
        elif made.status_code < 500:
            return [f"a new game was answered with {told(made)}"]
    finally:
        person.http.close()
    return []


def acknowledged(tables: list[Table]) -> int:
    return sum(len(table.acknowledged) for table in tables)


# The command


@contextmanager
def new_database(folder: Path, *, postgres: bool) -> Iterator[str]:
    with ExitStack() as stack:
        if postgres:
            server = start_postgres(folder / "d")
            stack.callback(server.cleanup)
            yield new_postgres_database(server.get_uri())
        else:
            yield f"sqlite:///{folder / 'games.sqlite'}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--from", dest="commits", action="append", help="the commit of an older build")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--sqlite", action="store_true", help="hand an SQLite file over instead")
    words = parser.parse_args()
    failed = False
    for commit in words.commits or sorted(path.name.partition(".")[0] for path in BUILDS.glob("*.tar.xz")):
        with tempfile.TemporaryDirectory(prefix="up", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            source = older_source(commit, folder / "older")
            with new_database(folder, postgres=not words.sqlite) as database:
                outcome = upgrade(database, source, words.games, words.steps, folder)
        kinds = ", ".join(f"{outcome.refusals.count(kind)} x {kind}" for kind in sorted(set(outcome.refusals)))
        print(
            f"from {commit}, {outcome.games} games: {outcome.before} actions acknowledged by the older build, "
            f"{outcome.after} by this one; refusals of the older one: {kinds or 'none'}; "
            f"{len(outcome.problems)} problems, {outcome.seconds:.0f} seconds"
        )
        for problem in outcome.problems:
            print(problem)
        failed = failed or bool(outcome.problems)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()

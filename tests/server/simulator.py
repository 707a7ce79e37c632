"""The server on a disk that fails: seeded runs, each with many crashes, and what was acknowledged looked for.

Everything runs in one thread on a clock of its own, so that a seed is a run: requests come late or twice, answers are
lost, and at a point of the disk (`tests.server.disk`) the process is killed or the power fails. The next server finds
what is left of a real SQLite file; people send again what was not answered.

python -m tests.server.simulator --crashes 10000
python -m tests.server.simulator --seed 17 --first 400 --crashes 25     one run again

Every kind of point (what the server is doing, what happens to which file) that is ever passed must be crashed at.
SQLite renames no file, and what it maps into memory (-shm) is made anew after a crash: there are no such points.
"""

import argparse
import asyncio
import hashlib
import json
import logging
import multiprocessing
import random
import selectors
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from diadochi.rules.face import UNDO
from diadochi.table import app as application
from diadochi.table import bots as bot_processes
from diadochi.table import orders, rounds, windows, wire
from diadochi.table import store as storing
from diadochi.table.app import Config, TableServer, make_app_of
from diadochi.table.bot_messages import Thought
from diadochi.table.environment import Environment
from diadochi.table.games import Games, Loaded
from diadochi.table.rounds import Answer, Round
from diadochi.table.rows import EntryRow, Step
from diadochi.table.schema import ANSWERS
from diadochi.table.security import App, Rate
from diadochi.table.store import Store
from diadochi.table.store_errors import DamagedError, StoreError
from tests.server.disk import OK, Aim, Disk, Fault, FaultyVfs

ENGINE = "1.0.0-simulated"
CRASHES_IN_A_RUN = 25
REACH = 90
"""Points after a start within which the next crash comes."""
STRIDE = 37
"""Has no divisor in common with it, so that every distance has its turn."""
AIMED = 4
"""Each fourth crash comes at one of the kinds of points, in turn."""
HOWS = ("before", "torn", "after")
PLAYERS = 3
TABLES = 2
CHECKPOINT = 12
"""Pages: the log is written back into the database again and again."""
SEEDS_APART = 1_000_000
LONGEST = 60.0
"""Virtual seconds of one life of a server."""
UNDISTURBED = 8.0
"""The same where nothing goes wrong."""
WINDOW = 0.6
"""Virtual seconds of a countdown."""
EXTRA = 400
"""Crashes that are added at most, for kinds of points that had none."""
CRASHES_IN_AN_EXTRA_RUN = 5
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
UNLIMITED = Rate(0, 0)
ANSWER_SECONDS = 2.0


# The environment: one thread, virtual time


class Skipping(selectors.DefaultSelector):
    """Nobody waits: the clock is put forward."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout:
            self.loop.virtual += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.virtual = 0.0
        selector = Skipping()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.virtual


class Hands(Executor):
    """Work that is done later, in the same thread."""

    def __init__(self, environment: "VirtualEnvironment") -> None:
        self.environment = environment

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        done: Future[Any] = Future()
        delay = self.environment.faults.random() * 0.02
        self.environment.loop.call_later(delay, self._work, done, lambda: fn(*args, **kwargs))
        return done

    def _work(self, done: "Future[Any]", work: Callable[[], Any]) -> None:
        if self.environment.disk.dead or not done.set_running_or_notify_cancel():
            return
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        pass


class VirtualEnvironment(Environment):
    def __init__(self, chance: random.Random, faults: random.Random, disk: Disk, loop: VirtualLoop) -> None:
        self.chance = chance
        self.faults = faults
        self.disk = disk
        self.loop = loop
        self.jump = faults.randrange(-3600, 3600)

    def moment(self) -> datetime:
        return BEGUN + timedelta(seconds=self.jump + self.loop.time())

    def workers(self, number: int, name: str) -> Executor:
        return Hands(self)


class WatchedStore(Store):
    """Says what it is doing, so that points can be told apart."""

    disk: Disk
    ends: list[Step]
    """What has ended a countdown."""

    @contextmanager
    def _doing(self, what: str) -> Iterator[None]:
        before, self.disk.doing = self.disk.doing, what
        try:
            yield
        finally:
            self.disk.doing = before

    def migrate(self) -> None:
        with self._doing("restart"):
            super().migrate()

    def sync_folder(self) -> None:
        if self.disk.point("sync", f"{self.disk.folder}/", 0, b"", lambda _: self.disk.keep_deletions()) != OK:
            raise StoreError("the folder cannot be flushed")

    def enrol(self, mark: str) -> None:
        with self._doing("restart"):
            super().enrol(mark)

    def append(self, steps: Any) -> Any:
        with self._doing("round" if any(step in self.ends for step in steps) else kind_of(steps)):
            return super().append(steps)

    def add_game(self, *words: Any) -> bool:
        with self._doing("make"):
            return super().add_game(*words)

    def take_seat(self, *words: Any) -> bool:
        with self._doing("sit"):
            return super().take_seat(*words)

    def set_windows(self, *words: Any) -> None:
        with self._doing("settings"):
            super().set_windows(*words)


def kind_of(steps: list[Step]) -> str:
    entries = [entry for step in steps for entry in step.entries]
    if any(entry.action == UNDO for entry in entries):
        return "undo"
    return "act" if any(entry.action_id for entry in entries) else "bot"


class SimulatedBots:
    """Choose at once and at random, and play as the real ones do."""

    def __init__(self, games: Games, rng: random.Random) -> None:
        self.games, self.rng = games, rng
        self.running: dict[str, asyncio.Task[None]] = {}

    def call(self, game: str) -> None:
        if game not in self.running:
            task = asyncio.get_running_loop().create_task(self._play(game))
            self.running[game] = task
            task.add_done_callback(lambda done: self._ended(game, done))

    def _ended(self, game: str, task: "asyncio.Task[None]") -> None:
        self.running.pop(game, None)
        if not task.cancelled():
            task.exception()

    def is_late(self, bot: str, since: str) -> bool:
        return True

    def call_round(self, game: str, opened: Round) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(game, opened))
        name = f"{game} {opened.version}"
        self.running[name] = task
        task.add_done_callback(lambda done: self._ended(name, done))

    async def _answer(self, game: str, opened: Round) -> None:
        """As the real ones do: nothing of it is kept or acknowledged."""
        await asyncio.sleep(self.rng.random() * WINDOW)
        await self.games.with_game(game, lambda loaded: self._in_round(loaded, opened))

    def _in_round(self, loaded: Loaded, opened: Round) -> None:
        for seat in opened.seats if loaded.round is opened else ():
            decision = loaded.before(seat).decision
            if loaded.seat(seat).kind == "bot" and decision is not None:
                opened.answers.setdefault(seat, Answer(self.rng.choice(decision.actions)))

    async def _play(self, game: str) -> None:
        while True:
            found = await self.games.with_game(game, self._thought)
            if found is None:
                return
            await self.games.play_bots(game, *found)

    def _thought(self, loaded: Any) -> tuple[int, list[Thought]] | None:
        if not loaded.is_bots_turn:
            return None
        return loaded.version, [Thought(self.rng.choice(loaded.game.decision.actions), None)]


# People


@dataclass
class Pending:
    """A request that has not been answered."""

    what: str
    path: str
    body: dict[str, Any]
    cookie: str = ""


@dataclass
class Table:
    """A game as its people know it."""

    number: int
    rng: random.Random
    game: str = ""
    invite: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    pending: Pending | None = None
    acknowledged: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    """By version: seat, action, id."""
    sent: int = 0
    rounds: dict[int, list[str]] = field(default_factory=dict)
    """By version: who was asked together."""
    answers: dict[tuple[int, str], tuple[str, str]] = field(default_factory=dict)
    """By version and seat, what was acknowledged last in a countdown: action and id."""
    seen: dict[tuple[int, str], Any] = field(default_factory=dict)
    """The board as others saw it during a countdown."""
    rows: list[EntryRow] = field(default_factory=list)
    """What was found in the database before."""
    heard: int = 0
    """The last version that anybody was shown."""
    orders: dict[str, list[Any]] = field(default_factory=dict)
    """By seat, the standing orders that were acknowledged."""
    problems: list[str] = field(default_factory=list)

    def ordering(self, seat: str) -> list[Any] | None:
        """The orders on their way, of which nobody was told whether they are kept."""
        pending = self.pending
        if pending is None or pending.what != "settings" or pending.body["seat"] != seat:
            return None
        return pending.body["orders"]  # type: ignore[no-any-return]

    def key(self, what: str) -> str:
        return hashlib.sha256(f"{self.number} {what} {self.rng.random()}".encode()).hexdigest()


class LostError(Exception):
    """No answer came."""


class Life:
    """One server from its start to its crash, and the people who talk to it."""

    def __init__(self, run: "Run") -> None:
        self.run = run
        self.rng = run.rng
        self.disk = run.disk

    async def live(self, server: TableServer) -> None:
        self.server = server
        bots = SimulatedBots(server.games, self.rng)
        server.bots = bots  # type: ignore[assignment]
        server.games.on_bot = bots.call
        server.games.on_round = bots.call_round
        server.ear = None  # type: ignore[assignment]
        look_after = [asyncio.create_task(server.renew()), asyncio.create_task(server.watch())]
        people = [asyncio.create_task(self.play(table)) for table in self.run.tables]
        dead = asyncio.get_running_loop().create_future()
        self.disk.on_death = lambda: None if dead.done() else dead.set_result(None)
        await asyncio.wait({dead, *people}, timeout=self.run.seconds, return_when=asyncio.FIRST_COMPLETED)
        tasks = [*look_after, *people, *bots.running.values(), *server.games._tasks]
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, AssertionError | KeyError | TypeError):
                raise result

    async def play(self, table: Table) -> None:
        while True:
            if table.pending is None:
                table.pending = await self.wish(table)
            if table.pending is None:
                await asyncio.sleep(0.05)
                continue
            try:
                await self.settle(table, table.pending)
            except LostError:
                await asyncio.sleep(0.05)

    async def wish(self, table: Table) -> Pending | None:
        """What people want next; None: they wait for a bot."""
        rng = table.rng
        if not table.game:
            kinds = ["me", "open", "bot"]
            seats = [{"kind": kind, **({"bot": "random"} if kind == "bot" else {})} for kind in kinds]
            return Pending("make", "/api/games", {"players": PLAYERS, "seats": seats, "key": table.key("make")})
        if "red" not in table.cookies:
            path = f"/api/games/{table.game}/seats/red"
            return Pending("sit", path, {"name": "Bea", "key": table.key("sit"), "invite": table.invite})
        for seat in rng.sample(("blue", "red"), 2):
            path = f"/api/games/{table.game}/decision?seat={seat}"
            try:
                status, answer, _ = await self.request("GET", path, None, table.cookies[seat])
                if status == 200 and answer["decision"] and answer["decision"]["round"]:
                    await self.watch_round(table, answer)
            except LostError:
                return None
            if status == 200:
                table.heard = max(table.heard, answer["version"])
            if status == 200 and rng.random() < 0.03:
                return self.order(table, seat, rng)
            if status == 200 and answer["decision"] and answer["decision"]["mine"]:
                is_answered = answer["decision"]["round"] and (answer["version"], seat) in table.answers
                if not is_answered or rng.random() < 0.1:
                    return self.choose(table, seat, answer, rng)
        return None

    async def watch_round(self, table: Table, answer: Any) -> None:
        """Nobody sees what others have answered: the board stays as it is until the end."""
        version, asked = answer["version"], answer["decision"]["round"]["asked"]
        self.run.answers["rounds"] += version not in table.rounds
        if table.rounds.setdefault(version, asked) != asked:
            table.problems.append(f"at version {version} {table.rounds[version]} were asked, then {asked}")
        seat = table.rng.choice(("blue", "red", ""))
        path = f"/api/games/{table.game}/view" + (f"?seat={seat}" if seat else "")
        status, view, _ = await self.request("GET", path, None, table.cookies[seat] if seat else "")
        if status != 200 or view["version"] != version:
            return
        told = view["decision"]["round"]
        own = table.answers.get((version, seat))
        if told["lost"] or (own and table.pending is None and told["answer"] != own[0]):
            table.problems.append(f"{seat} answered {own} at version {version}, and is shown {told}")
        view["decision"]["round"] = {name: told[name] for name in ("kind", "asked")}
        if table.seen.setdefault((version, seat), view) != view:
            table.problems.append(f"what {seat or 'a spectator'} sees of version {version} has changed")

    def choose(self, table: Table, seat: str, answer: Any, rng: random.Random) -> Pending:
        table.sent += 1
        body = {"id": f"{table.number}-{table.sent}", "version": answer["version"], "seat": seat}
        if table.acknowledged and rng.random() < 0.15:
            return Pending("undo", f"/api/games/{table.game}/undo", body, table.cookies[seat])
        offers = [offer["action"] for offer in answer["decision"]["offers"]]
        what = "answer" if answer["decision"]["round"] else "act"
        body["action"] = rng.choice(offers)
        if what == "act" and rng.random() < 0.5:
            body["then"] = [*rng.sample(offers, min(2, len(offers))), "done"]
        return Pending(what, f"/api/games/{table.game}/actions", body, table.cookies[seat])

    def order(self, table: Table, seat: str, rng: random.Random) -> Pending:
        """Standing orders that never apply: nobody sails with so many."""
        wanted = [{"card": "55", "kind": "naval_step", "whom": [], "least": rng.randrange(20, 40)}]
        body = {"seat": seat, "windows": "ask", "orders": wanted[: rng.randrange(2)]}
        return Pending("settings", f"/api/games/{table.game}/settings", body, table.cookies[seat])

    async def settle(self, table: Table, pending: Pending) -> None:
        """Send it, perhaps twice at once; what is answered counts."""
        copies = 2 if self.rng.random() < 0.2 else 1
        sent = [self.request("POST", pending.path, pending.body, pending.cookie) for _ in range(copies)]
        answers = await asyncio.gather(*sent, return_exceptions=True)
        good = [answer for answer in answers if not isinstance(answer, BaseException)]
        for answer in answers:
            if isinstance(answer, BaseException) and not isinstance(answer, LostError):
                raise answer
        if not good:
            raise LostError
        if len(good) == 2 and not self.fit_together(pending, *good):
            table.problems.append(f"{pending.what}: two answers to one request, {good[0][:2]} and {good[1][:2]}")
        self.answered(table, pending, *good[0])
        table.pending = None

    def fit_together(self, pending: Pending, one: Any, other: Any) -> bool:
        """Whether these can be the answers to one request that was sent twice."""
        if pending.what == "answer":
            # One may have come before the countdown ended, the other after it.
            versions = [answer["version"] for status, answer, _ in (one, other) if status == 200]
            return len({version for version in versions if version > pending.body["version"]}) < 2
        is_refused = one[0] >= 400 and other[0] >= 400
        return pending.what == "sit" or is_refused or bool(one[:2] == other[:2])

    def answered(self, table: Table, pending: Pending, status: int, answer: Any, cookie: str) -> None:
        self.run.answers[f"{pending.what} {status}"] += 1
        if pending.what == "make" and status == 201:
            table.game, table.invite, table.cookies["blue"] = answer["id"], answer["invite"], cookie
        elif pending.what == "sit" and status == 201:
            table.cookies["red"] = cookie
        elif pending.what == "settings" and status == 200:
            table.orders[pending.body["seat"]] = pending.body["orders"]
        elif status == 200:
            version = answer["version"]
            told = (pending.body["seat"], pending.body.get("action", UNDO), pending.body["id"])
            if pending.what == "answer":
                table.answers[pending.body["version"], told[0]] = told[1:]
                if version == pending.body["version"]:
                    return
            if table.acknowledged.setdefault(version, told) != told:
                table.problems.append(f"version {version} was acknowledged twice")
        elif status not in (409, 422):
            table.problems.append(f"{pending} was answered with {status} {answer}")

    async def request(self, method: str, path: str, body: Any, cookie: str) -> tuple[int, Any, str]:
        """The answer, if the server lives long enough to give it, and it is not lost on the way."""
        await asyncio.sleep(self.rng.random() * 0.05)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                status, answer, cookies = await asgi(self.run.app, method, path, body, cookie)
        except TimeoutError:
            raise LostError from None
        lost = self.rng.random() < 0.08
        await asyncio.sleep(self.rng.random() * 0.05 if self.rng.random() < 0.3 else 0)
        if self.disk.dead or lost or status >= 500:
            self.run.answers["lost" if status < 500 else f"{status}"] += 1
            raise LostError
        return status, answer, cookies


async def asgi(app: App, method: str, path: str, body: Any, cookie: str) -> tuple[int, Any, str]:
    path, _, query = path.partition("?")
    content = b"" if body is None else json.dumps(body).encode()
    headers = [(b"host", b"table"), (b"content-type", b"application/json"), (b"cookie", cookie.encode())]
    headers.append((b"content-length", str(len(content)).encode()))
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": path,
        "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "scheme": "http",
        "headers": headers, "client": ("127.0.0.1", 1), "server": ("table", 80), "state": {},
    }  # fmt: skip
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: Any) -> None:
        said.append(message)

    await app(scope, receive, send)
    told = dict(said[0]["headers"])
    answer = b"".join(message.get("body", b"") for message in said[1:])
    return said[0]["status"], json.loads(answer), told.get(b"set-cookie", b"").decode().partition(";")[0]


# A run


class Run:
    """Many lives on one database, from one seed."""

    def __init__(
        self,
        seed: int,
        disk: Disk,
        template: Path | None,
        number: int = 0,
        kinds: Sequence[str] = (),
        *,
        has_log: bool = True,
    ) -> None:
        self.seed = seed
        self.number = number
        """Of the first crash: by it all points are gone through in turn."""
        self.kinds = kinds
        """Of points; some crashes are aimed at them."""
        self.aimed, self.patience = AIMED, 2
        self.seconds = LONGEST
        self.rng = random.Random(seed)
        self.disk = disk
        self.file = Path(disk.folder) / "games.sqlite"
        for file in Path(disk.folder).iterdir():
            file.unlink()
        if template is not None:
            shutil.copy(template, self.file)
        disk.settle()
        disk.points, disk.faults, disk.aim, disk.dead = 0, {}, None, False
        disk.has_shared_memory = has_log
        disk.rng = random.Random(seed + 1)
        self.tables = [Table(n, random.Random(f"{seed} {n}")) for n in range(TABLES)]
        self.answers: Counter[str] = Counter()
        self.problems: list[str] = []
        self.trace = hashlib.sha256()

    def go(self, crashes: int) -> int:
        """The number of crashes that happened."""
        crashed = 0
        for _ in range(crashes):
            self.plan(self.number + crashed)
            crashed += self.one_life()
            if self.problems:
                break
        self.disk.faults, self.disk.aim = {}, None
        self.one_life(look=True)
        return crashed

    def undisturbed(self) -> None:
        """Two lives in which nothing goes wrong."""
        self.seconds = UNDISTURBED
        for _ in range(2):
            self.one_life()
        self.one_life(look=True)

    def plan(self, crash: int) -> None:
        """Where the next crash comes: each distance in turn, with each way to die; and each kind of point in turn."""
        way, distance = crash % (2 * len(HOWS)), crash // (2 * len(HOWS)) * STRIDE % REACH
        at = self.disk.points + 1 + distance
        self.disk.faults = {at: Fault(at, HOWS[way % len(HOWS)], power=way >= len(HOWS))}
        self.disk.aim = None
        if self.kinds and crash % self.aimed == 0:
            label = self.kinds[crash // self.aimed % len(self.kinds)]
            fault = self.disk.faults.pop(at)
            self.disk.aim = Aim(label, self.rng.choice((1, 1, 2, 4)), fault)
            self.disk.faults[at + self.patience * REACH] = fault
        if self.rng.random() < 0.1:
            early = self.disk.points + 1 + self.rng.randrange(REACH)
            self.disk.faults.setdefault(early, Fault(early, "full"))

    def one_life(self, look: bool = False) -> bool:
        """Whether it ended with a crash."""
        loop = VirtualLoop()
        asyncio.set_event_loop(loop)
        loop.set_exception_handler(lambda loop, context: None)
        server = None
        try:
            server = self.start(loop)
            if server is not None:
                self.look(server.store)
                if not look:
                    loop.run_until_complete(Life(self).live(server))
        finally:
            asyncio.set_event_loop(None)
            loop.close()
            if server is not None:
                self.end(server)
        died = self.disk.dead
        if died:
            self.disk.come_back()
        told = [(len(t.rows), sorted(t.acknowledged.items())) for t in self.tables]
        self.trace.update(f"{self.disk.points} {died} {told} {sorted(self.answers.items())};".encode())
        return died

    def start(self, loop: VirtualLoop) -> TableServer | None:
        environment = VirtualEnvironment(self.rng, self.rng, self.disk, loop)
        self.disk.doing = "restart"
        faults = self.disk.hit.total()
        try:
            server = TableServer(config_of(f"sqlite:///{self.file}"), environment)
        except StoreError as error:
            # It may crash, or its disk be full, while it starts; nothing else is an excuse.
            if self.disk.hit.total() == faults:
                self.problem(f"the server does not start: {error}")
            return None
        self.app = the_app(server)
        self.disk.doing = "look"
        return server

    def end(self, server: TableServer) -> None:
        """The process is gone: its files and its lock are free."""
        self.disk.on_death = lambda: None
        was, self.disk.dead = self.disk.dead, True
        server.store.close()
        server.claim.release()
        self.disk.dead = was

    # Looking

    def look(self, store: Store) -> None:
        try:
            self.compare(store)
        except (DamagedError, StoreError) as error:
            self.problem(str(error))

    def compare(self, store: Store) -> None:
        """What people were told against what is there."""
        with store.reading() as connection:
            ids = connection.exec_driver_sql("SELECT count(*), count(DISTINCT id) FROM games").one()
        if ids[0] > sum(1 for t in self.tables if t.game or t.pending):
            self.problem("a game was made twice")
        for table in self.tables:
            if table.game:
                self.compare_table(store, table)
            self.problems += [f"seed {self.seed}, table {table.number}: {p}" for p in table.problems]
            table.problems.clear()

    def compare_table(self, store: Store, table: Table) -> None:
        header = store.header(table.game)
        if header is None:
            self.problem(f"game {table.game} was made and is not there")
            return
        if "red" in table.cookies and header.seats[1].kind == "open":
            self.problem(f"somebody sat down in {table.game} and does not sit there")
        if header.version < table.heard:
            self.problem(f"version {table.heard} of {table.game} was shown, and there are only {header.version}")
        for seat, ordered in table.orders.items():
            kept = [msgspec.to_builtins(order) for order in orders.read(header.seats[wire.FACTIONS.index(seat)].orders)]
            if kept not in (ordered, table.ordering(seat)):
                self.problem(f"the orders {ordered} of {seat} in {table.game} were acknowledged and are {kept}")
            table.orders[seat] = kept
        rows = store.entries(table.game, -1)
        if [row.version for row in rows] != list(range(header.version + 1)):
            self.problem(f"the log of {table.game} has gaps, or another length than its header says")
        if rows[: len(table.rows)] != table.rows:
            self.problem(f"the log of {table.game} has changed")
        people = [row for row in rows[len(table.rows) :] if wire.FACTIONS[row.seat] in table.cookies]
        self.answers["followed"] += sum(row.action_id is None and row.action != windows.PASS for row in people)
        table.rows = rows
        for version, (seat, action, action_id) in table.acknowledged.items():
            told = (wire.FACTIONS.index(seat), action, action_id)
            row = rows[version] if version < len(rows) else None
            if row is None or (row.seat, row.action, row.action_id) != told:
                self.problem(f"version {version} of {table.game} was acknowledged as {told} and is {row}")
        self.compare_rounds(store, table, rows)
        ids = [row.action_id for row in rows if row.action_id]
        if len(ids) != len(set(ids)):
            self.problem(f"an action of {table.game} was done twice")

    def compare_rounds(self, store: Store, table: Table, rows: list[EntryRow]) -> None:
        """Countdowns end at once for everybody, with what was acknowledged; those that run still have it."""
        ends = {version: end_of(rows, version, asked) for version, asked in table.rounds.items()}
        now = len(rows) - 1
        for version, entries in ends.items():
            asked = table.rounds[version][: len(entries)]
            if (version < now and not entries) or [wire.FACTIONS[row.seat] for row in entries] != asked:
                self.problem(f"the countdown at version {version} of {table.game} did not end at once")
        kept = rounds.kept(store, table.game, now)
        if kept.lost:
            self.problem(f"an answer at version {now} of {table.game} is damaged")
        early = sa.select(sa.func.count()).where(ANSWERS.c.version > now, ANSWERS.c.game == table.game)
        with store.reading() as connection:
            if connection.scalar(early):
                self.problem(f"an answer is kept of a version that {table.game} has not reached")
        ids = {row.action_id for row in rows}
        for (version, seat), told in table.answers.items():
            number = wire.FACTIONS.index(seat)
            possible = [Answer(*told), *self.on_the_way(table, version, seat)]
            entry = next((row for row in ends.get(version, ()) if row.seat == number), None)
            found = kept.answers.get(number) if version == now else entry and Answer(entry.action, entry.action_id)
            if found not in possible and (found is not None or version == now):
                self.problem(f"{seat} was told that {told} is kept at version {version} of {table.game}; it is {found}")
            if version < now and entry is None and told[1] in ids:
                self.problem(f"{told} at version {version} of {table.game} was carried out after all")

    def on_the_way(self, table: Table, version: int, seat: str) -> list[Answer]:
        """What may have taken the place of an answer, though nobody was told so."""
        pending = table.pending
        if pending is None or pending.what != "answer":
            return []
        body = pending.body
        return [Answer(body["action"], body["id"])] if (body["version"], body["seat"]) == (version, seat) else []

    def problem(self, text: str) -> None:
        self.problems.append(f"seed {self.seed}: {text}")


def end_of(rows: list[EntryRow], version: int, asked: list[str]) -> list[EntryRow]:
    """The entries with which a countdown has ended: up to the first card."""
    out = []
    for row in rows[version + 1 : version + 1 + len(asked)]:
        out.append(row)
        if row.action != windows.PASS:
            break
    return out


def config_of(database: str) -> Config:
    return Config(database, play=UNLIMITED, making=UNLIMITED, prepare=False, engine=ENGINE, window_seconds=WINDOW)


_apps: list[Any] = []


def the_app(server: TableServer) -> App:
    """Made once: only what is behind it is another one each time."""
    if not _apps:
        _apps.append(make_app_of(server))
    guard = _apps[0]
    guard.app.state["room"] = server.room
    return guard  # type: ignore[no-any-return]


@dataclass
class Summary:
    seeds: int
    crashes: int
    acknowledged: int
    entries: int
    points: int
    seconds: float
    passed: Counter[str]
    hit: Counter[str]
    answers: Counter[str]
    problems: list[str]
    trace: str

    def uncovered(self) -> list[str]:
        """Kinds of points that were passed and at which no server ever crashed."""
        return uncovered(self.passed, self.hit)

    @property
    def is_good(self) -> bool:
        return not self.problems and not self.uncovered()

    def table(self) -> Iterator[str]:
        """Each kind of point: how often it was passed, how often a server crashed there, and how."""
        for label, passed in sorted(self.passed.items()):
            hows = {how: self.hit[f"{label} ({how})"] for how in (*HOWS, "full")}
            crashes = sum(hows[how] for how in HOWS)
            told = ", ".join(f"{how} {number}" for how, number in hows.items() if number)
            yield f"  {passed:8} passed {crashes:6} crashes  {label}{f' ({told})' if told else ''}"


def uncovered(passed: Counter[str], hit: Counter[str]) -> list[str]:
    crashed = {name.rpartition(" (")[0] for name in hit if not name.endswith(" (full)")}
    return sorted(set(passed) - crashed)


def simulate_in_parts(crashes: int, seed: int, jobs: int) -> Summary:
    """Several processes, each with its own seeds and its own share of the points."""
    shares = [crashes // jobs + (number < crashes % jobs) for number in range(jobs)]
    firsts = [sum(shares[:number]) for number in range(jobs)]
    seeds = [seed + number * SEEDS_APART for number in range(jobs)]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        parts = list(pool.map(simulate, shares, seeds, firsts))
    out = parts[0]
    for part in parts[1:]:
        for name in ("seeds", "crashes", "acknowledged", "entries", "points", "passed", "hit", "answers", "problems"):
            setattr(out, name, getattr(out, name) + getattr(part, name))
        out.seconds = max(out.seconds, part.seconds)
        out.trace = hashlib.sha256((out.trace + part.trace).encode()).hexdigest()[:16]
    return out


def survey(disk: Disk, template: Path, summary: Summary) -> list[str]:
    """The kinds of points that are passed where nothing goes wrong, with an old file, with none, without a log."""
    for made, has_log in ((template, True), (None, True), (None, False)):
        run = Run(0, disk, made, has_log=has_log)
        run.undisturbed()
        summary.problems += run.problems
    return sorted(disk.passed)


@contextmanager
def silent_log() -> Iterator[None]:
    """The operator is not told of each crash; afterwards as before."""
    log = logging.getLogger("diadochi.table")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)


def simulate(crashes: int, seed: int = 1, first: int = 0, tell: bool = False, whole: bool = True) -> Summary:
    """`first` is the number of the first crash: by it all points are gone through in turn.

    Not `whole`: not every kind of point needs to have its crash.
    """
    begun = time.perf_counter()
    summary = Summary(0, 0, 0, 0, 0, 0.0, Counter(), Counter(), Counter(), [], "")
    trace = hashlib.sha256()
    with silent_log(), tempfile.TemporaryDirectory() as folder, watched_store() as watched:
        disk = Disk(Path(folder, "disk").resolve())
        Path(disk.folder).mkdir()
        watched.disk = disk
        template = Path(folder, "template.sqlite")
        make_template(template)
        with FaultyVfs(disk):
            kinds = survey(disk, template, summary) if whole else ()
            while len(summary.problems) < 20:
                left = crashes - summary.crashes
                if left <= 0:
                    # Each of the kinds of points has to have its crash.
                    kinds = uncovered(disk.passed, disk.hit)
                    if not whole or not kinds or left <= -EXTRA:
                        break
                # Every fifth run begins with no file at all, and half of these go on with a rollback journal.
                turn = seed + summary.seeds
                made = None if left <= 0 or turn % 5 == 0 else template
                has_log = made is not None or turn % 2 == 0
                run = Run(turn, disk, made, first + summary.crashes, kinds, has_log=has_log)
                if left <= 0:
                    run.aimed, run.patience = 2, 10
                summary.crashes += run.go(min(CRASHES_IN_A_RUN, left) if left > 0 else CRASHES_IN_AN_EXTRA_RUN)
                summary.seeds += 1
                summary.points += disk.points
                summary.acknowledged += sum(len(t.acknowledged) for t in run.tables)
                summary.entries += sum(len(t.rows) for t in run.tables)
                summary.answers += run.answers
                summary.problems += run.problems
                for problem in run.problems:
                    print(f"PROBLEM {problem} (first crash {run.number})", file=sys.stderr, flush=True)
                trace.update(run.trace.digest())
                if tell:
                    print(f"seed {run.seed}: {summary.crashes} crashes, {len(summary.problems)} problems", flush=True)
        summary.passed, summary.hit = disk.passed, disk.hit
    summary.seconds = time.perf_counter() - begun
    summary.trace = trace.hexdigest()[:16]
    return summary


@contextmanager
def watched_store() -> Iterator[type[WatchedStore]]:
    """Statements are compiled once: all lives share an engine, and each opens its own connections."""
    engines: dict[str, sa.Engine] = {}

    def connected(url: str) -> sa.Engine:
        if url not in engines:
            engines[url] = connect(url)
            sa.event.listen(engines[url], "connect", often_checkpointed)
        return engines[url]

    def keep(store: WatchedStore, *words: Any) -> None:
        with store._doing("answer"):
            kept_as_usual(store, *words)

    def end(games: Games, loaded: Loaded, ended: Round) -> Step:
        WatchedStore.ends = [*WatchedStore.ends[-TABLES:], end_as_usual(games, loaded, ended)]
        return WatchedStore.ends[-1]

    kept_as_usual, end_as_usual = rounds.keep, Games._end
    WatchedStore.ends = []
    with pytest.MonkeyPatch.context() as patch:
        connect = storing.connect
        patch.setattr(storing, "connect", connected)
        patch.setattr(application, "Store", WatchedStore)
        patch.setattr(rounds, "keep", keep)
        patch.setattr(Games, "_end", end)
        # No process of a bot is ever started.
        patch.setattr(bot_processes, "pack", lambda value: b"")
        yield WatchedStore


def often_checkpointed(connection: sqlite3.Connection, record: object) -> None:
    connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT}")


def make_template(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    store.migrate()
    store.enrol(ENGINE)
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--crashes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first crash")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--tell", action="store_true", help="after every run")
    words = parser.parse_args()
    if words.jobs > 1:
        summary = simulate_in_parts(words.crashes, words.seed, words.jobs)
    else:
        summary = simulate(words.crashes, words.seed, words.first, tell=words.tell)
    print(
        f"{summary.crashes} crashes in {summary.seeds} runs, {summary.seconds:.0f} s: {summary.points} writes and "
        f"flushes, {sum(summary.hit.values())} faults at {len(summary.hit)} kinds of points, "
        f"{len(summary.uncovered())} kinds without; {summary.acknowledged} actions acknowledged, {summary.entries} "
        f"entries; {len(summary.problems)} problems; trace {summary.trace}"
    )
    for line in summary.table():
        print(line)
    print("  answers:", ", ".join(f"{name} {n}" for name, n in sorted(summary.answers.items())))
    for line in [*(f"never: {name}" for name in summary.uncovered()), *summary.problems]:
        print(line)
    raise SystemExit(not summary.is_good)


if __name__ == "__main__":
    main()

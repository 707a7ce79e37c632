"""Bots at the table. Each sees only its View, has so many seconds, and never holds up a game.

They think in processes of their own. Quick bots that follow one another are asked together, so that a person who
plays against four of them waits for their thoughts and not for messages and disk flushes in between. A process that
takes too long or breaks is stopped, and a random choice is played for the bot.
"""

import asyncio
import logging
import os
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import IO, Any, NamedTuple

from diadochi.bots import BOTS, Bot, random_bot
from diadochi.errors import GameError
from diadochi.lab.pool import uninterrupted
from diadochi.table.bot_messages import (
    QUICK,
    PlayedWith,
    Question,
    Recording,
    Thought,
    Written,
    pack,
    receive,
    send,
    send_packed,
)
from diadochi.table.codec import encode_state
from diadochi.table.editions import Editions
from diadochi.table.games import Games, Loaded, NotYoursError
from diadochi.table.rounds import Answer, Round
from diadochi.table.security import charge

LOG = logging.getLogger("diadochi.table")
SECONDS = 5.0
OVERHEAD = 2.0
"""Seconds for a bot with a limit of its own, besides twice that limit: it counts computing time, we the clock's."""
START_SECONDS = 60.0
"""For a process to start; a bot's own time begins afterwards."""
WATCH_SECONDS = 5.0
ADVISER = "satrap"
"""Gives people hints."""
HINTS = 256
"""Kept in memory."""
HINT_SECONDS = 0.02
"""Of processor time, that a hint takes a bot."""
THINKERS = max(2, os.cpu_count() or 1)
"""Processes for quick bots, and as many for the others; each is started when it is needed."""
BROKEN = (OSError, EOFError)
"""What happens to the pipes of a process that ends."""


def limit_of(bot: str, seconds: float) -> float:
    """How long a bot may take by the clock: `strategos:5` wants five seconds of computing time."""
    own = bot.partition(":")[2]
    return max(seconds, 2 * float(own) + OVERHEAD) if own.isdigit() else seconds


class Hint(NamedTuple):
    version: int
    prompt: str
    """What the person is asked."""
    thought: Thought | None


class StoppedError(OSError):
    """The process was stopped before it began."""


class Thinker:
    """A process that thinks about one question at a time. A worker thread talks with it; the event loop keeps time."""

    def __init__(self, editions: bytes, pool: ThreadPoolExecutor) -> None:
        self._editions = editions
        """Packed once, before the threads begin that work with it."""
        self._pool = pool
        self._guard = threading.Lock()
        self._stopped = False
        self._process: subprocess.Popen[bytes] | None = None
        self._deadline = 0.0

    async def think(self, question: Question | Recording, seconds: float) -> list[Any]:
        """What the bots do, one decision after another (`Thought`), or a record (`Written`); None, at the end, is
        a process that is too slow or breaks."""
        thoughts: list[Thought | Written | None] = []
        try:
            await self.start()
            await self._in_time(lambda: self._ask(question, seconds, thoughts), seconds)
        except BROKEN:
            thoughts.append(None)
        except Exception:
            LOG.exception("a bot's process failed")
            thoughts.append(None)
        return thoughts

    async def start(self) -> None:
        if self._process is None or self._process.poll() is not None:
            self._stopped = False
            await self._in_time(self._start, START_SECONDS)

    async def _in_time(self, work: Callable[[], None], seconds: float) -> None:
        """Stop the process when it is late, and when nobody waits for it any more."""
        self._allow(seconds)
        working = asyncio.get_running_loop().run_in_executor(self._pool, work)
        try:
            while not working.done():
                await asyncio.wait({working}, timeout=max(0.0, self._deadline - time.monotonic()))
                if not working.done() and time.monotonic() >= self._deadline:
                    self._kill()
                    await asyncio.wait({working})
        finally:
            if not working.done():
                self._kill()
                await asyncio.wait({working})
            failure = working.exception()
        if failure is not None:
            raise failure

    def _kill(self) -> None:
        """The thread finds the pipe at its end, or that it must not start a process at all."""
        with self._guard:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def _allow(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds

    # In a worker thread

    def _start(self) -> None:
        self.end()
        with self._guard:
            if self._stopped:
                raise StoppedError
            words = (sys.executable, "-m", "diadochi.table.bot_process", *sys.path)
            with uninterrupted():
                self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with self._or_end() as (questions, answers):
            send_packed(questions, self._editions)
            receive(answers)

    def _ask(self, question: Question | Recording, seconds: float, thoughts: list[Thought | Written | None]) -> None:
        with self._or_end() as (questions, answers):
            send(questions, question)
            while (thought := receive(answers)) is not None:
                self._allow(seconds)
                thoughts.append(thought)

    @contextmanager
    def _or_end(self) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
        """The pipes; whatever goes wrong with them ends the process."""
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            yield process.stdin, process.stdout
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """Leave neither process nor pipe behind."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError), process:
                pass


class Thinkers:
    """Processes of which any that is free may think; the one that was free last is asked first."""

    def __init__(self, editions: Editions, number: int = THINKERS) -> None:
        self.pool = ThreadPoolExecutor(number, "bots")
        packed = pack(editions)
        self.all = [Thinker(packed, self.pool) for _ in range(number)]
        self._free: asyncio.LifoQueue[Thinker] = asyncio.LifoQueue()
        for thinker in self.all:
            self._free.put_nowait(thinker)
        self._but_one = asyncio.Semaphore(number - 1)

    async def think(self, question: Question | Recording, seconds: float) -> list[Any]:
        """Games in which no people play leave one process to the others."""
        async with nullcontext() if question.has_people else self._but_one, self._one() as thinker:
            return await thinker.think(question, seconds)

    async def warm_up(self) -> None:
        async with self._one() as thinker:
            with suppress(*BROKEN):
                await thinker.start()

    @asynccontextmanager
    async def _one(self) -> AsyncIterator[Thinker]:
        thinker = await self._free.get()
        try:
            yield thinker
        finally:
            self._free.put_nowait(thinker)

    def close(self) -> None:
        """When nobody thinks any more."""
        self.pool.shutdown()
        for thinker in self.all:
            thinker.end()


class BotRunner:
    """Plays for the bots of all games."""

    def __init__(self, games: Games, seconds: float = SECONDS) -> None:
        self.games = games
        self.seconds = seconds
        self.quick, self.deep = Thinkers(games.editions), Thinkers(games.editions)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._hints: OrderedDict[tuple[str, int, int], asyncio.Task[Thought | None]] = OrderedDict()
        self._answering: set[asyncio.Task[None]] = set()
        self._closed = False

    def call(self, game: str) -> None:
        """A bot of this game has to decide."""
        if game not in self._running and not self._closed:
            task = asyncio.get_running_loop().create_task(self._play(game))
            self._running[game] = task
            task.add_done_callback(lambda done: self._ended(game, done))

    def _ended(self, game: str, task: "asyncio.Task[None]") -> None:
        self._running.pop(game, None)
        failure = None if task.cancelled() else task.exception()
        if isinstance(failure, GameError):
            # The operator has been told: the game is closed, a newer server's, or the database is away.
            LOG.info("no bot plays in game %s: %s", game, failure)
        elif failure is not None:
            # The watch calls again; an exception must not end the server or hide.
            task.get_loop().call_exception_handler({"message": "a bot failed", "exception": failure})

    async def close(self) -> None:
        self._closed = True
        tasks = [*self._running.values(), *self._hints.values(), *self._answering]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for thinkers in (self.quick, self.deep):
            await asyncio.to_thread(thinkers.close)

    async def _play(self, game: str) -> None:
        while (question := await self.games.with_game(game, question_of)) is not None:
            bot = question.seats[question.decider].bot
            thinkers = self.quick if bot in QUICK else self.deep
            thoughts = await thinkers.think(question, limit_of(bot, self.seconds))
            await self.games.play_bots(game, question.version, thoughts)

    def call_round(self, game: str, opened: Round) -> None:
        """The bots that are asked in a countdown answer within it; one that does not has passed."""
        if not self._closed:
            task = asyncio.get_running_loop().create_task(self._answer(game, opened))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def _answer(self, game: str, opened: Round) -> None:
        questions = await self.games.with_game(game, lambda loaded: questions_of(loaded, opened))
        await asyncio.gather(*(self._answer_one(question, opened) for question in questions))

    async def _answer_one(self, question: Question, opened: Round) -> None:
        bot = question.seats[question.decider].bot
        thinkers = self.quick if bot in QUICK else self.deep
        thought, *_ = await thinkers.think(question, limit_of(bot, self.seconds))
        if thought is not None:
            opened.answers.setdefault(question.decider, Answer(thought.action))

    async def hint(self, game: str, seat: int) -> Hint:
        """What a bot would do in a person's place; it is asked once however often people ask."""
        question, prompt = await self.games.glance(game, lambda loaded: hint_of(loaded, seat))
        key = (game, question.version, seat)
        asked = self._hints.get(key)
        if asked is None:
            charge(HINT_SECONDS)
            asked = self._hints[key] = asyncio.create_task(self._advice(question))
            asked.add_done_callback(lambda done: self._forget_failure(key, done))
            if len(self._hints) > HINTS:
                self._hints.popitem(last=False)
        return Hint(question.version, prompt, await asyncio.shield(asked))

    async def _advice(self, question: Question) -> Thought | None:
        thoughts: list[Thought | None] = await self.quick.think(question, self.seconds)
        return thoughts[0] if thoughts else None

    def _forget_failure(self, key: tuple[str, int, int], asked: "asyncio.Task[Thought | None]") -> None:
        """Only what a bot answered is kept; after anything else it is asked again."""
        failed = asked.cancelled() or asked.exception() is not None or asked.result() is None
        if failed and self._hints.get(key) is asked:
            del self._hints[key]

    def is_late(self, bot: str, since: str) -> bool:
        """Whether a bot that has had to decide since then is not thinking any more, on any server."""
        waited = datetime.now(UTC) - datetime.fromisoformat(since)
        return waited.total_seconds() > limit_of(bot, self.seconds) + WATCH_SECONDS


def question_of(loaded: Loaded) -> Question | None:
    """None if no bot has to decide."""
    if not loaded.is_bots_turn:
        return None
    return Question(
        version=loaded.version,
        state=loaded.header.state,
        manner=loaded.manner,
        places=places_of(loaded),
        decider=loaded.decider,
        played_with=played_with(loaded),
    )


def questions_of(loaded: Loaded, opened: Round) -> list[Question]:
    """What the bots are asked in a countdown, each of them as if it had the word."""
    if loaded.round is not opened:
        return []
    bots = [seat for seat in opened.seats if loaded.seat(seat).kind == "bot"]
    states = [encode_state(loaded.before(seat).state) for seat in bots]
    places = places_of(loaded)
    return [
        Question(loaded.version, state, loaded.manner, places, seat, most=1, played_with=played_with(loaded))
        for seat, state in zip(bots, states, strict=True)
    ]


def played_with(loaded: Loaded) -> PlayedWith:
    return loaded.header.edition, loaded.header.rulings


def places_of(loaded: Loaded) -> tuple[str, ...]:
    seats = loaded.header.seats
    return tuple(place_of(BOTS.get(seat.bot, random_bot.choose)) if seat.kind == "bot" else "" for seat in seats)


def hint_of(loaded: Loaded, seat: int) -> tuple[Question, str]:
    """What the adviser is asked in the place of a person who has to decide, and what the person was asked."""
    if not loaded.is_asked(seat):
        raise NotYoursError("error.another_decides")
    rows = loaded.header.seats
    seats = tuple(replace(row, kind="bot", bot=ADVISER) if row.seat == seat else row for row in rows)
    asked = loaded.game if loaded.decider == seat else loaded.before(seat)
    state = loaded.header.state if loaded.decider == seat else encode_state(asked.state)
    manner = loaded.manner._replace(seats=seats)
    prompt = "" if asked.decision is None else asked.decision.prompt
    places = ("",) * len(seats)
    asked_of = Question(loaded.version, state, manner, places, seat, most=1, played_with=played_with(loaded))
    return asked_of, prompt


def place_of(bot: Bot) -> str:
    return f"{bot.__module__}:{bot.__qualname__}"

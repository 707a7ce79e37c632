"""Bots at the table. Each sees only its View, has so many seconds, and never holds up a game.

A quick bot decides right where it is asked. Any other thinks in a process of its own, which is stopped when its
time is up; then a random choice is played for it.
"""

import asyncio
import pickle
import random
import struct
import sys
from collections.abc import Callable
from dataclasses import replace

from diadochi.bots import BOTS, Bot, random_bot
from diadochi.game import Decision, Game
from diadochi.model.material import Material
from diadochi.table.games import Games, Loaded
from diadochi.view import View

QUICK = frozenset({"random"})
"""Bots that take microseconds."""
SECONDS = 5.0
START_SECONDS = 60.0
"""For the process to start; a bot's own time begins afterwards."""
WATCH_SECONDS = 5.0
READY = b"ready"
LENGTH = struct.Struct("!I")
HUGE = 1 << 24


class Thinker:
    """A process that thinks for one bot at a time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def choose(self, bot: Bot, view: View, decision: Decision) -> str | None:
        """The bot's action; None if it is too slow or breaks."""
        question = pickle.dumps((
            f"{bot.__module__}:{bot.__qualname__}",
            view.material.edition.id,
            replace(view, material=None),  # type: ignore[arg-type]
            (decision.seat, decision.prompt, decision.args, decision.rule, decision.codes),
        ))
        async with self._lock:
            try:
                async with asyncio.timeout(START_SECONDS):
                    process = await self._running()
                assert process.stdin is not None and process.stdout is not None
                async with asyncio.timeout(self.seconds):
                    process.stdin.write(LENGTH.pack(len(question)) + question)
                    await process.stdin.drain()
                    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                    return (await process.stdout.readexactly(min(length, HUGE))).decode()
            except (TimeoutError, OSError, EOFError, UnicodeDecodeError):
                await self.stop()
                return None

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "diadochi.table.thinking", *sys.path, stdin=pipe, stdout=pipe
            )
            assert self._process.stdout is not None
            await self._process.stdout.readexactly(len(READY))
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            if process.stdin is not None:
                process.stdin.close()
            await process.wait()
            # The pipes end a moment after the process: they must do so while the loop runs.
            await asyncio.sleep(0.05)


class BotRunner:
    """Plays for the bots of all games."""

    def __init__(self, games: Games, seconds: float = SECONDS) -> None:
        self.games = games
        self.rng = random.SystemRandom()
        self.thinkers = [Thinker(seconds) for _ in range(2)]
        self._next = 0
        self._running: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def call(self, game: str) -> None:
        """A bot of this game has to decide."""
        if game not in self._running and not self._closed:
            task = asyncio.get_running_loop().create_task(self._play(game))
            self._running[game] = task
            task.add_done_callback(lambda done: self._ended(game, done))

    def _ended(self, game: str, task: "asyncio.Task[None]") -> None:
        self._running.pop(game, None)
        if not task.cancelled() and task.exception() is not None:
            # The watch calls again; an exception must not end the server or hide.
            task.get_loop().call_exception_handler({"message": "a bot failed", "exception": task.exception()})

    async def close(self) -> None:
        self._closed = True
        for task in list(self._running.values()):
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        for thinker in self.thinkers:
            await thinker.stop()

    async def _play(self, game: str) -> None:
        while True:
            thinking = await self.games.with_game(game, self._question)
            if thinking is None:
                more = await self.games.play_bots(game, None, self._quick_choice)
            else:
                version, bot, view, decision = thinking
                action = await self._think(bot, view, decision)
                more = await self.games.play_bots(game, version, lambda g, d, a=action: a, 1)  # type: ignore[misc]
            if not more:
                return

    def _question(self, loaded: Loaded) -> tuple[int, Bot, View, Decision] | None:
        """What a bot that is not quick has to think about."""
        decision = loaded.game.decision
        if decision is None:
            return None
        seat = loaded.seat(decision.seat)
        if seat.kind != "bot" or seat.bot in QUICK:
            return None
        bot = BOTS.get(seat.bot, random_bot.choose)
        return loaded.version, bot, loaded.game.view(decision.seat), decision

    def _quick_choice(self, game: Game, decision: Decision) -> str:
        return random_bot.choose(game.view(decision.seat), decision, self.rng)

    async def _think(self, bot: Bot, view: View, decision: Decision) -> str:
        self._next = (self._next + 1) % len(self.thinkers)
        action = await self.thinkers[self._next].choose(bot, view, decision)
        if action is None or action not in decision.actions:
            return random_bot.choose(view, decision, self.rng)
        return action


def unpack(question: bytes, material: Callable[[str], Material]) -> tuple[str, View, Decision]:
    """The other end of `Thinker.choose`; `material` makes the material of an edition."""
    name, edition, view, (seat, prompt, args, rule, codes) = pickle.loads(question)
    whole = material(edition)
    return name, replace(view, material=whole), Decision(seat, prompt, args, rule, codes, whole.notation)

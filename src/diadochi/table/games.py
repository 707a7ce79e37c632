"""The games that are loaded: one lock each, legality by the engine, committed, then published, then answered."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from diadochi.bots import random_bot
from diadochi.bots.satrap.reason import Reason
from diadochi.errors import GameError, UnknownActionError
from diadochi.game import CANNOT_UNDO, Game
from diadochi.messages import refusal_line
from diadochi.model.material import Material
from diadochi.rules.face import UNDO
from diadochi.table import boards, course, loader, log_lines, repair, replay, rounds, windows, wire, wire_view
from diadochi.table.bot_messages import Thought
from diadochi.table.codec import body_of, encode_body, encode_reason, encode_state
from diadochi.table.editions import Editions
from diadochi.table.rounds import Answer, Countdown, Round
from diadochi.table.rows import EntryRow, Header, SeatRow, Step
from diadochi.table.security import METER
from diadochi.table.store import ConflictError, Store
from diadochi.table.store_errors import DamagedError
from diadochi.table.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

LOADED = 256
"""Games kept in memory."""
RECENT = 256
"""Entries of each kept in memory."""
SNAPSHOT_EVERY = 16
"""Versions: hardly more are played again to load a game or to show a past moment."""
UNDO_KEPT = 24
"""Steps that can be undone in any case: a game is loaded from before them."""
UNDO_WITHIN = 1_000
"""Entries since the last snapshot, undos included, after which nothing more is undone before the next one."""
AGAIN_SECONDS = 1.0
"""After which a countdown that another server has let end is ended here, or one that failed is tried again."""
PAUSE = 0.02
"""Seconds between two looks at what nobody waits for."""
NOBODY = -1
NO_GAME = "error.no_game"
REUSED = "error.id_reused"


ANNOUNCES = "sail:"
NO_ANSWER = Answer(windows.PASS)


class NoGameError(GameError):
    """There is no such game."""


class StaleError(GameError):
    """The action answers an older version."""

    def __init__(self, version: int) -> None:
        super().__init__("error.stale_version", version=version)
        self.version = version


class NotYoursError(GameError):
    """Another seat has to decide."""


class WaitingError(GameError):
    """A seat is still open."""


class ReusedError(GameError):
    """The id was given to another action before."""


class RefusedError(GameError):
    """The engine refuses the action; `rule` says why."""

    def __init__(self, text: str, rule: str) -> None:
        super().__init__(text)
        self.rule = rule


@dataclass(slots=True)
class Loaded:
    header: Header
    game: Game
    offset: int
    """What is added to the game's own count of steps."""
    last_snapshot: int
    recent: deque[EntryRow] = field(default_factory=lambda: deque(maxlen=RECENT))
    round: Round | None = None
    """The countdown that runs."""

    @property
    def version(self) -> int:
        return self.offset + self.game.version

    @property
    def decider(self) -> int:
        decision = self.game.decision
        return NOBODY if decision is None else decision.seat

    @property
    def status(self) -> str:
        return "over" if self.game.decision is None else self.header.status

    @property
    def is_bots_turn(self) -> bool:
        running = self.header.bots and self.status == "running" and self.round is None
        return running and self.seat(self.decider).kind == "bot"

    @property
    def manner(self) -> windows.Manner:
        return windows.Manner(self.header.pace, self.header.seats)

    def seat(self, seat: int) -> SeatRow:
        return self.header.seats[seat]

    def is_asked(self, seat: int) -> bool:
        return seat >= 0 and (self.decider == seat if self.round is None else seat in self.round.seats)

    def steps_back(self, seat: int) -> int:
        """How many steps an undo of this seat takes back; 0 if it cannot, or has gone to and fro for very long."""
        is_long = self.version - self.last_snapshot > UNDO_WITHIN
        return 0 if seat == NOBODY or is_long else windows.steps_back(self.game, self.manner, seat)

    def before(self, seat: int) -> Game:
        """The game as it lies before a seat: in a countdown each of those who are asked is asked."""
        if self.round is None or self.decider == seat or seat not in self.round.seats:
            return self.game
        return self.game.as_asked(seat)


def is_asked_for(game: Game, seat: int, action: str) -> bool:
    """Whether a seat may go on with an action that it has sent ahead; windows ask anew."""
    decision = game.decision
    return decision is not None and decision.seat == seat and action in decision.actions and not windows.is_window(game)


class Games:
    def __init__(self, store: Store, editions: Editions, countdown: Countdown | None = None) -> None:
        self.store = store
        self.countdown = countdown or Countdown()
        self.editions = editions
        self.writer = Writer(store)
        self.pool = store.environment.workers(8, "table")
        self.rng = store.environment.chance
        self.on_version: Callable[[str, int], None] = lambda game, version: None
        self.on_bot: Callable[[str], None] = lambda game: None
        self.on_round: Callable[[str, Round], None] = lambda game, opened: None
        self._tasks: set[asyncio.Task[None]] = set()
        self._loaded: OrderedDict[str, Loaded] = OrderedDict()
        self._looked_through: set[str] = set()
        """The games that were loaded once: the last that is stored of them was sound."""
        self._damaged: set[str] = set()
        """The games of which all is looked at when they are loaded."""
        self._courses = course.Courses()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def stop(self) -> None:
        """No countdown ends any more; those that run begin anew with the next server."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close(self) -> None:
        self.pool.shutdown()
        self.writer.close()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that takes time, in a worker thread; the request that wants it pays for it."""
        meter = METER.get()

        def metered() -> T:
            begun = time.thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                if meter is not None:
                    meter.add(time.thread_time() - begun)

        loop = asyncio.get_running_loop()
        return await self.store.in_time(loop.run_in_executor(self.pool, copy_context().run, metered))

    # Loading

    def lock(self, game: str) -> asyncio.Lock:
        lock = self._locks.get(game)
        if lock is None:
            lock = self._locks[game] = asyncio.Lock()
        return lock

    def forget(self, game: str) -> None:
        self._loaded.pop(game, None)

    def in_memory(self) -> list[str]:
        return list(self._loaded)

    async def loaded(self, game: str, *, sure: bool = True) -> Loaded:
        """The game as it is in the database; its lock must be held. Not `sure`: another server may have gone on."""
        found = self._loaded.get(game)
        if found is not None and sure and self.store.is_postgres:
            moment = await self.run(self.store.moment, game)
            header = found.header
            if moment is None or (*moment[:2], moment[3]) != (found.version, header.status, header.engine):
                found = None
        if found is None:
            found = await self.run(self._load, game)
            self._looked_through.add(game)
            self._loaded[game] = found
            self._make_room()
            await self._reopen(found)
        self._loaded.move_to_end(game)
        return found

    def _make_room(self) -> None:
        for game in list(self._loaded)[: max(0, len(self._loaded) - LOADED)]:
            if not self.lock(game).locked() and self._loaded[game].round is None:
                del self._loaded[game]

    def _load(self, game: str) -> Loaded:
        found = loader.load(self.store, self.editions, game, whole=game in self._damaged)
        if found is None:
            raise NoGameError(NO_GAME)
        header, playing, last_snapshot = found
        return Loaded(header, playing, header.version - playing.version, last_snapshot)

    def material_of(self, game: str) -> Material:
        """What a game is played with; in a worker thread, for it may have to be looked up."""
        loaded = self._loaded.get(game)
        if loaded is not None:
            return loaded.game.material
        header = self.store.header(game)
        if header is None:
            raise NoGameError(NO_GAME)
        return self.editions.of_game(header)

    async def played_with(self, game: str) -> Material:
        loaded = self._loaded.get(game)
        return await self.run(self.material_of, game) if loaded is None else loaded.game.material

    async def with_game(self, game: str, work: Callable[[Loaded], T]) -> T:
        """Look at a game that stands still; `work` runs in a worker thread."""
        async with self.lock(game):
            loaded = await self.loaded(game)
            return await self.run(work, loaded)

    async def glance(self, game: str, work: Callable[[Loaded], T]) -> T:
        """The same for `work` that takes less time than to change to a worker thread and back."""
        async with self.lock(game):
            return work(await self.loaded(game))

    async def moment(self, game: str) -> tuple[int, str, int]:
        """The version that is committed, the status and who decides."""
        loaded = self._loaded.get(game)
        if loaded is not None and not self.store.is_postgres:
            header = loaded.header
            return header.version, header.status, header.decider
        found = await self.run(self.store.moment, game)
        if found is None:
            raise NoGameError(NO_GAME)
        return found[:3]

    async def entries(self, game: str, after: int, limit: int, seat: int) -> list[wire.Entry]:
        """Committed entries as a seat sees them."""
        await self.look_through(game)
        loaded = self._loaded.get(game)
        if loaded is not None and loaded.header.version <= after and not self.store.is_postgres:
            return []
        recent = [] if loaded is None else [e for e in loaded.recent if e.version > after][:limit]

        def tell() -> list[wire.Entry]:
            complete = recent and recent[0].version == after + 1
            rows = recent if complete else self.store.entries(game, after, limit)
            over = any(row.reason for row in rows) and self.store.is_over(game)
            return log_lines.page(self.material_of(game), rows, seat, over=over)

        return await self._mended(game, tell)

    async def look_through(self, game: str) -> None:
        """The last that is stored of a game is sound, or has been mended, or the game is closed."""
        if game not in self._looked_through:
            await self.glance(game, lambda loaded: None)

    async def _mended(self, game: str, work: Callable[[], T]) -> T:
        try:
            return await self.run(work)
        except DamagedError:
            await self.mend(game)
            return await self.run(work)

    async def mend(self, game: str) -> None:
        """Where something is damaged the game is loaded, which mends it or closes it."""
        self._damaged.add(game)
        async with self.lock(game):
            self.forget(game)
            await self.loaded(game)
        self._damaged.discard(game)

    async def look_at_everything(self) -> None:
        """Find damage before somebody comes upon it."""
        for game in await self.run(self.store.all_games):
            if not await self._is_sound(game):
                with suppress(GameError):
                    await self.mend(game)

    async def _is_sound(self, game: str) -> bool:
        header = await self.run(self.store.header, game)
        if header is None:
            return True
        for first in range(0, header.version + 1, repair.AT_ONCE):
            await asyncio.sleep(PAUSE)
            if not await self.run(repair.is_sound, self.store, header, first):
                return False
        return True

    async def view_at(self, game: str, version: int, seat: int, *, over: bool) -> wire_view.View:
        """The board as it was."""

        def look() -> wire_view.View:
            past, _ = replay.game_at(self.store, self.material_of(game), game, version)
            return boards.look(past, version, seat, over=over)

        return await self._mended(game, look)

    async def boards(self, game: str, since: int, seat: int) -> wire_view.Boards:
        """The board as it was at a version, and those after it."""
        version, status, _ = await self.moment(game)
        if since > version:
            raise replay.GoneError("error.not_yet", version=version)

        def look() -> wire_view.Boards:
            material = self.material_of(game)
            return boards.boards(self.store, material, game, since, version, seat, over=status == "over")

        return await self._mended(game, look)

    async def course(self, game: str) -> wire.Course:
        """Where a replay stops, as far as it is known after one more look at the log."""
        version, _, _ = await self.moment(game)
        found = self._courses.of(game)

        def read() -> list[course.Step]:
            rows, material = self.store.entries(game, found.version, course.MOST_READ), self.material_of(game)
            return [course.step(material, row) for row in rows]

        if found.version < version:
            found.add(await self._mended(game, read))
        return found.told(await self.played_with(game))

    async def reread(self, game: str) -> None:
        """The seats or their settings have changed."""
        async with self.lock(game):
            loaded = self._loaded.get(game)
            header = await self.run(self.store.header, game)
            if loaded is None or header is None or header.version != loaded.version:
                self.forget(game)
            else:
                loaded.header = header
        await self.go_on(game)

    # Acting

    async def act(
        self,
        game: str,
        seat: int,
        action: str,
        version: int,
        action_id: str,
        look: Callable[[Loaded], T],
        then: Sequence[str] = (),
    ) -> tuple[int, T]:
        """The version of the entry that the action made, the same again for the same id; and a look at the game."""
        async with self.lock(game):
            for sure in (False, True):
                loaded = await self.loaded(game, sure=sure)
                if not sure and (loaded.version < version or loaded.header.status == "waiting"):
                    loaded = await self.loaded(game)
                if version != loaded.version:
                    return await self._first_answer(loaded, seat, action, action_id), await self.run(look, loaded)
                if loaded.round is not None and not loaded.round.own and action != UNDO:
                    await self._keep(loaded, loaded.round, seat, Answer(action, action_id))
                    return version, await self.run(look, loaded)
                try:
                    await self._commit(loaded, self._one(loaded, seat, action, action_id, then))
                except ConflictError:
                    continue
                return version + 1, await self.run(look, loaded)
            now_at = (await self.loaded(game)).version
            if now_at == version:
                raise ReusedError(REUSED)
            raise StaleError(now_at)

    async def _first_answer(self, loaded: Loaded, seat: int, action: str, action_id: str) -> int:
        entry = next((e for e in loaded.recent if e.action_id == action_id), None)
        if entry is None:
            entry = await self.run(self.store.answered, loaded.header.id, action_id)
        if entry is None:
            raise StaleError(loaded.version)
        if (entry.seat, entry.action) != (seat, action):
            raise ReusedError(REUSED)
        return entry.version

    async def begin(self, header: Header, game: Game) -> None:
        """A game that was just made and written."""
        self._loaded[header.id] = Loaded(header, game, 0, 0)
        self._looked_through.add(header.id)
        self._make_room()
        await self.go_on(header.id)

    async def go_on(self, game: str) -> bool:
        """Answer the windows that a setting answers; then call the bot whose decision it is."""
        async with self.lock(game):
            loaded = await self.loaded(game)
            step = await self.run(self._nothing, loaded)
            if step is not None:
                try:
                    await self._commit(loaded, step)
                except ConflictError:
                    return False
            elif loaded.round is None:
                self._open(loaded)
        return True

    async def play_bots(self, game: str, version: int, thoughts: Sequence[Thought | None]) -> None:
        """Carry out what bots have thought of; `version` is the one that they have looked at."""
        async with self.lock(game):
            loaded = await self.loaded(game)
            if version != loaded.version or not loaded.is_bots_turn:
                return
            step = await self.run(self._bots, loaded, thoughts)
            with suppress(ConflictError):
                await self._commit(loaded, step)

    async def _commit(self, loaded: Loaded, step: Step) -> None:
        """Commit, then publish."""
        try:
            await self.writer.append(step)
        except BaseException:
            # The game in memory has gone on without the database: it is read again.
            self.forget(step.game)
            raise
        loaded.header = replace(
            loaded.header,
            version=step.new_version,
            status=step.status,
            decider=step.decider,
            state=step.state,
            changed=self.store.environment.now(),
        )
        loaded.recent.extend(step.entries)
        if step.snapshots:
            loaded.last_snapshot = step.snapshots[-1][0]
        if loaded.last_snapshot == loaded.version and loaded.game.version > RECENT:
            # What lies behind is in the database.
            loaded.game, loaded.offset = Game.from_state(loaded.game.material, loaded.game.state), loaded.version
        self.on_version(step.game, step.new_version)
        self._open(loaded, announced=any(entry.action.startswith(ANNOUNCES) for entry in step.entries))

    # Countdowns

    def _open(self, loaded: Loaded, *, announced: bool = False, spent: float = 0.0) -> None:
        """Begin the countdown of the window at hand, if it has one; else call the bot whose decision it is."""
        loaded.round = None
        if loaded.status == "running" and windows.wants_round(loaded.game, loaded.manner):
            opened = self.countdown.open(loaded.game, loaded.version, loaded.manner, announced=announced, spent=spent)
            loaded.round = opened
            # Where another server has begun it, this one ends it only if the other does not.
            wait = opened.seconds + AGAIN_SECONDS if spent else opened.seconds
            self._later(wait, lambda: self.end_round(loaded.header.id, opened))
            self.on_round(loaded.header.id, opened)
        elif loaded.is_bots_turn:
            self.on_bot(loaded.header.id)

    async def _reopen(self, loaded: Loaded) -> None:
        """The countdown of a game that is read from the database: begun by another server, or anew."""
        if loaded.status != "running" or not windows.wants_round(loaded.game, loaded.manner):
            return
        kept = await self.run(rounds.kept, self.store, loaded.header.id, loaded.version)
        since = self.store.environment.moment() - datetime.fromisoformat(loaded.header.changed)
        self._open(loaded, announced=True, spent=since.total_seconds() if self.store.is_postgres else 0.0)
        assert loaded.round is not None
        loaded.round.take(kept)

    def _later(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            await work()

        task = asyncio.get_running_loop().create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, loaded: Loaded, open_round: Round, seat: int, answer: Answer) -> None:
        """An answer in a countdown: nobody hears of it before the end."""
        if seat not in open_round.seats:
            raise NotYoursError("error.another_decides")
        self._check(loaded.before(seat), seat, answer.action)
        assert answer.action_id is not None
        used = any(given.action_id == answer.action_id and other != seat for other, given in open_round.answers.items())
        entry = await self.run(self.store.answered, loaded.header.id, answer.action_id)
        if used or entry is not None:
            raise ReusedError(REUSED)
        await self.run(rounds.keep, self.store, loaded.header.id, open_round.version, seat, answer)
        open_round.answers[seat] = answer
        open_round.lost.discard(seat)

    async def end_round(self, game: str, ended: Round) -> None:
        """The countdown is over: everything is carried out, silence is a pass."""
        try:
            async with self.lock(game):
                loaded = await self.loaded(game)
                if loaded.round is not ended:
                    return
                if self.store.is_postgres and not await self._gather(loaded, ended):
                    return
                with suppress(ConflictError):
                    await self._commit(loaded, self._end(loaded, ended))
        except Exception as error:
            handler = asyncio.get_running_loop().call_exception_handler
            handler({"message": "a countdown could not be ended; it begins anew", "exception": error})
            self.forget(game)
            self._later(AGAIN_SECONDS, lambda: self._look_again(game))

    async def _gather(self, loaded: Loaded, ended: Round) -> bool:
        """What other servers have been answered; False if some of it was damaged, so that the countdown begins anew."""
        ended.take(await self.run(rounds.kept, self.store, loaded.header.id, ended.version))
        if not ended.lost:
            return True
        self._open(loaded, announced=True)
        assert loaded.round is not None
        loaded.round.take(rounds.Kept(ended.answers, frozenset(ended.lost)))
        return False

    async def _look_again(self, game: str) -> None:
        async with self.lock(game):
            await self.loaded(game)

    # What takes no longer than a change of threads

    def _one(self, loaded: Loaded, seat: int, action: str, action_id: str, then: Sequence[str]) -> Step:
        if loaded.header.status == "waiting":
            raise WaitingError("error.waiting")
        before = loaded.version
        entries = self._carry_out(loaded, seat, action, action_id)

        def go_on() -> None:
            for following in then:
                if not is_asked_for(loaded.game, seat, following):
                    break
                loaded.game.act(following, seat)
                entries.append(self._entry(loaded))
            self._answer_windows(loaded, entries)

        self._guarded(loaded, go_on)
        return self._step(loaded, before, entries)

    def _end(self, loaded: Loaded, ended: Round) -> Step:
        before = loaded.version
        entries: list[EntryRow] = []

        def play() -> None:
            for seat in ended.seats:
                decision = loaded.game.decision
                assert decision is not None and decision.seat == seat
                answer = ended.answers.get(seat, NO_ANSWER)
                if answer.action not in decision.actions:
                    answer = NO_ANSWER
                loaded.game.act(answer.action, seat)
                entries.append(self._entry(loaded, answer.action_id))
                if answer.action != windows.PASS:
                    break
            self._answer_windows(loaded, entries)

        self._guarded(loaded, play)
        return self._step(loaded, before, entries)

    def _nothing(self, loaded: Loaded) -> Step | None:
        if loaded.header.status != "running":
            return None
        before = loaded.version
        entries: list[EntryRow] = []
        self._guarded(loaded, lambda: self._answer_windows(loaded, entries))
        return self._step(loaded, before, entries) if entries else None

    # In a worker thread

    def _bots(self, loaded: Loaded, thoughts: Sequence[Thought | None]) -> Step:
        before = loaded.version
        entries: list[EntryRow] = []

        def play() -> None:
            for thought in thoughts:
                decision = loaded.game.decision
                if decision is None or not loaded.is_bots_turn or windows.wants_round(loaded.game, loaded.manner):
                    return
                good = thought is not None and thought.action in decision.actions
                at_random = decision.notation.text(random_bot.pick(loaded.game, self.rng))
                action = thought.action if thought is not None and good else at_random
                loaded.game.act(action, decision.seat)
                reason = thought.reason if thought is not None and good and loaded.header.reasons else None
                entries.append(self._entry(loaded, reason=reason))
                self._answer_windows(loaded, entries)
                if not good:
                    return

        self._guarded(loaded, play)
        return self._step(loaded, before, entries)

    def _answer_windows(self, loaded: Loaded, entries: list[EntryRow]) -> None:
        if loaded.round is None or loaded.round.version != loaded.version:
            windows.answer(loaded.game, loaded.manner, lambda: entries.append(self._entry(loaded)))

    def _guarded(self, loaded: Loaded, work: Callable[[], None]) -> None:
        """Whatever breaks after the first change must not leave a game in memory that the database does not know."""
        try:
            work()
        except BaseException:
            self.forget(loaded.header.id)
            raise

    def _carry_out(self, loaded: Loaded, seat: int, action: str, action_id: str) -> list[EntryRow]:
        if action == UNDO:
            return self._undo(loaded, seat, action_id)
        self._check(loaded.game, seat, action)
        self._guarded(loaded, lambda: replay.carry_out(loaded.game, seat, action))
        return [self._entry(loaded, action_id)]

    def _undo(self, loaded: Loaded, seat: int, action_id: str) -> list[EntryRow]:
        steps = loaded.steps_back(seat)
        if not steps:
            raise RefusedError(CANNOT_UNDO, "")
        entries: list[EntryRow] = []

        def play() -> None:
            for _ in range(steps):
                loaded.game.undo(seat)
                entries.append(self._entry(loaded, None if entries else action_id))

        self._guarded(loaded, play)
        return entries

    def _check(self, game: Game, seat: int, action: str) -> None:
        decision = game.decision
        if decision is None:
            raise RefusedError("error.game_over", "3.1.1")
        if decision.seat != seat:
            raise NotYoursError("error.another_decides")
        try:
            refusal = game.why_not(action, seat)
        except UnknownActionError as error:
            raise RefusedError(str(error), "") from None
        if refusal is not None:
            raise RefusedError(
                refusal_line(game.material, refusal, decision, numbered=False), game.material.cited(refusal.rule)
            )

    def _entry(self, loaded: Loaded, action_id: str | None = None, reason: Reason | None = None) -> EntryRow:
        """The row of the last step of the game."""
        last = loaded.game.entries[-1]
        body = encode_body(body_of(loaded.game.state, last.events))
        why = None if reason is None else encode_reason(reason)
        return EntryRow(loaded.version, last.seat, last.text, action_id, body, why)

    def _step(self, loaded: Loaded, before: int, entries: Sequence[EntryRow]) -> Step:
        state = encode_state(loaded.game.state)
        return Step(
            game=loaded.header.id,
            engine=loaded.header.engine,
            old_version=before,
            new_version=loaded.version,
            status=loaded.status,
            decider=loaded.decider,
            state=state,
            entries=entries,
            snapshots=self._snapshots(loaded, state),
        )

    def _snapshots(self, loaded: Loaded, state: bytes) -> list[tuple[int, bytes]]:
        """The present position where nothing can be undone; where very much can, the one from which it can."""
        game, since = loaded.game, loaded.last_snapshot
        if loaded.version - since >= SNAPSHOT_EVERY and not game.can_undo():
            return [(loaded.version, state)]
        if game.undo_depth <= 2 * UNDO_KEPT:
            return []
        before = game.forget_undo(UNDO_KEPT)
        version = loaded.offset + replay.last_steps(game.entries, UNDO_KEPT)
        return [(version, encode_state(before))] if version > since else []

"""One finished game looked at again: chances after every Player Turn, turning points, luck, and better choices."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from diadochi.bots import satrap
from diadochi.catalogue import say
from diadochi.errors import GameError
from diadochi.game import Game
from diadochi.lab import luck
from diadochi.lab.luck import Roll
from diadochi.lab.playouts import Job, Kept, Playouts, Value, Worker, job_of
from diadochi.lab.pool import in_order
from diadochi.model.material import Material
from diadochi.model.state import NOBODY, State
from diadochi.rules.face import UNDO
from diadochi.texts import record

TURNING_POINTS = 5
WORST = 3
TURNS = 6
"""In so many Player Turns, those that cost their player most, better choices are looked for."""
ASKED_ABOUT = 12
"""And about so many decisions."""
ADVISERS = (satrap.choose, satrap.cautious, satrap.conqueror, satrap.legitimist, satrap.opportunist)
DEFAULT: Value = Playouts(24)
BIG = ("prompt.choose_card", "prompt.activate", "prompt.activation_segment", "prompt.army")
"""The decisions that are asked about first."""


class Moment(NamedTuple):
    """The end of a Player Turn; the first is the beginning of the first one."""

    version: int
    """How many entries the game had."""
    turn: int
    round: int
    seat: int
    """Whose Player Turn is over."""
    vp: tuple[int, ...]
    legitimacy: tuple[int, ...]


class Chance(NamedTuple):
    """A roll and when it was."""

    version: int
    roll: Roll


class Choice(NamedTuple):
    """A decision with what was done, what might have been done, and what both were worth to its seat."""

    version: int
    seat: int
    prompt: str
    action: str
    better: str
    chance: float
    better_chance: float

    @property
    def loss(self) -> float:
        return self.better_chance - self.chance


class Shift(NamedTuple):
    """How much a Player Turn changed a seat's chance."""

    moment: int
    seat: int
    change: float


@dataclass(slots=True)
class Analysis:
    game: Game
    """At its end."""
    moments: list[Moment]
    chances: list[Sequence[float]]
    """By moment and seat."""
    turning_points: list[Shift]
    rolls: list[Chance]
    worst: list[Choice]
    lines: list[tuple[int, str]] = field(default_factory=list)
    """The log: the version after which each line stood, and the line."""
    how: str = ""


# Going through the game again


class Walk:
    """The game from its beginning, entry by entry."""

    def __init__(self, end: Game) -> None:
        s = end.state
        self.end = end
        state = record.beginning(end.material, s.players, s.options, s.key, end.start)
        self.game = Game.from_state(end.material, state)
        self.moments: list[Moment] = []
        self.states: list[State] = []
        self.rolls: list[Chance] = []
        self.lines: list[tuple[int, str]] = [(0, event.text) for event in self.game.events]
        self.now = self.moment()

    def moment(self) -> tuple[int, int, int]:
        s = self.game.state
        return s.turn, s.round, s.active

    def go(self, on_turn: Callable[[], None] | None = None) -> None:
        for version, entry in enumerate(self.end.entries, 1):
            if entry.text == UNDO:
                self.game.undo_again(entry.seat)
            else:
                events = self.game.act(entry.text, entry.seat)
                self.rolls += [Chance(version, roll) for roll in luck.rolls(self.game.material, events)]
                self.lines += [(version, event.text) for event in events]
            if self.moment() != self.now:
                self.note(version)
                if on_turn is not None:
                    on_turn()
        self.note(len(self.end.entries))

    def note(self, version: int) -> None:
        turn, number, seat = self.now
        s = self.game.state
        if seat != NOBODY:
            self.moments.append(Moment(version, turn, number, seat, tuple(s.vp), tuple(s.legitimacy)))
            self.states.append(s.copy())
        self.now = self.moment()


def game_of(text: str | bytes, material: Material | None = None) -> Game:
    """The game of a record, at its end."""
    checked = record.verify(text, material)
    if not checked.is_whole:
        raise GameError("error.lab.not_whole")
    return checked.game


def amount(moments: int) -> int:
    """How many positions are valued at most, for a progress bar."""
    return moments + ASKED_ABOUT * (1 + len(ADVISERS)) + 4 * WORST


def analyse(
    end: Game,
    value: Value = DEFAULT,
    jobs: int = 1,
    *,
    seed: int = 0,
    keep: Path | None = None,
    begun: Callable[[int], None] | None = None,
    done: Callable[[int], None] | None = None,
) -> Analysis:
    """Everything that is told of a finished game; the same for the same seed, whatever the number of processes.

    `keep`: what positions are worth is kept there, to go on another time. `begun` is told how many positions will be
    valued at most, `done` how many have been since."""
    if end.result is None:
        raise GameError("error.analysed_at_end")
    walk = Walk(end)
    walk.go()
    if begun is not None:
        begun(amount(len(walk.states)))
    appraise = Appraiser(value, end.material, jobs, done, keep)
    chances = appraise.all([job_of(state, seed) for state in walk.states])
    shifts = changes(walk.moments, chances)
    decisions = Decisions(end, walk.moments, costly(walk.moments, chances))
    return Analysis(
        game=end,
        moments=walk.moments,
        chances=chances,
        turning_points=shifts[:TURNING_POINTS],
        rolls=walk.rolls,
        worst=decisions.worst(appraise, seed),
        lines=walk.lines,
        how=told(value),
    )


def told(value: Value) -> str:
    if isinstance(value, Playouts):
        return say("lab.chances.playouts", playouts=value.number, bot=value.bot)
    return say("lab.chances.value", value=getattr(value, "__qualname__", type(value).__name__))


class Appraiser:
    """Values positions, in several processes if wanted, but none that is kept."""

    def __init__(
        self,
        value: Value,
        material: Material,
        jobs: int,
        done: Callable[[int], None] | None,
        keep: Path | None = None,
    ) -> None:
        self.work = Worker(value, material)
        self.jobs, self.done = jobs, done
        self.kept = Kept(keep, value, material)

    def all(self, jobs: list[Job]) -> list[Sequence[float]]:
        missing = [job for job in dict.fromkeys(jobs) if job not in self.kept]
        self.count(len(jobs) - len(missing))
        for job, chances in zip(missing, in_order(self.work, missing, self.jobs), strict=True):
            self.kept.add(job, chances)
            self.count(1)
        return [self.kept[job] for job in jobs]

    def count(self, number: int) -> None:
        if self.done is not None and number:
            self.done(number)


def changes(moments: list[Moment], chances: list[Sequence[float]]) -> list[Shift]:
    """What each Player Turn did to the seat that it changed most, the greatest first."""
    out = []
    for i in range(1, len(moments)):
        seats = range(len(chances[i]))
        seat = max(seats, key=lambda s: abs(chances[i][s] - chances[i - 1][s]))
        out.append(Shift(i, seat, chances[i][seat] - chances[i - 1][seat]))
    return sorted(out, key=lambda shift: (-abs(shift.change), shift.moment))


def costly(moments: list[Moment], chances: list[Sequence[float]]) -> list[int]:
    """The moments whose Player Turns cost their own players most."""

    def cost(i: int) -> float:
        seat = moments[i].seat
        return chances[i - 1][seat] - chances[i][seat]

    return sorted(sorted(range(1, len(moments)), key=lambda i: (-cost(i), i))[:TURNS])


# Better choices


class Asked(NamedTuple):
    """A decision of which an adviser thinks otherwise: what was done, the alternatives, and what each leads to."""

    version: int
    seat: int
    prompt: str
    actions: tuple[str, ...]
    """What was done first."""
    states: tuple[State, ...]


class Decisions:
    """Looks for decisions at which a satrap of some character would have done something else."""

    def __init__(self, end: Game, moments: list[Moment], turns: list[int]) -> None:
        self.end = end
        self.spans = [(moments[i - 1].version, moments[i].version, moments[i].seat) for i in turns]

    def worst(self, appraise: Appraiser, seed: int) -> list[Choice]:
        asked = sorted(self.asked(), key=lambda a: (BIG.index(a.prompt) if a.prompt in BIG else len(BIG), a.version))
        asked = asked[:ASKED_ABOUT]
        found = iter(appraise.all([job_of(state, seed) for a in asked for state in a.states]))
        doubtful = []
        for a in asked:
            chances = [next(found)[a.seat] for _ in a.states]
            best = max(range(len(chances)), key=lambda i: chances[i])
            doubtful.append((chances[best] - chances[0], a, best))
        doubtful = [d for d in sorted(doubtful, key=lambda d: (-d[0], d[1].version)) if d[0] > 0]
        return self.again(appraise, [(a, best) for _, a, best in doubtful[: 2 * WORST]], seed + 1)

    def again(self, appraise: Appraiser, pairs: list[tuple[Asked, int]], seed: int) -> list[Choice]:
        """The best of several looks better than it is: what is told of it is counted anew."""
        jobs = [job_of(a.states[i], seed) for a, best in pairs for i in (0, best)]
        found = iter(appraise.all(jobs))
        out = []
        for a, best in pairs:
            done, better = next(found)[a.seat], next(found)[a.seat]
            out.append(Choice(a.version, a.seat, a.prompt, a.actions[0], a.actions[best], done, better))
        right = [choice for choice in out if choice.loss > 0]
        return sorted(right, key=lambda choice: (-choice.loss, choice.version))[:WORST]

    def asked(self) -> list[Asked]:
        game = Walk(self.end).game
        out = []
        for version, entry in enumerate(self.end.entries):
            if entry.text == UNDO:
                game.undo_again(entry.seat)
                continue
            if any(first <= version < last and entry.seat == seat for first, last, seat in self.spans):
                found = alternatives(game, version, entry.text)
                if found is not None:
                    out.append(found)
            game.act(entry.text, entry.seat)
        return out


def alternatives(game: Game, version: int, action: str) -> Asked | None:
    decision = game.decision
    if decision is None or len(decision.asked) < 2:
        return None
    view = game.view(decision.seat)
    advice = dict.fromkeys(adviser(view, decision, random.Random(0)) for adviser in ADVISERS)
    others = [other for other in advice if other != action]
    if not others:
        return None
    actions = (action, *others)
    return Asked(version, decision.seat, decision.prompt, actions, tuple(after(game, text) for text in actions))


def after(game: Game, action: str) -> State:
    """The same chance whatever is done: it is drawn anew in the playouts."""
    trial = game.copy()
    trial.act(action)
    return trial.state

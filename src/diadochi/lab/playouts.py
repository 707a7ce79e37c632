"""A player's chance to win, by playing on from a position many times; what a learned value can take the place of.

Whoever analyses a finished game knows all hands, but not what chance will bring: the draw pile is shuffled anew, and
the dice are others in every playout.
"""

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from diadochi.bots import find, random_bot
from diadochi.game import Game, load_state
from diadochi.lab.match import LONGEST
from diadochi.lab.pool import read_kept
from diadochi.model.material import Material
from diadochi.model.state import State
from diadochi.packing import pack, unpack
from diadochi.texts.mark import engine_mark

Value = Callable[[Material, State, int], Sequence[float]]
"""By seat the chance to win from a state; the number is a seed."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """The Value that plays on `number` times with one bot in all seats. The same seed is the same answer."""

    number: int
    bot: str = "random"

    def __call__(self, material: Material, state: State, seed: int) -> Sequence[float]:
        wins = [0] * state.players
        for i in range(self.number):
            winner = self.play(material, state, f"{seed}:{i}")
            if winner >= 0:
                wins[winner] += 1
        return [won / self.number for won in wins]

    def play(self, material: Material, state: State, seed: str) -> int:
        rng = random.Random(seed)
        game = Game.from_state(material, another_future(state, seed, rng), keep_undo=False)
        bot = find(self.bot)
        for _ in range(LONGEST):
            decision = None if bot is random_bot.choose else game.decision
            if not game.asked:
                break
            if decision is None:
                game.act_code(random_bot.pick(game, rng))
            else:
                game.act(bot(game.view(decision.seat), decision, rng))
        return -1 if game.result is None else game.result.winner


def another_future(state: State, seed: str, rng: random.Random) -> State:
    s = state.copy()
    s.key = hashlib.sha256(seed.encode()).digest()
    s.fixed_dice, s.fixed_draws, s.fixed_orders = (), (), ()
    s.deck = s.deck[:]
    rng.shuffle(s.deck)
    return s


class Job(NamedTuple):
    """A position for a worker."""

    state: str
    seed: int


class Worker:
    """Values positions, here or in another process."""

    def __init__(self, value: Value, material: Material) -> None:
        self.value, self.material = value, material

    def __call__(self, job: Job) -> Sequence[float]:
        return self.value(self.material, load_state(json.loads(job.state)), job.seed)

    @cached_property
    def packed(self) -> bytes:
        return pack((self.value, self.material))

    def __reduce__(self) -> tuple[Callable[[bytes], "Worker"], tuple[bytes]]:
        return unpacked, (self.packed,)


@cache
def unpacked(packed: bytes) -> Worker:
    """Once for all its jobs."""
    return Worker(*unpack(packed))


def job_of(state: State, seed: int) -> Job:
    return Job(json.dumps(state.to_json()), seed)


class Kept:
    """What positions are worth by one value; in a file, if there is one, to go on another time."""

    def __init__(self, path: Path | None, value: Value, material: Material) -> None:
        self.path = path
        self.of = engine_mark(material), name_of(value)
        lines = {} if path is None else read_kept(path)
        self.known: dict[str, Sequence[float]] = {mark: json.loads(line)["chances"] for mark, line in lines.items()}

    def mark(self, job: Job) -> str:
        return hashlib.sha256(json.dumps((self.of, job)).encode()).hexdigest()[:32]

    def __contains__(self, job: Job) -> bool:
        return self.mark(job) in self.known

    def __getitem__(self, job: Job) -> Sequence[float]:
        return self.known[self.mark(job)]

    def add(self, job: Job, chances: Sequence[float]) -> None:
        mark = self.mark(job)
        self.known[mark] = chances
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"line": mark, "chances": [float(chance) for chance in chances]}) + "\n")


def name_of(value: Value) -> str:
    """The same for the same value in another process."""
    if isinstance(value, Playouts):
        return repr(value)
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{named.__module__}:{named.__qualname__}"

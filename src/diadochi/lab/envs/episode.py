"""One game as all environments see it: actions by their fixed numbers, views as arrays, rewards at the end."""

import random
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from diadochi.bots import features
from diadochi.data import load_material
from diadochi.game import Decision, Game
from diadochi.model.material import Material
from diadochi.packing import pack, unpack

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]

LONGEST = 20_000
"""Actions after which a game is broken off, unless told otherwise. Random games take about 1,500."""


class IllegalActionError(ValueError):
    """An action that the mask does not offer."""


class Episode:
    """A game from its set-up to its end."""

    def __init__(
        self,
        players: int = 4,
        seed: int = 0,
        options: Iterable[str] = (),
        *,
        material: Material | None = None,
        longest: int = LONGEST,
        begun: tuple[Game, int] | None = None,
    ) -> None:
        """`begun`: a game to go on with, and how many actions it has seen."""
        if begun is None:
            material = load_material() if material is None else material
            begun = Game.new(players, seed, options, material=material, keep_undo=False), 0
        self.game, self.steps = begun
        self.longest = longest
        self.decision: Decision | None = self.game.decision

    def copy(self) -> "Episode":
        return Episode(longest=self.longest, begun=(self.game.copy(), self.steps))

    def resampled(self, seat: int, rng: random.Random) -> "Episode":
        """A game that fits everything this seat knows: other hidden cards and other dice, the same past."""
        game = Game.sample(self.game.view(seat), rng)
        game.entries, game.start = self.game.entries[:], self.game.start
        return Episode(longest=self.longest, begun=(game, self.steps))

    def __deepcopy__(self, memo: object) -> "Episode":
        """OpenSpiel copies so."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[bytes], "Episode"], tuple[bytes]]:
        """OpenSpiel writes a state down so."""
        return restored, (pack((self.game.save(), self.game.material, self.steps, self.longest)),)

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def seat(self) -> int:
        """Who has to decide; -1 when the game is over."""
        return -1 if self.decision is None else self.decision.seat

    @property
    def is_over(self) -> bool:
        return self.decision is None

    @property
    def is_truncated(self) -> bool:
        """Broken off before its end."""
        return not self.is_over and self.steps >= self.longest

    @property
    def actions(self) -> int:
        """How many actions there are in all."""
        return len(self.game.notation.actions)

    @property
    def legal(self) -> list[int]:
        """The numbers of the actions on offer, ascending."""
        if self.decision is None:
            return []
        by_code = self.game.notation.by_code
        return sorted({by_code[code].index for code in self.decision.codes})

    def mask(self, seat: int) -> Mask:
        """1 for each action that this seat may choose now."""
        out = np.zeros(self.actions, dtype=np.int8)
        if seat == self.seat:
            out[self.legal] = 1
        return out

    def observe(self, seat: int) -> Floats:
        return np.frombuffer(features.encode(self.game.view(seat)), dtype=np.float32)

    def step(self, index: int) -> None:
        if not 0 <= index < self.actions:
            raise IllegalActionError(f"{index} is no action: they are numbered 0 to {self.actions - 1}")
        action = self.game.notation.actions[index]
        if self.decision is None:
            raise IllegalActionError("the game is over")
        if action.code not in self.decision.codes:
            raise IllegalActionError(f"{action.text} ({index}) is not on offer; look at the action mask")
        self.game.act_code(action.code)
        self.steps += 1
        self.decision = self.game.decision

    @property
    def returns(self) -> list[float]:
        """By seat: 1 for the winner, as much taken from the others together, 0 while nobody has won."""
        result = self.game.result
        if result is None:
            return [0.0] * self.players
        return [1.0 if seat == result.winner else -1.0 / (self.players - 1) for seat in range(self.players)]


def restored(packed: bytes) -> Episode:
    save, material, steps, longest = unpack(packed)
    return Episode(longest=longest, begun=(Game.load(save, material=material), steps))

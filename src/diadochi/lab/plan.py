"""Which games a run plays: line-ups, seats, seeds. The same plan is the same games, in whatever order."""

from dataclasses import dataclass
from itertools import combinations

from diadochi.bots import find
from diadochi.bots.program import is_program
from diadochi.data.errors import RulingError
from diadochi.errors import GameError
from diadochi.game import check_edition, option_mask
from diadochi.lab.games import Rulings
from diadochi.lab.match import PROGRAM_SECONDS, Match, material_of
from diadochi.model.edition import EDITIONS


class PlanError(GameError):
    """A run that cannot be played or gone on with; the message says what to do."""


@dataclass(frozen=True)
class Plan:
    """Game i of a run.

    Paired: every `players` games have one deal with the same dice, and the line-up is turned by a seat from one to the
    next; so every bot has every seat with every deal. Else every game has a deal of its own.
    """

    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 0
    paired: bool = False
    options: tuple[str, ...] = ()
    edition: str = EDITIONS[0]
    rulings: Rulings = ()
    folder: str = ""
    seconds: float = PROGRAM_SECONDS

    def __post_init__(self) -> None:
        if not self.bots:
            raise PlanError("error.lab.no_bot")
        for name in self.bots:
            if not is_program(name):
                find(name)
        try:
            edition = material_of(self.edition, self.folder, self.rulings).edition
        except RulingError as error:
            raise PlanError(str(error)) from None
        check_edition(edition, self.players)
        option_mask(self.options, edition, self.players)

    def line_ups(self) -> list[tuple[str, ...]]:
        """As many names as seats, or more: every choice of that many. Fewer names come round again."""
        if len(self.bots) >= self.players:
            return list(combinations(self.bots, self.players))
        turns = len(self.bots)
        return [tuple(self.bots[(first + i) % turns] for i in range(self.players)) for first in range(turns)]

    def block(self, number: int) -> int:
        """Games of one block have one deal."""
        return number // self.players if self.paired else number

    def match(self, number: int) -> Match:
        turn = number % self.players
        line_ups = self.line_ups()
        line_up = line_ups[number // self.players % len(line_ups)]
        seed = self.seed + self.block(number)
        return Match(
            number=number,
            seed=seed,
            rng=f"{seed}:{number}" if self.paired else f"{seed}",
            bots=tuple(line_up[(seat + turn) % self.players] for seat in range(self.players)),
            options=self.options,
            edition=self.edition,
            rulings=self.rulings,
            folder=self.folder,
            seconds=self.seconds,
        )

    def matches(self) -> list[Match]:
        return [self.match(number) for number in range(self.games)]

"""Everything a game is played with: one immutable value, made by `diadochi.data`."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from diadochi.model.board import Board
from diadochi.model.cards import Card, CardKind, Params
from diadochi.model.edition import Edition
from diadochi.model.pieces import Pieces
from diadochi.model.tables import Tables

if TYPE_CHECKING:
    from diadochi.model.notation import Notation


@dataclass(frozen=True)
class Material:
    board: Board
    pieces: Pieces
    cards: tuple[Card, ...]
    tables: Tables
    edition: Edition
    digest: str
    """SHA-256 of the data it was made from, patches included."""

    @cached_property
    def surprises(self) -> int:
        """Bit mask of the Surprise cards."""
        return sum(1 << i for i, c in enumerate(self.cards) if c.kind is CardKind.SURPRISE)

    @cached_property
    def event_params(self) -> dict[str, Params]:
        """The numbers and places of every event, for what lasts when its card is gone."""
        return {c.event: c.params for c in self.cards}

    @cached_property
    def hellespont(self) -> tuple[int, ...]:
        """3.5.7: the spaces marked H."""
        return tuple(i for i, s in enumerate(self.board.spaces) if s.hellespont)

    @cached_property
    def within_trace(self) -> tuple[int, ...]:
        """6.2.B2.2: for each space the bit mask of those that a trace reaches if nothing is in its way."""
        mps = self.edition.place_pc_range
        return tuple(self.board.traced_from(space, mps) for space in range(len(self.board.spaces)))

    @cached_property
    def legitimate_generals(self) -> tuple[int, ...]:
        """3.6.10: the Generals who give Legitimacy."""
        return tuple(i for i, g in enumerate(self.pieces.generals) if g.legitimacy)

    @cached_property
    def successor(self) -> dict[int, int]:
        """7.1.B.4: who comes when a General is killed."""
        number = {g.id: i for i, g in enumerate(self.pieces.generals)}
        return {number["antipatros"]: number["polyperchon"]}

    @cached_property
    def notation(self) -> "Notation":
        """The actions of this edition, as texts and numbers."""
        from diadochi.model.notation import Notation

        return Notation(self)

    def complete(self) -> "Material":
        """Itself, with everything made that is else made when it is first asked for: so threads may share it."""
        for part in (self.board, self):
            for name, value in vars(type(part)).items():
                if isinstance(value, cached_property):
                    getattr(part, name)
        return self

"""Everything a game is played with: one immutable value, made by `diadochi.data`."""

from dataclasses import dataclass, field

from diadochi.model.board import Board, traced_from
from diadochi.model.cards import Card, CardKind, Params
from diadochi.model.edition import Edition
from diadochi.model.ids import GeneralId, LocationId, SpaceId
from diadochi.model.notation import Notation
from diadochi.model.pieces import Pieces
from diadochi.model.tables import Tables


@dataclass
class Material:
    """What a game is played with and what follows from it, never changed once it is made."""

    board: Board
    pieces: Pieces
    cards: tuple[Card, ...]
    tables: Tables
    edition: Edition
    digest: str
    """SHA-256 of the data it was made from, patches included."""
    letter: str = "R"
    """What stands before the numbers of this edition's rules where books are told apart."""
    citations: dict[str, str] = field(default_factory=dict, repr=False)
    """By rule that the code cites: the number it has in this edition's book, where that is another one."""
    rulings: tuple[tuple[str, str], ...] = ()
    """The readings that are played in another way than the edition does, by name."""
    surprises: int = field(init=False, repr=False, compare=False)
    """Bit mask of the Surprise cards."""
    flipping: int = field(init=False, repr=False, compare=False)
    """Bit mask of the cards that are Surprise cards at times (`Card.flips`)."""
    event_params: dict[str, Params] = field(init=False, repr=False, compare=False)
    """The numbers and places of every event, for what lasts when its card is gone."""
    hellespont: tuple[SpaceId, ...] = field(init=False, repr=False, compare=False)
    """3.5.7: the spaces marked H."""
    traces: tuple[tuple[tuple[SpaceId, int], ...], ...] = field(init=False, repr=False, compare=False)
    """6.2.B2: for each space the (neighbour, MPs) pairs by which a trace goes on."""
    within_trace: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """6.2.B2.2: for each space the bit mask of those that a trace reaches if nothing is in its way."""
    minors: tuple[tuple[GeneralId, ...], ...] = field(init=False, repr=False, compare=False)
    """The Minor Generals of each player."""
    legitimate_generals: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """3.6.10: the Generals who give Legitimacy."""
    successor: dict[int, int] = field(init=False, repr=False, compare=False)
    """7.1.B.4: who comes when a General is killed."""
    notation: Notation = field(init=False, repr=False, compare=False)
    """The actions of this edition, as texts and numbers."""

    def __post_init__(self) -> None:
        self.surprises = self._surprises()
        self.flipping = self._flipping()
        self.event_params = self._event_params()
        self.hellespont = self._hellespont()
        self.traces = self._traces()
        self.within_trace = self._within_trace()
        self.minors = self._minors()
        self.legitimate_generals = self._legitimate_generals()
        self.successor = self._successor()
        self.notation = self._notation()

    def cited(self, rule: str) -> str:
        """The number of a rule as this edition's book has it, to be shown."""
        return self.citations.get(rule, rule).removeprefix(self.letter)

    def _surprises(self) -> int:
        """Those that are Surprise cards from the beginning; `Play.surprises` knows those that have been turned."""
        return sum(1 << i for i, c in enumerate(self.cards) if c.kind == CardKind.SURPRISE)

    def _flipping(self) -> int:
        return sum(1 << i for i, c in enumerate(self.cards) if c.flips)

    def _event_params(self) -> dict[str, Params]:
        return {c.event: c.params for c in self.cards}

    def _hellespont(self) -> tuple[SpaceId, ...]:
        return tuple(SpaceId(LocationId(i)) for i, s in enumerate(self.board.spaces) if s.hellespont)

    def _traces(self) -> tuple[tuple[tuple[SpaceId, int], ...], ...]:
        return self.board.ways if self.edition.place_pc_transmediterranean else self.board.traces

    def _within_trace(self) -> tuple[int, ...]:
        mps = self.edition.place_pc_range
        return tuple(traced_from(self.traces, space, mps) for space in range(len(self.board.spaces)))

    def _minors(self) -> tuple[tuple[GeneralId, ...], ...]:
        number = self.pieces.minors_per_faction
        first = range(self.pieces.majors, self.pieces.majors + 5 * number, number)
        return tuple(tuple(GeneralId(general) for general in range(i, i + number)) for i in first)

    def _legitimate_generals(self) -> tuple[int, ...]:
        return tuple(i for i, g in enumerate(self.pieces.generals) if g.legitimacy)

    def _successor(self) -> dict[int, int]:
        number = {g.id: i for i, g in enumerate(self.pieces.generals)}
        return {number["antipatros"]: number["polyperchon"]}

    def _notation(self) -> Notation:
        return Notation(self)

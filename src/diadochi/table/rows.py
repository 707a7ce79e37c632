"""What the database holds, row by row."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from diadochi.model.edition import EDITIONS

Rulings = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EntryRow:
    version: int
    seat: int
    action: str
    action_id: str | None
    body: str
    reason: str | None = None
    """Why a bot chose it."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one transaction appends to a game."""

    game: str
    engine: str
    """The one that goes on with the game: no other may have touched it meanwhile."""
    old_version: int
    new_version: int
    status: str
    decider: int
    state: bytes
    entries: Sequence[EntryRow]
    snapshots: Sequence[tuple[int, bytes]] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """From this version on that engine has played; a base is a position from which it had to begin anew."""

    version: int
    engine: str
    is_base: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    seat: int
    kind: str
    name: str = ""
    bot: str = ""
    windows: str = "start"
    skip: str = ""
    kinds: int = 0b1111110
    """Bit mask of `windows.KINDS`: all windows but those at any time, in which people play in their own turn."""
    orders: str = ""
    """Standing orders, as `diadochi.table.orders` writes them."""


@dataclass(frozen=True, slots=True)
class Header:
    """A game without its entries."""

    id: str
    name: str
    created: str
    changed: str
    private: bool
    status: str
    players: int
    options: tuple[str, ...]
    key: bytes
    engine: str
    note: str
    base: int
    version: int
    decider: int
    state: bytes
    reasons: bool = False
    """Bots say why."""
    pace: str = "live"
    """How windows for Surprise cards are asked."""
    checksum: str = ""
    edition: str = EDITIONS[0]
    rulings: Rulings = ()
    """The readings that are played in another way than the edition does."""
    lesson: str = ""
    """Which step of the guided game it is."""
    seats: tuple[SeatRow, ...] = field(default=())

    @property
    def bots(self) -> bool:
        return any(seat.kind == "bot" for seat in self.seats)

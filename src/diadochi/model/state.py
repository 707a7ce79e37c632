"""The state: one plain value that copies, compares and survives JSON in the middle of any procedure.

It is storage and bookkeeping only; what may happen is decided in `diadochi.rules`.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any, Final, Self, TypeVar

from diadochi.model.ids import (
    CardId,
    FactionId,
    FleetId,
    GeneralId,
    LocationId,
    Mask,
    Number,
    RoyalId,
    SeatId,
    SpaceId,
    UnitId,
)
from diadochi.model.pieces import NO_FORCES, Forces

INDEPENDENT: Final = FactionId(5)
"""The Independent Faction; the players are 0 to 4."""
FACTIONS: Final = 6
NOBODY: Final = SeatId(-1)

NO_SPACE: Final = SpaceId(LocationId(-1))
"""A marker is not on the board."""

# Where a General or a royal family member is, when not in a location of the map.
OFF_MAP: Final = LocationId(-1)
"""Off map with his owner (Minor Generals), or waiting for an event (others)."""
DISPERSED: Final = LocationId(-2)
OUT: Final = LocationId(-3)
"""Removed from the game: killed, dead, buried."""
BOX: Final = LocationId(-4)
"""In a holding box (Independent Armies, Philippos)."""

SURRENDER: Final = 0
TYCHE: Final = 1
ACTIVATION: Final = 2
FORAGE: Final = 3
NO_SEGMENT: Final = -1

SCORE_DUE: Final = 1
UPKEEP_DUE: Final = 2
PROVINCES_DUE: Final = 4
ALL_DIRTY: Final = 7
SPACES_DUE: Final = 3
"""From this bit on: the spaces in which a PC has changed."""

EVERYWHERE: Final = -1
"""All locations, as a bit mask."""

REMEMBERED: Final = ("touched",)
"""What only saves work: it is no part of what is true of a game, and no text tells it."""
LATER_FIELDS: Final = ("commanders", "flipped", "sources")
"""Fields that older saves do not have."""
SELDOM: Final = ("commanders", "flipped")
"""Those of them that texts and digests leave out while they hold nothing."""


# A frame: a procedure under way, as the state holds it. Its fields are the parameters of its `__init__`, assigned in
# that order; printing, comparing, changing, JSON and views all follow from them. States share their frames: `but` makes
# another one. It holds only facts that everybody may see.

_names: Final[dict[str, tuple[str, ...]]] = {}


Value = TypeVar("Value")


WORD_BITS: Final = 60
WORD: Final = (1 << 60) - 1


def members(mask: Mask) -> list[int]:
    """The members of a set of bits, in rising order."""
    out = []
    first = 0
    while mask:
        # Numbers of one machine word are quick.
        some = mask & WORD
        while some:
            low = some & -some
            out.append(first + low.bit_length() - 1)
            some ^= low
        mask >>= WORD_BITS
        first += WORD_BITS
    return out


def factions_in(mask: Mask) -> list[FactionId]:
    return members(mask)  # type: ignore[return-value]


def generals_in(mask: Mask) -> list[GeneralId]:
    return members(mask)  # type: ignore[return-value]


def royals_in(mask: Mask) -> list[RoyalId]:
    return members(mask)  # type: ignore[return-value]


def fleets_in(mask: Mask) -> list[FleetId]:
    return members(mask)  # type: ignore[return-value]


def cards_in(mask: Mask) -> list[CardId]:
    return members(mask)  # type: ignore[return-value]


def spaces_in(mask: Mask) -> list[SpaceId]:
    return members(mask)  # type: ignore[return-value]


def numbered(kind: Callable[[int], Number], values: Iterable[Value]) -> Iterable[tuple[Number, Value]]:
    """Each value with its number, which is an id of a kind: `enumerate`, for a type checker."""
    return enumerate(values)  # type: ignore[return-value]


def space_id(number: int) -> SpaceId:
    return number  # type: ignore[return-value]


class Plain:
    """A plain value that is equal to another one with the same fields."""

    def names(self) -> tuple[str, ...]:
        """The names of the fields."""
        kind = type(self).__name__
        found = _names.get(kind)
        if found is None:
            found = _field_names(self)
            _names[kind] = found
        return found

    def values(self) -> list[Any]:
        """The fields in order."""
        return [getattr(self, name) for name in self.names()]

    def copy(self) -> Self:
        """Another one that is equal; frames that change often say themselves how."""
        return type(self)(*self.values())

    def another(self) -> Self:
        """An equal one, to be given other values before anybody has it: the quick way where it is done very often."""
        new: Self = self.copy() if COMPILED else _like(self)
        return new

    def but(self, **changes: Any) -> Self:
        """The same with other values in some fields."""
        new = self.another()
        if COMPILED:
            for name, value in changes.items():
                try:
                    setattr(new, name, value)
                except AttributeError:
                    raise TypeError(f"{type(self).__name__} has no field {name}") from None
            return new
        for name in changes:
            if not hasattr(new, name):
                raise TypeError(f"{type(self).__name__} has no field {name}")
        vars(new).update(changes)
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and type(self) is type(other) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, *self.values()))

    def __repr__(self) -> str:
        told = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.names()])
        return f"{type(self).__name__}({told})"


COMPILED: Final = hasattr(Plain, "__mypyc_attrs__")


def _field_names(value: Any) -> tuple[str, ...]:
    """What its `__init__` assigns. A compiled class lists names of its own besides."""
    names: Iterable[str] = type(value).__mypyc_attrs__ if COMPILED else vars(value)
    return tuple([name for name in names if not name.startswith("__")])


def _like(value: Any) -> Any:
    """The quick way to copy where every object keeps its fields in a dictionary."""
    new = object.__new__(type(value))
    new.__dict__ = vars(value).copy()
    return new


class Facts(Plain):
    """What the state knows of a frame: its kind and its fields."""

    def to_json(self) -> dict[str, Any]:
        """By the names of the fields."""
        out: dict[str, Any] = {"frame": type(self).__name__}
        for name in self.names():
            out[name] = getattr(self, name)
        return out


class State:
    """Everything that is true of a game at one moment, secrets included."""

    def __init__(self, source: "State | None" = None) -> None:
        """A blank state, or a copy of another one."""
        if source is None:
            self.players = 0
            self.options = 0
            """The optional rules in force, a bit mask (rules.options)."""
            self.key = b""
            self.rolls = 0
            """Chance draws made so far; the stream's counter."""
            self.barrier = 0
            """Grows with every chance draw and every hidden card that more seats come to know: undo stops there."""
            self.fixed_dice: tuple[int, ...] = ()
            self.fixed_draws: tuple[CardId, ...] = ()
            self.fixed_orders: tuple[tuple[int, ...], ...] = ()

            self.turn = 0
            self.round = 0
            self.order: tuple[SeatId, ...] = ()
            """The seats in Turn Order."""
            self.first: SeatId = NOBODY
            self.usurper: SeatId = NOBODY
            self.active: SeatId = NOBODY
            """Whose Player Turn it is."""
            self.segment = NO_SEGMENT
            self.result: tuple[int, ...] = ()
            """(winner, kind of victory) when the game is over."""

            self.pcs: list[FactionId] = []
            """By space: the Faction of its PC, or NOBODY."""
            self.cus: dict[int, Forces] = {}
            """By location * FACTIONS + Faction: the CUs there; no entry where there are none."""
            self.cu_factions: dict[LocationId, Mask] = {}
            """By location: bit mask of the Factions with a CU there."""
            self.generals: list[LocationId] = []
            """By General: location or OFF_MAP, DISPERSED, OUT, BOX."""
            self.owners: list[FactionId] = []
            """By General: his Faction, or NOBODY."""
            self.generals_at: dict[LocationId, Mask] = {}
            """By location: bit mask of the Generals there."""
            self.dispersed: list[Forces] = []
            """By player: the CUs in the Dispersed Box."""
            self.royals: list[LocationId] = []
            self.royal_owner: list[FactionId] = []
            self.tomb = NO_SPACE
            """The space of the Tomb."""
            self.tomb_burier: FactionId = NOBODY
            """Who buried Alexander in Pella."""
            self.fleet_owner: list[FactionId] = []
            self.fleet_side: list[int] = []
            """By Fleet: bit 0 upgraded, bit 1 Dispersed."""
            self.sp: dict[SpaceId, int] = {}
            """By space: Siege Points, more than 0."""
            self.sp_owner: dict[SpaceId, FactionId] = {}
            self.helepolis = NO_SPACE
            self.looted = 0
            """Bit mask of spaces."""
            self.independents_active = 0
            """Bit mask of Independent Armies."""
            self.dealt: list[int] = []
            """By player: bit mask of the Generals received at set-up."""
            self.dead = 0
            """Bit mask of Generals killed or removed from the game."""

            self.commanders = 0
            """Bit mask of the Generals whom their owner has named to command among equals (7.1.A.2)."""
            self.champions = 0
            self.popularity: list[int] = []
            """By General: P gained in play (7.2.F.6)."""
            self.oratory = (-1, 0)
            """(General, P) of the Gift of Oratory in force."""
            self.condemned = -1
            self.persian_support: FactionId = NOBODY
            self.oracle: FactionId = NOBODY
            self.training: list[tuple[int, int]] = []
            """By player: (Unit, OPs so far); OPs 0 is an empty track."""
            self.battle_lost = 0
            """Bit mask of players who lost a Land Battle in this Game Turn."""
            self.cart_free = 0
            """Option 16.3: the Cart may move in Game Turn I."""
            self.capital: list[SpaceId] = []
            self.construction: list[SpaceId] = []
            self.capitals_taken: list[int] = []
            self.truce: tuple[SeatId, ...] = ()
            self.proposals: list[FactionId] = [NOBODY, NOBODY]
            """Who played Kleopatra's and Thessalonike's offer of marriage."""
            self.arrivals = 0
            """Bit mask of Generals who arrive as soon as the Procedure under way is over."""

            self.province_owner: list[FactionId] = []
            self.vp: list[int] = []
            self.legitimacy: list[int] = []
            self.sources: tuple[tuple[tuple[int, int, int], ...], ...] = ()
            """By player: what gave VP apart from Provinces, and L, at the last change (rules.scoring.take_stock)."""
            self.board_dirty = 0
            """What has changed and is not yet looked at: SCORE_DUE, UPKEEP_DUE, PROVINCES_DUE."""
            self.touched = EVERYWHERE
            """Bit mask of the locations in which something has changed since the last upkeep."""

            self.deck: list[CardId] = []
            """The draw pile, top card last."""
            self.hands: list[int] = []
            """By player: bit mask of cards."""
            self.face_down: list[CardId] = []
            self.discard = 0
            self.removed = 0
            self.aside = 0
            """Cards that are not (yet) part of the deck."""
            self.flipped = 0
            """Cards whose event has turned them into Surprise cards."""
            self.front: list[int] = []
            """By player: cards kept in front."""
            self.knows: list[int] = []
            """By card: bit mask of the seats that know where it is, while it is hidden."""
            self.spent = 0
            """Surprise cards played or discarded in this Player Turn; they wait for the next shuffle."""

            self.moved_cus: dict[LocationId, Forces] = {}
            """By location: the active player's CUs that have been moved in this Segment."""
            self.moved_generals = 0
            self.moved_royals = 0
            self.naval_mover = 0
            """1 once an Army or General has used Naval Movement in this Segment."""
            self.naval_cus = 0
            self.naval_declared = 0
            self.sieges: dict[int, tuple[int, int]] = {}
            """By space: (Sieges in this Segment, the General who conducted them or -1)."""

            self.fought = 0
            """Bit mask of the spaces where the active player attacked in a Land Battle in this Segment (15.2.A.5)."""

            self.agenda: list[Facts] = []
        else:
            self.players = source.players
            self.options = source.options
            self.key = source.key
            self.rolls = source.rolls
            self.barrier = source.barrier
            self.fixed_dice = source.fixed_dice
            self.fixed_draws = source.fixed_draws
            self.fixed_orders = source.fixed_orders
            self.turn = source.turn
            self.round = source.round
            self.order = source.order
            self.first = source.first
            self.usurper = source.usurper
            self.active = source.active
            self.segment = source.segment
            self.result = source.result
            self.pcs = source.pcs
            self.cus = source.cus
            self.cu_factions = source.cu_factions
            self.generals = source.generals
            self.owners = source.owners
            self.generals_at = source.generals_at
            self.dispersed = source.dispersed
            self.royals = source.royals
            self.royal_owner = source.royal_owner
            self.tomb = source.tomb
            self.tomb_burier = source.tomb_burier
            self.fleet_owner = source.fleet_owner
            self.fleet_side = source.fleet_side
            self.sp = source.sp
            self.sp_owner = source.sp_owner
            self.helepolis = source.helepolis
            self.looted = source.looted
            self.independents_active = source.independents_active
            self.dealt = source.dealt
            self.dead = source.dead
            self.commanders = source.commanders
            self.champions = source.champions
            self.popularity = source.popularity
            self.oratory = source.oratory
            self.condemned = source.condemned
            self.persian_support = source.persian_support
            self.oracle = source.oracle
            self.training = source.training
            self.battle_lost = source.battle_lost
            self.cart_free = source.cart_free
            self.capital = source.capital
            self.construction = source.construction
            self.capitals_taken = source.capitals_taken
            self.truce = source.truce
            self.proposals = source.proposals
            self.arrivals = source.arrivals
            self.province_owner = source.province_owner
            self.vp = source.vp
            self.legitimacy = source.legitimacy
            self.sources = source.sources
            self.board_dirty = source.board_dirty
            self.touched = source.touched
            self.deck = source.deck
            self.hands = source.hands
            self.face_down = source.face_down
            self.discard = source.discard
            self.removed = source.removed
            self.aside = source.aside
            self.flipped = source.flipped
            self.front = source.front
            self.knows = source.knows
            self.spent = source.spent
            self.moved_cus = source.moved_cus
            self.moved_generals = source.moved_generals
            self.moved_royals = source.moved_royals
            self.naval_mover = source.naval_mover
            self.naval_cus = source.naval_cus
            self.naval_declared = source.naval_declared
            self.sieges = source.sieges
            self.fought = source.fought
            self.agenda = source.agenda[:]

    def copy(self) -> "State":
        return State(self) if COMPILED else _same(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in FIELDS)

    __hash__ = None  # type: ignore[assignment]

    # Pieces

    def cus_of(self, location: LocationId, faction: FactionId) -> Forces:
        return self.cus.get(location * FACTIONS + faction, NO_FORCES)

    def general_factions(self, location: LocationId) -> Mask:
        """The Factions with a General in a location, the Independents included."""
        mask = self.generals_at.get(location, 0)
        out = 0
        while mask:
            low = mask & -mask
            out |= 1 << self.owners[low.bit_length() - 1]
            mask ^= low
        return out

    # Texts

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values, secrets included."""
        out: dict[str, Any] = {}
        for name in FIELDS:
            if name != "agenda" and (name not in SELDOM or getattr(self, name)):
                out[name] = _plain(getattr(self, name))
        out["key"] = self.key.hex()
        out["agenda"] = [_plain(f.to_json()) for f in self.agenda]
        return out

    @staticmethod
    def from_json(data: dict[str, Any], frame: Callable[[Any], Facts]) -> "State":
        """The state that `to_json` told; `frame` makes a frame from what was told of it."""
        new = State()
        for name in FIELDS:
            if name not in data and name in LATER_FIELDS:
                continue
            value = data[name]
            old = getattr(new, name)
            if name == "key":
                new.key = bytes.fromhex(value)
            elif name == "agenda":
                new.agenda = [frame(f) for f in value]
            elif isinstance(old, dict):
                setattr(new, name, {int(k): _frozen(v) for k, v in value.items()})
            elif isinstance(old, list):
                setattr(new, name, [_frozen(v) for v in value])
            else:
                setattr(new, name, _frozen(value))
        return new

    def digest(self) -> str:
        """Stable across processes, platforms and releases: records hold it."""
        facts = self.to_json()
        facts["agenda"] = [[type(f).__name__, *_plain(f.values())] for f in self.agenda]
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


FIELDS: Final = tuple(sorted(set(_field_names(State())) - set(REMEMBERED)))
"""What a State tells of a game, by name, in rising order."""

CHANGED_IN_PLACE: Final = ("agenda",)
"""The list of which a copy needs its own; it shares all others, which are replaced, not changed."""


def _same(state: State) -> State:
    """The quick way to copy where every object keeps its fields in a dictionary."""
    new: State = object.__new__(State)
    new.__dict__ = vars(state).copy()
    new.agenda = state.agenda[:]
    return new


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, str) else int(value)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


def add(a: Forces, b: Forces) -> Forces:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def subtract(a: Forces, b: Forces) -> Forces:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def common(a: Forces, b: Forces) -> Forces:
    """The smaller number of each type."""
    return (
        a[0] if a[0] < b[0] else b[0],
        a[1] if a[1] < b[1] else b[1],
        a[2] if a[2] < b[2] else b[2],
        a[3] if a[3] < b[3] else b[3],
        a[4] if a[4] < b[4] else b[4],
        a[5] if a[5] < b[5] else b[5],
    )


def forces(unit: UnitId, number: int = 1) -> Forces:
    """That many CUs of one type."""
    return (*NO_FORCES[:unit], number, *NO_FORCES[unit + 1 :])

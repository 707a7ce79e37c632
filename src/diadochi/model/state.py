"""The state: one plain value that copies, compares and survives JSON in the middle of any procedure.

It is storage and bookkeeping only; what may happen is decided in `diadochi.rules`.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from diadochi.model.pieces import NO_FORCES, Forces

INDEPENDENT = 5
"""The Independent Faction; the players are 0 to 4."""
FACTIONS = 6
NOBODY = -1

# Where a General or a royal family member is, when not in a location of the map.
OFF_MAP = -1
"""Off map with his owner (Minor Generals), or waiting for an event (others)."""
DISPERSED = -2
OUT = -3
"""Removed from the game: killed, dead, buried."""
BOX = -4
"""In a holding box (Independent Armies, Philippos)."""

# Where a card is.
IN_DECK, FACE_DOWN, DISCARDED, REMOVED, ASIDE = -1, -2, -3, -4, -5

SURRENDER, TYCHE, ACTIVATION, FORAGE = 0, 1, 2, 3
NO_SEGMENT = -1

SCORE_DUE, UPKEEP_DUE, PROVINCES_DUE = 1, 2, 4
ALL_DIRTY = 7

Frame = tuple[Any, ...]
"""A procedure under way: see `diadochi.rules.agenda`."""

FIELDS = (
    "active",
    "agenda",
    "arrivals",
    "aside",
    "barrier",
    "battle_lost",
    "board_dirty",
    "capital",
    "capitals_taken",
    "cart_free",
    "champions",
    "condemned",
    "construction",
    "cu_factions",
    "cus",
    "dead",
    "dealt",
    "deck",
    "discard",
    "dispersed",
    "face_down",
    "first",
    "fixed_dice",
    "fixed_draws",
    "fixed_orders",
    "fleet_owner",
    "fleet_side",
    "fought",
    "front",
    "generals",
    "generals_at",
    "hands",
    "helepolis",
    "independents_active",
    "key",
    "knows",
    "legitimacy",
    "looted",
    "moved_cus",
    "moved_generals",
    "moved_royals",
    "naval_cus",
    "naval_declared",
    "naval_mover",
    "options",
    "oracle",
    "oratory",
    "order",
    "owners",
    "pcs",
    "persian_support",
    "players",
    "popularity",
    "proposals",
    "province_owner",
    "removed",
    "result",
    "rolls",
    "round",
    "royal_owner",
    "royals",
    "segment",
    "sieges",
    "sources",
    "sp",
    "sp_owner",
    "spent",
    "tomb",
    "tomb_burier",
    "training",
    "truce",
    "turn",
    "usurper",
    "vp",
)
"""What a State holds, by name."""

LATER_FIELDS = ("sources",)
"""Fields that older saves do not have."""


class State:
    """Everything that is true of a game at one moment, secrets included."""

    __slots__ = FIELDS

    def __init__(self) -> None:
        self.players = 0
        self.options = 0
        """The optional rules in force, a bit mask (rules.options)."""
        self.key = b""
        self.rolls = 0
        """Chance draws made so far; the stream's counter."""
        self.barrier = 0
        """Grows with every chance draw and every hidden card that more seats come to know: undo stops there."""
        self.fixed_dice: tuple[int, ...] = ()
        self.fixed_draws: tuple[int, ...] = ()
        self.fixed_orders: tuple[tuple[int, ...], ...] = ()

        self.turn = 0
        self.round = 0
        self.order: tuple[int, ...] = ()
        """The seats in Turn Order."""
        self.first = NOBODY
        self.usurper = NOBODY
        self.active = NOBODY
        """Whose Player Turn it is."""
        self.segment = NO_SEGMENT
        self.result: tuple[int, ...] = ()
        """(winner, kind of victory) when the game is over."""

        self.pcs: list[int] = []
        """By space: the Faction of its PC, or NOBODY."""
        self.cus: dict[int, Forces] = {}
        """By location * FACTIONS + Faction: the CUs there; no entry where there are none."""
        self.cu_factions: dict[int, int] = {}
        """By location: bit mask of the Factions with a CU there."""
        self.generals: list[int] = []
        """By General: location or OFF_MAP, DISPERSED, OUT, BOX."""
        self.owners: list[int] = []
        """By General: his Faction, or NOBODY."""
        self.generals_at: dict[int, int] = {}
        """By location: bit mask of the Generals there."""
        self.dispersed: list[Forces] = []
        """By player: the CUs in the Dispersed Box."""
        self.royals: list[int] = []
        self.royal_owner: list[int] = []
        self.tomb = -1
        """The space of the Tomb."""
        self.tomb_burier = NOBODY
        """Who buried Alexander in Pella."""
        self.fleet_owner: list[int] = []
        self.fleet_side: list[int] = []
        """By Fleet: bit 0 upgraded, bit 1 Dispersed."""
        self.sp: dict[int, int] = {}
        """By space: Siege Points, more than 0."""
        self.sp_owner: dict[int, int] = {}
        self.helepolis = -1
        self.looted = 0
        """Bit mask of spaces."""
        self.independents_active = 0
        """Bit mask of Independent Armies."""
        self.dealt: list[int] = []
        """By player: bit mask of the Generals received at set-up."""
        self.dead = 0
        """Bit mask of Generals killed or removed from the game."""

        self.champions = 0
        self.popularity: list[int] = []
        """By General: P gained in play (7.2.F.6)."""
        self.oratory = (-1, 0)
        """(General, P) of the Gift of Oratory in force."""
        self.condemned = -1
        self.persian_support = NOBODY
        self.oracle = NOBODY
        self.training: list[tuple[int, int]] = []
        """By player: (Unit, OPs so far); OPs 0 is an empty track."""
        self.battle_lost = 0
        """Bit mask of players who lost a Land Battle in this Game Turn."""
        self.cart_free = 0
        """Option 16.3: the Cart may move in Game Turn I."""
        self.capital: list[int] = []
        self.construction: list[int] = []
        self.capitals_taken: list[int] = []
        self.truce: tuple[int, ...] = ()
        self.proposals = [NOBODY, NOBODY]
        """Who played Kleopatra's and Thessalonike's offer of marriage."""
        self.arrivals = 0
        """Bit mask of Generals who arrive as soon as the Procedure under way is over."""

        self.province_owner: list[int] = []
        self.vp: list[int] = []
        """Replaced, never changed in place, like Legitimacy: copies share them."""
        self.legitimacy: list[int] = []
        self.sources: tuple[tuple[tuple[int, int, int], ...], ...] = ()
        """By player: what gave VP apart from Provinces, and L, at the last change (rules.scoring.take_stock)."""
        self.board_dirty = 0
        """What has changed and is not yet looked at: SCORE_DUE, UPKEEP_DUE, PROVINCES_DUE."""

        self.deck: list[int] = []
        """The draw pile, top card last."""
        self.hands: list[int] = []
        """By player: bit mask of cards."""
        self.face_down: list[int] = []
        self.discard = 0
        self.removed = 0
        self.aside = 0
        """Cards that are not (yet) part of the deck."""
        self.front: list[int] = []
        """By player: cards kept in front."""
        self.knows: list[int] = []
        """By card: bit mask of the seats that know where it is, while it is hidden."""
        self.spent = 0
        """Surprise cards played or discarded in this Player Turn; they wait for the next shuffle."""

        self.moved_cus: dict[int, Forces] = {}
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

        self.agenda: list[Frame] = []

    def copy(self) -> "State":
        new = State.__new__(State)
        new.players = self.players
        new.options = self.options
        new.key = self.key
        new.rolls = self.rolls
        new.barrier = self.barrier
        new.fixed_dice = self.fixed_dice
        new.fixed_draws = self.fixed_draws
        new.fixed_orders = self.fixed_orders
        new.turn = self.turn
        new.round = self.round
        new.order = self.order
        new.first = self.first
        new.usurper = self.usurper
        new.active = self.active
        new.segment = self.segment
        new.result = self.result
        new.pcs = self.pcs[:]
        new.cus = self.cus.copy()
        new.cu_factions = self.cu_factions.copy()
        new.generals = self.generals[:]
        new.owners = self.owners[:]
        new.generals_at = self.generals_at.copy()
        new.dispersed = self.dispersed[:]
        new.royals = self.royals[:]
        new.royal_owner = self.royal_owner[:]
        new.tomb = self.tomb
        new.tomb_burier = self.tomb_burier
        new.fleet_owner = self.fleet_owner[:]
        new.fleet_side = self.fleet_side[:]
        new.sp = self.sp.copy()
        new.sp_owner = self.sp_owner.copy()
        new.helepolis = self.helepolis
        new.looted = self.looted
        new.independents_active = self.independents_active
        new.dealt = self.dealt[:]
        new.dead = self.dead
        new.champions = self.champions
        new.popularity = self.popularity[:]
        new.oratory = self.oratory
        new.condemned = self.condemned
        new.persian_support = self.persian_support
        new.oracle = self.oracle
        new.training = self.training[:]
        new.battle_lost = self.battle_lost
        new.cart_free = self.cart_free
        new.capital = self.capital[:]
        new.construction = self.construction[:]
        new.capitals_taken = self.capitals_taken[:]
        new.truce = self.truce
        new.proposals = self.proposals[:]
        new.arrivals = self.arrivals
        new.province_owner = self.province_owner[:]
        new.vp = self.vp
        new.legitimacy = self.legitimacy
        new.sources = self.sources
        new.board_dirty = self.board_dirty
        new.deck = self.deck[:]
        new.hands = self.hands[:]
        new.face_down = self.face_down[:]
        new.discard = self.discard
        new.removed = self.removed
        new.aside = self.aside
        new.front = self.front[:]
        new.knows = self.knows[:]
        new.spent = self.spent
        new.moved_cus = self.moved_cus.copy()
        new.moved_generals = self.moved_generals
        new.moved_royals = self.moved_royals
        new.naval_mover = self.naval_mover
        new.naval_cus = self.naval_cus
        new.naval_declared = self.naval_declared
        new.sieges = self.sieges.copy()
        new.fought = self.fought
        new.agenda = self.agenda[:]
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in FIELDS)

    __hash__ = None  # type: ignore[assignment]

    # Pieces

    def put_cus(self, location: int, faction: int, forces: Forces) -> None:
        """Make these the CUs of a Faction in a location."""
        key = location * FACTIONS + faction
        if forces == NO_FORCES:
            self.cus.pop(key, None)
            mask = self.cu_factions.get(location, 0) & ~(1 << faction)
            if mask:
                self.cu_factions[location] = mask
            else:
                self.cu_factions.pop(location, None)
        else:
            self.cus[key] = forces
            self.cu_factions[location] = self.cu_factions.get(location, 0) | 1 << faction
        self.board_dirty |= UPKEEP_DUE

    def cus_of(self, location: int, faction: int) -> Forces:
        return self.cus.get(location * FACTIONS + faction, NO_FORCES)

    def add_cus(self, location: int, faction: int, forces: Forces) -> None:
        self.put_cus(location, faction, add(self.cus_of(location, faction), forces))

    def take_cus(self, location: int, faction: int, forces: Forces) -> None:
        self.put_cus(location, faction, subtract(self.cus_of(location, faction), forces))

    def put_general(self, general: int, location: int) -> None:
        """Put a General into a location, or to OFF_MAP, DISPERSED, OUT or BOX."""
        bit = 1 << general
        old = self.generals[general]
        if old >= 0:
            mask = self.generals_at[old] & ~bit
            if mask:
                self.generals_at[old] = mask
            else:
                del self.generals_at[old]
        self.generals[general] = location
        if location >= 0:
            self.generals_at[location] = self.generals_at.get(location, 0) | bit
        elif self.oratory[0] == general:
            self.oratory = (-1, 0)
        self.board_dirty |= UPKEEP_DUE

    def put_pc(self, space: int, faction: int) -> None:
        self.pcs[space] = faction
        self.board_dirty = ALL_DIRTY

    # Texts

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values, secrets included."""
        out: dict[str, Any] = {}
        for name in FIELDS:
            out[name] = _plain(getattr(self, name))
        out["key"] = self.key.hex()
        out["agenda"] = [[type(f).__name__, *_plain(tuple(f))] for f in self.agenda]
        return out

    @staticmethod
    def from_json(data: dict[str, Any], frame: Callable[[str, tuple[Any, ...]], Frame]) -> "State":
        """The state that `to_json` told; `frame` makes a frame from its name and its facts."""
        new = State()
        for name in FIELDS:
            if name not in data and name in LATER_FIELDS:
                continue
            value = data[name]
            old = getattr(new, name)
            if name == "key":
                new.key = bytes.fromhex(value)
            elif name == "agenda":
                new.agenda = [frame(f[0], _frozen(f[1:])) for f in value]
            elif isinstance(old, dict):
                setattr(new, name, {int(k): _frozen(v) for k, v in value.items()})
            elif isinstance(old, list):
                setattr(new, name, [_frozen(v) for v in value])
            else:
                setattr(new, name, _frozen(value))
        return new

    def digest(self) -> str:
        """Stable across processes and platforms."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


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
    return tuple(map(min, a, b))


def forces(unit: int, number: int = 1) -> Forces:
    """That many CUs of one type."""
    return (*NO_FORCES[:unit], number, *NO_FORCES[unit + 1 :])

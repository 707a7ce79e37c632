"""The pieces: Generals, Combat Units, Independent Armies, Fleets, the royal family (chapters 4, 7, 8)."""

from dataclasses import dataclass, field
from enum import IntEnum

Forces = tuple[int, ...]
"""Numbers of CUs by Unit."""


class Unit(IntEnum):
    """7.2: the types of Combat Units."""

    MERCENARY = 0
    LOYAL = 1
    ROYAL = 2
    SILVER_SHIELDS = 3
    ELEPHANT = 4
    CAVALRY = 5


UNITS = len(Unit)
NO_FORCES: Forces = (0,) * UNITS
MACEDONIAN = (Unit.LOYAL, Unit.ROYAL, Unit.SILVER_SHIELDS)


class Royal(IntEnum):
    """8.1: the royal family; the Funeral Cart counts as one of them."""

    ALEXANDROS = 0
    PHILIPPOS = 1
    HERAKLES = 2
    OLYMPIAS = 3
    KLEOPATRA = 4
    THESSALONIKE = 5
    FUNERAL_CART = 6


HEIRS = (Royal.ALEXANDROS, Royal.PHILIPPOS, Royal.HERAKLES)
FEMALES = (Royal.OLYMPIAS, Royal.KLEOPATRA, Royal.THESSALONIKE)


class Ability(IntEnum):
    """7.1: the Special Abilities, by what they change."""

    NONE = 0
    REMOVE_PC = 1
    BATTLE_IN_PROVINCES = 2
    NO_MUTINY = 3
    WINNER_ATTRITION = 4
    BATTLE_AGAINST_INDEPENDENTS = 5
    EVASION = 6
    LOCAL_TROOPS = 7
    MOVEMENT = 8
    ELEPHANTS = 9
    DOUBLE_LOCAL_TROOPS = 10
    SIEGE = 11
    INTERCEPTION = 12
    REPLACE_PC = 13
    SIEGE_DEFENCE = 14
    NAVAL = 15


@dataclass(frozen=True, slots=True)
class Start:
    """4.6: where a Starting General begins and what he brings."""

    spaces: tuple[int, ...]
    pcs: tuple[int, ...]
    forces: Forces
    royals: tuple[Royal, ...]
    vp: int
    legitimacy: int


@dataclass(frozen=True, slots=True)
class Recruit:
    """6.2 D: what a Reserve General brings; province -1 is any port."""

    forces: Forces
    province: int
    after_death_of: str = ""


@dataclass(frozen=True, slots=True)
class General:
    """A Major General, a Minor General (faction 0 to 4) or the General of an Independent Army."""

    id: str
    name: str
    initiative: int
    battle: int
    seniority: int
    popularity: int = 0
    legitimacy: int = 0
    faction: int = -1
    ability: Ability = Ability.NONE
    ability_value: int = 0
    ability_provinces: tuple[int, ...] = ()
    ability_text: str = ""
    start: Start | None = None
    recruit: Recruit | None = None
    provenance: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IndependentArmy:
    """7.5 and 9.5. `general` is the number of its General in `Pieces.generals`."""

    general: int
    cus: int
    start: int
    may_enter: tuple[int, ...]
    """Provinces it may enter; empty is no limit."""
    westward: bool
    removed_on_entering: tuple[int, ...]
    returns_to_box: bool
    """14.9.11: a defeat sends it back to its holding box."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """7.4. It goes with a Province, with a space, or (neither) with a card event."""

    id: str
    name: str
    province: int
    space: int
    normal: int
    upgraded: int
    provenance: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoyalMember:
    id: str
    name: str
    kind: str
    """heir, female or body"""
    legitimacy: int
    start: int
    """A space, or -1 for the holding box."""


@dataclass(frozen=True, slots=True)
class Pieces:
    generals: tuple[General, ...]
    """The Major Generals by Seniority, then the Minor Generals by Faction, then the Independent ones."""
    majors: int
    minors_per_faction: int
    independents: tuple[IndependentArmy, ...]
    fleets: tuple[Fleet, ...]
    royals: tuple[RoyalMember, ...]
    factions: tuple[str, ...]
    """The five player Factions, then `independent`."""
    unit_strength: tuple[int, ...]
    """Combat Strength by Unit; Elephants roll instead (0 here)."""
    starting: dict[int, tuple[int, ...]]
    reserve: dict[int, tuple[int, ...]]
    event_generals: tuple[int, ...]
    unavailable: tuple[int, ...]

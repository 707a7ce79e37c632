"""The pieces: Generals, Combat Units, Independent Armies, Fleets, the royal family (chapters 4, 7, 8)."""

from dataclasses import dataclass, field
from typing import Final

from diadochi.model.ids import NO_FACTION, FactionId, GeneralId, ProvinceId, RoyalId, SpaceId, UnitId

Forces = tuple[int, ...]
"""Numbers of CUs by Unit."""


class Unit:
    """7.2: the types of Combat Units."""

    MERCENARY: Final = UnitId(0)
    LOYAL: Final = UnitId(1)
    ROYAL: Final = UnitId(2)
    SILVER_SHIELDS: Final = UnitId(3)
    ELEPHANT: Final = UnitId(4)
    CAVALRY: Final = UnitId(5)


UNIT_NAME: Final = ("mercenary", "loyal", "royal", "silver_shields", "elephant", "cavalry")
"""Their names, by number."""


UNITS: Final = 6
NO_FORCES: Final[Forces] = (0,) * UNITS
MACEDONIAN: Final = (Unit.LOYAL, Unit.ROYAL, Unit.SILVER_SHIELDS)


class Royal:
    """8.1: the royal family; the Funeral Cart counts as one of them."""

    ALEXANDROS: Final = RoyalId(0)
    PHILIPPOS: Final = RoyalId(1)
    HERAKLES: Final = RoyalId(2)
    OLYMPIAS: Final = RoyalId(3)
    KLEOPATRA: Final = RoyalId(4)
    THESSALONIKE: Final = RoyalId(5)
    FUNERAL_CART: Final = RoyalId(6)


ROYAL_NAME: Final = ("alexandros", "philippos", "herakles", "olympias", "kleopatra", "thessalonike", "funeral_cart")
"""Their names, by number."""


HEIRS: Final = (Royal.ALEXANDROS, Royal.PHILIPPOS, Royal.HERAKLES)
FEMALES: Final = (Royal.OLYMPIAS, Royal.KLEOPATRA, Royal.THESSALONIKE)


class Ability:
    """7.1: the Special Abilities, by what they change."""

    NONE: Final = 0
    REMOVE_PC: Final = 1
    BATTLE_IN_PROVINCES: Final = 2
    NO_MUTINY: Final = 3
    WINNER_ATTRITION: Final = 4
    BATTLE_AGAINST_INDEPENDENTS: Final = 5
    EVASION: Final = 6
    LOCAL_TROOPS: Final = 7
    MOVEMENT: Final = 8
    ELEPHANTS: Final = 9
    DOUBLE_LOCAL_TROOPS: Final = 10
    SIEGE: Final = 11
    INTERCEPTION: Final = 12
    REPLACE_PC: Final = 13
    SIEGE_DEFENCE: Final = 14
    NAVAL: Final = 15
    DESERTIONS: Final = 16
    SURRENDER_SIEGE: Final = 17


ABILITY_NAME: Final = (
    "none",
    "remove_pc",
    "battle_in_provinces",
    "no_mutiny",
    "winner_attrition",
    "battle_against_independents",
    "evasion",
    "local_troops",
    "movement",
    "elephants",
    "double_local_troops",
    "siege",
    "interception",
    "replace_pc",
    "siege_defence",
    "naval",
    "desertions",
    "surrender_siege",
)
"""Their names, by number."""


@dataclass(frozen=True, slots=True)
class Start:
    """4.6: where a Starting General begins and what he brings."""

    spaces: tuple[SpaceId, ...]
    pcs: tuple[SpaceId, ...]
    forces: Forces
    royals: tuple[RoyalId, ...]
    vp: int
    legitimacy: int


ANY_PORT: Final = -1
DRAWN: Final = -2
"""In `Recruit.province`: drawn at random when he comes."""


@dataclass(frozen=True, slots=True)
class Recruit:
    """6.2 D: what a General brings who comes later; his Province is a number, ANY_PORT or DRAWN."""

    forces: Forces
    province: ProvinceId
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
    faction: FactionId = NO_FACTION
    ability: int = Ability.NONE
    ability_value: int = 0
    ability_provinces: tuple[ProvinceId, ...] = ()
    ability_text: str = ""
    start: Start | None = None
    recruit: Recruit | None = None
    stars: int = 0
    """His rank, where the cards show one."""
    provenance: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IndependentArmy:
    """7.5 and 9.5. `general` is the number of its General in `Pieces.generals`."""

    general: GeneralId
    cus: int
    start: SpaceId
    may_enter: tuple[ProvinceId, ...]
    """Provinces it may enter; empty is no limit."""
    westward: bool
    removed_on_entering: tuple[ProvinceId, ...]
    returns_to_box: bool
    """14.9.11: a defeat sends it back to its holding box."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """7.4. It goes with a Province, with a space, or (neither) with a card event."""

    id: str
    name: str
    province: ProvinceId
    space: SpaceId
    normal: int
    upgraded: int
    counts_for_largest: bool = True
    provenance: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoyalMember:
    id: str
    name: str
    kind: str
    """heir, female or body"""
    legitimacy: int
    start: SpaceId
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
    starting: dict[int, tuple[GeneralId, ...]]
    reserve: dict[int, tuple[GeneralId, ...]]
    event_generals: tuple[GeneralId, ...]
    unavailable: tuple[GeneralId, ...]
    starting_second: dict[int, tuple[GeneralId, ...]]
    """Who starts in the second variant, by number of players."""
    in_deck: dict[int, tuple[GeneralId, ...]]
    """Whose cards are shuffled into the Tyche deck, by number of players."""
    in_deck_second: dict[int, tuple[GeneralId, ...]]
    """The same in the second variant."""

"""The Tyche cards (6.2)."""

from dataclasses import dataclass, field
from typing import Final

from diadochi.model.ids import NO_FLEET, NO_GENERAL, NO_ROYAL, FleetId, GeneralId, ProvinceId, RoyalId, SpaceId, UnitId
from diadochi.model.pieces import Forces


class CardKind:
    EVENT: Final = 0
    BONUS: Final = 1
    SURPRISE: Final = 2
    GENERAL: Final = 3


CARD_KIND_NAME: Final = ("event", "bonus", "surprise", "general")
"""Their names, by number."""


class Window:
    """When a Surprise card may be played (A25)."""

    ANY_TIME: Final = 0
    ANSWER_SURPRISE: Final = 1
    BATTLE_CARDS: Final = 2
    NAVAL_STEP: Final = 3
    NAVAL_DICE: Final = 4
    SIEGE_ROLL: Final = 5
    COMMANDER_DEATH: Final = 6


WINDOW_NAME: Final = (
    "any_time",
    "answer_surprise",
    "battle_cards",
    "naval_step",
    "naval_dice",
    "siege_roll",
    "commander_death",
)
"""Their names, by number."""


@dataclass(frozen=True, slots=True)
class Params:
    """The numbers and places of an event, as data."""

    provinces: tuple[ProvinceId, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    forces: tuple[Forces, ...] = ()
    """One of these is placed, by choice."""
    forces_cavalry: tuple[Forces, ...] = ()
    """The same with option 16.9."""
    forces_cavalry_only_in: tuple[ProvinceId, ...] = ()
    forces_each_turn: Forces = ()
    range: int = 0
    paths: tuple[int, ...] = ()
    waters: tuple[str, ...] = ()
    mps: int = 0
    activations: int = 0
    siege_modifier: int = 0
    battle_roll_modifier: int = 0
    legitimacy: int = 0
    popularity: int = 0
    losses: tuple[int, ...] = ()
    """Index 0 unused, then by die."""
    killed_on: tuple[int, ...] = ()
    types: tuple[UnitId, ...] = ()
    types_cavalry: tuple[UnitId, ...] = ()
    general: GeneralId = NO_GENERAL
    royal: RoyalId = NO_ROYAL
    fleet: FleetId = NO_FLEET
    from_turn: int = 0
    pc: bool = False
    """A PC comes with the troops, whatever PC was there."""
    province_pcs: bool = False
    """PCs may be put in the whole Province."""
    from_box: bool = False
    """The royal may come from the holding box."""
    with_pcs: bool = False
    """The target may stand with a PC alone."""
    with_generals: bool = False
    """Or with a General alone."""
    not_in_enemy_city: bool = False
    not_before_own_city: bool = False
    """The target does not stand outside a Besieged city of one's own."""
    own_too: bool = False
    """One's own pieces may be the target."""
    no_cus: bool = False
    """There may be no CU at all in the target's space."""


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 70 cards. Copies share `event` and differ in `number`."""

    number: str
    event: str
    name: str
    kind: int
    ops: int
    """0 for a Surprise card and the card of a General."""
    effect: str
    condition: str
    limits: tuple[str, ...]
    windows: tuple[int, ...]
    playable_by: str
    params: Params
    optional: bool
    in_first_deck: bool
    """False for 47B and for optional cards that were not chosen."""
    remove_after_event: bool
    kept_in_front: bool
    resolves_when_revealed: bool
    must_be_played: bool = False
    """Its event cannot be left out, nor the card discarded."""
    flips: bool = False
    """A Surprise card once its event has been played."""
    flips_back: bool = False
    """No longer one when what its event brought is lost."""
    leaves_deck: bool = False
    """Once played it stays in front of its player for good."""
    provenance: dict[str, str] = field(default_factory=dict)

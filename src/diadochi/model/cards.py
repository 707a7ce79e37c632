"""The Tyche cards (6.2)."""

from dataclasses import dataclass, field
from enum import IntEnum

from diadochi.model.pieces import Forces


class CardKind(IntEnum):
    EVENT = 0
    BONUS = 1
    SURPRISE = 2


class Window(IntEnum):
    """When a Surprise card may be played (A25)."""

    ANY_TIME = 0
    ANSWER_SURPRISE = 1
    BATTLE_CARDS = 2
    NAVAL_STEP = 3
    NAVAL_DICE = 4
    SIEGE_ROLL = 5
    COMMANDER_DEATH = 6


@dataclass(frozen=True, slots=True)
class Params:
    """The numbers and places of an event, as data."""

    provinces: tuple[int, ...] = ()
    spaces: tuple[int, ...] = ()
    forces: tuple[Forces, ...] = ()
    """One of these is placed, by choice."""
    forces_cavalry: tuple[Forces, ...] = ()
    """The same with option 16.9."""
    forces_cavalry_only_in: tuple[int, ...] = ()
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
    types: tuple[int, ...] = ()
    types_cavalry: tuple[int, ...] = ()
    general: int = -1
    royal: int = -1
    fleet: int = -1
    from_turn: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 70 cards. Copies share `event` and differ in `number`."""

    number: str
    event: str
    name: str
    kind: CardKind
    ops: int
    """0 for a Surprise card."""
    effect: str
    condition: str
    limits: tuple[str, ...]
    windows: tuple[Window, ...]
    playable_by: str
    params: Params
    optional: bool
    in_first_deck: bool
    """False for 47B and for optional cards that were not chosen."""
    remove_after_event: bool
    kept_in_front: bool
    resolves_when_revealed: bool
    provenance: dict[str, str] = field(default_factory=dict)

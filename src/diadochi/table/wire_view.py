"""The View as it goes over the wire."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from diadochi.table.wire import Accepted, Ahead, Decision, Entry, Faction, Mark, Odds, Result, Segment


class Source(Struct):
    text: str
    points: int


class GeneralAt(Struct):
    id: str
    at: str
    """A location, or `dispersed`, `off map`, `box`."""


class FleetView(Struct):
    id: str
    owner: Faction | None
    strength: int
    upgraded: bool
    dispersed: bool


class Training(Struct):
    unit: str
    points: int
    cost: int


class Dispersed(Struct):
    units: dict[str, int]
    generals: list[str]


class Player(Struct):
    faction: Faction
    vp: int
    vp_sources: list[Source]
    legitimacy: int
    legitimacy_sources: list[Source]
    champion: bool
    hand_size: int
    generals: list[GeneralAt]
    fleets: list[FleetView]
    training: Training | None
    dispersed: Dispersed


class Moved(Struct):
    cus: dict[str, int]
    generals: list[str]
    royals: list[str]


class Stack(Struct):
    faction: str
    where: str
    """land, inside, sea"""
    generals: list[str]
    cus: dict[str, int]
    royals: list[str]
    moved: Moved


class SpaceView(Struct):
    pc: str | None
    siege_points: dict[str, int]
    helepolis: bool
    looted: bool
    tomb: bool
    capital: Faction | None
    stacks: list[Stack]
    royals: list[str]
    """Royal family members that nobody controls."""


class ProvinceView(Struct):
    owner: str | None
    held: dict[str, int]


class Independent(Struct):
    id: str
    at: str
    active: bool


class RoyalView(Struct):
    at: str
    owner: Faction | None


class HandCard(Struct):
    number: str
    uses: list[str]
    """The verbs with which it may be played now."""


class KnownCard(Struct):
    faction: Faction
    number: str


class Thresholds(Struct):
    vp: int
    legitimacy: int


class View(Struct):
    version: int
    seat: Faction | None
    over: bool
    result: Result | None
    turn: int
    round: int
    segment: Segment | None
    active: Faction | None
    order: list[Faction]
    usurper: Faction | None
    phase_text: str
    players: list[Player]
    spaces: dict[str, SpaceView]
    provinces: dict[str, ProvinceView]
    independents: list[Independent]
    royals: dict[str, RoyalView]
    fleets: list[FleetView]
    deck_size: int
    discard: list[str]
    removed: list[str]
    face_down: int
    front: dict[str, list[str]]
    hand: list[HandCard]
    known: list[KnownCard]
    thresholds: Thresholds
    decision: Decision | None
    can_undo: bool
    key_hash: str
    hands: dict[Faction, list[str]]
    """All of them, once the game is over; empty before."""
    key: str
    """From which the dice came, once the game is over; empty before."""


class Now(Struct):
    """Everything that a page shows after an action."""

    view: View
    ahead: Ahead | None
    """Where the seat has to decide: what its choices lead to."""
    odds: Odds | None
    """Of the roll that is about to be made."""


class Acted(Accepted):
    now: Now | UnsetType = UNSET
    """What the seat sees, if the action asks for it."""


class Change(Struct):
    """What is different in a board: the way there by keys and numbers, and what is there now."""

    at: list[str | int]
    value: Any = UNSET
    """Missing where there is nothing any more."""


class Step(Struct):
    version: int
    changes: list[Change]


class Boards(Struct):
    """The first board, and how each of those after it differs from the one before."""

    first: View
    steps: list[Step]
    until: int
    """The last version that was looked at: ask again from there."""


class Comment(Struct):
    """What there is to say about the stops of an example from this one on."""

    version: int
    title: str
    text: str
    slips: list[str]
    """Where the book contradicts itself, or leaves something out."""


class Walk(Struct):
    """An example of play: the first board, how each after it differs, what was told at each, and comments."""

    edition: str
    first: View
    steps: list[Step]
    entries: list[Entry]
    marks: list[Mark]
    comments: list[Comment]

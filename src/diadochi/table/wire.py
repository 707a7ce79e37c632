"""What goes over the wire: JSON with the ids of the data, as the OpenAPI description tells it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

Faction = Literal["blue", "red", "yellow", "green", "black"]
Segment = Literal["surrender", "tyche", "activation", "forage"]
Windows = Literal["ask", "fitting", "segment"]
Status = Literal["waiting", "running", "over"]
SEGMENTS: tuple[Segment, ...] = ("surrender", "tyche", "activation", "forage")
FACTIONS: tuple[Faction, ...] = ("blue", "red", "yellow", "green", "black")

Name = Annotated[str, Meta(max_length=40)]
Title = Annotated[str, Meta(max_length=80)]
ActionId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:\-]+$")]
ActionText = Annotated[str, Meta(min_length=1, max_length=80)]
Token = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9_\-]+$")]
Version = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Request(Struct):
    """What a client sends."""


# Tables


class NewSeat(Request):
    kind: Literal["me", "bot", "open", "hot"]
    name: Name = ""
    bot: Annotated[str, Meta(max_length=40)] = ""


class NewGame(Request):
    players: Annotated[int, Meta(ge=2, le=5)]
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=5)]
    options: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []
    private: bool = False
    name: Title = ""


class Seat(Struct):
    faction: Faction
    kind: Literal["person", "hot", "bot", "open"]
    name: str
    bot: str
    present: bool
    mine: bool
    windows: Windows | None
    """How windows are answered; told to the holder of the seat only."""


class Created(Struct):
    id: str
    seats: list[Seat]
    invite: str


class EngineNote(Struct):
    """The game goes on under newer rules: the first version that comes out otherwise, and what it is."""

    version: int
    text: str


class Result(Struct):
    winner: Faction
    victory: str
    text: str
    vp: dict[str, int]
    legitimacy: dict[str, int]


class Table(Struct):
    id: str
    name: str
    players: int
    options: list[str]
    private: bool
    created: str
    changed: str
    status: Status
    seats: list[Seat]
    version: int
    decision_seat: Faction | None
    engine_note: EngineNote | None
    result: Result | None


class Tables(Struct):
    games: list[Table]


class TakeSeat(Request):
    name: Name = ""
    invite: Annotated[str, Meta(max_length=80)] = ""


class Invite(Struct):
    invite: str


class Recovery(Struct):
    link: str


class Recover(Request):
    token: Token


class Settings(Request):
    seat: Faction
    windows: Windows


class Setting(Struct):
    seat: Faction
    windows: Windows


# Playing


class Act(Request):
    id: ActionId
    version: Version
    action: ActionText
    seat: Faction


class Undo(Request):
    id: ActionId
    version: Version
    seat: Faction


class Accepted(Struct):
    version: int
    accepted: bool = True


class Problem(Struct, omit_defaults=True):
    """Every error: a code for programs and a sentence for people."""

    error: str
    text: str
    version: int | None = None
    rule: str | None = None


class Why(Struct):
    possible: bool
    rule: str
    text: str


class Odds(Struct):
    """The chances of what is about to be rolled, each from 0 to 1, and what is expected, by their names."""

    kind: str
    """battle, siege, naval, reaction"""
    general: str
    """Who rolls a reaction."""
    chances: dict[str, float]
    series: dict[str, list[float]]
    """Attacker and Defender, or by number of points or losses."""


class OddsAnswer(Struct):
    odds: Odds | None


# The log


class Ref(Struct):
    kind: str
    id: str
    name: str


class Line(Struct):
    text: str
    rule: str
    key: str
    dice: list[int]
    refs: list[Ref]
    private: bool


class Entry(Struct):
    version: int
    turn: int
    round: int
    segment: Segment | None
    active: Faction | None
    seat: Faction | None
    action: str
    label: str
    lines: list[Line]


class Log(Struct):
    entries: list[Entry]
    version: int


# The view


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
    pc: str | None = None
    siege_points: dict[str, int] = msgspec.field(default_factory=dict)
    helepolis: bool = False
    looted: bool = False
    tomb: bool = False
    capital: Faction | None = None
    stacks: list[Stack] = msgspec.field(default_factory=list)
    royals: list[str] = msgspec.field(default_factory=list)
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


class Offer(Struct):
    action: str
    verb: str
    domain: str
    id: str
    label: str


class Decision(Struct):
    seat: Faction
    mine: bool
    prompt: str
    rule: str
    hidden: bool
    window: bool
    """It asks for Surprise cards: see the settings of a seat."""
    offers: list[Offer]


class DecisionAnswer(Struct):
    version: int
    decision: Decision | None


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


# What the client has to know once


class ProvinceFacts(Struct):
    id: str
    name: str
    region: str
    vp: int
    needed: int
    spaces: list[str]


class SpaceFacts(Struct):
    id: str
    name: str
    kind: str
    """minor, stronghold, major, transit"""
    province: str | None
    port: bool
    independent: bool
    hellespont: bool
    x: float
    y: float


class PathFacts(Struct):
    a: str
    b: str
    kind: str
    """land, mountain, strait, sea, trans-mediterranean"""


class GeneralFacts(Struct):
    id: str
    name: str
    initiative: int
    battle: int
    seniority: int
    minor: bool
    faction: str | None
    ability: str


class CardFacts(Struct):
    number: str
    name: str
    kind: str
    """event, bonus, surprise"""
    ops: int
    effect: str
    condition: str
    limits: list[str]
    windows: list[str]
    reconstructed: bool
    optional: bool


class RoyalFacts(Struct):
    id: str
    name: str
    kind: str
    legitimacy: int


class FleetFacts(Struct):
    id: str
    name: str
    province: str | None
    space: str | None
    normal: int
    upgraded: int


class UnitFacts(Struct):
    id: str
    name: str
    strength: int


class FactionFacts(Struct):
    id: str
    name: str


class OptionFacts(Struct):
    id: str
    text: str


class VerbFacts(Struct):
    id: str
    domain: str


class HoldingFacts(Struct):
    """The box at the edge in which an Independent Army waits."""

    army: str
    x: float
    y: float


class MaterialFacts(Struct):
    edition: str
    edition_name: str
    digest: str
    width: int
    height: int
    turns: int
    provinces: list[ProvinceFacts]
    spaces: list[SpaceFacts]
    paths: list[PathFacts]
    holdings: list[HoldingFacts]
    generals: list[GeneralFacts]
    cards: list[CardFacts]
    royals: list[RoyalFacts]
    fleets: list[FleetFacts]
    units: list[UnitFacts]
    factions: list[FactionFacts]
    options: list[OptionFacts]
    bots: list[str]
    verbs: list[VerbFacts]


class RuleFacts(Struct):
    number: str
    title: str
    text: str


class RulesFound(Struct):
    rules: list[RuleFacts]


# The live channel


class Hello(Struct, tag="hello"):
    version: int
    present: list[str]


class Entries(Struct, tag="entries"):
    entries: list[Entry]
    version: int
    decision_seat: Faction | None


class Presence(Struct, tag="presence"):
    present: list[str]


class TableChanged(Struct, tag="table"):
    """Seats or status have changed: look at the table again."""


class Pong(Struct, tag="pong"):
    pass


class Ack(Struct, tag="ack"):
    version: int


class Ping(Struct, tag="ping"):
    pass


ToClient = Hello | Entries | Presence | TableChanged | Pong
FromClient = Ack | Ping

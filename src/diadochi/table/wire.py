"""What goes over the wire: JSON with the ids of the data, as the OpenAPI description tells it."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from diadochi.model.edition import EDITIONS

Faction = Literal["blue", "red", "yellow", "green", "black"]
Segment = Literal["surrender", "tyche", "activation", "forage"]
Windows = Literal["ask", "chosen", "battles", "fitting", "segment", "round", "turn"]
WindowKind = Literal[
    "any_time",
    "answer_surprise",
    "battle_cards",
    "naval_step",
    "naval_dice",
    "siege_roll",
    "commander_death",
    "every_step",
]
Heading = Literal["turn", "round", "surrender", "tyche", "activation", "forage"]
Fight = Literal["reaction", "naval", "battle", "siege"]
FightKind = Literal["battle", "siege", "naval"]
MarkKind = Literal["turn", "round", "battle", "siege", "naval"]
Pace = Literal["live", "slow"]
Status = Literal["waiting", "running", "over"]
SEGMENTS: tuple[Segment, ...] = ("surrender", "tyche", "activation", "forage")
FACTIONS: tuple[Faction, ...] = ("blue", "red", "yellow", "green", "black")

Name = Annotated[str, Meta(max_length=40)]
Title = Annotated[str, Meta(max_length=80)]
ActionId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:\-]+$")]
ActionText = Annotated[str, Meta(min_length=1, max_length=80)]
Token = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9_\-]+$")]
Key = Annotated[str, Meta(max_length=80, pattern=r"^([A-Za-z0-9_\-]{32,80})?$")]
"""Unguessable, and chosen by the client: the same request with the same key gets the same answer again."""
EditionId = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[a-z]+$")]
RulingWord = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9_\-]+$")]
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
    edition: EditionId = EDITIONS[0]
    rulings: Annotated[dict[RulingWord, RulingWord], Meta(max_length=40)] = {}
    """Readings that this table plays in another way than the edition does."""
    private: bool = False
    reasons: bool = False
    """Bots say why."""
    pace: Pace = "live"
    """How windows for Surprise cards are asked: under a countdown, or one after another."""
    name: Title = ""
    lesson: Annotated[str, Meta(max_length=12)] = ""
    """Which step of the guided game it is; for one player and a bot."""
    key: Key = ""


class Order(Struct):
    """A standing order: the table plays this Surprise card for the seat as soon as it may, without asking."""

    card: Annotated[str, Meta(max_length=8)]
    kind: WindowKind
    """In which window."""
    whom: Annotated[list[Faction], Meta(max_length=5)] = []
    """Only against these players; against all, if there is none."""
    least: Annotated[int, Meta(ge=0, le=99)] = 0
    """Only where they have at least so many CUs: aboard, or in the battle."""


class Seat(Struct):
    faction: Faction
    kind: Literal["person", "hot", "bot", "open"]
    name: str
    bot: str
    present: bool
    mine: bool
    windows: Windows | None
    """How windows are answered; told to the holder of the seat only."""
    kinds: list[WindowKind] | None
    """For which windows the seat is asked if it is `chosen`; told to the holder only."""
    orders: list[Order] | None
    """Its standing orders; told to the holder only."""


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


class PlayedRuling(Struct):
    id: str
    value: str
    text: str
    """What it decides, and how this table plays it."""


class Lesson(Struct):
    """A step of the guided game."""

    id: str
    number: int
    of: int
    ends: list[str]
    """It is done with one of these verbs of the learner's, or when an event with one of these keys is told."""
    next: str | None


class Table(Struct):
    id: str
    name: str
    players: int
    options: list[str]
    edition: str
    edition_name: str
    rulings: list[PlayedRuling]
    """The readings that it plays in another way than the edition does."""
    private: bool
    reasons: bool
    pace: Pace
    countdown: bool
    """Whether windows are asked under a countdown: not where one person plays bots or several share a device."""
    created: str
    changed: str
    status: Status
    seats: list[Seat]
    version: int
    decision_seat: Faction | None
    engine_note: EngineNote | None
    result: Result | None
    lesson: Lesson | None
    """The step of the guided game that it is."""


class Tables(Struct):
    games: list[Table]


class TakeSeat(Request):
    name: Name = ""
    invite: Annotated[str, Meta(max_length=80)] = ""
    key: Key = ""


class SeatBot(Request):
    bot: Annotated[str, Meta(max_length=40)] = ""


class Invite(Struct):
    invite: str


class Recovery(Struct):
    link: str


class Recover(Request):
    token: Token
    key: Key = ""


class Settings(Request):
    seat: Faction
    windows: Windows
    kinds: Annotated[list[WindowKind], Meta(max_length=20)] | None = None
    """For `chosen`; without them as before."""
    orders: Annotated[list[Order], Meta(max_length=8)] | None = None
    """Standing orders, all that there shall be; without them as before."""


class Setting(Struct):
    seat: Faction
    windows: Windows


# Playing


class Offer(Struct):
    action: str
    verb: str
    domain: str
    id: str
    label: str
    further: bool
    """It may be done besides what is asked, in one's own turn (7.1.C.2): nothing that is left to do."""
    sure: str
    """What to ask before it is sent."""


class Together(Struct):
    """Several offers that may be chosen one after another without a thought, and what that is called."""

    label: str
    actions: list[str]


class Round(Struct):
    """A window that asks several seats at once; answers are shown at its end, silence is a pass."""

    kind: WindowKind
    seconds: float
    """How long it lasts."""
    left: float
    """Seconds from this answer on."""
    asked: list[Faction]
    answer: str | None
    """What this seat has answered; it may be changed until the end."""
    lost: bool
    """What it has answered was damaged on the server's disk: it is asked again."""


class Decision(Struct):
    seat: Faction
    mine: bool
    kind: str
    """What is asked, for programs: the same wherever the same is asked."""
    prompt: str
    """For people, without the name of who is asked and the number of the rule."""
    rule: str
    fight: Fight | None
    """Which dice may be about to fall: then there may be odds."""
    hidden: bool
    window: bool
    """It asks for Surprise cards: see the settings of a seat."""
    offers: list[Offer]
    together: Together | None
    round: Round | None
    """The countdown under which it does."""


class DecisionAnswer(Struct):
    version: int
    decision: Decision | None


class Act(Request):
    id: ActionId
    version: Version
    action: ActionText
    seat: Faction
    then: Annotated[list[ActionText], Meta(max_length=12)] = []
    """What follows at once, each as long as this seat is asked and it is offered; it stops at windows."""
    next: bool = False
    """Answer with the next decision, for programs that play on at once."""
    look: bool = False
    """Answer with what the seat sees then, for pages."""


class Undo(Request):
    id: ActionId
    version: Version
    seat: Faction
    look: bool = False


class Accepted(Struct):
    version: int
    """Of the entry; of the game as it is where the answer is kept until a countdown ends."""
    accepted: bool = True
    next: DecisionAnswer | UnsetType = UNSET
    """The decision after it, if the action asks for it; with its offers if it is a seat of the same player."""


class Problem(Struct, omit_defaults=True):
    """Every error: a code for programs, a sentence for people, and in English what a programmer got wrong."""

    error: str
    text: str
    version: int | None = None
    rule: str | None = None
    detail: str | None = None


class Why(Struct):
    possible: bool
    rule: str
    text: str


class Hint(Struct):
    """What `satrap` would do in this seat's place, seeing what this seat sees."""

    version: int
    action: str | None
    label: str
    text: str
    """Why, for big choices."""


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


class Halt(Struct):
    """A step of a way after which one stops to look, by its number, and why."""

    leg: int
    kind: str
    text: str


class Way(Struct):
    """The single steps to a goal."""

    actions: list[str]
    spaces: list[str]
    costs: list[int]
    """The MPs from the start to the end of each step."""
    left: int
    """The MPs that are left at the goal."""
    chance: float
    """That nobody stops the group on the way."""
    halts: list[Halt]
    hazards: list[str]
    """Who may stop it, and with which chance."""


class Goal(Struct):
    """A space that the group may reach."""

    space: str
    by_sea: bool
    fight: bool
    ways: list[Way]
    """The cheapest, and the safest where that is another one."""
    odds: Odds | None
    """Of the fight that begins there."""
    question: str
    """What is asked there before anything else can be done, and the answers."""
    answers: list[Offer]


class Chain(Struct):
    """What may be chosen at once, before what it follows is done."""

    first: str
    offer: Offer


class Ahead(Struct):
    """What the choices of a seat lead to, from what it may know."""

    version: int
    mps: int
    """Of the group that moves now."""
    at: str
    """Where it is, or nothing."""
    goals: list[Goal]
    odds: dict[str, Odds]
    """By action: the chances of the roll that it leads to."""
    final: dict[str, str]
    """By action: why it cannot be taken back. What is not here can be."""
    then: list[Chain]


# The log


class Ref(Struct):
    kind: str
    id: str
    name: str


Argument = int | str | list[int | str] | dict[str, int] | None
"""A number, an id, several of them, CUs by type, or nobody."""


class FightStep(Struct):
    """A line of a fight, and what it means for its course."""

    kind: FightKind
    begins: bool
    rolls: bool
    ends: bool
    commanders: list[str | None] = []
    """Where a Land Battle begins: the Commanding Generals of Attacker and Defender."""


class Named(Struct):
    """A reference in a line, as it is called there: names have forms."""

    ref: int
    text: str


class Line(Struct):
    text: str
    """The sentence, without the number of its rule."""
    parts: list[str | Named]
    """The same in pieces: words, and what is named, with its number in `refs`."""
    label: str
    """What a row with its points is called, where it is one of several."""
    rule: str
    key: str
    fight: FightStep | None
    mark: MarkKind | None
    """What the track of a replay shows of it."""
    begins: Heading | None
    """What it is the heading of."""
    common: bool
    """It is done for everybody, in nobody's turn."""
    dice: list[int]
    args: dict[str, Argument]
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
    reason: str | None
    """Why a bot chose it."""


class Log(Struct):
    entries: list[Entry]
    version: int


class Mark(Struct):
    """Something that the track of a replay shows."""

    version: int
    kind: MarkKind
    turn: int
    round: int
    space: str | None
    """Where a fight takes place."""


class Score(Struct):
    """A change of VP or Legitimacy, and what they are then."""

    version: int
    faction: Faction
    what: Literal["vp", "legitimacy"]
    points: int
    total: int


class TurningPoint(Struct):
    """A moment at which much changed hands."""

    version: int
    turn: int
    round: int
    texts: list[str]


class Ending(Struct):
    """Who won, and by which rule."""

    version: int
    text: str
    rule: str


class Course(Struct):
    """Where a replay stops: the versions at which something was told to everybody and not taken back."""

    version: int
    """As far as the game has been looked at: ask again until it is the game's."""
    stops: list[int]
    marks: list[Mark]
    scores: list[Score]
    turning_points: list[TurningPoint]
    """Of a game that is over."""
    ending: Ending | None


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

"""What a client has to know once, as it goes over the wire: the material and the rules."""

from msgspec import Struct


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
    initials: str
    """Two letters, unlike those of all others."""
    initiative: int
    battle: int
    seniority: int
    stars: int
    """0 where the edition has none."""
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


class ContradictionFacts(Struct):
    """Options that should not be chosen together, and why."""

    options: list[str]
    text: str


class ReadingFacts(Struct):
    """One of the ways to play a ruling."""

    id: str
    text: str


class RulingFacts(Struct):
    """A reading on which tables differ."""

    id: str
    text: str
    readings: list[ReadingFacts]
    """The edition's own first."""


class EditionFacts(Struct):
    """What somebody has to know who begins a game of it."""

    id: str
    name: str
    players: list[int]
    """The numbers of players that can play."""
    factions: list[str]
    """In the order of their seats."""
    options: list[OptionFacts]
    contradictions: list[ContradictionFacts]
    rulings: list[RulingFacts]
    """Those that can be chosen."""
    about: str
    """What of it is reconstructed, in two lines."""


class Editions(Struct):
    """Those that can be played; the first is the one where none is named."""

    editions: list[EditionFacts]


class ReconstructedFacts(Struct):
    """The facts of one kind, and how many of them no source states."""

    title: str
    number: int
    of: int
    things: list[str]
    """The Generals, Fleets and cards that they are about, by name."""


class Reconstructed(Struct):
    edition: str
    parts: list[ReconstructedFacts]


class VerbFacts(Struct):
    """What a page has to know of a verb; docs/actions.md tells what each one does."""

    id: str
    domain: str
    heading: str
    """Above what can be chosen with it."""
    short: str
    """On a small button."""
    then: list[str]
    """What follows, in this order, for a player who takes everything along."""
    fights: bool
    """It may begin a fight."""
    ends: bool
    """It ends what is asked, with nothing more done."""
    counted: bool
    """CUs one by one: a player says how many of each."""
    joins: bool
    """Somebody who goes with the CUs that are counted."""
    listed: bool
    """It stands in the list, even where it is asked."""
    on_map: bool
    """A click on its place means it."""
    reads: bool
    """A card is played for what is written on it."""
    introduces: bool
    """The General who is chosen is introduced."""


class HoldingFacts(Struct):
    """The box at the edge in which an Independent Army waits."""

    army: str
    x: float
    y: float


class LevelFacts(Struct):
    """The board as it is seen from afar or from near."""

    id: str
    """Also of the group of its names in the picture of the board: `labels-far`."""
    least: float
    """Pixels per unit from which it is shown."""
    docks: list[list[float]]
    """By space: where its counters stand, the best place first, each as four numbers: a point, and whether a counter
    stretches from there to the right or left (1, -1), down or up, or both ways (0)."""


class MaterialFacts(Struct):
    edition: str
    edition_name: str
    digest: str
    width: int
    height: int
    turns: int
    turn_rules: list[list[str]]
    """By Game Turn: the rules that say what is special about it."""
    page_rules: dict[str, str]
    """The rules of which a page speaks by itself, as this edition's book numbers them."""
    provinces: list[ProvinceFacts]
    spaces: list[SpaceFacts]
    paths: list[PathFacts]
    play: list[float]
    """The part of the picture that a table shows: left, top, width, height."""
    levels: list[LevelFacts]
    """From the farthest to the nearest."""
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


class LanguageFacts(Struct):
    id: str
    name: str
    """As it calls itself."""
    digest: str
    """Of its texts: they are asked for by it, and kept."""


class Languages(Struct):
    reader: str
    """The one that whoever asks gets."""
    languages: list[LanguageFacts]


class Texts(Struct):
    """Everything that a page says in one language: docs/languages.md tells how a text is filled."""

    language: str
    edition: str
    """Whose names they are."""
    plurals: list[int]
    """By number: which of the choices it takes; numbers beyond the list as their last two digits after 100."""
    texts: dict[str, str]

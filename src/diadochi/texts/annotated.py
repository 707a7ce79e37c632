"""Annotated record: a game told step by step, whose dice and cards are dictated and come from no key.

It may end anywhere. A step names its comments in the catalogue and holds the actions that belong to it, with what
chance has to give in each. What the source of the game does not tell, and the writer has supplied, is marked.
"""

from collections.abc import Iterator
from typing import NamedTuple

from diadochi.catalogue import say
from diadochi.data.entry import index
from diadochi.errors import BROKEN, GameError
from diadochi.model.ids import CardId, SeatId
from diadochi.model.material import Material
from diadochi.model.state import State, cards_in, numbered
from diadochi.rules import face as rules
from diadochi.texts.header import read_material, read_options
from diadochi.texts.reader import Part, read, read_header
from diadochi.texts.record import Given, Replay, few, read_given

FORMAT, VERSION = "diadochi annotated record", 1
DICTATED = "dictated"
NO_KEY = bytes(32)
"""Nothing is drawn from it: chance that the record does not dictate is refused."""
MOST_TURNS = 5
MOST_ROUNDS = 9
DIFFERENT = "error.annotated_different"


class Step(NamedTuple):
    """What is told at once."""

    id: str
    chapter: str
    turn: int
    """0 before the first Game Turn."""
    round: int
    """0 outside the Rounds."""
    seat: str
    """Whose step it is; empty where it is everybody's."""
    part: str
    """The Phase, the Segment or the part of a battle."""
    comment: str
    """The key of what is said about it."""
    slips: tuple[str, ...]
    """The keys of remarks: where the source contradicts itself, or leaves something out."""
    first: int
    """The actions played before it."""
    actions: int
    """The actions played at its end."""


class Move(NamedTuple):
    """One action, and what chance gives in it."""

    part: Part
    """Where it stands, for errors."""
    seat: SeatId
    action: str
    given: Given
    deck: tuple[CardId, ...]
    """What lies on top of the deck that is shuffled; the other cards lie under it, the highest number first."""
    supplied: tuple[int, ...]
    """Which of the dice the source does not tell, counted from 1."""
    supplied_cards: tuple[CardId, ...]


class Annotated(NamedTuple):
    """A record that has been read, and not played yet."""

    part: Part
    material: Material
    players: int
    options: int
    opening: Given
    steps: tuple[Step, ...]
    moves: tuple[Move, ...]

    def played(self) -> Iterator[Replay]:
        """The game before the first action and after each: it is one, which goes on. A TextError names what differs."""
        state = rules.new_state(self.material, self.players, self.options, NO_KEY)
        opening = self.part.entry("opening")
        try:
            replay = Replay(self.material, state, self.opening)
        except BROKEN as error:
            opening.fail(say("error.cannot_played_again", name=type(error).__name__), say(DIFFERENT))
        compare(opening, self.opening, replay.given)
        yield replay
        for move in self.moves:
            play(move, replay)
            yield replay


class Played(NamedTuple):
    """An annotated record that could be played from its beginning to its end."""

    steps: int
    actions: int
    dice: int
    supplied: int
    """Those of the dice that its source does not tell."""


def check(record: Annotated) -> Played:
    """Play it all: every action is legal and uses exactly the dice and cards that are dictated."""
    for _ in record.played():
        pass
    dice = sum(len(move.given.dice) for move in record.moves)
    supplied = sum(len(move.supplied) for move in record.moves)
    return Played(len(record.steps), len(record.moves), dice, supplied)


# Playing


def play(move: Move, replay: Replay) -> None:
    given = move.given
    if move.deck:
        given = given._replace(orders=(under(move.deck, replay.game.state, replay.game.material),))
    try:
        found = replay.step(move.seat, move.action, given)
    except GameError as error:
        move.part.refuse("action", str(error), say(DIFFERENT))
    except BROKEN as error:
        move.part.refuse("action", say("error.cannot_played_again", name=type(error).__name__), say(DIFFERENT))
    if move.deck:
        given = given._replace(draws=move.deck[: len(found.draws)])
    compare(move.part, given, found)


def under(top: tuple[CardId, ...], s: State, material: Material) -> tuple[int, ...]:
    """The deck of a new Game Turn with these cards on top, from the bottom."""
    everything = (1 << len(material.cards)) - 1 & ~(s.removed | s.aside)
    return (*(card for card in cards_in(everything) if card not in top), *reversed(top))


def compare(part: Part, dictated: Given, found: Given) -> None:
    for key, told, came in zip(("dice", "draws", "shuffles"), dictated, found, strict=True):
        if told != came:
            part.refuse(key, say("error.record_says_game_gives", what=few(told), what2=few(came)), say(DIFFERENT))


# Reading


def is_annotated(text: str | bytes) -> bool:
    """Whether a record is one of these, and not that of a finished game."""
    return read("record", text).raw.get("format") == FORMAT


def read_annotated(text: str | bytes, material: Material | None = None) -> Annotated:
    part = read("annotated", text)
    read_header(part, FORMAT, VERSION)
    material = read_material(part, material, exact=True)
    options = read_options(part, material)
    factions = material.pieces.factions
    seats = part.ids("seats", index(list(factions[:-1])))
    if seats != tuple(range(len(seats))) or len(seats) not in material.edition.players:
        part.fail(say("error.seats_those_game"), say("error.name_them_order", factions=list(factions)))
    part.one_of("chance", {DICTATED: DICTATED})
    texts = part.text("texts")
    entry = part.entry("opening")
    opening = read_given(entry, material)
    entry.done()
    steps: list[Step] = []
    moves: list[Move] = []
    for inner in part.parts("steps"):
        first = len(moves)
        moves += [read_move(entry, material, len(seats)) for entry in inner.parts("entries")]
        steps.append(read_step(inner, texts, factions[: len(seats)], first, len(moves)))
    part.done()
    return Annotated(part, material, len(seats), options, opening, tuple(steps), tuple(moves))


def read_step(part: Part, texts: str, factions: tuple[str, ...], first: int, actions: int) -> Step:
    step = Step(
        id=part.text("id"),
        chapter=part.text("chapter"),
        turn=part.number("turn", 0, MOST_TURNS),
        round=part.number("round", 1, MOST_ROUNDS, default=0),
        seat=part.one_of("seat", {name: name for name in (*factions, "")}),
        part=part.text("part"),
        comment=f"{texts}.{part.text('id')}",
        slips=tuple(f"{texts}.{slip}" for slip in part.texts("slips", default=())),
        first=first,
        actions=actions,
    )
    part.done()
    return step


def read_move(part: Part, material: Material, players: int) -> Move:
    cards = {card.number: number for number, card in numbered(CardId, material.cards)}
    given = read_given(part, material)
    move = Move(
        part=part,
        seat=SeatId(part.one_of("seat", index(list(material.pieces.factions[:players])))),
        action=part.text("action"),
        given=given,
        deck=part.ids("deck", cards, required=False),
        supplied=part.numbers("supplied", 1, len(given.dice)) if part.has("supplied") else (),
        supplied_cards=part.ids("supplied_cards", cards, required=False),
    )
    part.done()
    return move

"""Record: a game for everybody to read, replay and verify; of a running game, what one seat has seen.

A full record exists when the game is over. It tells the key and, for every entry, the dice, the drawn cards and
the shuffled orders, so that it can be played again with the key, and without any random numbers.
"""

import json
from typing import Any, NamedTuple

from diadochi.data.entry import index
from diadochi.errors import GameError
from diadochi.game import UNDO, Game
from diadochi.model.material import Material
from diadochi.model.notation import Domain
from diadochi.model.state import State
from diadochi.rules import chance
from diadochi.rules.agenda import Event
from diadochi.rules.setup import new_state
from diadochi.texts.header import read_asking, read_played_with, write_asking, write_played_with
from diadochi.texts.older import understood
from diadochi.texts.reader import Part, layout, read, read_header
from diadochi.texts.save import standing
from diadochi.texts.setting import set_up

FORMAT, VERSION = "diadochi record", 1
SEEN_FORMAT = "diadochi seat record"
DIGEST_EVERY = 25
SPECTATOR = -1
MOST = 1 << 16
SHORT = 400
DIFFERENT = "It has been changed, or another version of the engine made it"


class Given(NamedTuple):
    """What chance gave in one step."""

    dice: tuple[int, ...] = ()
    draws: tuple[int, ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()


class Verified(NamedTuple):
    """A record that holds, played to its end, and what was checked."""

    game: Game
    engine: str
    """The engine that wrote the record, by its own word."""
    actions: int
    dice: int
    shuffles: int
    digests: int
    missing: tuple[int, ...]
    """The numbers of the entries after which a digest belongs and none stands; 0 for the one at the end."""


# Playing again


class Replay:
    """A game that is played again; with `fixed`, chance gives what it is told."""

    def __init__(
        self, material: Material, state: State, fixed: Given | None = None, *, ask_everything: bool = False
    ) -> None:
        if fixed is not None:
            fix(state, fixed)
        self.game = Game(material, state, ask_everything=ask_everything)
        self.given = self._given()

    def step(self, seat: int, text: str, fixed: Given | None = None) -> Given:
        if fixed is not None:
            fix(self.game.state, fixed)
        if text == UNDO:
            self.game.undo_again(seat)
        else:
            self.game.act(understood(self.game, text), seat)
        self.given = self._given()
        return self.given

    def _given(self) -> Given:
        p = self.game._play
        given = Given(tuple(p.dice), tuple(p.draws), tuple(p.orders))
        p.dice.clear()
        p.draws.clear()
        p.orders.clear()
        return given


def fix(s: State, given: Given) -> None:
    s.fixed_dice, s.fixed_draws, s.fixed_orders = given


def fingerprint(game: Game) -> str:
    """The digest of the state without what is left of a queue of fixed dice."""
    s = game.state.copy()
    fix(s, Given())
    return s.digest()


def beginning(material: Material, players: int, options: int, key: bytes, start: dict[str, Any]) -> State:
    return set_up(start, key, material, strict=False) if start else new_state(material, players, options, key)


# Writing


def write(game: Game) -> str:
    """The record of a finished game."""
    if game.result is None:
        raise GameError("the record is published when the game is over; until then there is one for each seat")
    s = game.state
    state = beginning(game.material, s.players, s.options, s.key, game.start)
    replay = Replay(game.material, state, ask_everything=game.ask_everything)
    opening = given_to_json(game, replay.given)
    entries = []
    for number, entry in enumerate(game.entries, 1):
        entries.append(write_entry(replay, entry.seat, entry.text, number))
    if replay.game.state != s:
        raise unrecorded()
    out = {
        "format": FORMAT,
        "version": VERSION,
        **write_played_with(game.material, s),
        **write_asking(game.ask_everything),
        "key_hash": game.key_hash,
        "key": s.key.hex(),
        "start": game.start,
        "opening": opening,
        "entries": entries,
        "result": result_of(game),
        "digest": fingerprint(game),
    }
    return layout(out, 2) + "\n"


def write_entry(replay: Replay, seat: int, text: str, number: int) -> dict[str, Any]:
    game = replay.game
    try:
        given = replay.step(seat, text)
    except GameError:
        raise unrecorded() from None
    played = game.entries[-1].text
    out = {"seat": game.material.pieces.factions[seat], "action": played, **given_to_json(game, given)}
    if number % DIGEST_EVERY == 0:
        out["digest"] = fingerprint(game)
    return out


def unrecorded() -> GameError:
    return GameError(
        "this game does not come out the same when it is played again from its beginning, so there is no record "
        "of it: it began in the middle, or has gone on under other data"
    )


def given_to_json(game: Game, given: Given) -> dict[str, Any]:
    cards = game.notation.ids[Domain.CARD]
    out = {
        "dice": list(given.dice),
        "draws": [cards[card] for card in given.draws],
        "shuffles": [list(order) for order in given.orders],
    }
    return {key: value for key, value in out.items() if value}


def result_of(game: Game) -> dict[str, Any]:
    result = game.result
    assert result is not None
    return {
        "winner": game.material.pieces.factions[result.winner],
        "victory": result.victory,
        "vp": list(result.vp),
        "legitimacy": list(result.legitimacy),
    }


def write_seen(game: Game, seat: int) -> str:
    """What a seat, or a spectator (-1), has seen of a game: no key, no digests, no hidden card."""
    if not SPECTATOR <= seat < game.players:
        raise GameError(f"there is no seat {seat}; the seats are 0 to {game.players - 1}, and -1 for a spectator")
    seats = game.material.pieces.factions
    later = sum(len(entry.events) for entry in standing(game.entries))
    opening = game.events[: len(game.events) - later]
    out = {
        "format": SEEN_FORMAT,
        "version": VERSION,
        **write_played_with(game.material, game.state),
        **write_asking(game.ask_everything),
        "key_hash": game.key_hash,
        "seat": seats[seat] if seat >= 0 else "spectator",
        "opening": seen(opening, seat),
        "entries": [
            {"seat": seats[entry.seat], "action": entry.text, "events": seen(entry.events, seat)}
            for entry in game.entries
        ],
    }
    return layout(out, 2) + "\n"


def seen(events: tuple[Event, ...], seat: int) -> list[dict[str, Any]]:
    return [
        {
            "key": event.key,
            "rule": event.rule,
            "args": {name: [kind, value] for name, kind, value in event.args},
            "dice": event.dice,
        }
        for event in events
        if event.seen_by(seat)
    ]


# Verifying

NEVER_A_RECORD = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What the engine may run into where a start that is no position of a game leads."""


def verify(text: str | bytes, material: Material | None = None) -> Verified:
    """Play a record with its key and with its dice side by side; a TextError names the first difference."""
    part = read("record", text)
    if part.raw.get("format") == SEEN_FORMAT:
        part.has("format")
        part.fail("it is what one seat saw of a game", "Give the full record, which a finished game has")
    read_header(part, FORMAT, VERSION)
    try:
        return play_again(part, material)
    except NEVER_A_RECORD as error:
        part.key = ""
        part.fail(f"it cannot be played again ({type(error).__name__})", DIFFERENT)


def play_again(part: Part, material: Material | None) -> Verified:
    material, options, players = read_played_with(part, material, other_data=False)
    key = read_key(part)
    start = part.entry("start").raw
    everything = read_asking(part)
    keyed = Replay(material, beginning(material, players, options, key, start), ask_everything=everything)
    opening = part.entry("opening")
    given = read_given(opening, material)
    opening.done()
    compare(opening, given, keyed)
    told = Replay(material, beginning(material, players, options, key, start), given, ask_everything=everything)
    compare(opening, given, told)
    counts = [len(given.dice), len(given.orders), 0]
    missing = []
    number = 0
    for number, entry in enumerate(part.parts("entries"), 1):
        found = verify_entry(entry, keyed, told)
        counts = [n + more for n, more in zip(counts, found, strict=True)]
        if number % DIGEST_EVERY == 0 and not found[2]:
            missing.append(number)
    verify_end(part, keyed.game, told.game)
    if part.has("digest"):
        check_digest(part, keyed.game, told.game)
        counts[2] += 1
    else:
        missing.append(0)
    part.done()
    return Verified(told.game, part.text("engine"), number, counts[0], counts[1], counts[2], tuple(missing))


def read_key(part: Part) -> bytes:
    try:
        key = bytes.fromhex(part.text("key"))
    except ValueError:
        part.fail("the key is no hexadecimal number", "Take the record as it was written")
    if chance.key_hash(key) != part.text("key_hash"):
        part.fail("the key does not fit the hash that was shown when the game began", DIFFERENT)
    return key


def read_given(part: Part, material: Material) -> Given:
    dice = part.numbers("dice", 1, 6) if part.has("dice") else ()
    draws = part.texts("draws", default=())
    cards = material.notation.numbers[Domain.CARD]
    orders = []
    for order in part.items("shuffles") if part.has("shuffles") else []:
        if not isinstance(order, list):
            part.fail("a shuffle is no list of numbers", "Take the record as it was written")
        orders.append(tuple(part.in_range("shuffles", item, 0, MOST) for item in order))
    return Given(dice, tuple(part.known("draws", card, cards) for card in draws), tuple(orders))


def verify_entry(part: Part, keyed: Replay, told: Replay) -> tuple[int, int, int]:
    """Returns the number of dice, shuffles and digests that it holds."""
    material = keyed.game.material
    seat = part.one_of("seat", index(list(material.pieces.factions[: keyed.game.players])))
    text = part.text("action")
    given = read_given(part, material)
    for replay, fixed in ((keyed, None), (told, given)):
        try:
            replay.step(seat, text, fixed)
        except GameError as error:
            part.refuse("action", str(error), DIFFERENT)
        compare(part, given, replay)
    digests = part.has("digest")
    if digests:
        check_digest(part, keyed.game, told.game)
    part.done()
    return len(given.dice), len(given.orders), int(digests)


def compare(part: Part, given: Given, replay: Replay) -> None:
    """The record must tell the same as the key, and as the replay without random numbers."""
    for key, recorded, found in zip(("dice", "draws", "shuffles"), given, replay.given, strict=True):
        if recorded != found:
            part.refuse(key, f"the record says {few(recorded)}, the game gives {few(found)}", DIFFERENT)


def few(items: tuple[object, ...]) -> str:
    """A list, cut to a readable length."""
    text = str(list(items))
    return text if len(text) <= SHORT else text[: SHORT - 3] + "..."


def check_digest(part: Part, keyed: Game, told: Game) -> None:
    digest = part.text("digest")
    if fingerprint(keyed) != digest or fingerprint(told) != digest:
        part.fail("the game stands otherwise than the digest says", DIFFERENT)


def verify_end(part: Part, keyed: Game, told: Game) -> None:
    result = part.entry("result").raw
    for game in (keyed, told):
        if game.result is None:
            part.refuse("entries", "the game is not over after the last entry", DIFFERENT)
        if result_of(game) != result:
            part.refuse("result", f"the game ends otherwise: {layout(result_of(game), 0)}", DIFFERENT)


# Comparing with what a seat saw


class Seen(NamedTuple):
    """The record of a seat that agrees with a game."""

    seat: str
    entries: int


def compare_seen(text: str | bytes, game: Game) -> Seen:
    """What a seat saw of a game must be what it would have seen of this one; a TextError names the first difference."""
    part = read("seat's record", text)
    read_header(part, SEEN_FORMAT, VERSION)
    _, options, players = read_played_with(part, game.material, other_data=False)
    seats = {**index(list(game.material.pieces.factions[:players])), "spectator": SPECTATOR}
    name = part.text("seat")
    seat = part.one_of("seat", seats)
    if part.text("key_hash") != game.key_hash:
        part.fail("the hash is another one: the dice were changed, or it is another game", SEEN_OTHERWISE)
    if (players, options) != (game.players, game.state.options):
        part.refuse("seats", "they sat at another game", SEEN_OTHERWISE)
    told = json.loads(write_seen(game, seat))
    if part.items("opening") != told["opening"]:
        part.fail("the game began otherwise", SEEN_OTHERWISE)
    entries = part.items("entries")
    for number, entry in enumerate(entries):
        if number >= len(told["entries"]) or entry != told["entries"][number]:
            part.refuse("entries", f"entry {number} is not what happened in the record", SEEN_OTHERWISE)
    part.done()
    return Seen(name, len(entries))


SEEN_OTHERWISE = "Give the record of the same game, written by the same version of the engine"

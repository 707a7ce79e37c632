"""Record: a game for everybody to read, replay and verify; of a running game, what one seat has seen.

A full record exists when the game is over. It tells the key and, for every entry, the dice, the drawn cards and
the shuffled orders, so that it can be played again with the key, and without any random numbers.

Its segments tell from which action on which engine played. Where a newer engine would have played otherwise, the game
went on from its position, which is the base of that segment: each segment can be played again by itself.
"""

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from diadochi.catalogue import say
from diadochi.data.entry import index
from diadochi.errors import BROKEN, GameError, TextError
from diadochi.model.ids import CardId, Mask, SeatId
from diadochi.model.material import Material
from diadochi.model.state import NOBODY, State, numbered
from diadochi.model.verbs import Domain
from diadochi.rules import face as rules
from diadochi.rules.face import UNDO, VICTORY_NAME, Entry, Event, empty_state, new_state
from diadochi.texts.header import read_asking, read_played_with, write_asking, write_played_with
from diadochi.texts.mark import engine_mark
from diadochi.texts.older import understood
from diadochi.texts.reader import Part, layout, read, read_header
from diadochi.texts.segments import DIFFERENT, Segment, read_segments, write_segments
from diadochi.texts.setting import set_up

if TYPE_CHECKING:
    from diadochi.game import Game

FORMAT, VERSION = "diadochi record", 2
SEEN_FORMAT, SEEN_VERSION = "diadochi seat record", 1
DIGEST_EVERY = 25
SPECTATOR = NOBODY
MOST = 1 << 16
SHORT = 400


class Given(NamedTuple):
    """What chance gave in one step."""

    dice: tuple[int, ...] = ()
    draws: tuple[CardId, ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()


class Played(NamedTuple):
    """A game as it was played, whichever engines did."""

    material: Material
    state: State
    """At the end."""
    start: dict[str, Any]
    opening: tuple[Event, ...]
    entries: Sequence[Entry]
    segments: Sequence[Segment]
    ask_everything: bool = False


class Checked(NamedTuple):
    """A segment of a record, and how far it could be played again."""

    first: int
    last: int
    engine: str
    until: int
    """The last action that came out as the record says."""
    why: str
    """What came out otherwise; empty if nothing did."""


class Verified(NamedTuple):
    """A record that holds, played to its end, and what was checked."""

    end: "Game | None"
    """The game at its end; None if that could not be played again."""
    engine: str
    """The engine that wrote the record, by its own word."""
    key_hash: str
    winner: str
    actions: int
    """Those that were played again."""
    dice: int
    shuffles: int
    digests: int
    missing: tuple[int, ...]
    """The numbers of the entries after which a digest belongs and none stands; 0 for the one at the end."""
    segments: tuple[Checked, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all of it was played again, from the first action on."""
        return self.end is not None and self.end.version == self.segments[-1].last

    @property
    def game(self) -> "Game":
        if self.end is None:
            raise TextError("error.another_engine_played_end")
        return self.end


# Playing again


def no_game(*_: object) -> NoReturn:
    raise RuntimeError("records are played again by diadochi.game; import it first")


game_again: "Callable[[Material, State, bool], Game]" = no_game
"""`diadochi.game` fills it in: a game that begins with a state; whether it asks everything."""


class Replay:
    """A game that is played again; with `fixed`, chance gives what it is told."""

    def __init__(
        self, material: Material, state: State, fixed: Given | None = None, *, ask_everything: bool = False
    ) -> None:
        if fixed is not None:
            fix(state, fixed)
        self.game = game_again(material, state, ask_everything)
        self.given = self._given()

    def step(self, seat: SeatId, text: str, fixed: Given | None = None) -> Given:
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


def fingerprint(state: State) -> str:
    """The digest of the state without what is left of a queue of fixed dice."""
    s = state.copy()
    fix(s, Given())
    return s.digest()


def beginning(material: Material, players: int, options: Mask, key: bytes, start: dict[str, Any]) -> State:
    return set_up(start, key, material, strict=False).state if start else new_state(material, players, options, key)


# Writing


def write(game: "Game") -> str:
    """The record of a finished game."""
    segments = game.segments
    played = Played(game.material, game.state, game.start, game.opening, game.entries, segments, game.ask_everything)
    return write_played(played, whole=segments[-1].engine == engine_mark(game.material))


def write_played(played: Played, *, whole: bool = False) -> str:
    """The record of a finished game; `whole`: refused where this engine, which ended it, does not come to the same."""
    material, s = played.material, played.state
    if not s.result:
        raise GameError("error.record_published_when_game")
    replay = first_replay(played)
    opening = {UNTOLD: True} if replay is None else given_to_json(replay.game, replay.given)
    begun = {segment.after: segment for segment in played.segments}
    entries = []
    for number, entry in enumerate(played.entries, 1):
        base = begun[number - 1].base if number - 1 in begun else None
        if base is not None and (replay is None or replay.game.state != base):
            replay = Replay(material, base.copy(), ask_everything=played.ask_everything)
        replay, told = write_entry(material, replay, entry, number)
        entries.append(told)
    if replay is not None and replay.game.state.result != s.result:
        replay = None
    if whole and (replay is None or replay.game.state != s):
        raise unrecorded()
    out = {
        "format": FORMAT,
        "version": VERSION,
        **write_played_with(material, s),
        **write_asking(played.ask_everything),
        "key_hash": rules.key_hash(s.key),
        "key": s.key.hex(),
        "segments": write_segments(played.segments),
        "start": played.start,
        "opening": opening,
        "entries": entries,
        "result": result_of(material, s),
        "digest": fingerprint(s if replay is None else replay.game.state),
    }
    return layout(out, 2) + "\n"


def first_replay(played: Played) -> Replay | None:
    """None if this engine begins the game otherwise."""
    s = played.state
    try:
        state = beginning(played.material, s.players, s.options, s.key, played.start)
        replay = Replay(played.material, state, ask_everything=played.ask_everything)
    except (GameError, *BROKEN):
        return None
    return replay if replay.game.events == played.opening else None


def write_entry(
    material: Material, replay: Replay | None, entry: Entry, number: int
) -> tuple[Replay | None, dict[str, Any]]:
    """What chance gave is told as long as this engine comes to the same."""
    out: dict[str, Any] = {"seat": material.pieces.factions[entry.seat], "action": entry.text}
    try:
        given = None if replay is None else replay.step(entry.seat, entry.text)
    except (GameError, *BROKEN):
        given = None
    if replay is None or given is None or replay.game.entries[-1].events != entry.events:
        return None, {**out, UNTOLD: True}
    out |= {"action": replay.game.entries[-1].text, **given_to_json(replay.game, given)}
    if number % DIGEST_EVERY == 0:
        out["digest"] = fingerprint(replay.game.state)
    return replay, out


def unrecorded() -> GameError:
    return GameError("error.game_does_come_out")


def given_to_json(game: "Game", given: Given) -> dict[str, Any]:
    cards = game.notation.ids[Domain.CARD]
    out = {
        "dice": list(given.dice),
        "draws": [cards[card] for card in given.draws],
        "shuffles": [list(order) for order in given.orders],
    }
    return {key: value for key, value in out.items() if value}


def result_of(material: Material, s: State) -> dict[str, Any]:
    winner, kind = s.result
    return {
        "winner": material.pieces.factions[winner],
        "victory": VICTORY_NAME[kind],
        "vp": list(s.vp),
        "legitimacy": list(s.legitimacy),
    }


def write_seen(game: "Game", seat: SeatId) -> str:
    """What a seat, or a spectator (-1), has seen of a game: no key, no digests, no hidden card."""
    played = Played(game.material, game.state, game.start, game.opening, game.entries, (), game.ask_everything)
    return write_seen_of(played, seat)


def write_seen_of(played: Played, seat: SeatId) -> str:
    s = played.state
    if not SPECTATOR <= seat < s.players:
        raise GameError("error.seat_seats_spectator", seat=seat, what=s.players - 1)
    seats = played.material.pieces.factions
    out = {
        "format": SEEN_FORMAT,
        "version": SEEN_VERSION,
        **write_played_with(played.material, s),
        **write_asking(played.ask_everything),
        "key_hash": rules.key_hash(s.key),
        "seat": seats[seat] if seat >= 0 else "spectator",
        "opening": seen(played.opening, seat),
        "entries": [
            {"seat": seats[entry.seat], "action": entry.text, "events": seen(entry.events, seat)}
            for entry in played.entries
        ],
    }
    return layout(out, 2) + "\n"


def seen(events: tuple[Event, ...], seat: SeatId) -> list[dict[str, Any]]:
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


def verify(text: str | bytes, material: Material | None = None) -> Verified:
    """Play a record with its key and with its dice side by side; a TextError names the first difference."""
    part = read("record", text)
    if part.raw.get("format") == SEEN_FORMAT:
        part.has("format")
        part.fail(say("error.what_one_seat_saw"), say("error.give_full_record_which"))
    read_header(part, FORMAT, VERSION)
    try:
        return play_again(part, material)
    except BROKEN as error:
        part.key = ""
        part.fail(say("error.cannot_played_again", name=type(error).__name__), say(DIFFERENT))


def play_again(part: Part, material: Material | None) -> Verified:
    material, options, players = read_played_with(part, material, other_data=False)
    key = read_key(part)
    blank = empty_state(material, players, options, b"")
    segments = read_segments(part, blank, key, engine_mark(material))
    again = Again(part, material, segments, ask_everything=read_asking(part))
    again.begin(lambda: beginning(material, players, options, key, part.entry("start").raw))
    entries = list(part.parts("entries"))
    for number, entry in enumerate(entries, 1):
        again.go_on(number, entry)
    again.end(len(entries))
    part.done()
    game = None if again.told is None else again.told.game
    winner = str(part.entry("result").raw.get("winner"))
    dice, shuffles, digests = again.counts
    return Verified(
        end=game,
        engine=part.text("engine"),
        key_hash=rules.key_hash(key),
        winner=winner,
        actions=again.actions,
        dice=dice,
        shuffles=shuffles,
        digests=digests,
        missing=tuple(again.missing),
        segments=tuple(again.checked),
    )


class Again:
    """A record that is played again, segment by segment, with its key and with its dice."""

    def __init__(self, part: Part, material: Material, segments: Sequence[Segment], *, ask_everything: bool) -> None:
        self.part = part
        self.ask_everything = ask_everything
        self.material = material
        self.segments = {segment.after: segment for segment in segments}
        self.ours = engine_mark(material)
        self.segment = segments[0]
        self.keyed: Replay | None = None
        self.told: Replay | None = None
        self.actions = 0
        self.counts = [0, 0, 0]
        """Dice, shuffles, digests."""
        self.missing: list[int] = []
        self.checked: list[Checked] = []
        self.unsure = 0
        """Actions of which the record does not tell what chance gave."""
        self.until = 0
        self.why = ""

    def replay(self, state: State, given: Given | None = None) -> Replay:
        return Replay(self.material, state, given, ask_everything=self.ask_everything)

    def begin(self, state: Callable[[], State]) -> None:
        opening = self.part.entry("opening")
        given = None if is_untold(opening) else read_given(opening, self.material)
        opening.done()
        try:
            self.keyed = self.replay(state())
            compare(opening, given, self.keyed)
            self.told = self.replay(state(), given)
            compare(opening, given, self.told)
        except TextError as error:
            self.gives_up(error)
        if given is not None:
            self.counts[0], self.counts[1] = len(given.dice), len(given.orders)

    def go_on(self, number: int, entry: Part) -> None:
        if number - 1 in self.segments and number > 1:
            self.begin_segment(number - 1, self.segments[number - 1], entry)
        elif number == 1 and self.segment.base is not None:
            self.begin_anew(self.segment.base)
        if self.keyed is None or self.told is None:
            return
        try:
            found = verify_entry(entry, self.keyed, self.told)
        except TextError as error:
            self.gives_up(error)
            return
        self.counts = [n + more for n, more in zip(self.counts, found, strict=True)]
        if number % DIGEST_EVERY == 0 and not found[2] and not is_untold(entry):
            self.missing.append(number)
        self.unsure += 1
        if not is_untold(entry):
            self.is_right(number)

    def is_right(self, number: int) -> None:
        """Up to here the game stands as the record says."""
        self.actions += self.unsure
        self.unsure, self.until, self.why = 0, number, ""

    def begin_segment(self, after: int, segment: Segment, entry: Part) -> None:
        if segment.base is not None and self.is_at(segment.base):
            self.is_right(after)
        elif segment.base is not None and self.keyed is not None:
            try:
                entry.fail(say("error.segment_before_ends_another"), say(DIFFERENT))
            except TextError as error:
                self.gives_up(error)
        self.end_segment(after)
        self.segment, self.until, self.unsure = segment, after, 0
        self.why = "" if self.keyed is not None else say(UNBASED)
        if segment.base is not None:
            self.begin_anew(segment.base)

    def is_at(self, base: State) -> bool:
        return self.keyed is not None and fingerprint(self.keyed.game.state) == fingerprint(base)

    def begin_anew(self, base: State) -> None:
        """A position that is reached is gone on with, so that undo goes on as well."""
        self.why = ""
        if not self.is_at(base):
            self.keyed, self.told = self.replay(base.copy()), self.replay(base.copy())

    def gives_up(self, error: TextError) -> None:
        """What another engine has played may come out otherwise; what this one has played may not."""
        if self.segment.engine == self.ours:
            raise error
        self.keyed = self.told = None
        self.why = str(error)

    def end_segment(self, last: int) -> None:
        if self.unsure and not self.why:
            self.why = say(UNSURE)
        self.checked.append(Checked(self.segment.after + 1, last, self.segment.engine, self.until, self.why))

    def end(self, last: int) -> None:
        part = self.part
        result = part.entry("result").raw
        has_digest = part.has("digest")
        if self.keyed is not None and self.told is not None:
            try:
                verify_end(part, result, self.keyed.game, self.told.game)
                if has_digest:
                    check_digest(part, self.keyed.game, self.told.game)
            except TextError as error:
                self.gives_up(error)
            else:
                self.counts[2] += has_digest
                if has_digest:
                    self.is_right(last)
        if self.keyed is not None and not has_digest:
            self.missing.append(0)
        self.end_segment(last)


UNTOLD = "untold"
"""Marks what the engine that wrote the record could not play again: what chance gave there is not in it."""
UNSURE = "error.record.unsure"
UNBASED = "error.record.unbased"


def is_untold(part: Part) -> bool:
    return part.has(UNTOLD) and bool(part.value(UNTOLD))


def read_key(part: Part) -> bytes:
    try:
        key = bytes.fromhex(part.text("key"))
    except ValueError:
        part.fail(say("error.key_hexadecimal_number"), say("error.take_record_as_was"))
    if rules.key_hash(key) != part.text("key_hash"):
        part.fail(say("error.key_does_fit_hash"), say(DIFFERENT))
    return key


def read_given(part: Part, material: Material) -> Given:
    dice = part.numbers("dice", 1, 6) if part.has("dice") else ()
    draws = part.texts("draws", default=())
    cards = {card.number: number for number, card in numbered(CardId, material.cards)}
    orders = []
    for order in part.items("shuffles") if part.has("shuffles") else []:
        if not isinstance(order, list):
            part.fail(say("error.shuffle_list_numbers"), say("error.take_record_as_was"))
        orders.append(tuple(part.in_range("shuffles", item, 0, MOST) for item in order))
    return Given(dice, tuple(part.known("draws", card, cards) for card in draws), tuple(orders))


def verify_entry(part: Part, keyed: Replay, told: Replay) -> tuple[int, int, int]:
    """Returns the number of dice, shuffles and digests that it holds."""
    material = keyed.game.material
    seat = part.one_of("seat", index(list(material.pieces.factions[: keyed.game.players])))
    text = part.text("action")
    given = None if is_untold(part) else read_given(part, material)
    for replay, fixed in ((keyed, None), (told, given)):
        try:
            replay.step(SeatId(seat), text, fixed)
        except GameError as error:
            part.refuse("action", str(error), say(DIFFERENT))
        except BROKEN as error:
            part.refuse("action", say("error.cannot_played_again", name=type(error).__name__), say(DIFFERENT))
        compare(part, given, replay)
    digests = part.has("digest")
    if digests:
        check_digest(part, keyed.game, told.game)
    part.done()
    return (0, 0, int(digests)) if given is None else (len(given.dice), len(given.orders), int(digests))


def compare(part: Part, given: Given | None, replay: Replay) -> None:
    """The record must tell the same as the key, and as the replay without random numbers."""
    if given is None:
        return
    for key, recorded, found in zip(("dice", "draws", "shuffles"), given, replay.given, strict=True):
        if recorded != found:
            part.refuse(key, say("error.record_says_game_gives", what=few(recorded), what2=few(found)), say(DIFFERENT))


def few(items: tuple[object, ...]) -> str:
    """A list, cut to a readable length."""
    text = str(list(items))
    return text if len(text) <= SHORT else text[: SHORT - 3] + "..."


def check_digest(part: Part, keyed: "Game", told: "Game") -> None:
    digest = part.text("digest")
    if fingerprint(keyed.state) != digest or fingerprint(told.state) != digest:
        part.fail(say("error.game_stands_otherwise_than"), say(DIFFERENT))


def verify_end(part: Part, result: dict[str, Any], keyed: "Game", told: "Game") -> None:
    for game in (keyed, told):
        if game.result is None:
            part.refuse("entries", say("error.game_over_after_last"), say(DIFFERENT))
        found = result_of(game.material, game.state)
        if found != result:
            part.refuse("result", say("error.game_ends_otherwise", what=layout(found, 0)), say(DIFFERENT))


# Comparing with what a seat saw


class Seen(NamedTuple):
    """The record of a seat that agrees with a game."""

    seat: str
    entries: int


def compare_seen(text: str | bytes, game: "Game") -> Seen:
    """What a seat saw of a game must be what it would have seen of this one; a TextError names the first difference."""
    part = read("seat_record", text)
    read_header(part, SEEN_FORMAT, SEEN_VERSION)
    _, options, players = read_played_with(part, game.material, other_data=False)
    seats = {**index(list(game.material.pieces.factions[:players])), "spectator": SPECTATOR}
    name = part.text("seat")
    seat = part.one_of("seat", seats)
    if part.text("key_hash") != game.key_hash:
        part.fail(say("error.hash_another_one_dice"), say(SEEN_OTHERWISE))
    if (players, options) != (game.players, game.state.options):
        part.refuse("seats", say("error.they_sat_at_another"), say(SEEN_OTHERWISE))
    told = json.loads(write_seen(game, SeatId(seat)))
    if part.items("opening") != told["opening"]:
        part.fail(say("error.game_began_otherwise"), say(SEEN_OTHERWISE))
    entries = part.items("entries")
    for number, entry in enumerate(entries):
        if number >= len(told["entries"]) or entry != told["entries"][number]:
            part.refuse("entries", say("error.entry_what_happened_record", number=number), say(SEEN_OTHERWISE))
    part.done()
    return Seen(name, len(entries))


SEEN_OTHERWISE = "error.record.seen_otherwise"

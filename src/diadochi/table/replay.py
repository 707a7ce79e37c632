"""From what the database holds to a game that goes on; and what a newer engine does to it."""

from dataclasses import replace

from diadochi.errors import GameError
from diadochi.game import UNDO, Game, option_mask
from diadochi.model.material import Material
from diadochi.rules.setup import new_state
from diadochi.table.codec import body_of, decode_state, encode_body
from diadochi.table.rows import EntryRow, Header
from diadochi.table.store import Store
from diadochi.texts.older import understood

BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What an engine may run into that is handed another engine's state."""


class GoneError(GameError):
    """The board of that moment cannot be shown."""


class UnreadableError(GameError):
    """This engine cannot go on with the game."""


class DifferenceError(Exception):
    """An entry comes out otherwise than it did; `version` is its number."""

    def __init__(self, version: int, text: str) -> None:
        super().__init__(text)
        self.version = version
        self.text = text


def carry_out(game: Game, seat: int, action: str) -> None:
    if action == UNDO:
        game.undo_again(seat)
    else:
        game.act(action, seat)


def replay(game: Game, entries: list[EntryRow]) -> None:
    """Play stored entries; raises DifferenceError where one tells something else than it did."""
    for entry in entries:
        try:
            carry_out(game, entry.seat, understood(game, entry.action))
        except GameError as error:
            raise DifferenceError(entry.version, f"{entry.action}: {error}") from None
        except BROKEN as error:
            # Its text may name what is hidden.
            raise DifferenceError(entry.version, f"{entry.action}: {type(error).__name__}") from None
        if encode_body(body_of(game.state, game.entries[-1].events)) != entry.body:
            raise DifferenceError(entry.version, f"{entry.action} has another outcome under the present rules")


def game_at(store: Store, material: Material, game: str, version: int) -> tuple[Game, int]:
    """The game as it was at a version, and the version of the snapshot it was played from."""
    start, state = store.snapshot(game, version)
    try:
        out = Game.from_state(material, decode_state(material, state))
        replay(out, store.entries(game, start, version - start))
    except (DifferenceError, *BROKEN):
        raise GoneError("that moment was played under older rules; only its log can be shown") from None
    return out, start


def whole(store: Store, material: Material, game: str) -> Game:
    """The game with its whole history, for its record."""
    header = store.header(game)
    assert header is not None
    out = Game.from_state(material, new_state(material, header.players, option_mask(header.options), header.key))
    try:
        replay(out, store.entries(game, 0))
    except DifferenceError:
        raise GoneError("a part of this game was played under older rules, so there is no record of it") from None
    return out


def current(store: Store, material: Material, header: Header) -> tuple[Game, int]:
    """The game as it is now, with its undo history; else its stored state."""
    try:
        game, start = game_at(store, material, header.id, header.version)
        if game.state == decode_state(material, header.state):
            return game, start
    except (GoneError, *BROKEN):
        pass
    return stored(material, header), header.version


def stored(material: Material, header: Header) -> Game:
    try:
        return Game.from_state(material, decode_state(material, header.state))
    except BROKEN:
        raise UnreadableError("this game was played with an engine that cannot be understood any more") from None


def renew(store: Store, material: Material, header: Header, engine: str) -> Header:
    """Play a game again under this engine; where it differs, its stored state is a new base."""
    difference = first_difference(store, material, header)
    if difference is None:
        note, base = None, None
    else:
        note, base = f"{difference.version} {difference.text}", header.version
    if not store.renew(header.id, header.version, engine, note, base):
        again = store.header(header.id)
        assert again is not None
        return again if again.engine == engine else renew(store, material, again, engine)
    return replace(header, engine=engine, note=note or header.note, base=header.base if base is None else base)


def first_difference(store: Store, material: Material, header: Header) -> DifferenceError | None:
    """From the last base on."""
    start, state = store.snapshot(header.id, header.base)
    entries = store.entries(header.id, start)
    try:
        game = Game.from_state(material, decode_state(material, state))
        replay(game, entries)
    except DifferenceError as difference:
        return difference
    except BROKEN as error:
        return DifferenceError(start, f"the position cannot be set up again: {type(error).__name__}")
    if game.state != decode_state(material, header.state):
        return DifferenceError(header.version, "the position is another one")
    return None

"""From what the database holds to a game that goes on; and what a newer engine does to it."""

from collections.abc import Sequence

from diadochi.errors import BROKEN, GameError
from diadochi.game import Game
from diadochi.model.ids import SeatId
from diadochi.model.material import Material
from diadochi.model.state import State
from diadochi.rules.face import UNDO, Entry
from diadochi.table import rows
from diadochi.table.codec import body_of, decode_body, decode_state, encode_body
from diadochi.table.rows import EntryRow, Header
from diadochi.table.store import Store
from diadochi.table.store_errors import DamagedError
from diadochi.texts.older import understood
from diadochi.texts.record import Played
from diadochi.texts.segments import Segment

CATCHES = 50
"""How often a game is caught up with that an older server goes on with."""


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
        body = body_of(game.state, game.entries[-1].events)
        if encode_body(body) != entry.body and body != decode_body(entry.body):
            raise DifferenceError(entry.version, f"{entry.action} has another outcome under the present rules")


def without_undone(entries: Sequence[EntryRow]) -> list[EntryRow]:
    """Without steps that were taken back at once or later, and their undos: it comes to the same."""
    out: list[EntryRow] = []
    for entry in entries:
        if entry.action == UNDO and out and out[-1].action != UNDO:
            out.pop()
        else:
            out.append(entry)
    return out


def last_steps(entries: Sequence[Entry], number: int) -> int:
    """Where the last steps begin that were not taken back, so many of them."""
    at, undone = len(entries), 0
    while number:
        at -= 1
        if entries[at].text == UNDO:
            undone += 1
        elif undone:
            undone -= 1
        else:
            number -= 1
    return at


def played(material: Material, state: bytes, entries: list[EntryRow]) -> Game:
    """A stored position with entries played on."""
    game = Game.from_state(material, decode_state(material, state))
    replay(game, entries)
    return game


def game_at(store: Store, material: Material, game: str, version: int) -> tuple[Game, int]:
    """The game as it was at a version, and the version of the snapshot it was played from."""
    start, state, entries = stretch(store, game, version)
    try:
        return played(material, state, without_undone(entries)), start
    except (DifferenceError, *BROKEN):
        raise GoneError("error.older_rules") from None


def stretch(store: Store, game: str, version: int) -> tuple[int, bytes, list[EntryRow]]:
    """The last snapshot at a version or before, and the entries from there to the version."""
    start, state = store.snapshot(game, version)
    entries = store.entries(game, start, version - start)
    if len(entries) != version - start:
        raise DamagedError("error.log_before_version_damaged", version=version)
    return start, state, entries


def recorded(store: Store, material: Material, game: str) -> Played:
    """The game with its whole history as it is stored, for its record."""
    header = store.header(game)
    assert header is not None
    first, *rest = store.entries(game, -1)
    entries = [Entry(SeatId(row.seat), row.action, decode_body(row.body).events) for row in rest[: header.version]]
    segments = [Segment(s.version, s.engine, base_of(store, material, game, s)) for s in store.segments(game)]
    state = stored(material, header).state
    return Played(material, state, {}, decode_body(first.body).events, entries, segments)


def base_of(store: Store, material: Material, game: str, segment: rows.Segment) -> State | None:
    if not segment.is_base:
        return None
    version, state = store.snapshot(game, segment.version)
    try:
        return decode_state(material, state) if version == segment.version else None
    except BROKEN:
        return None


def stored(material: Material, header: Header) -> Game:
    try:
        return Game.from_state(material, decode_state(material, header.state))
    except BROKEN:
        raise UnreadableError("error.older_engine") from None


def renew(store: Store, material: Material, header: Header, engine: str) -> None:
    """Play a game again under this engine; where it differs, its stored state is a new base. If an older server goes on
    with it meanwhile, only what is new is played the next time, so that nobody can play faster than this catches up."""
    again = Again(store, material, header)
    told: Header | None = header
    for _ in range(CATCHES):
        if told is None or (told.engine, told.base) != (header.engine, header.base):
            return
        difference = again.first_difference(told)
        if difference is None:
            done = store.renew(told, engine, None, None)
        else:
            done = store.renew(told, engine, f"{difference.version} {difference.text}", told.version)
        if done:
            return
        told = store.header(header.id)


class Again:
    """A game that is played again from its last base on, as far as it has come."""

    def __init__(self, store: Store, material: Material, header: Header) -> None:
        self._store = store
        self._material = material
        self._game: Game | None = None
        self._at = header.base
        self._difference: DifferenceError | None = None

    def first_difference(self, header: Header) -> DifferenceError | None:
        if self._difference is None:
            self._difference = self._look(header)
        return self._difference

    def _look(self, header: Header) -> DifferenceError | None:
        try:
            if self._game is None:
                self._at, state = self._store.snapshot(header.id, header.base)
                self._game = played(self._material, state, [])
            replay(self._game, self._store.entries(header.id, self._at, header.version - self._at))
        except DifferenceError as difference:
            return difference
        except BROKEN as error:
            return DifferenceError(self._at, f"the position cannot be set up again: {type(error).__name__}")
        self._at = header.version
        if self._game.state != stored(self._material, header).state:
            return DifferenceError(header.version, "the position is another one")
        return None

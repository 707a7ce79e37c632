"""Damage: found when a game is loaded, mended from what is sound, told to the operator; else the game is closed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

import sqlalchemy as sa

from diadochi.catalogue import ENGLISH, read_in
from diadochi.errors import BROKEN, GameError
from diadochi.game import Game, option_mask
from diadochi.model.material import Material
from diadochi.rules.face import UNDO, new_state
from diadochi.table import checksums, replay
from diadochi.table.codec import body_of, decode_state, encode_body, encode_state
from diadochi.table.rows import EntryRow, Header
from diadochi.table.schema import ENTRIES, GAMES, SNAPSHOTS
from diadochi.table.store import GAME, LOGGED, Store, replace_snapshot
from diadochi.table.store_errors import DamagedError, tell_operator

NOBODY = -1
FIRST, LAST, BASE = (sa.bindparam(name, type_=sa.Integer) for name in ("first", "last", "base"))
LOG = LOGGED.where(ENTRIES.c.version.between(FIRST, LAST)).order_by(ENTRIES.c.version)
POSITIONS = (
    sa.select(SNAPSHOTS.c.version, SNAPSHOTS.c.state, SNAPSHOTS.c.checksum)
    .where(SNAPSHOTS.c.game == GAME, SNAPSHOTS.c.version.between(FIRST, LAST) | (SNAPSHOTS.c.version == BASE))
    .order_by(SNAPSHOTS.c.version)
)
AT_ONCE = 250
"""Versions that are looked at in one go. When a game is loaded, the last ones; what lies further back, when it is read
and little by little after the start."""
NO_VERSION = 2**31 - 1
MENDING = "mending"
"""Stands for a checksum within a transaction: the guard of PostgreSQL wants to see another one."""


@dataclass(frozen=True)
class Found:
    """What is stored of a game besides its header."""

    entries: Sequence[Sequence[Any]]
    """In their order, as `LOG` selects them."""
    snapshots: Sequence[Sequence[Any]]
    """The same: version, position and checksum."""

    def damaged_entries(self, game: str) -> list[tuple[EntryRow, str]]:
        """With their checksums."""
        found = ((columns, told) for *columns, told in self.entries)
        return [(EntryRow(*c), told) for c, told in found if told != checksums.of_columns(game, c)]

    def damaged_snapshots(self, game: str) -> dict[int, str]:
        return {v: told for v, state, told in self.snapshots if told != checksums.of_snapshot(game, v, state)}

    def last_stretch(self) -> tuple[int, bytes, list[EntryRow]] | None:
        """The last snapshot and the entries since, if they were looked at."""
        first = self.entries[0][0]
        version, state, _ = self.snapshots[-1] if self.snapshots else (first - 1, b"", "")
        if version < first:
            return None
        return version, state, [EntryRow(*row[:-1]) for row in self.entries[version - first + 1 :]]


def look(store: Store, header: Header, first: int, last: int) -> Found:
    """At the entries and snapshots of some versions, and the snapshot from which everything is played."""
    asked = {"game": header.id, "first": first, "last": last, "base": header.base}
    with store.reading() as connection:
        return Found(connection.execute(LOG, asked).all(), connection.execute(POSITIONS, asked).all())


def is_sound(store: Store, header: Header, first: int) -> bool:
    """Whether the header is, and as much as is looked at in one go from a version on."""
    last = min(header.version, first + AT_ONCE - 1)
    found = look(store, header, first, last)
    damaged = found.damaged_entries(header.id) or found.damaged_snapshots(header.id)
    return checksums.is_sound(header) and not damaged and len(found.entries) > last - first


def mend(store: Store, material: Material, header: Header, *, whole: bool = False) -> Found | None:
    """The last of what is stored of a game, or `whole`, if it is sound. None if something was mended, so that it has to
    be read again; raises DamagedError if it cannot be."""
    is_sound = checksums.is_sound(header)
    first = max(0, header.version - AT_ONCE) if is_sound and not whole else 0
    # Another server may have gone on since the header was read.
    found = look(store, header, first, header.version if is_sound else NO_VERSION)
    damaged = found.damaged_entries(header.id)
    snapshots = found.damaged_snapshots(header.id)
    versions = [row[0] for row in found.entries]
    last = header.version if is_sound else len(versions) - 1
    if versions != list(range(first, last + 1)):
        missing = min(set(range(first, last + 1)) - set(versions), default=last)
        close(header, "error.game_closed.missing", missing)
    if is_sound and not damaged and not snapshots:
        return found
    mend_snapshots(store, material, header, snapshots, can_begin_anew=is_sound)
    for entry, told in damaged:
        mend_entry(store, material, header, entry, told)
    if not is_sound:
        mend_state(store, material, header, last)
    return None


def close(header: Header, key: str, version: int = 0) -> NoReturn:
    error = DamagedError(key, version=version)
    with read_in(ENGLISH):
        tell_operator(f"game {header.id}: {error}; the other games go on")
    raise error


def told_mended(header: Header, what: str) -> None:
    tell_operator(f"game {header.id}: {what} was damaged and has been mended from the log. Look at the disk")


# The parts


def opening(material: Material, header: Header) -> Game:
    return Game.from_state(
        material, new_state(material, header.players, option_mask(header.options, material.edition), header.key)
    )


def mend_snapshots(
    store: Store, material: Material, header: Header, damaged: dict[int, str], *, can_begin_anew: bool
) -> None:
    """One that no segment begins with is left out; the first one can be made again."""
    for version, told in damaged.items():
        state = encode_state(opening(material, header).state) if version == 0 else b""
        right = version == 0 and checksums.of_snapshot(header.id, 0, state) == told
        with store.writing() as connection:
            if right:
                replace_snapshot(connection, header.id, version, state)
            else:
                same = (SNAPSHOTS.c.game == header.id) & (SNAPSHOTS.c.version == version)
                connection.execute(SNAPSHOTS.delete().where(same))
        if right or version != header.base:
            told_mended(header, f"the snapshot of version {version}")
        elif can_begin_anew:
            told_mended(header, f"the snapshot of version {version} (moments before version {header.version})")
            store.renew(header, header.engine, f"{version} its position is damaged", header.version)
        else:
            close(header, "error.game_closed.snapshots")


def mend_entry(store: Store, material: Material, header: Header, damaged: EntryRow, told: str) -> None:
    """The entry that fits its checksum, if playing it again gives one."""
    for entry in possible(store, material, header, damaged):
        if checksums.of_entry(header.id, entry) == told:
            values = {name: getattr(entry, name) for name in EntryRow.__slots__}
            same = (ENTRIES.c.game == header.id) & (ENTRIES.c.version == damaged.version)
            with store.writing() as connection:
                connection.execute(ENTRIES.update().where(same).values(values))
            told_mended(header, f"version {damaged.version} of its log")
            return
    close(header, "error.game_closed.entry", damaged.version)


def possible(store: Store, material: Material, header: Header, damaged: EntryRow) -> Iterator[EntryRow]:
    """What that entry may have been."""
    version = damaged.version
    if version == 0:
        game = opening(material, header)
        yield EntryRow(0, NOBODY, "", None, encode_body(body_of(game.state, game.events)))
        return
    try:
        before, _ = replay.game_at(store, material, header.id, version - 1)
    except (replay.GoneError, DamagedError):
        return
    decision = before.decision
    choices = [] if decision is None else [(decision.seat, action) for action in decision.actions]
    undos = [(seat, UNDO) for seat in range(header.players)]
    for seat, action in [(damaged.seat, damaged.action), *choices, *undos]:
        game, _ = replay.game_at(store, material, header.id, version - 1)
        try:
            replay.carry_out(game, seat, action)
        except (GameError, *BROKEN):
            continue
        events = game.entries[-1].events
        yield replace(damaged, seat=seat, action=action, body=encode_body(body_of(game.state, events)))


def mend_state(store: Store, material: Material, header: Header, last: int) -> None:
    """The position that the log leads to."""
    try:
        game, _ = replay.game_at(store, material, header.id, last)
    except (replay.GoneError, DamagedError):
        close(header, "error.game_closed.position")
    if not write_state(store, header, game, last):
        return
    told_mended(header, "its position")


def write_state(store: Store, header: Header, game: Game, version: int) -> bool:
    """False if the game has gone on meanwhile."""
    decision = game.decision
    state = encode_state(game.state)
    running = "running" if header.status == "over" else header.status
    values = {
        "version": version,
        "status": "over" if decision is None else running,
        "decider": NOBODY if decision is None else decision.seat,
        "state": state,
        "checksum": checksums.of_state(header.id, version, header.engine, state),
    }
    same = (GAMES.c.id == header.id) & (GAMES.c.checksum == header.checksum) & (GAMES.c.engine == header.engine)
    mending = (GAMES.c.id == header.id) & (GAMES.c.checksum == MENDING)
    with store.writing() as connection:
        connection.execute(GAMES.update().where(same).values(checksum=MENDING))
        return connection.execute(GAMES.update().where(mending).values(values)).rowcount == 1


def is_as_stored(material: Material, header: Header, game: Game) -> bool:
    """Whether a game that was played again from its log is the one that the header tells of."""
    decision = game.decision
    decider, is_over = (NOBODY, True) if decision is None else (decision.seat, False)
    if (header.decider, header.status == "over") != (decider, is_over):
        return False
    try:
        state = decode_state(material, header.state)
        # What an older engine did not store, setting the game up works out: nothing is damaged then.
        return game.state == state or game.state == Game.from_state(material, state).state
    except BROKEN:
        return False

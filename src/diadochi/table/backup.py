"""Copies of a database, made while people play: backups, and single games that move to another server.

A copy is an SQLite file with the same tables, so a server can open it as it is. Everything in it is read in one
transaction: it is the database of one moment, whatever is committed meanwhile.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from sqlalchemy.engine import Connection, RowMapping

from diadochi.errors import GameError
from diadochi.table import checksums
from diadochi.table.file_lock import Claim
from diadochi.table.schema import ANSWERS, ENGINES, ENTRIES, GAMES, REQUESTS, SEATS, SEGMENTS, SNAPSHOTS, TOKENS
from diadochi.table.store import Store, entry_of, revisions
from diadochi.table.store_errors import StoreError

OF_GAMES = (GAMES, SEATS, TOKENS, ENTRIES, SNAPSHOTS, ANSWERS, SEGMENTS)
"""In the order in which they may be written."""
ALL = (ENGINES, *OF_GAMES, REQUESTS)
AT_ONCE = 500
PART = ".part"

Progress = Callable[[int, int], None]
"""How many games are copied, of how many."""


class BackupError(GameError):
    """A copy cannot be made or read; the text says what to do."""


class Copied(NamedTuple):
    games: int
    entries: int
    damaged: tuple[str, ...]
    """Games of whose log something is damaged. They are copied as they are: a server mends them where it can."""


def backup(url: str, file: Path, told: Progress) -> Copied:
    """All of a database, as it is now, into a new file."""
    with opened(url) as source, reading(source) as read, new_file(file) as copy, copy.writing() as write:
        _copy_all(read, write, ENGINES)
        _copy_all(read, write, REQUESTS)
        return _copy_games(read, write, _games(read), told)


def export(url: str, game: str, file: Path) -> Copied:
    """One game into a new file: everything that the server keeps of it, also who holds its seats."""
    with opened(url) as source, reading(source) as read:
        if game not in _games(read):
            raise BackupError("error.no_game_here", game=repr(game))
        with new_file(file) as copy, copy.writing() as write:
            return _copy_games(read, write, [game], lambda done, of: None)


def restore(file: Path, url: str, told: Progress, *, replace: bool = False) -> Copied:
    """A backup into an empty database; `replace`: in the place of everything that is there."""
    with unpacked(file) as source, reading(source) as read, claimed(url) as target, target.writing() as write:
        there = len(_games(write))
        if there and not replace:
            raise BackupError("error.games_there", there=there)
        for table in reversed(ALL):
            write.execute(table.delete())
        _copy_all(read, write, ENGINES)
        _copy_all(read, write, REQUESTS)
        return _copy_games(read, write, _games(read), told)


def import_games(file: Path, url: str, told: Progress) -> Copied:
    """The games of an exported file beside those that are there."""
    with unpacked(file) as source, reading(source) as read, opened(url, migrate=True) as target:
        games = _games(read)
        with target.writing() as write:
            same = sorted(set(games) & set(_games(write)))
            if same:
                raise BackupError("error.game_there", same=same[0])
            copied = _copy_games(read, write, games, told)
            target.notify(write, *(f"{game} table" for game in games))
            return copied


# Databases


def sqlite_url(file: Path) -> str:
    return sa.URL.create("sqlite", database=str(file)).render_as_string()


@contextmanager
def opened(url: str, *, migrate: bool = False) -> Iterator[Store]:
    """A database that a server may be using at the same time."""
    store = Store(url)
    try:
        if migrate:
            store.migrate()
        else:
            _check_release(store)
        yield store
    finally:
        store.close()


def _check_release(store: Store) -> None:
    if store.file is not None and not store.file.is_file():
        raise BackupError("error.no_file_games", file=store.file)
    with store.reading() as connection:
        found = MigrationContext.configure(connection).get_current_heads()
    if found != revisions()[:1]:
        raise BackupError("error.other_version")


@contextmanager
def claimed(url: str) -> Iterator[Store]:
    """A database that no server uses."""
    store = Store(url)
    claim = Claim(store.file, "")
    try:
        store.migrate()
        yield store
    finally:
        store.close()
        claim.release()


@contextmanager
def reading(store: Store) -> Iterator[Connection]:
    """One moment of a database: what others commit meanwhile is not seen."""
    level = {"isolation_level": "REPEATABLE READ"} if store.is_postgres else {}
    with store.engine.connect().execution_options(**level) as connection, connection.begin():
        yield connection


@contextmanager
def new_file(file: Path) -> Iterator[Store]:
    """A file that is there when it is complete and on the disk, and not before; an older one stays until then."""
    part = file.with_name(file.name + PART)
    _remove(part)
    store = Store(sqlite_url(part))
    try:
        store.migrate()
        yield store
    except BaseException:
        store.close()
        _remove(part)
        raise
    _settle(store)
    os.replace(part, file)
    store.close()


def _settle(store: Store) -> None:
    """Everything in one file, flushed."""
    store.engine.dispose()
    assert store.file is not None
    with closing(sqlite3.connect(store.file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    with store.file.open("rb") as file:
        os.fsync(file.fileno())
    store.sync_folder()


@contextmanager
def unpacked(file: Path) -> Iterator[Store]:
    """A copy of a backup, brought up to date; the file itself is not changed."""
    if not file.is_file():
        raise BackupError("error.no_file", file=file)
    part = file.with_name(f"{file.name}.{os.getpid()}{PART}")
    shutil.copyfile(file, part)
    store = Store(sqlite_url(part))
    try:
        if not part.stat().st_size:
            raise BackupError("error.empty_backup", file=file)
        store.migrate()
        yield store
    except StoreError as error:
        raise BackupError(str(error).replace(str(part), str(file))) from None
    finally:
        store.close()
        _remove(part)


def _remove(file: Path) -> None:
    for name in (file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm", "-journal"))):
        name.unlink(missing_ok=True)


# Rows


def _games(connection: Connection) -> list[str]:
    return list(connection.scalars(sa.select(GAMES.c.id).order_by(GAMES.c.created, GAMES.c.id)))


def _copy_games(read: Connection, write: Connection, games: Sequence[str], told: Progress) -> Copied:
    entries, damaged = 0, []
    for number, game in enumerate(games, 1):
        for table in OF_GAMES:
            for rows in _copy_rows(read, write, table, game):
                if table is ENTRIES:
                    entries += len(rows)
                    damaged += [game for row in rows if row["checksum"] != checksums.of_entry(game, entry_of(row))]
        told(number, len(games))
    return Copied(len(games), entries, tuple(dict.fromkeys(damaged)))


def _copy_all(read: Connection, write: Connection, table: sa.Table) -> None:
    for _ in _copy_rows(read, write, table, None):
        pass


def _copy_rows(
    read: Connection, write: Connection, table: sa.Table, game: str | None
) -> Iterator[Sequence[RowMapping]]:
    """Copies the rows of a table, those of one game or all; yields them as they are copied."""
    wanted = sa.select(table)
    if game is not None:
        wanted = wanted.where((table.c.id if table is GAMES else table.c.game) == game)
    for rows in read.execute(wanted, execution_options={"yield_per": AT_ONCE}).mappings().partitions():
        write.execute(table.insert(), [dict(row) for row in rows])
        yield rows

"""The database: headers, seats, tokens, entries, snapshots. Every call here blocks: call it in a worker thread."""

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from operator import methodcaller
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine, RowMapping

from diadochi import system_errors
from diadochi.catalogue import say
from diadochi.errors import GameError
from diadochi.table import checksums, inserts
from diadochi.table.environment import Environment
from diadochi.table.rows import EntryRow, Header, SeatRow, Segment, Step
from diadochi.table.schema import ENGINES, ENTRIES, GAMES, METADATA, REQUESTS, SEATS, SEGMENTS, SNAPSHOTS, TOKENS
from diadochi.table.store_errors import (
    DamagedError,
    StoreError,
    reason_of,
    store_error,
    tell_operator,
    trouble,
)

T = TypeVar("T")

CHANNEL = "diadochi"
"""The name under which PostgreSQL tells other servers of a new version."""
MIGRATION_LOCK = 323_300
LISTED = 60
"""Games in one list."""
BUSY_SECONDS = 10
"""How long another program may hold a lock."""
STATEMENT_SECONDS = 30
IN_TIME = {"connect_timeout": "10", "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3"}
"""So that a PostgreSQL that went away without a word is noticed."""
HANGING_SECONDS = 40.0
"""After so long without any answer of the database nobody is kept waiting for it."""
LOOK_SECONDS = 1.0
OLDEST_SQLITE = (3, 33)
PRIVATE = 0o600
OF_OTHERS, WRITTEN_BY_OTHERS = 0o077, 0o022
SYNCHRONOUS = "EXTRA"
"""SQLite flushes with every commit. Where it cannot keep a write-ahead log, it also flushes the folder of the journal
that it deletes: one that came back would undo everything since."""
NOTIFY = sa.text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")
HANGS = "error.store.silent"
REPLACED = "error.store.file_replaced"
GAME = sa.bindparam("game", type_=sa.String)
HEADER = sa.select(GAMES).where(GAMES.c.id == GAME)
MOMENT = sa.select(GAMES.c.version, GAMES.c.status, GAMES.c.decider, GAMES.c.engine).where(GAMES.c.id == GAME)
SEATS_OF = sa.select(*(SEATS.c[name] for name in SeatRow.__slots__)).where(SEATS.c.game == GAME).order_by(SEATS.c.seat)
"""In the order of `SeatRow`."""
SEATS_IN = (
    sa.select(SEATS.c.game, *(SEATS.c[name] for name in SeatRow.__slots__))
    .where(SEATS.c.game.in_(sa.bindparam("games", expanding=True)))
    .order_by(SEATS.c.seat)
)
LOGGED = sa.select(*(ENTRIES.c[name] for name in EntryRow.__slots__), ENTRIES.c.checksum).where(ENTRIES.c.game == GAME)
"""Each an `EntryRow` and its checksum."""
PAGE = LOGGED.where(ENTRIES.c.version > sa.bindparam("after")).order_by(ENTRIES.c.version).limit(sa.bindparam("most"))
ANSWERED = LOGGED.where(ENTRIES.c.action_id == sa.bindparam("id"))
POSITION = (
    sa.select(SNAPSHOTS)
    .where(SNAPSHOTS.c.game == GAME, SNAPSHOTS.c.version <= sa.bindparam("version"))
    .order_by(SNAPSHOTS.c.version.desc())
    .limit(1)
)
PATIENT = ("SET LOCAL statement_timeout = 0", "SET LOCAL lock_timeout = 0")


class ConflictError(Exception):
    """Somebody else has written this version of the game first."""


class ReusedKeyError(GameError):
    """The key was used for another request."""


class Keyed(NamedTuple):
    """The hash of a client's key, and a digest of the request that it is for."""

    key_hash: str
    digest: str


def connect(url: str) -> Engine:
    """An engine for `sqlite:///FILE` or `postgresql://...`."""
    try:
        address = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise StoreError("error.no_database", url=repr(url)) from None
    if address.get_backend_name() == "postgresql":
        return _connect_postgres(address)
    if address.get_backend_name() != "sqlite":
        raise StoreError("error.database_kind", what=address.get_backend_name())
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError("error.sqlite_old", sqlite_version=sqlite3.sqlite_version)
    if address.query or not _can_be_kept(address.database):
        raise StoreError("error.no_database", url=repr(url))
    engine = sa.create_engine(address, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _can_be_kept(name: str | None) -> bool:
    """In a file, there or yet to be made: what is in memory is lost, and a device is not ours to change."""
    if not name or name == ":memory:":
        return False
    path = Path(name)
    return path.is_file() or path.is_dir() or not path.exists()


def _connect_postgres(address: sa.URL) -> Engine:
    address = address.set(drivername="postgresql+psycopg")
    address = address.update_query_dict({k: v for k, v in IN_TIME.items() if k not in address.query})
    try:
        engine = sa.create_engine(
            address,
            pool_size=8,
            max_overflow=8,
            pool_timeout=BUSY_SECONDS,
            pool_pre_ping=True,
            hide_parameters=True,
        )
    except ModuleNotFoundError:
        raise StoreError("error.postgres_driver") from None
    sa.event.listen(engine, "connect", _prepare_postgres)
    return engine


def _prepare_postgres(connection: Any, record: Any) -> None:
    was, connection.autocommit = connection.autocommit, True
    for name, seconds in (
        ("lock_timeout", BUSY_SECONDS),
        ("statement_timeout", STATEMENT_SECONDS),
        ("idle_in_transaction_session_timeout", STATEMENT_SECONDS),
    ):
        connection.execute(f"SET {name} = '{seconds}s'")
    connection.autocommit = was


def _prepare_sqlite(connection: Any, record: Any) -> None:
    # SQLAlchemy begins the transactions itself, see `_begin_sqlite`.
    connection.isolation_level = None
    # Damaged bytes become a text that no checksum fits, instead of an error that hides everything beside them.
    connection.text_factory = methodcaller("decode", "utf-8", "replace")
    try:
        for pragma in (f"synchronous={SYNCHRONOUS}", "journal_mode=WAL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once: two of them wait for each other instead of failing in the middle."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", "diadochi.table:migrations")
    return config


@cache
def revisions() -> tuple[str, ...]:
    """All that a database can have been brought up to, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions())


class Store:
    def __init__(self, url: str, environment: Environment | None = None) -> None:
        self.engine = connect(url)
        self.is_postgres = self.engine.dialect.name == "postgresql"
        self.environment = environment or Environment()
        self._since: dict[int, float] = {}
        """By thread: when its call of the database began."""
        self._known: dict[str, tuple[int, int]] = {}
        """The files of an SQLite database, as they were when it was opened."""
        self._least = 0
        """The size of its main file then: it never shrinks by itself."""

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database."""
        name = None if self.is_postgres else self.engine.url.database
        return Path(os.path.realpath(name)) if name and name != ":memory:" else None

    def migrate(self) -> None:
        """Bring the tables up to date; of several servers that start at once one does it."""
        try:
            self._keep_private()
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                self._upgrade(connection)
        except (sa.exc.SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise self._not_opened(error) from None
        self._flush()
        self._known = {name: found for name in self._files() if (found := _identity(name)) is not None}
        if self._known:
            self._least = _size(str(self.file))
            sa.event.listen(self.engine, "connect", self._look_after_files)

    def _flush(self) -> None:
        """What a killed server has written may not be on the disk yet, and is about to be shown and acknowledged."""
        if self.is_postgres:
            return
        try:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except sa.exc.SQLAlchemyError as error:
            raise self._not_opened(error) from None
        self.sync_folder()

    def sync_folder(self) -> None:
        """A journal that was deleted must not come back: it would undo everything since."""
        if self.file is not None and os.name == "posix":
            folder = os.open(self.file.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    @property
    def name(self) -> Path | str:
        return self.file or say("error.the_database")

    def _not_opened(self, error: BaseException) -> StoreError:
        remedy = say(f"error.remedy.{trouble(error)}")
        reason = system_errors.reason(error) if isinstance(error, OSError) else reason_of(error)
        return StoreError("error.cannot_be_opened", name=self.name, reason=reason, remedy=remedy)

    def _upgrade(self, connection: Connection) -> None:
        if self.is_postgres:
            for setting in PATIENT:
                connection.exec_driver_sql(setting)
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        else:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if found != "ok":
                raise sqlite3.DatabaseError(f"database disk image is malformed ({found})")
        found_at = MigrationContext.configure(connection).get_current_heads()
        if not set(found_at) <= set(revisions()):
            raise StoreError("error.newer_database", name=self.name)
        if found_at != revisions()[:1]:
            config = migrations()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        self._check_complete(connection)

    def _check_complete(self, connection: Connection) -> None:
        there = sa.inspect(connection).get_multi_columns()
        for table in METADATA.tables.values():
            columns = {column["name"] for column in there.get((None, table.name), ())}
            lacking = [column.name for column in table.columns if column.name not in columns]
            if lacking:
                what = table.name if not columns else f"{table.name}.{lacking[0]}"
                raise StoreError("error.incomplete_database", name=self.name, what=what)

    def _keep_private(self) -> None:
        """The file belongs to its owner alone; SQLite makes the files beside it alike."""
        if self.file is not None and os.name == "posix":
            os.close(os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE))
            for name in (*self._files(), f"{self.file}-shm"):
                if os.path.exists(name) and os.stat(name).st_uid == os.getuid():
                    os.chmod(name, PRIVATE)

    def told_of_folder(self) -> str:
        """What to do about a folder that others can use too: somebody chose it, so that nothing is changed in it."""
        if self.file is None or os.name != "posix":
            return ""
        mode = self.file.parent.stat().st_mode
        if not mode & OF_OTHERS:
            return ""
        return say(
            "command.folder.writable" if mode & WRITTEN_BY_OTHERS else "command.folder.readable",
            folder=self.file.parent,
        )

    def _files(self) -> tuple[str, ...]:
        return () if self.file is None else (str(self.file), f"{self.file}-wal")

    def _look_after_files(self, *_: object) -> None:
        """SQLite goes on with a file that is deleted: what it writes then is kept by nobody."""
        for name, known in self._known.items():
            if _identity(name) != known or (name == str(self.file) and _size(name) < self._least):
                tell_operator(f"{name} was deleted or replaced: put it back, or end the server and start it again")
                raise StoreError(REPLACED)

    def look(self) -> None:
        """Raises an error if the database does not answer."""
        with self.reading() as connection:
            self._look_after_files()
            connection.execute(sa.select(sa.literal(1)))

    def close(self) -> None:
        self.engine.dispose()
        if self._known:
            sa.event.remove(self.engine, "connect", self._look_after_files)
            self._known = {}

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._under_way():
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                self._look_after_files()
                yield connection
            self._look_after_files()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._under_way(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _under_way(self) -> Iterator[None]:
        """Keeps the time; what goes wrong with the database becomes a sentence."""
        thread = threading.get_ident()
        self._since[thread] = time.monotonic()
        try:
            yield
        except sa.exc.IntegrityError:
            raise
        except sa.exc.SQLAlchemyError as error:
            raise store_error(error) from None
        finally:
            self._since.pop(thread, None)

    def hangs(self) -> bool:
        """Whether a call has had no answer for very long."""
        earliest = min(list(self._since.values()), default=None)
        return earliest is not None and time.monotonic() - earliest > HANGING_SECONDS

    async def in_time(self, working: "asyncio.Future[T]") -> T:
        """What a worker thread comes to, unless the database hangs."""
        try:
            while not working.done():
                await asyncio.wait((working,), timeout=LOOK_SECONDS)
                if not working.done() and self.hangs():
                    tell_operator("the database does not answer: look what keeps it, or start it again")
                    raise StoreError(HANGS)
        finally:
            if not working.done():
                # Nobody waits any more for what goes wrong later.
                working.add_done_callback(lambda late: late.cancelled() or late.exception())
        return working.result()

    # Engines

    def enrol(self, mark: str) -> None:
        """This engine serves here, from now on or as before."""
        with self.writing() as connection:
            if self.is_postgres:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            if connection.scalar(sa.select(ENGINES.c.number).where(ENGINES.c.mark == mark)) is None:
                last = connection.scalar(sa.select(sa.func.max(ENGINES.c.number))) or 0
                connection.execute(ENGINES.insert(), {"mark": mark, "number": last + 1})

    def number_of(self, mark: str) -> int:
        """In the order in which engines came to this database; 0 if it never came."""
        with self.reading() as connection:
            return connection.scalar(sa.select(ENGINES.c.number).where(ENGINES.c.mark == mark)) or 0

    def segments(self, game: str) -> list[Segment]:
        wanted = sa.select(SEGMENTS).where(SEGMENTS.c.game == game).order_by(SEGMENTS.c.version)
        with self.reading() as connection:
            return [Segment(row.version, row.engine, row.is_base) for row in connection.execute(wanted)]

    # Games

    def add_game(
        self, header: Header, entry: EntryRow, tokens: Sequence[tuple[str, str, int]], keyed: Keyed | None = None
    ) -> bool:
        """A new game with its seats, its opening and its tokens (hash, kind, seats); False if it is there already."""
        try:
            self._add_game(header, entry, tokens, keyed)
        except sa.exc.IntegrityError:
            self.check_key(keyed)
            return False
        return True

    def _add_game(
        self, header: Header, entry: EntryRow, tokens: Sequence[tuple[str, str, int]], keyed: Keyed | None
    ) -> None:
        with self.writing() as connection:
            self._use_key(connection, keyed)
            values = {column.name: getattr(header, column.name) for column in GAMES.c}
            checksum = checksums.of_state(header.id, header.version, header.engine, header.state)
            values |= {"options": " ".join(header.options), "key": header.key.hex(), "checksum": checksum}
            values["rulings"] = " ".join(f"{name}={value}" for name, value in header.rulings)
            connection.execute(GAMES.insert(), values)
            connection.execute(SEATS.insert(), [_seat_values(header.id, seat) for seat in header.seats])
            connection.execute(ENTRIES.insert(), inserts.entry_values(header.id, entry, header.created))
            connection.execute(SNAPSHOTS.insert(), inserts.snapshot_values(header.id, 0, header.state))
            segment = {"game": header.id, "version": 0, "engine": header.engine, "is_base": False}
            connection.execute(SEGMENTS.insert(), segment)
            self._add_tokens(connection, header.id, tokens)

    def _use_key(self, connection: Connection, keyed: Keyed | None) -> None:
        """One key, one request: the same again changes nothing."""
        if keyed is not None:
            values = {"key_hash": keyed.key_hash, "digest": keyed.digest, "created": self.environment.now()}
            connection.execute(REQUESTS.insert(), values)

    def check_key(self, keyed: Keyed | None) -> None:
        if keyed is None:
            return
        wanted = sa.select(REQUESTS.c.digest).where(REQUESTS.c.key_hash == keyed.key_hash)
        with self.reading() as connection:
            if connection.scalar(wanted) not in (None, keyed.digest):
                raise ReusedKeyError("error.key_reused")

    def header(self, game: str) -> Header | None:
        with self.reading() as connection:
            row = connection.execute(HEADER, {"game": game}).mappings().first()
            if row is None:
                return None
            return _header(row, tuple(SeatRow(*seat) for seat in connection.execute(SEATS_OF, {"game": game}).all()))

    def headers(self, games: Sequence[str] | None = None, limit: int = LISTED) -> list[Header]:
        """Those games, or the public ones that wait or run, the latest first."""
        which = GAMES.c.id.in_(_public(limit) if games is None else games)
        wanted = sa.select(GAMES).where(which).order_by(GAMES.c.changed.desc()).limit(limit)
        with self.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
            seats = _seats(connection, [row["id"] for row in rows])
        return [_header(row, seats.get(row["id"], ())) for row in rows]

    def moment(self, game: str) -> tuple[int, str, int, str] | None:
        """The version, the status, who decides and the engine, to see whether another server has changed them."""
        with self.reading() as connection:
            row = connection.execute(MOMENT, {"game": game}).first()
            return None if row is None else (row.version, row.status, row.decider, row.engine)

    def is_over(self, game: str) -> bool:
        moment = self.moment(game)
        return moment is not None and moment[1] == "over"

    def tell(self, message: str) -> None:
        """Tell the other servers on this database something."""
        with self.writing() as connection:
            self.notify(connection, message)

    def all_games(self) -> list[str]:
        """The latest first."""
        with self.reading() as connection:
            return list(connection.scalars(sa.select(GAMES.c.id).order_by(GAMES.c.changed.desc())))

    def open_games(self, *engines: str) -> list[str]:
        """The games under way that another engine has played."""
        wanted = sa.select(GAMES.c.id).where(GAMES.c.engine.not_in(engines), GAMES.c.status != "over")
        with self.reading() as connection:
            return list(connection.scalars(wanted))

    def waiting_for_bots(self) -> list[tuple[str, str, str]]:
        """The running games in which a bot has to decide: the game, the bot, and when something happened last."""
        same = (SEATS.c.game == GAMES.c.id) & (SEATS.c.seat == GAMES.c.decider)
        wanted = sa.select(GAMES.c.id, SEATS.c.bot, GAMES.c.changed).join(SEATS, same)
        wanted = wanted.where(GAMES.c.status == "running", SEATS.c.kind == "bot")
        with self.reading() as connection:
            return [(row.id, row.bot, row.changed) for row in connection.execute(wanted)]

    def renew(self, header: Header, engine: str, note: str | None, base: int | None) -> bool:
        """A game goes on under another engine; `base`: its present state is what it starts from now."""
        values: dict[str, Any] = {
            "engine": engine,
            "checksum": checksums.of_state(header.id, header.version, engine, header.state),
        }
        if note is not None:
            values["note"] = note
        if base is not None:
            values["base"] = base
        with self.writing() as connection:
            same = (GAMES.c.id == header.id) & (GAMES.c.version == header.version) & (GAMES.c.engine == header.engine)
            if connection.execute(GAMES.update().where(same).values(values)).rowcount != 1:
                return False
            if base is not None:
                replace_snapshot(connection, header.id, base, header.state)
            _begin_segment(connection, header.id, Segment(header.version, engine, base is not None))
        return True

    # Entries

    def append(self, steps: Sequence[Step]) -> list[BaseException | None]:
        """Write the steps of different games in one transaction; for each of them what went wrong, or None."""
        if not steps:
            return []
        try:
            with self.writing() as connection:
                self._append(connection, sorted(steps, key=lambda s: s.game))
        except (ConflictError, sa.exc.IntegrityError) as error:
            if len(steps) == 1:
                return [error if isinstance(error, ConflictError) else ConflictError()]
            return [result for step in steps for result in self.append([step])]
        except StoreError as error:
            return [error] * len(steps)
        return [None] * len(steps)

    def _append(self, connection: Connection, steps: Sequence[Step]) -> None:
        written = self.environment.now()
        if not inserts.advance(connection, steps, written):
            raise ConflictError
        inserts.add_entries(connection, steps, written)
        inserts.add_snapshots(connection, steps)
        self.notify(connection, *(f"{s.game} {s.new_version}" for s in steps))

    def notify(self, connection: Connection, *messages: str) -> None:
        """Other servers hear of it when the transaction is committed, and not before."""
        if self.is_postgres:
            connection.execute(NOTIFY, {"channel": CHANNEL, "messages": list(messages)})

    def entries(self, game: str, after: int, limit: int = 1_000_000) -> list[EntryRow]:
        with self.reading() as connection:
            # All of them at once: a statement that damage breaks off would hold on to what it has seen.
            rows = connection.execute(PAGE, {"game": game, "after": after, "most": limit}).all()
        for version, row in enumerate(rows, after + 1):
            if row[0] != version:
                raise DamagedError("error.version_log_missing", version=version)
        return [_sound_entry(game, row) for row in rows]

    def answered(self, game: str, action_id: str) -> EntryRow | None:
        """The entry that an action of this id made."""
        with self.reading() as connection:
            row = connection.execute(ANSWERED, {"game": game, "id": action_id}).first()
            return None if row is None else _sound_entry(game, row)

    def snapshot(self, game: str, version: int) -> tuple[int, bytes]:
        """The last snapshot at that version or before."""
        with self.reading() as connection:
            row = connection.execute(POSITION, {"game": game, "version": version}).first()
        if row is None or row.checksum != checksums.of_snapshot(game, row.version, row.state):
            raise DamagedError("error.position_damaged", version=version)
        return row.version, row.state

    # Seats and tokens

    def take_seat(self, game: str, row: SeatRow, token: str | None, keyed: Keyed | None = None) -> bool:
        """False if the seat is not open (any more). The game runs when no seat is open."""
        try:
            return self._take_seat(game, row, token, keyed)
        except sa.exc.IntegrityError:
            self.check_key(keyed)
            return False

    def _take_seat(self, game: str, row: SeatRow, token: str | None, keyed: Keyed | None) -> bool:
        seat = row.seat
        free = (SEATS.c.game == game) & (SEATS.c.seat == seat) & (SEATS.c.kind == "open")
        with self.writing() as connection:
            # The game's row is locked first, so that two who take the last two seats see each other.
            connection.execute(sa.select(GAMES.c.id).where(GAMES.c.id == game).with_for_update())
            values = {"kind": row.kind, "name": row.name, "bot": row.bot}
            if connection.execute(SEATS.update().where(free).values(values)).rowcount != 1:
                return False
            self._use_key(connection, keyed)
            self._add_tokens(connection, game, [] if token is None else [(token, "seat", 1 << seat)])
            left = connection.scalar(
                sa.select(sa.func.count()).where(SEATS.c.game == game, SEATS.c.kind == "open").select_from(SEATS)
            )
            if not left:
                waiting = GAMES.update().where(GAMES.c.id == game, GAMES.c.status == "waiting")
                connection.execute(waiting.values(status="running"))
            self.notify(connection, f"{game} table")
        return True

    def set_windows(self, game: str, seat: int, values: dict[str, str | int]) -> None:
        """`windows`, `skip`, `kinds`: see `diadochi.table.windows`."""
        with self.writing() as connection:
            connection.execute(SEATS.update().where(SEATS.c.game == game, SEATS.c.seat == seat).values(values))
            self.notify(connection, f"{game} settings")

    def add_token(self, game: str, token: str, kind: str, seats: int) -> None:
        with self.writing() as connection:
            self._add_tokens(connection, game, [(token, kind, seats)])

    def tokens(self, hashes: Sequence[str]) -> dict[str, tuple[str, str, int]]:
        """Game, kind and seats (a bit mask) by hash, of the tokens that there are."""
        wanted = sa.select(TOKENS.c.hash, TOKENS.c.game, TOKENS.c.kind, TOKENS.c.seats).where(TOKENS.c.hash.in_(hashes))
        with self.reading() as connection:
            return {row.hash: (row.game, row.kind, row.seats) for row in connection.execute(wanted)}

    def recover(
        self, token: str, not_before: str, new_token: str, keyed: Keyed | None = None
    ) -> tuple[str, int] | None:
        """Use a recovery token up: the game and its seats (a bit mask), which the new token holds."""
        self.check_key(keyed)
        try:
            return self._recover(token, not_before, new_token, keyed)
        except sa.exc.IntegrityError:
            self.check_key(keyed)
            return None

    def _recover(self, token: str, not_before: str, new_token: str, keyed: Keyed | None) -> tuple[str, int] | None:
        wanted = sa.select(TOKENS).where(TOKENS.c.hash == token, TOKENS.c.kind == "recovery")
        with self.writing() as connection:
            row = connection.execute(wanted.where(TOKENS.c.created >= not_before)).mappings().first()
            if row is None or connection.execute(TOKENS.delete().where(TOKENS.c.hash == token)).rowcount != 1:
                return None
            self._use_key(connection, keyed)
            self._add_tokens(connection, row["game"], [(new_token, "seat", row["seats"])])
            return row["game"], row["seats"]

    def _add_tokens(self, connection: Connection, game: str, tokens: Sequence[tuple[str, str, int]]) -> None:
        if tokens:
            same = {"game": game, "created": self.environment.now()}
            connection.execute(TOKENS.insert(), [{**same, "hash": h, "kind": k, "seats": s} for h, k, s in tokens])


def _public(limit: int) -> sa.CompoundSelect[tuple[str]]:
    """The ids of the latest public games that wait or run, found by the index and not by looking at all games."""
    latest = sa.select(GAMES.c.id).where(GAMES.c.private.is_(False)).order_by(GAMES.c.changed.desc()).limit(limit)
    parts = (latest.where(GAMES.c.status == status).subquery() for status in ("waiting", "running"))
    return sa.union_all(*(sa.select(part.c.id) for part in parts))


def _header(row: RowMapping, seats: tuple[SeatRow, ...]) -> Header:
    values = dict(row)
    values |= {"options": tuple(row["options"].split()), "key": bytes.fromhex(row["key"]), "seats": seats}
    values["rulings"] = tuple([tuple(told.split("=", 1)) for told in row["rulings"].split()])
    return Header(**values)


def _seats(connection: Connection, games: Sequence[str]) -> dict[str, tuple[SeatRow, ...]]:
    out: dict[str, list[SeatRow]] = {}
    for row in connection.execute(SEATS_IN, {"games": games}).all():
        out.setdefault(row[0], []).append(SeatRow(*row[1:]))
    return {game: tuple(seats) for game, seats in out.items()}


def _seat_values(game: str, seat: SeatRow) -> dict[str, Any]:
    return {"game": game, **{name: getattr(seat, name) for name in SeatRow.__slots__}}


def entry_of(row: RowMapping) -> EntryRow:
    return EntryRow(**{name: row[name] for name in EntryRow.__slots__})


def _sound_entry(game: str, row: Sequence[Any]) -> EntryRow:
    *columns, checksum = row
    if checksum != checksums.of_columns(game, columns):
        raise DamagedError("error.log_damaged", version=columns[0])
    return EntryRow(*columns)


def _begin_segment(connection: Connection, game: str, segment: Segment) -> None:
    """One that would be empty makes way for the next."""
    same = (SEGMENTS.c.game == game) & (SEGMENTS.c.version == segment.version)
    before = connection.scalar(sa.select(SEGMENTS.c.is_base).where(same))
    connection.execute(SEGMENTS.delete().where(same))
    values = {"game": game, "version": segment.version, "engine": segment.engine}
    connection.execute(SEGMENTS.insert(), {**values, "is_base": segment.is_base or bool(before)})


def replace_snapshot(connection: Connection, game: str, version: int, state: bytes) -> None:
    same = (SNAPSHOTS.c.game == game) & (SNAPSHOTS.c.version == version)
    connection.execute(SNAPSHOTS.delete().where(same))
    connection.execute(SNAPSHOTS.insert(), inserts.snapshot_values(game, version, state))


def _identity(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _size(name: str) -> int:
    try:
        return os.stat(name).st_size
    except OSError:
        return 0

"""The database: headers, seats, tokens, entries, snapshots. Every call here blocks: call it in a worker thread."""

import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Connection, Engine, RowMapping

from diadochi.errors import GameError
from diadochi.table import appending
from diadochi.table.rows import EntryRow, Header, SeatRow, Step
from diadochi.table.tables import ENTRIES, GAMES, SEATS, SNAPSHOTS, TOKENS

CHANNEL = "diadochi"
"""The name under which PostgreSQL tells other servers of a new version."""
MIGRATION_LOCK = 323_300
BUSY_SECONDS = 20
LISTED = 60
"""Games in one list."""
OLDEST_SQLITE = (3, 33)
NOTIFY = sa.text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")


class StoreError(GameError):
    """The database cannot be used; the text says what to do."""


class ConflictError(Exception):
    """Somebody else has written this version of the game first."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(14))


def connect(url: str) -> Engine:
    """An engine for `sqlite:///FILE` or `postgresql://...`."""
    try:
        address = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise StoreError(f"{url!r} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if address.get_backend_name() == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
        try:
            return sa.create_engine(address, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True)
        except ModuleNotFoundError:
            raise StoreError("PostgreSQL needs its driver: pip install 'diadochi[postgres]'") from None
    if address.get_backend_name() != "sqlite":
        raise StoreError(f"{address.get_backend_name()} is not supported; use sqlite:///FILE or postgresql://...")
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old; install 3.33 or later, or use PostgreSQL")
    engine = sa.create_engine(address, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, record: Any) -> None:
    # SQLAlchemy begins the transactions itself, see `_begin_sqlite`.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once: two of them wait for each other instead of failing in the middle."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Store:
    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self.is_postgres = self.engine.dialect.name == "postgresql"

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database."""
        name = None if self.is_postgres else self.engine.url.database
        return Path(name).resolve() if name and name != ":memory:" else None

    def migrate(self) -> None:
        """Bring the tables up to date; of several servers that start at once one does it."""
        config = Config()
        config.set_main_option("script_location", "diadochi.table:migrations")
        try:
            with self.writing() as connection:
                if self.is_postgres:
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except sa.exc.OperationalError as error:
            reason = str(error.orig).strip().splitlines()[0]
            raise StoreError(f"the database cannot be opened: {reason}. Look at --database") from None

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            yield connection

    # Games

    def add_game(self, header: Header, entry: EntryRow, tokens: Sequence[tuple[str, str, int]]) -> bool:
        """A new game with its seats, its opening and its tokens (hash, kind, seats); False if it is there already."""
        try:
            self._add_game(header, entry, tokens)
        except sa.exc.IntegrityError:
            return False
        return True

    def _add_game(self, header: Header, entry: EntryRow, tokens: Sequence[tuple[str, str, int]]) -> None:
        with self.writing() as connection:
            values = {column.name: getattr(header, column.name) for column in GAMES.c}
            values |= {"options": " ".join(header.options), "key": header.key.hex()}
            connection.execute(GAMES.insert(), values)
            connection.execute(SEATS.insert(), [_seat_values(header.id, seat) for seat in header.seats])
            connection.execute(ENTRIES.insert(), appending.entry_values(header.id, entry, header.created))
            connection.execute(SNAPSHOTS.insert(), {"game": header.id, "version": 0, "state": header.state})
            _add_tokens(connection, header.id, tokens)

    def header(self, game: str) -> Header | None:
        with self.reading() as connection:
            row = connection.execute(sa.select(GAMES).where(GAMES.c.id == game)).mappings().first()
            if row is None:
                return None
            return _header(row, _seats(connection, [game]).get(game, ()))

    def headers(self, games: Sequence[str] | None = None, limit: int = LISTED) -> list[Header]:
        """Those games, or the public ones that wait or run, the latest first."""
        which = GAMES.c.id.in_(_public(limit) if games is None else games)
        wanted = sa.select(GAMES).where(which).order_by(GAMES.c.changed.desc()).limit(limit)
        with self.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
            seats = _seats(connection, [row["id"] for row in rows])
        return [_header(row, seats.get(row["id"], ())) for row in rows]

    def moment(self, game: str) -> tuple[int, str, int] | None:
        """The version, the status and who decides, to see whether another server has changed them."""
        wanted = sa.select(GAMES.c.version, GAMES.c.status, GAMES.c.decider).where(GAMES.c.id == game)
        with self.reading() as connection:
            row = connection.execute(wanted).first()
            return None if row is None else (row.version, row.status, row.decider)

    def is_over(self, game: str) -> bool:
        moment = self.moment(game)
        return moment is not None and moment[1] == "over"

    def tell(self, message: str) -> None:
        """Tell the other servers on this database something."""
        with self.writing() as connection:
            self.notify(connection, message)

    def open_games(self, engine: str) -> list[str]:
        """The games under way that another engine has played."""
        wanted = sa.select(GAMES.c.id).where(GAMES.c.engine != engine, GAMES.c.status != "over")
        with self.reading() as connection:
            return list(connection.scalars(wanted))

    def waiting_for_bots(self) -> list[tuple[str, str, str]]:
        """The running games in which a bot has to decide: the game, the bot, and when something happened last."""
        same = (SEATS.c.game == GAMES.c.id) & (SEATS.c.seat == GAMES.c.decider)
        wanted = sa.select(GAMES.c.id, SEATS.c.bot, GAMES.c.changed).join(SEATS, same)
        wanted = wanted.where(GAMES.c.status == "running", SEATS.c.kind == "bot")
        with self.reading() as connection:
            return [(row.id, row.bot, row.changed) for row in connection.execute(wanted)]

    def renew(self, game: str, version: int, engine: str, note: str | None, base: int | None) -> bool:
        """A game goes on under another engine; `base`: its present state is what it starts from now."""
        values: dict[str, Any] = {"engine": engine}
        if note is not None:
            values["note"] = note
        if base is not None:
            values["base"] = base
        with self.writing() as connection:
            changed = GAMES.update().where(GAMES.c.id == game, GAMES.c.version == version)
            if connection.execute(changed.values(values)).rowcount != 1:
                return False
            if base is not None:
                connection.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.game == game, SNAPSHOTS.c.version == base))
                state = sa.select(GAMES.c.id, sa.literal(base), GAMES.c.state).where(GAMES.c.id == game)
                connection.execute(SNAPSHOTS.insert().from_select(["game", "version", "state"], state))
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
        except sa.exc.SQLAlchemyError as error:
            return [error] * len(steps)
        return [None] * len(steps)

    def _append(self, connection: Connection, steps: Sequence[Step]) -> None:
        written = now()
        if not appending.advance(connection, steps, written):
            raise ConflictError
        appending.add_entries(connection, steps, written)
        appending.add_snapshots(connection, steps)
        self.notify(connection, *(f"{s.game} {s.new_version}" for s in steps))

    def notify(self, connection: Connection, *messages: str) -> None:
        """Other servers hear of it when the transaction is committed, and not before."""
        if self.is_postgres:
            connection.execute(NOTIFY, {"channel": CHANNEL, "messages": list(messages)})

    def entries(self, game: str, after: int, limit: int = 1_000_000) -> list[EntryRow]:
        wanted = sa.select(ENTRIES).where(ENTRIES.c.game == game, ENTRIES.c.version > after)
        with self.reading() as connection:
            rows = connection.execute(wanted.order_by(ENTRIES.c.version).limit(limit)).mappings()
            return [_entry(row) for row in rows]

    def answered(self, game: str, action_id: str) -> EntryRow | None:
        """The entry that an action of this id made."""
        wanted = sa.select(ENTRIES).where(ENTRIES.c.game == game, ENTRIES.c.action_id == action_id)
        with self.reading() as connection:
            row = connection.execute(wanted).mappings().first()
            return None if row is None else _entry(row)

    def snapshot(self, game: str, version: int) -> tuple[int, bytes]:
        """The last snapshot at that version or before."""
        wanted = sa.select(SNAPSHOTS.c.version, SNAPSHOTS.c.state)
        wanted = wanted.where(SNAPSHOTS.c.game == game, SNAPSHOTS.c.version <= version)
        with self.reading() as connection:
            row = connection.execute(wanted.order_by(SNAPSHOTS.c.version.desc()).limit(1)).one()
            return row.version, row.state

    # Seats and tokens

    def take_seat(self, game: str, row: SeatRow, token: str | None) -> bool:
        """False if the seat is not open (any more). The game runs when no seat is open."""
        seat = row.seat
        free = (SEATS.c.game == game) & (SEATS.c.seat == seat) & (SEATS.c.kind == "open")
        with self.writing() as connection:
            # The game's row is locked first, so that two who take the last two seats see each other.
            connection.execute(sa.select(GAMES.c.id).where(GAMES.c.id == game).with_for_update())
            values = {"kind": row.kind, "name": row.name, "bot": row.bot}
            if connection.execute(SEATS.update().where(free).values(values)).rowcount != 1:
                return False
            _add_tokens(connection, game, [] if token is None else [(token, "seat", 1 << seat)])
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
            _add_tokens(connection, game, [(token, kind, seats)])

    def tokens(self, hashes: Sequence[str]) -> dict[str, tuple[str, str, int]]:
        """Game, kind and seats (a bit mask) by hash, of the tokens that there are."""
        wanted = sa.select(TOKENS.c.hash, TOKENS.c.game, TOKENS.c.kind, TOKENS.c.seats).where(TOKENS.c.hash.in_(hashes))
        with self.reading() as connection:
            return {row.hash: (row.game, row.kind, row.seats) for row in connection.execute(wanted)}

    def recover(self, token: str, not_before: str, new_token: str) -> tuple[str, int] | None:
        """Use a recovery token up: the game and its seats (a bit mask), which the new token holds."""
        wanted = sa.select(TOKENS).where(TOKENS.c.hash == token, TOKENS.c.kind == "recovery")
        with self.writing() as connection:
            row = connection.execute(wanted.where(TOKENS.c.created >= not_before)).mappings().first()
            if row is None or connection.execute(TOKENS.delete().where(TOKENS.c.hash == token)).rowcount != 1:
                return None
            _add_tokens(connection, row["game"], [(new_token, "seat", row["seats"])])
            return row["game"], row["seats"]


def _public(limit: int) -> sa.CompoundSelect[tuple[str]]:
    """The ids of the latest public games that wait or run, found by the index and not by looking at all games."""
    latest = sa.select(GAMES.c.id).where(GAMES.c.private.is_(False)).order_by(GAMES.c.changed.desc()).limit(limit)
    parts = (latest.where(GAMES.c.status == status).subquery() for status in ("waiting", "running"))
    return sa.union_all(*(sa.select(part.c.id) for part in parts))


def _header(row: RowMapping, seats: tuple[SeatRow, ...]) -> Header:
    values = dict(row)
    values |= {"options": tuple(row["options"].split()), "key": bytes.fromhex(row["key"]), "seats": seats}
    return Header(**values)


def _seats(connection: Connection, games: Sequence[str]) -> dict[str, tuple[SeatRow, ...]]:
    out: dict[str, list[SeatRow]] = {}
    wanted = sa.select(SEATS.c.game, *(SEATS.c[name] for name in SeatRow.__slots__))
    for game, *values in connection.execute(wanted.where(SEATS.c.game.in_(games)).order_by(SEATS.c.seat)):
        out.setdefault(game, []).append(SeatRow(*values))
    return {game: tuple(seats) for game, seats in out.items()}


def _seat_values(game: str, seat: SeatRow) -> dict[str, Any]:
    return {"game": game, **{name: getattr(seat, name) for name in SeatRow.__slots__}}


def _entry(row: RowMapping) -> EntryRow:
    return EntryRow(**{name: row[name] for name in EntryRow.__slots__})


def _add_tokens(connection: Connection, game: str, tokens: Sequence[tuple[str, str, int]]) -> None:
    if tokens:
        same = {"game": game, "created": now()}
        connection.execute(TOKENS.insert(), [{**same, "hash": h, "kind": k, "seats": s} for h, k, s in tokens])

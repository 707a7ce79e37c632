"""Checksums; which engine played a game from where on; which request a key was used for.

What is in the database is taken for sound. From here on PostgreSQL refuses a server that knows no checksums: such a
server would take games back from a newer one.
"""

import sqlalchemy as sa
from alembic import op

from diadochi.table import checksums
from diadochi.table.rows import EntryRow

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

AT_ONCE = 500

GUARD = """
    CREATE FUNCTION diadochi_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.checksum = '' OR (TG_OP = 'UPDATE' AND NEW.checksum = OLD.checksum
                AND (NEW.version, NEW.engine, NEW.state) IS DISTINCT FROM (OLD.version, OLD.engine, OLD.state)) THEN
            RAISE EXCEPTION 'a newer diadochi uses this database: end this server';
        END IF;
        RETURN NEW;
    END $$
"""
GUARDED = """
    CREATE TRIGGER diadochi_guard BEFORE INSERT OR UPDATE ON games FOR EACH ROW EXECUTE FUNCTION diadochi_guard()
"""


def upgrade() -> None:
    for table in ("games", "entries", "snapshots"):
        op.add_column(table, sa.Column("checksum", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "engines",
        sa.Column("mark", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
    )
    op.create_table(
        "segments",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("engine", sa.String(80), nullable=False),
        sa.Column("is_base", sa.Boolean, nullable=False),
    )
    op.create_table(
        "requests",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    connection = op.get_bind()
    _sum_games(connection)
    _sum_entries(connection)
    _sum_snapshots(connection)
    if connection.dialect.name == "postgresql":
        op.execute(GUARD)
        op.execute(GUARDED)


def _sum_games(connection: sa.Connection) -> None:
    """One by one: a position is large."""
    update = sa.text("UPDATE games SET checksum = :checksum WHERE id = :id")
    one = sa.text("SELECT version, base, engine, state FROM games WHERE id = :id")
    segment = sa.text(
        "INSERT INTO segments (game, version, engine, is_base) VALUES (:game, :version, :engine, :is_base)"
    )
    engines = set()
    for game in connection.scalars(sa.text("SELECT id FROM games")).all():
        row = connection.execute(one, {"id": game}).one()
        checksum = checksums.of_state(game, row.version, row.engine, bytes(row.state))
        connection.execute(update, {"id": game, "checksum": checksum})
        # Who played before the last base is not known.
        begun = [(0, "", False), (row.base, row.engine, True)] if row.base else [(0, row.engine, False)]
        for version, engine, is_base in begun:
            values = {"game": game, "version": version, "engine": engine, "is_base": is_base}
            connection.execute(segment, values)
        engines.add(row.engine)
    for number, mark in enumerate(sorted(engines), 1):
        connection.execute(
            sa.text("INSERT INTO engines (mark, number) VALUES (:mark, :number)"), {"mark": mark, "number": number}
        )


def _sum_entries(connection: sa.Connection) -> None:
    update = sa.text("UPDATE entries SET checksum = :checksum WHERE game = :of_game AND version = :of_version")
    wanted = sa.text(
        "SELECT game, version, seat, action, action_id, body, reason FROM entries WHERE game = :game "
        "AND version > :after ORDER BY version LIMIT :most"
    )
    for game in connection.scalars(sa.text("SELECT id FROM games")).all():
        after = -1
        while rows := connection.execute(wanted, {"game": game, "after": after, "most": AT_ONCE}).all():
            sums = [(row.version, checksums.of_entry(game, EntryRow(*row[1:]))) for row in rows]
            values = [{"of_game": game, "of_version": version, "checksum": told} for version, told in sums]
            connection.execute(update, values)
            after = rows[-1].version


def _sum_snapshots(connection: sa.Connection) -> None:
    update = sa.text("UPDATE snapshots SET checksum = :checksum WHERE game = :game AND version = :version")
    one = sa.text("SELECT state FROM snapshots WHERE game = :game AND version = :version")
    for game, version in connection.execute(sa.text("SELECT game, version FROM snapshots")).all():
        where = {"game": game, "version": version}
        state = bytes(connection.execute(one, where).scalar_one())
        connection.execute(update, {**where, "checksum": checksums.of_snapshot(game, version, state)})


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER diadochi_guard ON games")
        op.execute("DROP FUNCTION diadochi_guard()")
    for table in ("requests", "segments", "engines"):
        op.drop_table(table)
    for table in ("snapshots", "entries", "games"):
        op.drop_column(table, "checksum")

"""Appending the steps of several games in one transaction.

SQLite is told all of them in one statement for each table: its driver gives the interpreter away at every row, and
would have to wait for it as often.
"""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from diadochi.table import checksums
from diadochi.table.rows import EntryRow, Step
from diadochi.table.schema import ENTRIES, GAMES, SNAPSHOTS

ADVANCE = (
    GAMES.update()
    .where(
        GAMES.c.id == sa.bindparam("game"),
        GAMES.c.version == sa.bindparam("old"),
        GAMES.c.engine == sa.bindparam("by_engine"),
    )
    .values(
        version=sa.bindparam("new"),
        status=sa.bindparam("now_status"),
        decider=sa.bindparam("now_decider"),
        state=sa.bindparam("now_state"),
        changed=sa.bindparam("written"),
        checksum=sa.bindparam("now_checksum"),
    )
)
ADD_ENTRIES = ENTRIES.insert()

ADVANCE_ALL = sa.text("""
    UPDATE games
    SET version = json_extract(value, '$.new'),
        status = json_extract(value, '$.now_status'),
        decider = json_extract(value, '$.now_decider'),
        state = CAST(json_extract(value, '$.now_state') AS BLOB),
        changed = json_extract(value, '$.written'),
        checksum = json_extract(value, '$.now_checksum')
    FROM json_each(:steps)
    WHERE games.id = json_extract(value, '$.game') AND games.version = json_extract(value, '$.old')
        AND games.engine = json_extract(value, '$.by_engine')
""")
COLUMNS = [column.name for column in ENTRIES.c]
ADD_ALL_ENTRIES = sa.text(f"""
    INSERT INTO entries ({", ".join(COLUMNS)})
    SELECT {", ".join(f"json_extract(value, '$.{name}')" for name in COLUMNS)}
    FROM json_each(:entries)
""")


def advance(connection: Connection, steps: Sequence[Step], written: str) -> bool:
    """False if a game is not at the version that its step goes on from, or another engine goes on with it."""
    values = [
        {
            "game": s.game, "old": s.old_version, "new": s.new_version, "written": written,
            "now_status": s.status, "now_decider": s.decider, "now_state": s.state,
            "by_engine": s.engine,
            "now_checksum": checksums.of_state(s.game, s.new_version, s.engine, s.state),
        }
        for s in steps
    ]  # fmt: skip
    if connection.dialect.name == "sqlite":
        told = [{**value, "now_state": s.state.decode()} for value, s in zip(values, steps, strict=True)]
        done = connection.execute(ADVANCE_ALL, {"steps": msgspec.json.encode(told).decode()})
    else:
        done = connection.execute(ADVANCE, values)
    return done.rowcount == len(steps)


def add_entries(connection: Connection, steps: Sequence[Step], written: str) -> None:
    values = [entry_values(s.game, entry, written) for s in steps for entry in s.entries]
    if connection.dialect.name == "sqlite":
        connection.execute(ADD_ALL_ENTRIES, {"entries": msgspec.json.encode(values).decode()})
    else:
        connection.execute(ADD_ENTRIES, values)


def add_snapshots(connection: Connection, steps: Sequence[Step]) -> None:
    values = [snapshot_values(s.game, version, state) for s in steps for version, state in s.snapshots]
    if values:
        connection.execute(SNAPSHOTS.insert(), values)


def snapshot_values(game: str, version: int, state: bytes) -> dict[str, object]:
    return {
        "game": game, "version": version, "state": state, "checksum": checksums.of_snapshot(game, version, state)
    }  # fmt: skip


def entry_values(game: str, entry: EntryRow, written: str) -> dict[str, object]:
    told = {name: getattr(entry, name) for name in EntryRow.__slots__}
    return {"game": game, "written": written, "checksum": checksums.of_entry(game, entry), **told}

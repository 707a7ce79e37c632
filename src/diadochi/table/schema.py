"""The tables of the database. `migrations` makes them; a test keeps both alike."""

import sqlalchemy as sa

from diadochi.model.edition import EDITIONS

METADATA = sa.MetaData()
TIME = sa.String(32)
"""ISO 8601, UTC."""


def checksum() -> sa.Column[str]:
    return sa.Column("checksum", sa.String(32), nullable=False, server_default="")


GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("created", TIME, nullable=False),
    sa.Column("changed", TIME, nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(12), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("engine", sa.String(80), nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("base", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("decider", sa.Integer, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("reasons", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("pace", sa.String(12), nullable=False, server_default="live"),
    checksum(),
    sa.Column("edition", sa.String(24), nullable=False, server_default=EDITIONS[0]),
    sa.Column("rulings", sa.Text, nullable=False, server_default=""),
    sa.Column("lesson", sa.String(12), nullable=False, server_default=""),
    sa.Index("games_by_status", "status", "changed"),
)
SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("bot", sa.String(40), nullable=False),
    sa.Column("windows", sa.String(12), nullable=False),
    sa.Column("skip", sa.String(40), nullable=False),
    sa.Column("kinds", sa.Integer, nullable=False, server_default="126"),
    sa.Column("orders", sa.Text, nullable=False, server_default=""),
)
TOKENS = sa.Table(
    "tokens",
    METADATA,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("created", TIME, nullable=False),
    sa.Index("tokens_by_game", "game", "kind"),
)
ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.String(80), nullable=False),
    sa.Column("action_id", sa.String(64)),
    sa.Column("written", TIME, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("reason", sa.Text),
    checksum(),
    sa.UniqueConstraint("game", "action_id", name="one_answer_per_action_id"),
)
SNAPSHOTS = sa.Table(
    "snapshots",
    METADATA,
    sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("state", sa.LargeBinary, nullable=False),
    checksum(),
)
ANSWERS = sa.Table(
    "answers",
    METADATA,
    sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("action", sa.String(80), nullable=False),
    sa.Column("action_id", sa.String(64)),
    checksum(),
)
ENGINES = sa.Table(
    "engines",
    METADATA,
    sa.Column("mark", sa.String(80), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False, unique=True),
)
"""In the order in which they first came to this database."""
SEGMENTS = sa.Table(
    "segments",
    METADATA,
    sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("engine", sa.String(80), nullable=False),
    sa.Column("is_base", sa.Boolean, nullable=False),
)
REQUESTS = sa.Table(
    "requests",
    METADATA,
    sa.Column("key_hash", sa.String(64), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("created", TIME, nullable=False),
)
"""What a client's key was used for."""

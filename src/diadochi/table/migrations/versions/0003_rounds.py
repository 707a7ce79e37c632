"""A table's pace, what a seat wants to be asked, and the answers in a countdown."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("pace", sa.String(12), nullable=False, server_default="live"))
    op.add_column("seats", sa.Column("kinds", sa.Integer, nullable=False, server_default="126"))
    # What seats began with; now it depends on the table.
    op.execute("UPDATE seats SET windows = 'start' WHERE windows = 'fitting'")
    op.create_table(
        "answers",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("action", sa.String(80), nullable=False),
        sa.Column("action_id", sa.String(64)),
    )


def downgrade() -> None:
    op.drop_table("answers")
    op.execute("UPDATE seats SET windows = 'fitting' WHERE windows = 'start'")
    op.drop_column("seats", "kinds")
    op.drop_column("games", "pace")

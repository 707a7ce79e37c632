"""Bots say why."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("reasons", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("entries", sa.Column("reason", sa.Text))


def downgrade() -> None:
    op.drop_column("entries", "reason")
    op.drop_column("games", "reasons")

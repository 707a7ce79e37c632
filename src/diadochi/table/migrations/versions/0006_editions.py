"""Which edition is played, and with which rulings: all games before were Deluxe without any."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("edition", sa.String(24), nullable=False, server_default="deluxe"))
    op.add_column("games", sa.Column("rulings", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "rulings")
    op.drop_column("games", "edition")

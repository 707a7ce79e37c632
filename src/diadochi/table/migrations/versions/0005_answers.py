"""Checksums of the answers in a countdown. Those that are in the database are taken for sound."""

import sqlalchemy as sa
from alembic import op

from diadochi.table import checksums

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("answers", sa.Column("checksum", sa.String(32), nullable=False, server_default=""))
    connection = op.get_bind()
    update = sa.text(
        "UPDATE answers SET checksum = :checksum WHERE game = :game AND version = :version AND seat = :seat"
    )
    for row in connection.execute(sa.text("SELECT game, version, seat, action, action_id FROM answers")).all():
        where = {"game": row.game, "version": row.version, "seat": row.seat}
        connection.execute(update, {**where, "checksum": checksums.of_answer(*row)})


def downgrade() -> None:
    op.drop_column("answers", "checksum")

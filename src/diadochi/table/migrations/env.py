"""Alembic runs this file; the connection comes from `diadochi.table.store`."""

from alembic import context

from diadochi.table.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()

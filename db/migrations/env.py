"""Alembic's entry: migrate over the connection that ``db.stores.upgrade`` hands in."""

from alembic import context

from db.tables import metadata

# One transaction per step, begun by us on SQLite too: a step that breaks leaves the tables as they were.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()

"""What is needed to count a person's matches, and when open ones are closed that nobody fills."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ALIVE = sa.text("status IN ('lobby', 'running')")

DAYS = 14
"""So long from now on those that are open stay so, however old they are."""


_match = sa.table("match", sa.column("id"), sa.column("status"), sa.column("created"))
_columns = ("match", "ask", "seat", "wait", "sealed", "restart", "since", "due", "again")
_standing = sa.table("standing", *map(sa.column, _columns))


def upgrade() -> None:
    """Make the index; open matches get the row that closes them."""
    op.create_index("ix_match_host", "match", ["host"], sqlite_where=ALIVE, postgresql_where=ALIVE)
    due = int((time.time() + DAYS * 86400) * 1000)
    row = (_match.c.id, "~expires", -1, "expiry", 0, 0, _match.c.created, due, 0)
    values = (each if isinstance(each, sa.ColumnElement) else sa.literal_column(repr(each)) for each in row)
    op.execute(_standing.insert().from_select(_columns, sa.select(*values).where(_match.c.status == "lobby")))

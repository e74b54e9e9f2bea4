"""Tournaments that pause: since when, until when, and for how long they have stood still in all."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the columns; tournaments that run go on, none of them paused."""
    op.add_column("event", sa.Column("paused", sa.BigInteger(), nullable=True))
    op.add_column("event", sa.Column("resumes", sa.BigInteger(), nullable=True))
    op.add_column("event", sa.Column("stood", sa.BigInteger(), nullable=False, server_default="0"))

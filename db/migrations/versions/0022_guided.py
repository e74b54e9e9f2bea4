"""Matches whose panels teach the game."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the column; no match of before is guided."""
    op.add_column("match", sa.Column("guided", sa.SmallInteger(), nullable=False, server_default="0"))

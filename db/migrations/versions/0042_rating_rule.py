"""Ratings know the rule by which they were calculated: by a later one, they are calculated again from the results."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Those that are there were calculated by the first rule."""
    op.add_column("rating_progress", sa.Column("rule", sa.SmallInteger(), nullable=False, server_default="1"))

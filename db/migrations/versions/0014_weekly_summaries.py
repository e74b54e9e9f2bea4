"""When a tournament's last weekly summary was due."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the column; tournaments that run for a week or longer get their first one soon."""
    op.add_column("event", sa.Column("summary", sa.BigInteger(), nullable=True))

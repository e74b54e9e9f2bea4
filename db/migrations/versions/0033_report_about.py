"""Reports of a message know who wrote it."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of earlier reports it isn't known."""
    op.add_column("report", sa.Column("about", sa.BigInteger(), nullable=True))

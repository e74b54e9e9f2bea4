"""A match's row without ``epoch``, which was always 0."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the column."""
    op.drop_column("match", "epoch")

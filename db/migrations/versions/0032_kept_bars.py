"""Bars that hold though the person has deleted their data."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; of bars that were deleted before nothing is known any more."""
    op.create_table(
        "kept_bar",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "digest", name="pk_kept_bar"),
    )

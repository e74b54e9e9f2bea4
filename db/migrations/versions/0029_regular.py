"""Matches that are played again and again by the same people."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; no match of before is repeated."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "regular",
        sa.Column("match", number, nullable=False),
        sa.Column("latest", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("category", sa.BigInteger(), nullable=False),
        sa.Column("every", sa.String(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_regular_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name="pk_regular"),
    )
    op.create_index("ix_regular_due", "regular", ["due"])
    op.create_index("ix_regular_user", "regular", ["user"])

"""People who let the bot tell Discord how they play."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nobody has granted anything yet."""
    op.create_table(
        "link",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("access", sa.String(), nullable=False),
        sa.Column("refresh", sa.String(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.String(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("failures", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_link"),
    )
    op.create_index("ix_link_due", "link", ["due"])

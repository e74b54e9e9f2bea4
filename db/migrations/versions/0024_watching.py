"""Who follows which match, and matches that their host has closed to watchers."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the column and the table; every match of before is open to watchers, and nobody follows one."""
    op.add_column("match", sa.Column("closed", sa.SmallInteger(), nullable=False, server_default="0"))
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "follow",
        sa.Column("match", number, nullable=False),
        sa.Column("lane", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("feed", sa.SmallInteger(), nullable=False),
        sa.Column("spoilers", sa.SmallInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("stopped", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_follow_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "lane", name="pk_follow"),
    )
    op.create_index("ix_follow_user", "follow", ["user"])
    op.create_index("ix_follow_due", "follow", ["due"])

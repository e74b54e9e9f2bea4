"""Clocks by seat, times when clocks stand still, motions that need the others' votes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "clock",
        sa.Column("match", _ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("left", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=True),
        sa.Column("excuses", sa.SmallInteger(), nullable=False),
        sa.Column("kept", sa.SmallInteger(), nullable=False),
        sa.Column("offered", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_clock_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_clock"),
    )
    op.create_table(
        "halt",
        sa.Column("id", _ID, nullable=False),
        sa.Column("match", _ID, nullable=True),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_halt_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_halt"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_halt_match_ends", "halt", ["match", "ends"])
    op.create_index("ix_halt_user_ends", "halt", ["user", "ends"])
    op.create_table(
        "motion",
        sa.Column("match", _ID, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("mover", sa.SmallInteger(), nullable=False),
        sa.Column("yes", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_motion_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "kind", name="pk_motion"),
    )

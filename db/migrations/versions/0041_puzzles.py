"""Puzzles of the day: tables for them, what people answered, and where they are posted, empty at first."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "puzzle",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=False),
        sa.Column("ask", sa.String(), nullable=False),
        sa.Column("best", sa.LargeBinary(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_puzzle"),
    )
    op.create_table(
        "puzzle_answer",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("draft", sa.LargeBinary()),
        sa.Column("tries", sa.SmallInteger(), nullable=False),
        sa.Column("solved", sa.SmallInteger(), nullable=False),
        sa.Column("shown", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "user", name="pk_puzzle_answer"),
    )
    op.create_index("ix_puzzle_answer_user_guild_day", "puzzle_answer", ["user", "guild", "day"])
    op.create_index("ix_puzzle_answer_guild_day", "puzzle_answer", ["guild", "day"])
    op.create_table(
        "puzzle_channel",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_puzzle_channel"),
    )
    op.create_index("ix_puzzle_channel_day", "puzzle_channel", ["day"])

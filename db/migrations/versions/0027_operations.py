"""Servers that the operator has blocked, and messages to the owners of servers."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "blocked_server",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_blocked_server"),
    )
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "broadcast",
        sa.Column("id", number, nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_broadcast"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "broadcast_sent",
        sa.Column("broadcast", number, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["broadcast"], ["broadcast.id"], name="fk_broadcast_sent_broadcast", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("broadcast", "user", name="pk_broadcast_sent"),
    )

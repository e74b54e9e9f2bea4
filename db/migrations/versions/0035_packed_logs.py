"""Logs of matches that have been over for a while are packed, by the bot and bit by bit: this step only makes room."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and the column that says of which matches the log is still in rows: of all."""
    op.create_table(
        "packed_log",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_packed_log_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name="pk_packed_log"),
    )
    op.add_column("match", sa.Column("packed", sa.SmallInteger(), nullable=False, server_default="0"))
    unpacked = sa.text("status = 'finished' AND packed = 0")
    op.create_index("ix_match_unpacked", "match", ["finished"], sqlite_where=unpacked, postgresql_where=unpacked)

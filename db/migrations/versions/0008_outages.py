"""When each shard was last served, and outages of a single shard."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make table and columns; the bot's last sign of life stays known, so that this upgrade is an outage like any."""
    op.create_table(
        "service",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("process", sa.String(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard", "shards", name="pk_service"),
    )
    op.add_column("halt", sa.Column("shard", sa.Integer(), nullable=True))
    op.add_column("halt", sa.Column("shards", sa.Integer(), nullable=True))
    op.execute(
        "INSERT INTO service (shard, shards, process, seen) "
        "SELECT 0, 1, '', CAST(value AS BIGINT) FROM meta WHERE key = 'heartbeat'"
    )
    op.execute("DELETE FROM meta WHERE key = 'heartbeat'")

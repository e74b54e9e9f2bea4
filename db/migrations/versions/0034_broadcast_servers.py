"""To which servers' owners a broadcast has come: that stays when an owner is deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; whoever was told is noted by their id."""
    op.create_table(
        "broadcast_server",
        sa.Column("broadcast", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["broadcast"], ["broadcast.id"], name="fk_broadcast_server_broadcast", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("broadcast", "guild", name="pk_broadcast_server"),
    )

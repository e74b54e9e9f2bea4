"""People who wait for others to play with."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nobody waits yet."""
    op.create_table(
        "seeker",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("live", sa.SmallInteger(), nullable=False),
        sa.Column("near", sa.SmallInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("open", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", "game", name="pk_seeker"),
    )
    op.create_index("ix_seeker_guild_game_at", "seeker", ["guild", "game", "at"])
    op.create_index("ix_seeker_user", "seeker", ["user"])

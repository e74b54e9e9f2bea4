"""A consent is noted at once and spread over a person's placings bit by bit; their ratings are found by one index."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """All consents so far are spread; one that was withdrawn has no row."""
    for name in ("agreed", "spread"):
        op.add_column("consent", sa.Column(name, sa.SmallInteger(), nullable=False, server_default="1"))
    unspread = sa.text("spread = 0")
    op.create_index("ix_consent_unspread", "consent", ["user"], sqlite_where=unspread, postgresql_where=unspread)
    op.drop_index("ix_rating_user", "rating")
    op.create_index("ix_rating_user_guild", "rating", ["user", "guild"])

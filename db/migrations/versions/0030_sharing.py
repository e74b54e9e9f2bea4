"""Open matches that servers share with each other, and who has joined one of another server."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the columns; no server of before shares anything, and nobody is a guest."""
    op.add_column("seat", sa.Column("guest", sa.BigInteger()))
    op.add_column("server", sa.Column("shares", sa.SmallInteger(), nullable=False, server_default="0"))

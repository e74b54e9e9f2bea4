"""Which process has each shard, until when, and which one waits for it."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; nobody has any shard yet."""
    for name, kind in (
        ("holder", sa.String()),
        ("expires", sa.BigInteger()),
        ("waiting", sa.String()),
        ("waits", sa.BigInteger()),
    ):
        op.add_column("service", sa.Column(name, kind))

"""How a pairing ended, and which seats were lost by time, in columns of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_pairing = sa.table("pairing", *(sa.column(name, sa.String()) for name in ("ended", "late")))


def upgrade() -> None:
    """Make the column; what stood behind a slash goes there."""
    op.add_column("pairing", sa.Column("late", sa.String(), nullable=False, server_default=""))
    ended = _pairing.c.ended
    words = op.get_bind().execute(sa.select(ended).where(ended.contains("/")).distinct()).scalars().all()
    for word in words:
        how, _, late = word.partition("/")
        op.execute(_pairing.update().where(ended == word).values(ended=how, late=late))

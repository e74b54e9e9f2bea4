"""In which season of a match a seat made its last turn, and whether its player is away for the rest of it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the columns; in matches that run nobody is away, and every turn asked is the first of its season."""
    op.add_column("clock", sa.Column("season", sa.String(), nullable=False, server_default=""))
    op.add_column("clock", sa.Column("away", sa.SmallInteger(), nullable=False, server_default="0"))
    op.add_column("standing", sa.Column("again", sa.SmallInteger(), nullable=False, server_default="0"))

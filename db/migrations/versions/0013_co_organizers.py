"""Others who may do what a tournament's organizer may."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the column; tournaments that run have nobody but their organizer."""
    op.add_column("event", sa.Column("organizers", sa.String(), nullable=False, server_default=""))

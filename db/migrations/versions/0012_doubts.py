"""How sure an entrant's rating is. Ratings are reckoned anew, since months without a match make them less sure."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_meta = sa.table("meta", sa.column("key"), sa.column("value"))


def upgrade() -> None:
    """Add the column; entrants of before have none. At the next start the ratings follow from the stored results."""
    op.add_column("entrant", sa.Column("sigma", sa.Integer()))
    op.execute(_meta.update().where(_meta.c.key == "reckoned").values(value="stale"))

"""The group of a pairing, or its place in a tree, in columns of their own instead of a code."""

import sqlalchemy as sa
from alembic import op

from db.migrations.renaming import rename_columns

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_PARTS = {"W": "winners", "L": "losers", "F": "final", "T": "third"}

_FINALS = ("F1", "F2")

_pairing = sa.table(
    "pairing",
    *(sa.column(name, sa.String()) for name in ("group", "part")),
    *map(sa.column, ("part_round", "row")),
)


def upgrade() -> None:
    """Let "W2.1" become a part, a round and a row; what names a group stays as it is."""
    rename_columns("pairing", {"key": "group"}, indexes={})
    op.add_column("pairing", sa.Column("part", sa.String(), nullable=True))
    for name in ("part_round", "row"):
        op.add_column("pairing", sa.Column(name, sa.SmallInteger(), nullable=False, server_default="0"))
    group = _pairing.c.group
    is_node = sa.or_(group.contains("."), group.in_(_FINALS))
    for key in op.get_bind().execute(sa.select(group).where(is_node).distinct()).scalars().all():
        turn, _, row = key[1:].partition(".")
        place = {"part": _PARTS[key[0]], "part_round": int(turn), "row": int(row or 1) - 1}
        op.execute(_pairing.update().where(group == key).values(group="", **place))

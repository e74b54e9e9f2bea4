"""Whose level a computer player's rating is, and how far ratings have come, in columns of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_KEYS = {
    "rating": ("guild", "game", "user", "level_of", "level"),
    "rating_step": ("match", "guild", "game", "user", "level_of", "level"),
}

_meta = sa.table("meta", *(sa.column(name, sa.String()) for name in ("key", "value")))
_progress = sa.table("rating_progress", *map(sa.column, ("id", "finished", "match", "stale", "token")))

REACHED, STALE = "reckoned", "stale"
"""The fact about ratings, and what it began with where all were to be reckoned anew."""


def upgrade() -> None:
    """Part "<game>:<level>", and make a row of the fact that said "<milliseconds>:<match>" or "stale <token>"."""
    for table, key in _KEYS.items():
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("level_of", sa.String(), nullable=False, server_default=""))
            batch.drop_constraint(f"pk_{table}", type_="primary")
            batch.create_primary_key(f"pk_{table}", list(key))
        _part_levels(table)
    op.create_table(
        "rating_progress",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("match", _ID, nullable=True),
        sa.Column("stale", sa.SmallInteger(), nullable=False),
        sa.Column("token", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_rating_progress"),
    )
    _move_progress()


def _part_levels(table: str) -> None:
    rows = sa.table(table, *(sa.column(name, sa.String()) for name in ("level_of", "level")))
    level = rows.c.level
    found = op.get_bind().execute(sa.select(level).where(level.contains(":")).distinct()).scalars().all()
    for word in found:
        game, _, own = word.partition(":")
        op.execute(rows.update().where(level == word).values(level_of=game, level=own))


def _move_progress() -> None:
    is_fact = _meta.c.key == REACHED
    fact = op.get_bind().execute(sa.select(_meta.c.value).where(is_fact)).scalar()
    if fact is None:
        return
    is_stale = fact.startswith(STALE)
    first, _, last = fact.partition(" " if is_stale else ":")
    is_reached = not is_stale and int(last or 0) > 0
    op.execute(
        _progress.insert().values(
            id=0,
            finished=int(first) if is_reached else None,
            match=int(last) if is_reached else None,
            stale=int(is_stale),
            token=(last or None) if is_stale else None,
        )
    )
    op.execute(_meta.delete().where(is_fact))

"""Ratings are calculated again from a mark on: steps count the matches before, and say so by an index of their key."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_COUNT = """
UPDATE rating_step SET matches = counted.nth
FROM (
    SELECT match, guild, game, "user", level_of, level,
        row_number() OVER (PARTITION BY guild, game, "user", level_of, level ORDER BY at, match) AS nth
    FROM rating_step
) AS counted
WHERE rating_step.match = counted.match AND rating_step.guild = counted.guild AND rating_step.game = counted.game
    AND rating_step."user" = counted."user" AND rating_step.level_of = counted.level_of
    AND rating_step.level = counted.level
"""


def upgrade() -> None:
    """Count the steps of each rating; where all were to be calculated again, they are from the first on."""
    op.add_column("rating_step", sa.Column("matches", sa.Integer(), nullable=False, server_default="0"))
    op.execute(_COUNT)
    op.drop_index("ix_rating_step_user_guild_game_at", "rating_step")
    columns = ["user", "guild", "game", "level_of", "level", "at", "match"]
    op.create_index("ix_rating_step_of", "rating_step", columns)
    for name, kind in (
        ("at", sa.BigInteger()),
        ("until", sa.BigInteger()),
        ("until_match", _ID),
        ("newest", sa.BigInteger()),
        ("newest_match", _ID),
    ):
        op.add_column("rating_progress", sa.Column(name, kind))

"""What is looked up stays fast however many matches are over: more indexes, and columns for them."""

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

_COLUMNS: tuple[tuple[str, sa.Column[object]], ...] = (
    ("seat", sa.Column("match_status", sa.String(), nullable=False, server_default="lobby")),
    ("placing", sa.Column("guild", sa.BigInteger())),
    ("placing", sa.Column("game", sa.String(), nullable=False, server_default="")),
    ("placing", sa.Column("seats", sa.SmallInteger(), nullable=False, server_default="0")),
    ("placing", sa.Column("finished", sa.BigInteger(), nullable=False, server_default="0")),
    ("placing", sa.Column("ranked", sa.SmallInteger(), nullable=False, server_default="0")),
    ("rating", sa.Column("listed", sa.SmallInteger(), nullable=False, server_default="0")),
)
_DROPPED = (
    ("ix_match_channel", "match"),
    ("ix_seat_user", "seat"),
    ("ix_result_game_guild", "result"),
    ("ix_placing_user_match", "placing"),
)
_BEST = ("guild", "game", "seats", "total", "finished", "match")
_MADE: tuple[tuple[str, str, Iterable[str], str], ...] = (
    ("ix_match_guild_status_id", "match", ("guild", "status", "id"), ""),
    ("ix_match_channel_id", "match", ("channel", "id"), ""),
    ("ix_match_channel_status_id", "match", ("channel", "status", "id"), ""),
    ("ix_match_alive", "match", ("guild", "id"), "status IN ('lobby', 'running')"),
    ("ix_match_rematch_of", "match", ("rematch_of",), "rematch_of IS NOT NULL"),
    ("ix_match_over_in_thread", "match", ("moved",), "status IN ('finished', 'cancelled') AND thread IS NOT NULL"),
    ("ix_seat_user_match_status_match", "seat", ("user", "match_status", "match"), ""),
    ("ix_result_guild_finished_match", "result", ("guild", "finished", "match"), ""),
    ("ix_result_played", "result", ("game", "seats", "match"), "ended = 'played'"),
    ("ix_placing_user_finished_match", "placing", ("user", "finished", "match"), ""),
    ("ix_placing_ranked", "placing", _BEST, "ranked > 0"),
    ("ix_placing_ranked_everywhere", "placing", _BEST[1:], "ranked = 2"),
    ("ix_rating_listed", "rating", ("game", "shown"), "listed = 1"),
    ("ix_outbox_parked_for", "outbox", ("lane", "id"), "state = 'parked'"),
    ("ix_clock_stop_removed", "clock_stop", ("match",), "why = 'removed'"),
    ("ix_tournament_alive", "tournament", ("id",), "status IN ('open', 'check-in', 'running')"),
    ("ix_audit_entry_guild_user_id", "audit_entry", ("guild", "user", "id"), ""),
    ("ix_audit_entry_at", "audit_entry", ("at",), ""),
)
_FILLED = (
    """UPDATE seat SET match_status = (SELECT status FROM match WHERE match.id = seat.match)""",
    """
    UPDATE "placing" AS row SET
        guild = result.guild, game = result.game, seats = result.seats, finished = result.finished,
        ranked = CASE
            WHEN row."user" IS NULL OR row.tenure <> 0 OR row.guarded <> 0 OR row."left" <> ''
                OR result.ended <> 'played' OR result.why NOT IN ('', 'solo') THEN 0
            WHEN EXISTS (SELECT 1 FROM consent WHERE consent."user" = row."user") THEN 2
            ELSE 1
        END
    FROM result WHERE result.match = row.match
    """,
    """UPDATE rating SET listed = 1 WHERE guild = 0 AND "user" IN (SELECT "user" FROM consent)""",
)


def upgrade() -> None:
    """Make and fill the columns, then the indexes; what was looked up by an old one is found by a new one."""
    for table, column in _COLUMNS:
        op.add_column(table, column)
    for name, table in _DROPPED:
        op.drop_index(name, table)
    for statement in _FILLED:
        op.execute(statement)
    for name, table, columns, where in _MADE:
        partial = sa.text(where) if where else None
        op.create_index(name, table, list(columns), sqlite_where=partial, postgresql_where=partial)

"""Tournaments are stored as such; an event is only what happened in a log."""

from db.migrations.renaming import rename_columns, rename_table

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_COLUMN = {"event": "tournament"}


def upgrade() -> None:
    """Rename tables and columns; no row changes."""
    rename_table(
        "event",
        "tournament",
        indexes={
            "ix_event_guild_id": "ix_tournament_guild_id",
            "ix_event_channel": "ix_tournament_channel",
            "ix_event_due": "ix_tournament_due",
        },
    )
    rename_table("event_log", "tournament_log", columns=_COLUMN, indexes={})
    rename_table("event_post", "tournament_post", columns=_COLUMN, indexes={})
    for table in ("entrant", "member", "pairing", "result", "appeal"):
        rename_columns(table, _COLUMN, indexes={})
    rename_columns("outbox", _COLUMN, indexes={"ix_outbox_event": "ix_outbox_tournament"})

"""Names that say what is stored: clock stops, tenures, and the log of what staff has done."""

from db.migrations.renaming import rename_columns, rename_table

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename tables and columns; no row changes."""
    rename_table(
        "halt",
        "clock_stop",
        indexes={
            "ix_halt_match_ends": "ix_clock_stop_match_ends",
            "ix_halt_user_ends": "ix_clock_stop_user_ends",
        },
    )
    rename_table("sitting", "tenure", columns={"spell": "number"}, indexes={"ix_sitting_user": "ix_tenure_user"})
    rename_columns("placing", {"spell": "tenure"}, indexes={})
    rename_columns("member", {"spell": "tenure"}, indexes={})
    rename_table(
        "deed",
        "audit_entry",
        indexes={
            "ix_deed_guild_id": "ix_audit_entry_guild_id",
            "ix_deed_match": "ix_audit_entry_match",
        },
    )

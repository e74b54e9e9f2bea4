"""Bars, reports, and whom and why an entry of the staff log is about."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables and the columns; entries of before say neither."""
    op.create_table(
        "bar",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("by", sa.BigInteger(), nullable=False),
        sa.Column("by_name", sa.String(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "user", name="pk_bar"),
    )
    op.create_table(
        "report",
        sa.Column("id", _ID, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("match", _ID, nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("reporter", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("claimer", sa.BigInteger(), nullable=True),
        sa.Column("claimer_name", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_report_match", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_report"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_report_guild_state_id", "report", ["guild", "state", "id"])
    op.create_index("ix_report_reporter_at", "report", ["reporter", "at"])
    op.create_index("ix_report_match", "report", ["match"])
    op.add_column("audit_entry", sa.Column("subject", sa.BigInteger(), nullable=True))
    op.add_column("audit_entry", sa.Column("why", sa.String(), nullable=False, server_default=""))
    op.create_index("ix_audit_entry_guild_subject", "audit_entry", ["guild", "subject"])

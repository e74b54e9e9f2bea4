"""Names that people had, deletions under way, and servers that have removed the bot."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

# Without a WHERE, SQLite takes the ON of ON CONFLICT for that of a join.
_NAMES = (
    'SELECT 0, "user", name FROM person WHERE true',
    'SELECT guild, "user", name FROM nickname WHERE true',
    'SELECT guild, "user", name FROM audit_entry WHERE true',
    """SELECT tournament.guild, member."user", member.name FROM member
    JOIN tournament ON tournament.id = member.tournament WHERE member."user" IS NOT NULL""",
)


def upgrade() -> None:
    """Make the tables, and note the names that are still known."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "known_name",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", "name", name="pk_known_name"),
    )
    op.create_index("ix_known_name_user", "known_name", ["user"])
    op.create_table(
        "deletion",
        sa.Column("number", number, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_deletion"),
        sa.UniqueConstraint("user", name="uq_deletion_user"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "departure",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_departure"),
    )
    for names in _NAMES:
        op.execute(f'INSERT INTO known_name (guild, "user", name) {names} ON CONFLICT DO NOTHING')

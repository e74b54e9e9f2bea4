"""How persons can be reached, private notes, and a way to what could not be delivered."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_HAS_DIGEST = sa.text("digest IS NOT NULL")
_PARKED = sa.text("state = 'parked'")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "note",
        sa.Column("match", _ID, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_note_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user", name="pk_note"),
    )
    op.create_table(
        "reach",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("code", sa.Integer(), nullable=True),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("called", sa.Integer(), nullable=False),
        sa.Column("merged", sa.SmallInteger(), nullable=False),
        sa.Column("digest", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("user", name="pk_reach"),
    )
    op.create_index("ix_reach_digest", "reach", ["digest"], sqlite_where=_HAS_DIGEST, postgresql_where=_HAS_DIGEST)
    op.create_index("ix_outbox_parked", "outbox", ["guild", "id"], sqlite_where=_PARKED, postgresql_where=_PARKED)

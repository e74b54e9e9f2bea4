"""What staff and hosts have done, and seats that a computer player or nobody looks after until their player is back."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table and the columns; in matches that run everybody looks after the own seat."""
    op.create_table(
        "deed",
        sa.Column("id", _ID, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("match", _ID, nullable=True),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("what", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_deed_match", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_deed"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_deed_guild_id", "deed", ["guild", "id"])
    op.create_index("ix_deed_match", "deed", ["match"])
    op.add_column("clock", sa.Column("stand_in", sa.String(), nullable=True))
    op.add_column("clock", sa.Column("vacant", sa.SmallInteger(), nullable=False, server_default="0"))
    op.execute("UPDATE clock SET kept = 1")  # turns were not counted so far; who plays in a running match has come

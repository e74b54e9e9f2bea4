"""Where a match went on from an earlier turn, and what its players may take back."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table and the column; matches that run already let a player take back the own last turn."""
    op.create_table(
        "rewind",
        sa.Column("match", _ID, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_rewind_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ply", name="pk_rewind"),
    )
    op.add_column("match", sa.Column("undo", sa.String(), nullable=False, server_default="own"))

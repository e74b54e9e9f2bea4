"""Puzzles know the match and turn that they are from; servers, up to which day their solutions were told."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The puzzles there are come from no stored match; solutions were told with each puzzle that was posted."""
    op.add_column("puzzle", sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))
    for name in ("turn", "rules_number"):
        op.add_column("puzzle", sa.Column(name, sa.Integer()))
    op.add_column("puzzle", sa.Column("made", sa.LargeBinary()))
    op.create_index("ix_puzzle_match", "puzzle", ["match"])
    op.add_column("puzzle_channel", sa.Column("told", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE puzzle_channel SET told = day - 1 WHERE day > 0")

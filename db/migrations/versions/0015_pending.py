"""What matches wait for and what is proposed in them, in columns of their own instead of codes in an ask and a kind."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_HAS_DUE = sa.text("due IS NOT NULL")
_AT_RESTART = sa.text("restart = 1")

_standing = sa.table(
    "standing",
    *(sa.column(name, sa.String()) for name in ("ask", "wait")),
    *map(sa.column, ("match", "seat", "sealed", "restart", "since", "due", "again")),
)
_motion = sa.table("motion", sa.column("kind", sa.String()), *map(sa.column, ("match", "mover", "yes", "data", "at")))

_PENDING = ("match", "kind", "ask", "user", "proposal", "seat", "sealed", "restart", "since", "due", "further")
_PROPOSAL = ("match", "kind", "seat", "mover", "yes", "data", "at")

READY, FORCED, REMINDER, PROPOSAL, VOTE = "~ready", "~forced:", "~", "~proposal:", "late"
"""What stood before the user, the ask, the kind of a proposal and the seat."""


def upgrade() -> None:
    """Make the tables, move what matches wait for into them, and drop the old ones."""
    _make_pending()
    _make_proposal()
    op.execute(sa.table("pending", *map(sa.column, _PENDING)).insert().from_select(_PENDING, _pending()))
    op.execute(sa.table("proposal", *map(sa.column, _PROPOSAL)).insert().from_select(_PROPOSAL, _proposals()))
    op.drop_table("standing")
    op.drop_table("motion")


def _make_pending() -> None:
    op.create_table(
        "pending",
        sa.Column("match", _ID, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("ask", sa.String(), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("proposal", sa.String(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("sealed", sa.SmallInteger(), nullable=False),
        sa.Column("restart", sa.SmallInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("further", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_pending_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "kind", "ask", "user", "proposal", name="pk_pending"),
    )
    op.create_index("ix_pending_due", "pending", ["kind", "due"], sqlite_where=_HAS_DUE, postgresql_where=_HAS_DUE)
    op.create_index("ix_pending_restart", "pending", ["match"], sqlite_where=_AT_RESTART, postgresql_where=_AT_RESTART)


def _make_proposal() -> None:
    op.create_table(
        "proposal",
        sa.Column("match", _ID, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("mover", sa.SmallInteger(), nullable=False),
        sa.Column("yes", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_proposal_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "kind", "seat", name="pk_proposal"),
    )


def _after(column: sa.ColumnElement[str], mark: str) -> sa.ColumnElement[str]:
    """What stands behind a mark."""
    return sa.func.substr(column, len(mark) + 1)


def _pending() -> sa.Select[Any]:
    """The rows of before: the mark of an ask becomes a kind, and what stood behind it a column."""
    old = _standing.c
    is_ready = sa.and_(old.wait == "start", old.ask.startswith(READY))
    kind = sa.case((is_ready, "ready"), (sa.and_(old.wait == "start", old.ask == "~check"), "check"), else_=old.wait)
    ask = sa.case(
        (old.wait == "forced", _after(old.ask, FORCED)),
        (old.wait == "reminder", _after(old.ask, REMINDER)),
        (old.wait.in_(("grace", "start", "expiry", "proposal")), ""),
        else_=old.ask,
    )
    user = sa.case((is_ready, sa.cast(_after(old.ask, READY), sa.BigInteger())), else_=0)
    proposal = sa.case((old.wait == "proposal", _after(old.ask, PROPOSAL)), else_="")
    return sa.select(
        old.match, kind, ask, user, proposal, old.seat, old.sealed, old.restart, old.since, old.due, old.again
    )


def _proposals() -> sa.Select[Any]:
    """The proposals of before: the kind of a vote ended with the seat that it is about."""
    old = _motion.c
    is_vote = old.kind.startswith(VOTE)
    kind = sa.case((is_vote, "timeout"), else_=old.kind)
    seat = sa.case((is_vote, sa.cast(_after(old.kind, VOTE), sa.SmallInteger())), else_=-1)
    return sa.select(old.match, kind, seat, old.mover, old.yes, old.data, old.at)

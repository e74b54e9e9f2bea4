"""The first tables: matches with their log, drafts, orders and deadlines; outbox; persons and servers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make all tables."""
    _match()
    _meta()
    _person()
    _seen()
    _server()
    _draft()
    _entry()
    _invite()
    _orders()
    _outbox()
    _post()
    _seat()
    _snapshot()
    _standing()


def _match() -> None:
    op.create_table(
        "match",
        sa.Column("id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules_number", sa.Integer(), nullable=False),
        sa.Column("state_number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("pace", sa.LargeBinary(), nullable=False),
        sa.Column("private", sa.SmallInteger(), nullable=False),
        sa.Column("practice", sa.SmallInteger(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("seed_hash", sa.String(), nullable=False),
        sa.Column("outcome", sa.LargeBinary(), nullable=True),
        sa.Column("rematch_of", _ID, nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("moved", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=("pk_match")),
        sqlite_autoincrement=True,
    )
    op.create_index(("ix_match_channel"), "match", ["channel"], unique=False)
    op.create_index(("ix_match_guild_id"), "match", ["guild", "id"], unique=False)
    op.create_index(("ix_match_thread"), "match", ["thread"], unique=False)


def _meta() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=("pk_meta")),
    )


def _person() -> None:
    op.create_table(
        "person",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=True),
        sa.Column("prefs", sa.LargeBinary(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=("pk_person")),
    )


def _seen() -> None:
    op.create_table(
        "seen",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=("pk_seen")),
    )
    op.create_index(("ix_seen_at"), "seen", ["at"], unique=False)


def _server() -> None:
    op.create_table(
        "server",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=("pk_server")),
    )


def _draft() -> None:
    op.create_table(
        "draft",
        sa.Column("match", _ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("ask", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_draft_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name=("pk_draft")),
    )


def _entry() -> None:
    op.create_table(
        "entry",
        sa.Column("match", _ID, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("audience", sa.String(), nullable=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_entry_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ply", name=("pk_entry")),
    )


def _invite() -> None:
    op.create_table(
        "invite",
        sa.Column("match", _ID, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kept", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_invite_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user", name=("pk_invite")),
    )
    op.create_index(("ix_invite_user"), "invite", ["user"], unique=False)


def _orders() -> None:
    op.create_table(
        "orders",
        sa.Column("id", _ID, nullable=False),
        sa.Column("match", _ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("filed", sa.LargeBinary(), nullable=False),
        sa.Column("halted", sa.LargeBinary(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_orders_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=("pk_orders")),
        sqlite_autoincrement=True,
    )
    op.create_index(("ix_orders_match"), "orders", ["match"], unique=False)


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", _ID, nullable=False),
        sa.Column("lane", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("match", _ID, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("sending", sa.BigInteger(), nullable=True),
        sa.Column("holder", sa.String(), nullable=True),
        sa.Column("doubt", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_outbox_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=("pk_outbox")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_done",
        "outbox",
        ["created"],
        unique=False,
        sqlite_where=sa.text("state IN ('sent', 'merged')"),
        postgresql_where=sa.text("state IN ('sent', 'merged')"),
    )
    op.create_index(("ix_outbox_match"), "outbox", ["match"], unique=False)
    op.create_index(
        "ix_outbox_under_way",
        "outbox",
        ["lane", "id"],
        unique=False,
        sqlite_where=sa.text("state IN ('waiting', 'sending')"),
        postgresql_where=sa.text("state IN ('waiting', 'sending')"),
    )
    op.create_index(
        "uq_outbox_sending",
        "outbox",
        ["lane"],
        unique=True,
        sqlite_where=sa.text("state = 'sending'"),
        postgresql_where=sa.text("state = 'sending'"),
    )


def _post() -> None:
    op.create_table(
        "post",
        sa.Column("match", _ID, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_post_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "kind", name=("pk_post")),
    )


def _seat() -> None:
    op.create_table(
        "seat",
        sa.Column("match", _ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("resigned", sa.Integer(), nullable=True),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_seat_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name=("pk_seat")),
    )
    op.create_index(("ix_seat_user"), "seat", ["user"], unique=False)


def _snapshot() -> None:
    op.create_table(
        "snapshot",
        sa.Column("match", _ID, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shown", sa.SmallInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_snapshot_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ply", name=("pk_snapshot")),
    )


def _standing() -> None:
    op.create_table(
        "standing",
        sa.Column("match", _ID, nullable=False),
        sa.Column("ask", sa.String(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("wait", sa.String(), nullable=False),
        sa.Column("sealed", sa.SmallInteger(), nullable=False),
        sa.Column("restart", sa.SmallInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=("fk_standing_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ask", name=("pk_standing")),
    )
    op.create_index(
        "ix_standing_due",
        "standing",
        ["wait", "due"],
        unique=False,
        sqlite_where=sa.text("due IS NOT NULL"),
        postgresql_where=sa.text("due IS NOT NULL"),
    )
    op.create_index(
        "ix_standing_restart",
        "standing",
        ["match"],
        unique=False,
        sqlite_where=sa.text("restart = 1"),
        postgresql_where=sa.text("restart = 1"),
    )

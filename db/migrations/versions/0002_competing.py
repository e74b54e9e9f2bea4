"""Results, ratings and events; the outbox also tells of events."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables, and let rows of the outbox belong to an event instead of a match."""
    _results()
    _ratings()
    _disputes()
    _appeals()
    _events()
    _entrants()
    _pairings()
    _outbox()
    # What was finished before is reckoned like everything else: in the order of its end.
    op.execute("INSERT INTO reckoning (match) SELECT id FROM match WHERE status = 'finished'")


def _match() -> sa.Column[int]:
    return sa.Column("match", _ID, nullable=False)


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["match"], ["match.id"], name=f"fk_{table}_match", ondelete="CASCADE")


def _of_event(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["event"], ["event.id"], name=f"fk_{table}_event", ondelete="CASCADE")


def _small(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.SmallInteger(), autoincrement=False, nullable=False)


def _big(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _results() -> None:
    op.create_table(
        "reckoning", _match(), _of_match("reckoning"), sa.PrimaryKeyConstraint("match", name="pk_reckoning")
    )
    op.create_table(
        "result",
        _match(),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.String(), nullable=False),
        sa.Column("rated", sa.SmallInteger(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("note", sa.LargeBinary(), nullable=True),
        sa.Column("event", _ID, nullable=True),
        sa.Column("edited", sa.SmallInteger(), nullable=False),
        _of_match("result"),
        sa.PrimaryKeyConstraint("match", name="pk_result"),
    )
    op.create_index("ix_result_finished_match", "result", ["finished", "match"])
    op.create_index("ix_result_game_guild", "result", ["game", "guild"])
    op.create_table(
        "placing",
        _match(),
        _small("seat"),
        _small("spell"),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("left", sa.String(), nullable=False),
        sa.Column("guarded", sa.SmallInteger(), nullable=False),
        sa.Column("scores", sa.LargeBinary(), nullable=False),
        sa.Column("spent", sa.LargeBinary(), nullable=False),
        _of_match("placing"),
        sa.PrimaryKeyConstraint("match", "seat", "spell", name="pk_placing"),
    )
    op.create_index("ix_placing_user_match", "placing", ["user", "match"])


def _ratings() -> None:
    op.create_table(
        "rating",
        _big("guild"),
        sa.Column("game", sa.String(), nullable=False),
        _big("user"),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("mu", sa.Integer(), nullable=False),
        sa.Column("sigma", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "user", "level", name="pk_rating"),
    )
    op.create_index("ix_rating_guild_game_shown", "rating", ["guild", "game", "shown"])
    op.create_index("ix_rating_user", "rating", ["user"])
    op.create_table(
        "rating_step",
        _match(),
        _big("guild"),
        sa.Column("game", sa.String(), nullable=False),
        _big("user"),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("mu", sa.Integer(), nullable=False),
        sa.Column("sigma", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _of_match("rating_step"),
        sa.PrimaryKeyConstraint("match", "guild", "game", "user", "level", name="pk_rating_step"),
    )
    op.create_index("ix_rating_step_user_guild_game_at", "rating_step", ["user", "guild", "game", "at"])
    op.create_table("consent", _big("user"), _big("at"), sa.PrimaryKeyConstraint("user", name="pk_consent"))


def _disputes() -> None:
    op.create_table(
        "sitting",
        _match(),
        _small("seat"),
        _small("spell"),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        _of_match("sitting"),
        sa.PrimaryKeyConstraint("match", "seat", "spell", name="pk_sitting"),
    )
    op.create_index("ix_sitting_user", "sitting", ["user"])
    op.create_table(
        "ruling",
        sa.Column("id", _ID, nullable=False),
        _match(),
        sa.Column("by", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("places", sa.String(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        _of_match("ruling"),
        sa.PrimaryKeyConstraint("id", name="pk_ruling"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_ruling_match", "ruling", ["match"])
    op.create_table(
        "block", _big("user"), _big("other"), _big("at"), sa.PrimaryKeyConstraint("user", "other", name="pk_block")
    )
    op.create_index("ix_block_other", "block", ["other"])


def _appeals() -> None:
    op.create_table(
        "appeal",
        sa.Column("id", _ID, nullable=False),
        _match(),
        sa.Column("event", _ID, nullable=True),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("by", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        _of_match("appeal"),
        sa.PrimaryKeyConstraint("id", name="pk_appeal"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_appeal_match", "appeal", ["match"])
    op.create_index("ix_appeal_guild_state", "appeal", ["guild", "state"])


def _events() -> None:
    op.create_table(
        "event",
        sa.Column("id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("settings", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=True),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_event"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_event_guild_id", "event", ["guild", "id"])
    op.create_index("ix_event_channel", "event", ["channel"])
    has_due = sa.text("due IS NOT NULL")
    op.create_index("ix_event_due", "event", ["due"], sqlite_where=has_due, postgresql_where=has_due)


def _entrants() -> None:
    op.create_table(
        "entrant",
        sa.Column("event", _ID, nullable=False),
        _small("number"),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("strength", sa.Integer(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("first", sa.SmallInteger(), nullable=False),
        sa.Column("last", sa.SmallInteger(), nullable=True),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        _of_event("entrant"),
        sa.PrimaryKeyConstraint("event", "number", name="pk_entrant"),
    )
    op.create_table(
        "member",
        sa.Column("event", _ID, nullable=False),
        _small("entrant"),
        _small("board"),
        _small("spell"),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("left", sa.BigInteger(), nullable=True),
        _of_event("member"),
        sa.PrimaryKeyConstraint("event", "entrant", "board", "spell", name="pk_member"),
    )
    op.create_index("ix_member_user", "member", ["user"])


def _pairings() -> None:
    op.create_table(
        "pairing",
        sa.Column("event", _ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        _small("board"),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("entrants", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("match", _ID, nullable=True),
        sa.Column("places", sa.String(), nullable=True),
        sa.Column("totals", sa.String(), nullable=True),
        sa.Column("ended", sa.String(), nullable=True),
        sa.Column("began", sa.BigInteger(), nullable=True),
        sa.Column("done", sa.BigInteger(), nullable=True),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("nudged", sa.BigInteger(), nullable=True),
        _of_event("pairing"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_pairing_match", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("event", "number", "board", name="pk_pairing"),
    )
    op.create_index("ix_pairing_match", "pairing", ["match"])
    op.create_table(
        "event_log",
        sa.Column("event", _ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        _of_event("event_log"),
        sa.PrimaryKeyConstraint("event", "number", name="pk_event_log"),
    )
    op.create_table(
        "event_post",
        sa.Column("event", _ID, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _of_event("event_post"),
        sa.PrimaryKeyConstraint("event", "kind", name="pk_event_post"),
    )


def _outbox() -> None:
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    # Remaking a table forgets which numbers were given; a number of the outbox must never be given twice.
    last = connection.scalar(sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")) if sqlite else None
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.alter_column("match", existing_type=_ID, nullable=True)
        batch.add_column(sa.Column("event", _ID, nullable=True))
        batch.create_foreign_key("fk_outbox_event", "event", ["event"], ["id"], ondelete="CASCADE")
        batch.create_index("ix_outbox_event", ["event"])
    if last is not None:
        connection.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'outbox'"))
        connection.execute(sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', :last)"), {"last": last})

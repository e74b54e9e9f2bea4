"""The tables. Columns have the names of the records' fields; times are milliseconds since 1970 UTC, flags 0 or 1."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    text,
)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMING)

Id = BigInteger().with_variant(Integer(), "sqlite")
"""A number given by the database; SQLite counts only columns declared INTEGER."""

# Conditions of partial indexes; queries use the same words, since a bound value would not be known to fit the index.
UNDER_WAY = text("state IN ('waiting', 'sending')")
DONE = text("state IN ('sent', 'merged')")
SENDING = text("state = 'sending'")
HAS_DUE = text("due IS NOT NULL")
AT_RESTART = text("restart = 1")
ALIVE = text("status IN ('lobby', 'running')")
SEAT_ALIVE = text("match_status IN ('lobby', 'running')")
OVER_IN_THREAD = text("status IN ('finished', 'cancelled') AND thread IS NOT NULL")
REMATCH = text("rematch_of IS NOT NULL")
UNPACKED = text("status = 'finished' AND packed = 0")


def match_column(*, key: bool = False) -> Column[int]:
    """Return the column that ties a row to its match."""
    return Column("match", Id, ForeignKey("match.id", ondelete="CASCADE"), primary_key=key, nullable=False)


match = Table(
    "match",
    metadata,
    Column("id", Id, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("game", String, nullable=False),
    Column("rules_number", Integer, nullable=False),
    Column("state_number", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("pace", LargeBinary, nullable=False),
    Column("private", SmallInteger, nullable=False),
    Column("practice", SmallInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("thread", BigInteger),
    Column("ply", Integer, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("seed_hash", String, nullable=False),
    Column("outcome", LargeBinary),
    Column("rematch_of", Id),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("finished", BigInteger),
    Column("moved", BigInteger, nullable=False),
    Column("undo", String, nullable=False, server_default="own"),
    Column("guided", SmallInteger, nullable=False, server_default="0"),
    Column("closed", SmallInteger, nullable=False, server_default="0"),
    Column("packed", SmallInteger, nullable=False, server_default="0"),
    Index(None, "guild", "id"),
    Index(None, "guild", "status", "id"),
    Index(None, "channel", "id"),
    Index(None, "channel", "status", "id"),
    Index(None, "thread"),
    Index("ix_match_alive", "guild", "id", sqlite_where=ALIVE, postgresql_where=ALIVE),
    Index("ix_match_rematch_of", "rematch_of", sqlite_where=REMATCH, postgresql_where=REMATCH),
    Index("ix_match_over_in_thread", "moved", sqlite_where=OVER_IN_THREAD, postgresql_where=OVER_IN_THREAD),
    Index("ix_match_host", "host", sqlite_where=ALIVE, postgresql_where=ALIVE),
    Index("ix_match_unpacked", "finished", sqlite_where=UNPACKED, postgresql_where=UNPACKED),
    sqlite_autoincrement=True,
)

seat = Table(
    "seat",
    metadata,
    match_column(key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger),
    Column("level", String),
    Column("resigned", Integer),
    Column("joined", BigInteger, nullable=False),
    Column("guest", BigInteger),
    Column("match_status", String, nullable=False, server_default="lobby"),
    Index(None, "user", "match_status", "match"),
)
"""``match_status`` is that of the match, so that a person's matches of one are found without reading all of them."""

invite = Table(
    "invite",
    metadata,
    match_column(key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("kept", SmallInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "user"),
)

entry = Table(
    "entry",
    metadata,
    match_column(key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("cause", String, nullable=False),
    Column("audience", String),
    Column("data", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)

snapshot = Table(
    "snapshot",
    metadata,
    match_column(key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("shown", SmallInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

packed_log = Table(
    "packed_log",
    metadata,
    match_column(key=True),
    Column("data", LargeBinary, nullable=False),
)
"""In place of a match's rows in ``entry`` and ``snapshot``, once it has been over for a while."""

review = Table(
    "review",
    metadata,
    match_column(key=True),
    Column("ply", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)

draft = Table(
    "draft",
    metadata,
    match_column(key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("ask", String, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("id", Id, primary_key=True),
    match_column(),
    Column("seat", SmallInteger, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("filed", LargeBinary, nullable=False),
    Column("halted", LargeBinary),
    Column("created", BigInteger, nullable=False),
    Index(None, "match"),
    sqlite_autoincrement=True,
)

pending = Table(
    "pending",
    metadata,
    match_column(key=True),
    Column("kind", String, primary_key=True),
    Column("ask", String, primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("proposal", String, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("sealed", SmallInteger, nullable=False),
    Column("restart", SmallInteger, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("further", SmallInteger, nullable=False),
    Index("ix_pending_due", "kind", "due", sqlite_where=HAS_DUE, postgresql_where=HAS_DUE),
    Index("ix_pending_restart", "match", sqlite_where=AT_RESTART, postgresql_where=AT_RESTART),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, primary_key=True),
    Column("lane", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("match", Id, ForeignKey("match.id", ondelete="CASCADE")),
    Column("tournament", Id, ForeignKey("tournament.id", ondelete="CASCADE")),
    Column("kind", String, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("state", String, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", BigInteger, nullable=False),
    Column("sending", BigInteger),
    Column("holder", String),
    Column("doubt", BigInteger),
    Column("reason", String),
    Column("created", BigInteger, nullable=False),
    Index(None, "match"),
    Index(None, "tournament"),
    Index("ix_outbox_under_way", "lane", "id", sqlite_where=UNDER_WAY, postgresql_where=UNDER_WAY),
    Index(
        "uq_outbox_sending",
        "lane",
        unique=True,
        sqlite_where=SENDING,
        postgresql_where=SENDING,
    ),
    Index(
        "ix_outbox_done",
        "created",
        sqlite_where=DONE,
        postgresql_where=DONE,
    ),
    sqlite_autoincrement=True,
)

post = Table(
    "post",
    metadata,
    match_column(key=True),
    Column("kind", String, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

seen = Table(
    "seen",
    metadata,
    Column("key", String, primary_key=True),
    Column("answer", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "at"),
)

person = Table(
    "person",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("zone", String),
    Column("prefs", LargeBinary, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

nickname = Table(
    "nickname",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
)

known_name = Table(
    "known_name",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, primary_key=True),
    Index(None, "user"),
)
"""What the bot has called a person on a server (0: elsewhere), so that all of it can be found and erased."""

block = Table(
    "block",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("other", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "other"),
)

link = Table(
    "link",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("access", String, nullable=False),
    Column("refresh", String, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("told", String, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("failures", SmallInteger, nullable=False),
    Index(None, "due"),
)

server = Table(
    "server",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", LargeBinary, nullable=False),
    Column("shares", SmallInteger, nullable=False, server_default="0"),
)

meta = Table(
    "meta",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
)

registration = Table(
    "registration",
    metadata,
    Column("application", BigInteger, primary_key=True, autoincrement=False),
    Column("told", String, nullable=False),
    Column("answered", String, nullable=False),
)

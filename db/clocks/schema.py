"""Tables of long matches: clocks by seat, when they stand still, shards, proposals that need votes."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, SmallInteger, String, Table, text

from db.tables import Id, match_column, metadata

REMOVED = text("why = 'removed'")

UNSERVED = 0
"""What stands in ``seen`` of a shard that a process has taken and nobody has served yet."""

clock = Table(
    "clock",
    metadata,
    match_column(key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("left", BigInteger, nullable=False),
    Column("since", BigInteger),
    Column("excuses", SmallInteger, nullable=False),
    Column("kept", SmallInteger, nullable=False),
    Column("offered", BigInteger),
    Column("stand_in", String),
    Column("vacant", SmallInteger, nullable=False, server_default="0"),
    Column("season", String, nullable=False, server_default=""),
    Column("away", SmallInteger, nullable=False, server_default="0"),
)

clock_stop = Table(
    "clock_stop",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match", Id, ForeignKey("match.id", ondelete="CASCADE")),
    Column("user", BigInteger),
    Column("why", String, nullable=False),
    Column("starts", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("shard", Integer),
    Column("shards", Integer),
    Index(None, "match", "ends"),
    Index(None, "user", "ends"),
    Index("ix_clock_stop_removed", "match", sqlite_where=REMOVED, postgresql_where=REMOVED),
    sqlite_autoincrement=True,
)

service = Table(
    "service",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, primary_key=True, autoincrement=False),
    Column("process", String, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("holder", String),
    Column("expires", BigInteger),
    Column("waiting", String),
    Column("waits", BigInteger),
)

proposal = Table(
    "proposal",
    metadata,
    match_column(key=True),
    Column("kind", String, primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("mover", SmallInteger, nullable=False),
    Column("yes", String, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)

"""Tables of being told and of coming back: how a person can be reached, who follows what, and private notes."""

from sqlalchemy import BigInteger, Column, Index, Integer, SmallInteger, String, Table, text

from db.tables import match_column, metadata, outbox

HAS_DIGEST = text("digest IS NOT NULL")
PARKED = text("state = 'parked'")

note = Table(
    "note",
    metadata,
    match_column(key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("text", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)

reach = Table(
    "reach",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("closed", BigInteger),
    Column("code", Integer),
    Column("day", Integer, nullable=False),
    Column("called", Integer, nullable=False),
    Column("merged", SmallInteger, nullable=False),
    Column("digest", BigInteger),
    Index("ix_reach_digest", "digest", sqlite_where=HAS_DIGEST, postgresql_where=HAS_DIGEST),
)

follow = Table(
    "follow",
    metadata,
    match_column(key=True),
    Column("lane", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, nullable=False),
    Column("feed", SmallInteger, nullable=False),
    Column("spoilers", SmallInteger, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("stopped", BigInteger),
    Column("at", BigInteger, nullable=False),
    Index(None, "user"),
    Index(None, "due"),
)

# What cannot be delivered is looked up by server and by person in the health views.
Index("ix_outbox_parked", outbox.c.guild, outbox.c.id, sqlite_where=PARKED, postgresql_where=PARKED)
Index("ix_outbox_parked_for", outbox.c.lane, outbox.c.id, sqlite_where=PARKED, postgresql_where=PARKED)

"""The table of people who wait for others to play with."""

from sqlalchemy import BigInteger, Column, Index, SmallInteger, String, Table

from db.tables import metadata

seeker = Table(
    "seeker",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("seats", SmallInteger, nullable=False),
    Column("live", SmallInteger, nullable=False),
    Column("near", SmallInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("open", SmallInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index(None, "guild", "game", "at"),
    Index(None, "user"),
)

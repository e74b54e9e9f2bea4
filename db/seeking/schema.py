"""The tables of people who wait for others to play with, and of matches that are played again and again."""

from sqlalchemy import BigInteger, Column, Index, SmallInteger, String, Table

from db.tables import match_column, metadata

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

regular = Table(
    "regular",
    metadata,
    match_column(key=True),
    Column("latest", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("category", BigInteger, nullable=False),
    Column("every", String, nullable=False),
    Column("due", BigInteger, nullable=False),
    Index(None, "due"),
    Index(None, "user"),
)

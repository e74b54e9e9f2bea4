"""The tables of bars and reports."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from db.tables import Id, metadata

bar = Table(
    "bar",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("by", BigInteger, nullable=False),
    Column("by_name", String, nullable=False),
    Column("why", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
)

kept_bar = Table(
    "kept_bar",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("digest", String, primary_key=True),
    Column("until", BigInteger),
)
"""Bars of people who have deleted their data: ``digest`` is a keyed hash of the id, by which they are known again."""

report = Table(
    "report",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("match", Id, ForeignKey("match.id", ondelete="SET NULL")),
    Column("ply", Integer, nullable=False),
    Column("reporter", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("topic", String, nullable=False),
    Column("words", String, nullable=False),
    Column("state", String, nullable=False),
    Column("about", BigInteger),
    Column("claimer", BigInteger),
    Column("claimer_name", String, nullable=False),
    Column("outcome", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Index(None, "guild", "state", "id"),
    Index(None, "reporter", "at"),
    Index(None, "match"),
    sqlite_autoincrement=True,
)

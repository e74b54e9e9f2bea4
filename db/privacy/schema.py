"""Tables of privacy: deletions under way, servers that have removed the bot."""

from sqlalchemy import BigInteger, Column, Table

from db.tables import Id, metadata

deletion = Table(
    "deletion",
    metadata,
    Column("number", Id, primary_key=True),
    Column("user", BigInteger, nullable=False, unique=True),
    Column("at", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)
"""People whose data is being deleted. The number, which is never used twice, is what is left of them."""

departure = Table(
    "departure",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""Servers that have removed the bot, and when that was noticed."""

"""The log of what staff and hosts have done on a server."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, LargeBinary, String, Table

from db.tables import Id, metadata

audit_entry = Table(
    "audit_entry",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("match", Id, ForeignKey("match.id", ondelete="SET NULL")),
    Column("user", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("what", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("subject", BigInteger),
    Column("why", String, nullable=False, server_default=""),
    Index(None, "guild", "id"),
    Index(None, "match"),
    Index(None, "guild", "subject"),
    Index(None, "guild", "user", "id"),
    Index(None, "at"),
    sqlite_autoincrement=True,
)

"""Tables of what the operator of the bot has ordered."""

from sqlalchemy import BigInteger, Column, ForeignKey, String, Table

from db.tables import Id, metadata

blocked_server = Table(
    "blocked_server",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("reason", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)

broadcast = Table(
    "broadcast",
    metadata,
    Column("id", Id, primary_key=True),
    Column("text", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

broadcast_sent = Table(
    "broadcast_sent",
    metadata,
    Column("broadcast", Id, ForeignKey("broadcast.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
)

broadcast_server = Table(
    "broadcast_server",
    metadata,
    Column("broadcast", Id, ForeignKey("broadcast.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
)

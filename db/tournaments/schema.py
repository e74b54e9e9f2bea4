"""Tables of tournaments: tournaments with their entrants, pairings and log."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, SmallInteger, String, Table, text

from db.tables import HAS_DUE, Id, metadata


def _tournament(*, key: bool = False) -> Column[int]:
    """The column that ties a row to its tournament."""
    return Column("tournament", Id, ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=key, nullable=False)


ALIVE = text("status IN ('open', 'check-in', 'running')")

tournament = Table(
    "tournament",
    metadata,
    Column("id", Id, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("game", String, nullable=False),
    Column("format", String, nullable=False),
    Column("status", String, nullable=False),
    Column("round", SmallInteger, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("starts", BigInteger),
    Column("due", BigInteger),
    Column("finished", BigInteger),
    Column("paused", BigInteger),
    Column("resumes", BigInteger),
    Column("stood", BigInteger, nullable=False, server_default="0"),
    Column("organizers", String, nullable=False, server_default=""),
    Column("summary", BigInteger),
    Index(None, "guild", "id"),
    Index(None, "channel"),
    Index("ix_tournament_alive", "id", sqlite_where=ALIVE, postgresql_where=ALIVE),
    Index("ix_tournament_due", "due", sqlite_where=HAS_DUE, postgresql_where=HAS_DUE),
    sqlite_autoincrement=True,
)

entrant = Table(
    "entrant",
    metadata,
    _tournament(key=True),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("status", String, nullable=False),
    Column("strength", Integer, nullable=False),
    Column("sigma", Integer),
    Column("rank", SmallInteger, nullable=False),
    Column("first", SmallInteger, nullable=False),
    Column("last", SmallInteger),
    Column("joined", BigInteger, nullable=False),
)

member = Table(
    "member",
    metadata,
    _tournament(key=True),
    Column("entrant", SmallInteger, primary_key=True, autoincrement=False),
    Column("board", SmallInteger, primary_key=True, autoincrement=False),
    Column("tenure", SmallInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger),
    Column("level", String),
    Column("name", String, nullable=False),
    Column("joined", BigInteger, nullable=False),
    Column("left", BigInteger),
    Index(None, "user"),
)

pairing = Table(
    "pairing",
    metadata,
    _tournament(key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("board", SmallInteger, primary_key=True, autoincrement=False),
    Column("round", SmallInteger, nullable=False),
    Column("group", String, nullable=False),
    Column("part", String),
    Column("part_round", SmallInteger, nullable=False, server_default="0"),
    Column("row", SmallInteger, nullable=False, server_default="0"),
    Column("entrants", String, nullable=False),
    Column("status", String, nullable=False),
    Column("match", Id, ForeignKey("match.id", ondelete="SET NULL")),
    Column("places", String),
    Column("totals", String),
    Column("ended", String),
    Column("late", String, nullable=False, server_default=""),
    Column("began", BigInteger),
    Column("done", BigInteger),
    Column("due", BigInteger),
    Column("nudged", BigInteger),
    Index(None, "match"),
)

tournament_log = Table(
    "tournament_log",
    metadata,
    _tournament(key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", BigInteger),
    Column("text", LargeBinary, nullable=False),
)

tournament_post = Table(
    "tournament_post",
    metadata,
    _tournament(key=True),
    Column("kind", String, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

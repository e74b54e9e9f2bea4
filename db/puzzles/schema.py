"""The tables of puzzles: one a day, its answers by person, and the servers on which it is posted."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, SmallInteger, String, Table

from db.tables import Id, metadata

puzzle = Table(
    "puzzle",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("position", LargeBinary, nullable=False),
    Column("ask", String, nullable=False),
    Column("best", LargeBinary, nullable=False),
    Column("points", Integer, nullable=False),
    Column("match", Id),
    Column("turn", Integer),
    Column("made", LargeBinary),
    Column("rules_number", Integer),
    Index(None, "match"),
)
"""``match`` is no key: what is purged leaves its number, which is never given again."""

puzzle_answer = Table(
    "puzzle_answer",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("draft", LargeBinary),
    Column("tries", SmallInteger, nullable=False),
    Column("solved", SmallInteger, nullable=False),
    Column("shown", SmallInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "user", "guild", "day"),
    Index(None, "guild", "day"),
)

puzzle_channel = Table(
    "puzzle_channel",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("day", Integer, nullable=False),
    Column("told", Integer, nullable=False, server_default="0"),
    Index(None, "day"),
)

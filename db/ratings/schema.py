"""Tables of results and ratings: what came of matches, who is how strong, who disputes what."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, SmallInteger, String, Table, text

from db.tables import Id, match_column, metadata

PLAYED = text("ended = 'played'")
RANKED = text("ranked > 0")
RANKED_EVERYWHERE = text("ranked = 2")
LISTED = text("listed = 1")
UNSPREAD = text("spread = 0")

reckoning = Table("reckoning", metadata, match_column(key=True))

result = Table(
    "result",
    metadata,
    match_column(key=True),
    Column("game", String, nullable=False),
    Column("guild", BigInteger),
    Column("seats", SmallInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("ended", String, nullable=False),
    Column("rated", SmallInteger, nullable=False),
    Column("why", String, nullable=False),
    Column("note", LargeBinary),
    Column("tournament", Id),
    Column("edited", SmallInteger, nullable=False),
    Index(None, "finished", "match"),
    Index(None, "guild", "finished", "match"),
    Index("ix_result_played", "game", "seats", "match", sqlite_where=PLAYED, postgresql_where=PLAYED),
)

_BEST = ("guild", "game", "seats", "total", "finished", "match")

placing = Table(
    "placing",
    metadata,
    match_column(key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("tenure", SmallInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger),
    Column("level", String),
    Column("place", SmallInteger, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    Column("total", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    Column("left", String, nullable=False),
    Column("guarded", SmallInteger, nullable=False),
    Column("scores", LargeBinary, nullable=False),
    Column("spent", LargeBinary, nullable=False),
    Column("guild", BigInteger),
    Column("game", String, nullable=False, server_default=""),
    Column("seats", SmallInteger, nullable=False, server_default="0"),
    Column("finished", BigInteger, nullable=False, server_default="0"),
    Column("ranked", SmallInteger, nullable=False, server_default="0"),
    Index(None, "user", "finished", "match"),
    Index("ix_placing_ranked", *_BEST, sqlite_where=RANKED, postgresql_where=RANKED),
    Index(
        "ix_placing_ranked_everywhere",
        *_BEST[1:],
        sqlite_where=RANKED_EVERYWHERE,
        postgresql_where=RANKED_EVERYWHERE,
    ),
)
"""The last columns are those of the result, to find a person's newest and a server's best by index.

``ranked``: 0 is no record (docs/ratings.md, clause 8), 1 one of its server, 2 of all servers, if the person agrees. A
consent that has changed is spread over them bit by bit; what they say counts only with it.
"""

rating = Table(
    "rating",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("level_of", String, primary_key=True, server_default=""),
    Column("level", String, primary_key=True),
    Column("mu", Integer, nullable=False),
    Column("sigma", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("listed", SmallInteger, nullable=False, server_default="0"),
    Index(None, "guild", "game", "shown"),
    Index("ix_rating_listed", "game", "shown", sqlite_where=LISTED, postgresql_where=LISTED),
    Index(None, "user", "guild"),
)
"""``listed``: a rating across servers, of a person who agreed to be shown there."""

rating_step = Table(
    "rating_step",
    metadata,
    match_column(key=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("level_of", String, primary_key=True, server_default=""),
    Column("level", String, primary_key=True),
    Column("mu", Integer, nullable=False),
    Column("sigma", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("matches", Integer, nullable=False, server_default="0"),
    Index("ix_rating_step_of", "user", "guild", "game", "level_of", "level", "at", "match"),
)

rating_progress = Table(
    "rating_progress",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("finished", BigInteger),
    Column("match", Id),
    Column("stale", SmallInteger, nullable=False),
    Column("token", String),
    Column("at", BigInteger),
    Column("until", BigInteger),
    Column("until_match", Id),
    Column("newest", BigInteger),
    Column("newest_match", Id),
    Column("rule", SmallInteger, nullable=False, server_default="1"),
)
"""One row, with the number 0."""

consent = Table(
    "consent",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("agreed", SmallInteger, nullable=False, server_default="1"),
    Column("spread", SmallInteger, nullable=False, server_default="1"),
    Index("ix_consent_unspread", "user", sqlite_where=UNSPREAD, postgresql_where=UNSPREAD),
)
"""``agreed`` 0: withdrawn. ``spread`` 0: not all placings of the person say so yet; then a withdrawn consent goes."""

tenure = Table(
    "tenure",
    metadata,
    match_column(key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger),
    Column("level", String),
    Column("until", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("why", String, nullable=False),
    Index(None, "user"),
)

ruling = Table(
    "ruling",
    metadata,
    Column("id", Id, primary_key=True),
    match_column(),
    Column("by", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("places", String, nullable=False),
    Column("why", String, nullable=False),
    Index(None, "match"),
    sqlite_autoincrement=True,
)

appeal = Table(
    "appeal",
    metadata,
    Column("id", Id, primary_key=True),
    match_column(),
    Column("tournament", Id),
    Column("guild", BigInteger),
    Column("user", BigInteger, nullable=False),
    Column("words", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("state", String, nullable=False),
    Column("by", BigInteger),
    Column("answer", String),
    Column("closed", BigInteger),
    Index(None, "match"),
    Index(None, "guild", "state"),
    sqlite_autoincrement=True,
)

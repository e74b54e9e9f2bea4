"""The condition that a match belongs to a shard, for statements over matches."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, bindparam, func, literal_column
from sqlalchemy.sql.elements import ColumnElement

from db.engine.shards import Shard
from db.tables import match, outbox
from db.tournaments.schema import tournament


def _in_shard(guild: ColumnElement[int]) -> ColumnElement[bool]:
    """Discord's own rule: the server's id without its lowest 22 bits, modulo the number of shards."""
    high: ColumnElement[int] = func.coalesce(guild, 0, type_=BigInteger).op(">>", return_type=BigInteger())(
        literal_column("22", Integer)
    )
    return high % bindparam("of_shards", type_=Integer) == bindparam("of_shard", type_=Integer)


IN_SHARD = _in_shard(match.c.guild)
NOTICE_IN_SHARD = _in_shard(outbox.c.guild)
TOURNAMENT_IN_SHARD = _in_shard(tournament.c.guild)


def of_shard(shard: Shard) -> dict[str, int]:
    """Return the parameters of the condition."""
    return {"of_shard": shard.index, "of_shards": shard.count}

"""What running matches wait for: turns with their deadlines, timers, computer players."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, update

from db.engine.columns import Shape, to_millis
from db.engine.shards import WHOLE, Shard
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import MatchId, UserId
from db.records import PendingKind, PendingRecord
from db.shard_filter import IN_SHARD, of_shard
from db.tables import AT_RESTART, HAS_DUE, match, seat, standing

STANDING = Shape(PendingRecord, standing)

_of_match = Statement(
    select_all(STANDING).where(standing.c.match == bindparam("match")).order_by(standing.c.since, standing.c.ask)
)
_of_matches = Statement(select_all(STANDING).where(in_batch(standing.c.match)).order_by(standing.c.since))
_put = upsert(standing)
_drop = Statement(delete(standing).where(standing.c.match == bindparam("match"), standing.c.ask == bindparam("ask")))
_clear = Statement(delete(standing).where(standing.c.match == bindparam("match")))
_due = Statement(
    select_all(STANDING)
    .join(match, match.c.id == standing.c.match)
    .where(standing.c.wait == bindparam("wait"), standing.c.due <= bindparam("now"), HAS_DUE, IN_SHARD)
    .order_by(standing.c.due)
    .limit(bindparam("most"))
)
_restart = Statement(
    select_all(STANDING)
    .join(match, match.c.id == standing.c.match)
    .where(AT_RESTART, IN_SHARD)
    .order_by(standing.c.match)
)
_postpone = Statement(
    update(standing)
    .where(standing.c.match == bindparam("match_id"), standing.c.ask == bindparam("ask_id"))
    .values(due=bindparam("due"))
)
_waiting_for = Statement(
    select_all(STANDING)
    .join(seat, (seat.c.match == standing.c.match) & (seat.c.seat == standing.c.seat))
    .where(seat.c.user == bindparam("user"), standing.c.wait == "seat", standing.c.sealed == 0)
    .order_by(standing.c.since)
)


class PendingRepository(Repository):
    """One row for each ask that stands; deadlines and timers are its ``due``."""

    def of_match(self, match: MatchId) -> tuple[PendingRecord, ...]:
        """Return what the match waits for, the oldest first."""
        return self._records(STANDING, _of_match, match=match)

    def of_matches(self, matches: Iterable[MatchId]) -> tuple[PendingRecord, ...]:
        """Return what many matches wait for."""
        return self._of_all(STANDING, _of_matches, matches)

    def put(self, record: PendingRecord) -> None:
        """Store what is waited for, in place of the row of the same ask."""
        self._put(STANDING, _put, record)

    def drop(self, match: MatchId, ask: str) -> None:
        """Remove the row of an ask that is gone."""
        self._change(_drop, match=match, ask=ask)

    def clear(self, match: MatchId) -> None:
        """Remove all rows of a match."""
        self._change(_clear, match=match)

    def postpone(self, match: MatchId, ask: str, due: datetime) -> None:
        """Move the due time of an ask's row, if it is still there."""
        self._change(_postpone, match_id=match, ask_id=ask, due=to_millis(due))

    def due(self, wait: PendingKind, *, now: datetime, most: int, shard: Shard = WHOLE) -> tuple[PendingRecord, ...]:
        """Return rows of a kind that are due in a shard's matches, the longest overdue first."""
        return self._records(STANDING, _due, wait=wait, now=to_millis(now), most=most, **of_shard(shard))

    def at_restart(self, shard: Shard = WHOLE) -> tuple[PendingRecord, ...]:
        """Return the timers that run when the process that serves a shard comes up again."""
        return self._records(STANDING, _restart, **of_shard(shard))

    def waiting_for(self, user: UserId) -> tuple[PendingRecord, ...]:
        """Return the turns asked of a user in all matches, the longest waiting first."""
        return self._records(STANDING, _waiting_for, user=user)

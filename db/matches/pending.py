"""What running matches wait for: turns with their deadlines, timers, computer players."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, exists, update

from db.engine.columns import Shape, to_millis
from db.engine.shards import WHOLE, Shard
from db.engine.statements import Plain, Statement, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import MatchId, UserId
from db.records import PendingKind, PendingRecord
from db.shard_filter import IN_SHARD, of_shard
from db.tables import AT_RESTART, HAS_DUE, match, pending, seat

PENDING = Shape(PendingRecord, pending)

_of_match = Statement(
    select_all(PENDING)
    .where(pending.c.match == bindparam("match"))
    .order_by(pending.c.since, pending.c.ask, pending.c.kind, pending.c.user)
)
_of_matches = Statement(select_all(PENDING).where(in_batch(pending.c.match)).order_by(pending.c.since))
_put = upsert(pending)
_KEY = tuple(column == bindparam(f"of_{column.name}") for column in pending.primary_key)
_drop = Statement(delete(pending).where(*_KEY), key=tuple(f"of_{column.name}" for column in pending.primary_key))
_clear = Statement(delete(pending).where(pending.c.match == bindparam("match")))
_select_due = (
    select_all(PENDING)
    .join(match, match.c.id == pending.c.match)
    .where(pending.c.kind == bindparam("kind"), pending.c.due <= bindparam("now"), HAS_DUE, IN_SHARD)
    .order_by(pending.c.due)
    .limit(bindparam("most"))
)
_due = Statement(_select_due)
_has_people = exists().where(seat.c.match == pending.c.match, seat.c.user.is_not(None), seat.c.resigned.is_(None))
_due_with_people, _due_without = Statement(_select_due.where(_has_people)), Statement(_select_due.where(~_has_people))
_restart = Statement(
    select_all(PENDING).join(match, match.c.id == pending.c.match).where(AT_RESTART, IN_SHARD).order_by(pending.c.match)
)
_postpone = Statement(update(pending).where(*_KEY).values(due=bindparam("due")))
_waiting_for = Statement(
    select_all(PENDING)
    .join(seat, (seat.c.match == pending.c.match) & (seat.c.seat == pending.c.seat))
    .where(seat.c.user == bindparam("user"), seat.c.match_status == "running")
    .where(pending.c.kind == PendingKind.SEAT, pending.c.sealed == 0)
    .order_by(pending.c.since)
)


def _key(record: PendingRecord) -> dict[str, Plain]:
    """The parameters that name a row."""
    values = PENDING.params(record)
    return {f"of_{column.name}": values[column.name] for column in pending.primary_key}


class PendingRepository(Repository):
    """One row for each ask that stands; deadlines and timers are its ``due``."""

    def of_match(self, match: MatchId) -> tuple[PendingRecord, ...]:
        """Return what the match waits for, the oldest first."""
        return self._records(PENDING, _of_match, match=match)

    def of_matches(self, matches: Iterable[MatchId]) -> tuple[PendingRecord, ...]:
        """Return what many matches wait for."""
        return self._of_all(PENDING, _of_matches, matches)

    def put(self, record: PendingRecord) -> None:
        """Store what is waited for, in place of the row of the same key."""
        self._send_record(PENDING, _put, record)

    def drop(self, record: PendingRecord) -> None:
        """Remove the row of what is waited for no longer."""
        self._send(_drop, **_key(record))

    def clear(self, match: MatchId) -> None:
        """Remove all rows of a match."""
        self._change(_clear, match=match)

    def postpone(self, record: PendingRecord, due: datetime) -> None:
        """Move the due time of a row, if it is still there."""
        self._change(_postpone, due=to_millis(due), **_key(record))

    def due(self, kind: PendingKind, *, now: datetime, most: int, shard: Shard = WHOLE) -> tuple[PendingRecord, ...]:
        """Return rows of a kind that are due in a shard's matches, the longest overdue first."""
        return self._records(PENDING, _due, kind=kind, now=to_millis(now), most=most, **of_shard(shard))

    def due_computers(
        self, *, people: bool, now: datetime, most: int, shard: Shard = WHOLE
    ) -> tuple[PendingRecord, ...]:
        """Return due turns of computer players in matches that people (still) play, or in those that none does."""
        statement = _due_with_people if people else _due_without
        kind = PendingKind.COMPUTER
        return self._records(PENDING, statement, kind=kind, now=to_millis(now), most=most, **of_shard(shard))

    def at_restart(self, shard: Shard = WHOLE) -> tuple[PendingRecord, ...]:
        """Return the timers that run when the process that serves a shard comes up again."""
        return self._records(PENDING, _restart, **of_shard(shard))

    def of_user(self, user: UserId) -> tuple[PendingRecord, ...]:
        """Return the turns asked of a user in all matches, the longest waiting first."""
        return self._records(PENDING, _waiting_for, user=user)

"""The outbox: what is to be told, and what could not be delivered."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import bindparam, case, delete, func, null, or_, select, update

from db.engine.columns import Shape, to_millis, to_time
from db.engine.errors import Conflict
from db.engine.statements import Statement, insert_all
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import GuildId, MatchId, NoticeId
from db.notifications.schema import PARKED
from db.records import LaneRecord, NoticeRecord, NoticeState
from db.tables import DONE, UNDER_WAY, outbox

NOTICE = Shape(NoticeRecord, outbox)

_ID = outbox.c.id == bindparam("notice")

_new = Statement(insert_all(outbox, but=("id",)).returning(outbox.c.id))
_by_lane = (
    select(
        outbox.c.lane,
        outbox.c.guild,
        func.min(outbox.c.match),
        func.sum(case((outbox.c.state == "waiting", 1), else_=0)),
    )
    .group_by(outbox.c.lane, outbox.c.guild)
    .order_by(func.min(outbox.c.id))
)
_due_lanes = Statement(
    _by_lane.where(UNDER_WAY, or_(outbox.c.state == "sending", outbox.c.not_before <= bindparam("now")))
)
_in_lane = (
    select_all(NOTICE)
    .where(UNDER_WAY, outbox.c.lane == bindparam("lane"))
    .order_by(outbox.c.id)
    .limit(bindparam("most"))
)
_lane = Statement(_in_lane)
_hold_lane = Statement(_in_lane.with_for_update())
_get = Statement(select_all(NOTICE).where(_ID))
_save = Statement(
    update(outbox)
    .where(_ID, outbox.c.state == bindparam("was"))
    .values(
        {
            name: bindparam(name)
            for name in (
                "lane",
                "ply",
                "data",
                "state",
                "attempts",
                "not_before",
                "sending",
                "holder",
                "doubt",
                "reason",
            )
        }
    ),
    key=("notice",),
)
_move_lane = Statement(
    update(outbox)
    .where(
        outbox.c.match == bindparam("of"),
        outbox.c.lane == bindparam("old"),
        outbox.c.state == "waiting",
        outbox.c.kind != bindparam("but"),
    )
    .values(lane=bindparam("lane"))
)
_parked = Statement(
    select_all(NOTICE).where(outbox.c.match == bindparam("match"), outbox.c.state == "parked").order_by(outbox.c.id)
)
_unpark = Statement(
    update(outbox)
    .where(outbox.c.match == bindparam("of"), outbox.c.kind == bindparam("like"), outbox.c.state == "parked")
    .values(state="merged")
)
_again = outbox.alias()
_first = (
    select(_again.c.id)
    .where(_again.c.state == "parked", _again.c.created >= bindparam("since"), _again.c.id > bindparam("after"))
    .order_by(_again.c.id)
    .limit(bindparam("most"))
)
_retell = (
    update(outbox)
    .values(state="waiting", attempts=0, not_before=bindparam("now"), reason=null())
    .returning(outbox.c.id)
)
_retell_all = Statement(_retell.where(outbox.c.id.in_(_first)))
_retell_in = Statement(_retell.where(outbox.c.id.in_(_first.where(_again.c.guild == bindparam("in_guild")))))
_hasten = Statement(
    update(outbox)
    .where(UNDER_WAY, outbox.c.state == "waiting", outbox.c.attempts > 0, outbox.c.not_before > bindparam("now"))
    .values(not_before=bindparam("now"), attempts=1)
)
_failed = Statement(
    select(func.count())
    .select_from(outbox)
    .where(outbox.c.lane == bindparam("lane"), PARKED, outbox.c.created >= bindparam("since"))
)
_COULD_GO = or_(outbox.c.attempts > 0, outbox.c.not_before <= bindparam("now"))
_backlog = Statement(
    select(
        func.count(),
        select(func.count()).select_from(outbox).where(PARKED).scalar_subquery(),
        func.min(case((_COULD_GO, outbox.c.created))),
    )
    .select_from(outbox)
    .where(UNDER_WAY)
)
_drop = Statement(delete(outbox).where(_ID))
_purge = Statement(delete(outbox).where(DONE, outbox.c.created < bindparam("before")))
_purge_parked = Statement(delete(outbox).where(PARKED, outbox.c.created < bindparam("before")))
_parked_in = Statement(
    select_all(NOTICE)
    .where(outbox.c.guild == bindparam("guild"), PARKED)
    .order_by(outbox.c.id.desc())
    .limit(bindparam("most"))
)
_parked_for = Statement(
    select_all(NOTICE)
    .where(outbox.c.lane == bindparam("lane"), PARKED)
    .order_by(outbox.c.id.desc())
    .limit(bindparam("most"))
)
_behind = Statement(
    select(func.count(), func.min(outbox.c.created)).where(UNDER_WAY, outbox.c.not_before <= bindparam("now"))
)
_parked_of = Statement(
    select_all(NOTICE).where(in_batch(outbox.c.match), outbox.c.state == "parked").order_by(outbox.c.id)
)


class OutboxRepository(Repository):
    """Rows are told in order within their lane; the database keeps two from being under way in one lane."""

    def enqueue(self, record: NoticeRecord) -> None:
        """Add something to tell, after what was added before (``record.id`` counts for nothing)."""
        self._send_record(NOTICE, _new, record)

    def add(self, record: NoticeRecord) -> NoticeId:
        """Add something to tell and return the id it was given."""
        row = self._row(_new, **NOTICE.params(record))
        assert row is not None
        return NoticeId(row[0])

    def due_lanes(self, *, now: datetime) -> tuple[LaneRecord, ...]:
        """Return the lanes in which something may be told now or is under way, the longest waiting first."""
        return tuple(
            LaneRecord(lane=row[0], guild=row[1], match=row[2], waiting=int(row[3]))
            for row in self._rows(_due_lanes, now=to_millis(now))
        )

    def lane(self, lane: int, *, most: int) -> tuple[NoticeRecord, ...]:
        """Return what is waiting or under way in a lane, in order."""
        return self._records(NOTICE, _lane, lane=lane, most=most)

    def hold_lane(self, lane: int, *, most: int) -> tuple[NoticeRecord, ...]:
        """Return the same, and keep others from changing these rows until this unit is over: they are written back."""
        return self._records(NOTICE, _hold_lane, lane=lane, most=most)

    def get(self, notice: NoticeId) -> NoticeRecord | None:
        """Return a row of the outbox."""
        return self._record(NOTICE, _get, notice=notice)

    def save(self, record: NoticeRecord, *, was: NoticeState) -> bool:
        """Store a changed row if its state is still ``was``; return whether it was.

        Raises Conflict if the lane has another row under way (two processes on one database).
        """
        return self._change(_save, notice=record.id, was=was, **NOTICE.params(record)) > 0

    def take(self, record: NoticeRecord, *, was: NoticeState) -> None:
        """Store the same without waiting for it; raises Conflict there and then, or at the end, where ``save`` doesn't.

        For the last change of a row in a unit of work.
        """
        self._send_or(Conflict, _save, notice=record.id, was=was, **NOTICE.params(record))

    def note_sent(self, record: NoticeRecord) -> None:
        """Note that a row under way was told; raises Conflict as ``take`` does, if another process has done so."""
        self.take(replace(record, state=NoticeState.SENT, sending=None, holder=None, reason=None), was=record.state)

    def finish(self, record: NoticeRecord, state: NoticeState, *, reason: str | None = None) -> bool:
        """Note that a row under way was told, merged or parked; return False if another process has done so."""
        done = replace(record, state=state, sending=None, holder=None, reason=reason)
        return self.save(done, was=record.state)

    def move_lane(self, match: MatchId, *, old: int, lane: int, but: str) -> None:
        """Let the waiting rows of a match go to another channel, those of the kind ``but`` left out."""
        self._change(_move_lane, of=match, old=old, lane=lane, but=but)

    def find_parked(self, match: MatchId) -> tuple[NoticeRecord, ...]:
        """Return what could not be told, with the reasons."""
        return self._records(NOTICE, _parked, match=match)

    def unpark(self, match: MatchId, kind: str) -> bool:
        """Let what could not be told be settled by a later row of the same kind that was; return whether any was."""
        return self._change(_unpark, of=match, like=kind) > 0

    def retell(
        self, *, guild: GuildId | None, since: datetime, after: NoticeId, most: int, now: datetime
    ) -> tuple[NoticeId, ...]:
        """Let what could not be told since then be tried again, of one server or (None) of all.

        ``most`` rows at most, the first after ``after``; returns them in order.
        """
        which = {"since": to_millis(since), "now": to_millis(now), "after": after, "most": most}
        found = self._rows(_retell_all, **which) if guild is None else self._rows(_retell_in, in_guild=guild, **which)
        return tuple(sorted(NoticeId(row[0]) for row in found))

    def hasten(self, *, now: datetime) -> int:
        """Let what was put off after a failed attempt be tried now, and its pauses begin anew; how many rows."""
        return self._change(_hasten, now=to_millis(now))

    def has_failed(self, lane: int, *, since: datetime) -> bool:
        """Return whether something for a channel or a person could not be told since then."""
        row = self._row(_failed, lane=lane, since=to_millis(since))
        return row is not None and row[0] > 0

    def backlog(self, *, now: datetime) -> tuple[int, int, datetime | None]:
        """Return how much is waiting or under way, how much is parked, and since when the oldest could have gone."""
        row = self._row(_backlog, now=to_millis(now))
        assert row is not None, "sums are one row"
        return int(row[0] or 0), int(row[1] or 0), None if row[2] is None else to_time(int(row[2]))

    def drop(self, notice: NoticeId) -> None:
        """Remove a row that was told."""
        self._change(_drop, notice=notice)

    def purge(self, *, before: datetime) -> int:
        """Remove what was told before a time; return how many rows."""
        return self._change(_purge, before=to_millis(before))

    def purge_parked(self, *, before: datetime) -> int:
        """Remove what couldn't be delivered and was made before a time; return how many rows."""
        return self._change(_purge_parked, before=to_millis(before))

    def find_parked_in(self, guild: GuildId, *, most: int) -> tuple[NoticeRecord, ...]:
        """Return what could not be delivered in a server, the newest first."""
        return self._records(NOTICE, _parked_in, guild=guild, most=most)

    def find_parked_for(self, lane: int, *, most: int) -> tuple[NoticeRecord, ...]:
        """Return what could not be delivered to a person (or in a channel), the newest first."""
        return self._records(NOTICE, _parked_for, lane=lane, most=most)

    def behind(self, *, now: datetime) -> tuple[int, datetime | None]:
        """Return how many rows of the outbox are to go now, and when the oldest of them was made."""
        row = self._row(_behind, now=to_millis(now))
        assert row is not None
        return int(row[0]), None if row[1] is None else to_time(int(row[1]))

    def find_parked_of(self, matches: Iterable[MatchId]) -> tuple[NoticeRecord, ...]:
        """Return what could not be told of many matches."""
        return self._of_all(NOTICE, _parked_of, matches)

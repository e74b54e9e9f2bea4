"""How persons can be reached, private notes, boards to come back to, and what could not be delivered."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, func, select, update

from db.engine.columns import Shape, to_millis, to_time
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import GuildId, MatchId, UserId
from db.notifications.outbox import NOTICE
from db.notifications.records import NoteRecord, ReachRecord
from db.notifications.schema import HAS_DIGEST, PARKED, note, reach
from db.records import NoticeRecord
from db.tables import UNDER_WAY, entry, outbox, snapshot

NOTE = Shape(NoteRecord, note)
REACH = Shape(ReachRecord, reach)

_OF = (note.c.match == bindparam("match"), note.c.user == bindparam("user"))
_note = Statement(select_all(NOTE).where(*_OF))
_put_note = upsert(note)
_drop_note = Statement(delete(note).where(*_OF))
_reach = Statement(select_all(REACH).where(reach.c.user == bindparam("user")))
_put_reach = upsert(reach)
_first_reach = upsert(reach, update=False)
_hold_reach = Statement(update(reach).where(reach.c.user == bindparam("of")).values(called=reach.c.called))
_digests = Statement(
    select_all(REACH)
    .where(reach.c.digest <= bindparam("now"), HAS_DIGEST)
    .order_by(reach.c.digest)
    .limit(bindparam("most"))
)
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
_own_plies = Statement(
    select(entry.c.ply)
    .where(entry.c.match == bindparam("match"), entry.c.seat == bindparam("seat"), entry.c.cause == bindparam("cause"))
    .order_by(entry.c.ply.desc())
    .limit(bindparam("most"))
)
_shown_plies = Statement(
    select(snapshot.c.ply)
    .where(snapshot.c.match == bindparam("match"), snapshot.c.ply >= bindparam("first"), snapshot.c.shown == 1)
    .order_by(snapshot.c.ply)
)
_behind = Statement(
    select(func.count(), func.min(outbox.c.created)).where(UNDER_WAY, outbox.c.not_before <= bindparam("now"))
)


class DeliveryRepository(Repository):
    """What is told to a person beside the boards, and what a person keeps for coming back."""

    def note(self, match: MatchId, user: UserId) -> NoteRecord | None:
        """Return what a person has written down about a match."""
        return self._record(NOTE, _note, match=match, user=user)

    def put_note(self, record: NoteRecord) -> None:
        """Store a note in place of the one before."""
        self._put(NOTE, _put_note, record)

    def drop_note(self, match: MatchId, user: UserId) -> bool:
        """Remove a note; return whether there was one."""
        return self._change(_drop_note, match=match, user=user) > 0

    def own_plies(self, match: MatchId, seat: int, *, cause: str, most: int) -> tuple[int, ...]:
        """Return the plies of a seat's newest entries of a cause, the newest first."""
        return tuple(int(row[0]) for row in self._rows(_own_plies, match=match, seat=seat, cause=cause, most=most))

    def shown_plies(self, match: MatchId, *, first: int) -> tuple[int, ...]:
        """Return the plies from ``first`` on at which a board can be looked at, in order."""
        return tuple(int(row[0]) for row in self._rows(_shown_plies, match=match, first=first))

    def reach(self, user: UserId) -> ReachRecord:
        """Return how a person can be reached, as far as anything is known."""
        return self._record(REACH, _reach, user=user) or ReachRecord(user=user)

    def held_reach(self, user: UserId) -> ReachRecord:
        """Return the same and keep others from changing it until this unit is over."""
        self._put(REACH, _first_reach, ReachRecord(user=user))
        self._change(_hold_reach, of=user)
        return self.reach(user)

    def put_reach(self, record: ReachRecord) -> None:
        """Store how a person can be reached."""
        self._put(REACH, _put_reach, record)

    def digests(self, *, now: datetime, most: int) -> tuple[ReachRecord, ...]:
        """Return those whose digest is due, the longest overdue first."""
        return self._records(REACH, _digests, now=to_millis(now), most=most)

    def parked_in(self, guild: GuildId, *, most: int) -> tuple[NoticeRecord, ...]:
        """Return what could not be delivered in a server, the newest first."""
        return self._records(NOTICE, _parked_in, guild=guild, most=most)

    def parked_for(self, lane: int, *, most: int) -> tuple[NoticeRecord, ...]:
        """Return what could not be delivered to a person (or in a channel), the newest first."""
        return self._records(NOTICE, _parked_for, lane=lane, most=most)

    def behind(self, *, now: datetime) -> tuple[int, datetime | None]:
        """Return how many rows of the outbox are to go now, and when the oldest of them was made."""
        row = self._row(_behind, now=to_millis(now))
        assert row is not None
        return int(row[0]), None if row[1] is None else to_time(int(row[1]))

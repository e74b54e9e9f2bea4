"""Who follows which match without playing in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, or_, update

from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import MatchId, UserId
from db.notifications.records import FollowRecord
from db.notifications.schema import follow
from db.tables import match

FOLLOW = Shape(FollowRecord, follow)

_OF = (follow.c.match == bindparam("of"), follow.c.lane == bindparam("to"))
_follow = Statement(select_all(FOLLOW).where(*_OF))
_put_follow = upsert(follow)
_drop_follow = Statement(delete(follow).where(*_OF))
_of_user = Statement(
    select_all(FOLLOW).where(follow.c.user == bindparam("user")).order_by(follow.c.at.desc()).limit(bindparam("most"))
)
_stop = Statement(update(follow).where(*_OF, follow.c.stopped.is_(None)).values(stopped=bindparam("now")))
_stop_all = Statement(
    update(follow).where(follow.c.lane == bindparam("to"), follow.c.stopped.is_(None)).values(stopped=bindparam("now"))
)
_over = or_(match.c.status == "finished", match.c.status == "cancelled")
_due = Statement(
    select_all(FOLLOW)
    .join(match, match.c.id == follow.c.match)
    .where(
        or_(
            follow.c.stopped.is_(None) & (follow.c.due <= bindparam("now")) & (match.c.ply > follow.c.ply),
            _over,
            match.c.closed == 1,
        )
    )
    .order_by(follow.c.due, follow.c.match, follow.c.lane)
    .limit(bindparam("most"))
)
_followed = Statement(
    select_all(FOLLOW).where(in_batch(follow.c.match), follow.c.stopped.is_(None), follow.c.feed == 0)
)


class FollowRepository(Repository):
    """Followed matches, by match and lane."""

    def get(self, match: MatchId, lane: int) -> FollowRecord | None:
        """Return how a lane follows a match."""
        return self._record(FOLLOW, _follow, of=match, to=lane)

    def put(self, record: FollowRecord) -> None:
        """Store how a lane follows a match."""
        self._put(FOLLOW, _put_follow, record)

    def drop(self, match: MatchId, lane: int) -> bool:
        """Let a lane follow a match no more; return whether it did."""
        return self._change(_drop_follow, of=match, to=lane) > 0

    def of_user(self, user: UserId, *, most: int) -> tuple[FollowRecord, ...]:
        """Return what a person has asked for, the newest first."""
        return self._records(FOLLOW, _of_user, user=user, most=most)

    def stop(self, match: MatchId, lane: int, *, now: datetime) -> bool:
        """Note that a board couldn't be delivered, so that no more are sent there; return whether that is new."""
        return self._change(_stop, of=match, to=lane, now=to_millis(now)) > 0

    def stop_all(self, lane: int, *, now: datetime) -> int:
        """Note the same for all that a lane follows; return how many."""
        return self._change(_stop_all, to=lane, now=to_millis(now))

    def due(self, *, now: datetime, most: int) -> tuple[FollowRecord, ...]:
        """Return what may have something to tell now, or to end: the match is over, or closed to watchers."""
        return self._records(FOLLOW, _due, now=to_millis(now), most=most)

    def count(self, matches: Iterable[MatchId]) -> Counter[MatchId]:
        """Return how many people follow each of these matches."""
        return Counter(row.match for row in self._of_all(FOLLOW, _followed, matches))

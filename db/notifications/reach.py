"""How persons can be reached."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, update

from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import UserId
from db.notifications.records import ReachRecord
from db.notifications.schema import HAS_DIGEST, reach

REACH = Shape(ReachRecord, reach)

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


class ReachRepository(Repository):
    """Whether direct messages arrive, today's number of calls, and the next digest."""

    def get(self, user: UserId) -> ReachRecord:
        """Return how a person can be reached, as far as anything is known."""
        return self._record(REACH, _reach, user=user) or ReachRecord(user=user)

    def lock(self, user: UserId) -> ReachRecord:
        """Return the same and keep others from changing it until this unit is over."""
        self._put(REACH, _first_reach, ReachRecord(user=user))
        self._change(_hold_reach, of=user)
        return self.get(user)

    def put(self, record: ReachRecord) -> None:
        """Store how a person can be reached."""
        self._put(REACH, _put_reach, record)

    def digests_due(self, *, now: datetime, most: int) -> tuple[ReachRecord, ...]:
        """Return those whose digest is due, the longest overdue first."""
        return self._records(REACH, _digests, now=to_millis(now), most=most)

"""How persons can be reached."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import Executable, Table, bindparam
from sqlalchemy.dialects import postgresql, sqlite

from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import UserId
from db.notifications.records import ReachRecord
from db.notifications.schema import HAS_DIGEST, reach

REACH = Shape(ReachRecord, reach)

_reach = Statement(select_all(REACH).where(reach.c.user == bindparam("user")))
_put_reach = upsert(reach)


def _hold(insert: Callable[[Table], Any]) -> Executable:
    """Insert a row, or change nothing about the one that is there, which holds it; and return it."""
    made = insert(reach).values({column.name: bindparam(column.name) for column in reach.columns})
    held = made.on_conflict_do_update(index_elements=["user"], set_={"called": reach.c.called})
    return held.returning(*REACH.columns)  # type: ignore[no-any-return]


_hold_reach = Statement(_hold(postgresql.insert), _hold(sqlite.insert), holds=True)
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
        found = self._record(REACH, _hold_reach, **REACH.params(ReachRecord(user=user)))
        assert found is not None
        return found

    def put(self, record: ReachRecord) -> None:
        """Store how a person can be reached."""
        self._send_record(REACH, _put_reach, record)

    def digests_due(self, *, now: datetime, most: int) -> tuple[ReachRecord, ...]:
        """Return those whose digest is due, the longest overdue first."""
        return self._records(REACH, _digests, now=to_millis(now), most=most)

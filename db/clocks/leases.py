"""Leases of shards: which process has which, for a while, by the database's clock.

A lease is part of a shard's row in ``service``. Its times are compared by the database alone; processes read how long
is left.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Integer, String, bindparam, case, null, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.elements import ColumnElement

from db.clocks.records import LeaseRecord
from db.clocks.schema import UNSERVED, service
from db.engine.columns import to_millis
from db.engine.database_time import DatabaseTime
from db.engine.shards import Shard
from db.engine.statements import Row, Statement
from db.engine.transaction import Repository
from db.shard_filter import NOTICE_IN_SHARD, of_shard
from db.tables import SENDING, outbox

LEASE = timedelta(seconds=15)
"""How long a lease lasts unless it is renewed."""
WAITING = timedelta(seconds=5)
"""How long it counts that a process waits, unless it says so again."""

_NOW = DatabaseTime()
_ME = bindparam("me", type_=String)
_HERE: tuple[ColumnElement[bool], ...] = (
    service.c.shard == bindparam("of_shard", type_=Integer),
    service.c.shards == bindparam("of_shards", type_=Integer),
)
_IS_FREE = or_(
    service.c.holder.is_(None), service.c.expires <= _NOW, service.c.holder.in_([_ME, bindparam("dead", type_=String)])
)
_IS_OURS = or_(service.c.waiting.is_(None), service.c.waits <= _NOW, service.c.waiting == _ME)
"""Nobody else waits for it."""
_EXPIRES = _NOW + LEASE // timedelta(milliseconds=1)

_all = Statement(
    select(
        service.c.shard,
        service.c.shards,
        service.c.holder,
        service.c.expires - _NOW,
        service.c.waiting,
        service.c.waits - _NOW,
    ).order_by(service.c.shards, service.c.shard)
)


def _make(insert: Any) -> Any:  # noqa: ANN401  # of either dialect
    first = {name: bindparam(f"of_{name}", type_=Integer) for name in ("shard", "shards")}
    row = insert(service).values(**first, process="", seen=UNSERVED)
    return row.on_conflict_do_nothing(index_elements=["shard", "shards"])


_time = Statement(select(_NOW))
_first = Statement(_make(postgresql.insert), _make(sqlite.insert), key=("of_shard", "of_shards"))
_acquire = Statement(
    update(service).where(*_HERE, _IS_FREE, _IS_OURS).values(holder=_ME, expires=_EXPIRES, waiting=null(), waits=null())
)
_held = (service.c.shard, service.c.shards)
_renew = Statement(update(service).where(service.c.holder == _ME).values(expires=_EXPIRES).returning(*_held))
_SEEN = bindparam("last", type_=BigInteger)
_renew_served = Statement(
    update(service)
    .where(service.c.holder == _ME)
    .values(expires=_EXPIRES, seen=case((service.c.seen < _SEEN, _SEEN), else_=service.c.seen))
    .returning(*_held)
)
_release = Statement(update(service).where(service.c.holder == _ME).values(holder=null(), expires=null()))
_stop_waiting = Statement(update(service).where(service.c.waiting == _ME).values(waiting=null(), waits=null()))
_wait = Statement(
    update(service).where(*_HERE, _IS_OURS).values(waiting=_ME, waits=_NOW + WAITING // timedelta(milliseconds=1))
)
_take_over = Statement(update(outbox).where(SENDING, outbox.c.holder != _ME, NOTICE_IN_SHARD).values(holder=_ME))


class LeaseRepository(Repository):
    """Who has which shard, and who waits for it."""

    def all(self) -> tuple[LeaseRecord, ...]:
        """Return what is known of every shard, those included whose lease has ended."""
        return tuple(map(_read, self._rows(_all)))

    def read_time(self) -> int:
        """Return the milliseconds since 1970 by the database's clock."""
        row = self._row(_time)
        assert row is not None
        return int(row[0])

    def acquire(self, shard: Shard, *, process: str, dead: str = "") -> bool:
        """Take a shard that nobody has (or only ``dead``, which runs no more), and that no other process waits for.

        With it goes what others had under way there. Returns False if somebody has it.
        """
        self._change(_first, **of_shard(shard))
        if not self._change(_acquire, me=process, dead=dead or process, **of_shard(shard)):
            return False
        self._change(_take_over, me=process, **of_shard(shard))
        return True

    def renew(self, process: str, *, served: datetime | None = None) -> frozenset[Shard]:
        """Begin all leases of a process anew, and return which shards it still has.

        ``served``: when players of all of them could last reach it.
        """
        if served is None:
            rows = self._rows(_renew, me=process)
        else:
            rows = self._rows(_renew_served, me=process, last=to_millis(served))
        return frozenset(Shard(index, count) for index, count in rows)

    def release(self, process: str) -> int:
        """Let go of all shards that a process has or waits for; returns how many it had."""
        self._change(_stop_waiting, me=process)
        return self._change(_release, me=process)

    def wait(self, shard: Shard, *, process: str) -> bool:
        """Note that a process is ready to take a shard as soon as it is free; False if another one waits."""
        return self._change(_wait, me=process, **of_shard(shard)) > 0


def _read(row: Row) -> LeaseRecord:
    """A row: whatever has ended counts as nobody."""
    index, count, holder, left, waiting, waits = row
    is_held, is_waited_for = (time is not None and time > 0 for time in (left, waits))
    return LeaseRecord(
        shard=Shard(index, count),
        holder=holder if is_held else None,
        left=timedelta(milliseconds=left if is_held else 0),
        waiting=waiting if is_waited_for else None,
    )

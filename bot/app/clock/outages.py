"""Outages: times when players could not reach the bot, so that no clock runs through them.

There is one notion for all: a time from ``starts`` to ``ends`` in which a shard was not served, with its cause. The bot
did not run; no process served the shard; Discord could not be reached; the machine slept, or its clock jumped ahead. It
is found by whoever serves the shard again, credited to every match of the shard, and told there once.

A clock that is set *back* is no such time: then what was noted by the old clock is rewritten in the new one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from db.clocks.records import ClockStopRecord, ServiceRecord, StopReason
from db.engine.shards import WHOLE, Shard, merge_shards
from db.ids import MatchId
from db.tx import Tx

MISSED = timedelta(minutes=1)
"""Without service for longer than this, no clock has run; and so far the machine's clock may differ from its own."""

HANDED_OVER = timedelta(seconds=12)
"""The same between two processes that have a shard one after the other: the lease of a dead one lasts longer."""

BEAT = timedelta(seconds=20)
"""Between two signs of life."""

RETURNED = timedelta(seconds=15)
"""After so long without service what was put off is tried again at once; before, its own pauses are short enough."""


class Connection(Protocol):
    """Whether players can reach this process and be told what happens; implemented by the edge."""

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards of this process, as far as it knows them; never empty."""
        ...

    def find_served(self) -> frozenset[Shard]:
        """Return those of them whose players can reach it just now."""
        ...


class AlwaysConnected:
    """Players can always reach it: in a simulator, or where the edge does not say."""

    def __init__(self, *shards: Shard) -> None:
        """Serve shards; all by default."""
        self.shards = shards or (WHOLE,)

    def find_served(self) -> frozenset[Shard]:
        """Return them."""
        return frozenset(self.shards)


class Outage(Struct, frozen=True, kw_only=True):
    """A time in which a shard was not served."""

    shard: Shard
    why: StopReason
    starts: datetime
    ends: datetime

    @property
    def length(self) -> timedelta:
        """Return how long it was."""
        return self.ends - self.starts


class Found(Struct, frozen=True, kw_only=True):
    """What a check has found and credited.

    ``served``: shards whose matches may go on. ``returned``: some of them were not served for a while. ``set_back``:
    by how much the clock of the shards ``own`` went back, negative. ``starts``: open matches whose announced start
    moved; ``lobbies``: those that are closed later.
    """

    own: tuple[Shard, ...]
    served: tuple[Shard, ...]
    returned: bool = False
    set_back: timedelta = timedelta()
    outages: tuple[Outage, ...] = ()
    starts: tuple[MatchId, ...] = ()
    lobbies: tuple[MatchId, ...] = ()


class _Check(Struct, frozen=True, kw_only=True):
    """What one check knows before it looks into the database: ``missed`` are shards to ask after, with the cause."""

    process: str
    leased: bool
    now: datetime
    jump: timedelta
    own: tuple[Shard, ...]
    served: frozenset[Shard]
    missed: dict[Shard, StopReason]
    seen: dict[Shard, datetime]


class OutageMonitor:
    """One per process, named ``process``: notes that its shards are served, and finds when they were not.

    ``leased``: several processes may serve a shard one after the other, and each renewal of a lease notes it, too.
    """

    def __init__(self, uow: UnitOfWork, connection: Connection, *, process: str = "", leased: bool = False) -> None:
        """Nothing is read yet."""
        self._uow = uow
        self._leased = leased
        self.connection = connection
        self.process = process
        self._clocks: tuple[datetime, float] | None = None
        self._seen: dict[Shard, datetime] = {}
        self._present: frozenset[Shard] = frozenset()
        self._interrupted = False
        self._written: datetime | None = None

    def interrupt(self) -> None:
        """Note that this process itself stood still, or could do nothing, since the last check."""
        self._interrupted = True
        self._present = frozenset()

    def find_last_served(self) -> datetime | None:
        """Return when all shards of this process were served, as of the last check; None if one wasn't."""
        own = self.connection.shards
        return min(self._seen[shard] for shard in own) if own and self._present.issuperset(own) else None

    async def check(self) -> Found:
        """Look which shards are served now, and credit in one unit of work what was missed since they last were."""
        now, monotonic = self._uow.clock.now(), self._uow.clock.monotonic()
        jump = self._measure_jump(now, monotonic)
        maintained = self._uow.orders.find_maintenance(now) is not None
        served = frozenset[Shard]() if maintained else self.connection.find_served()
        missed = {shard: self._why(shard, jump) for shard in served if shard not in self._present or jump > MISSED}
        check = _Check(
            process=self.process,
            leased=self._leased,
            now=now,
            jump=jump,
            own=self.connection.shards,
            served=served,
            missed=missed,
            seen=self._seen,
        )
        found = Found(own=check.own, served=merge_shards(served))
        if missed or jump < -MISSED or self._written is None or now - self._written >= BEAT:
            self.interrupt()  # unless the database takes it, the next check is a return
            found = await self._uow.store.run(lambda tx: _note_served(tx, check))
            self._written = now
        returned = any(shard not in self._seen or now - self._seen[shard] >= RETURNED for shard in missed)
        self._clocks = now, monotonic
        self._seen = {shard: at + found.set_back for shard, at in self._seen.items()} | dict.fromkeys(served, now)
        self._present, self._interrupted = served, maintained  # it counts like a bot that doesn't run
        return replace(found, returned=returned)

    def _measure_jump(self, now: datetime, monotonic: float) -> timedelta:
        """By how much the clock was set since the last check."""
        if self._clocks is None:
            return timedelta()
        return now - self._clocks[0] - timedelta(seconds=monotonic - self._clocks[1])

    def _why(self, shard: Shard, jump: timedelta) -> StopReason:
        """The cause, if the shard was missed for long enough."""
        if jump > MISSED:
            return StopReason.CLOCK
        return StopReason.DOWN if self._interrupted or shard not in self._seen else StopReason.DISCORD


def _note_served(tx: Tx, check: _Check) -> Found:
    """Note what is served, and credit what was missed."""
    by = _set_back(tx, check)
    services = {Shard(record.shard, record.shards): record for record in tx.outages.services()}
    missed: dict[tuple[datetime, StopReason], list[Shard]] = {}
    for shard in sorted(check.served):
        known = services.get(shard)
        seen = _last_served(shard, services.values()) or check.now
        record = ServiceRecord(shard=shard.index, shards=shard.count, process=check.process, seen=check.now)
        first = tx.outages.serve(record, was=None if known is None else known.seen)
        starts = max(seen, check.seen[shard] + by) if shard in check.seen else seen
        least = HANDED_OVER if check.leased and shard not in check.seen else MISSED
        if first and shard in check.missed and check.now - starts > least:
            missed.setdefault((starts, check.missed[shard]), []).append(shard)
    if merge_shards(check.served) == (WHOLE,):
        tx.outages.forget_services(but=next(iter(check.served)).count)
    outages = tuple(
        Outage(shard=shard, why=why, starts=starts, ends=check.now)
        for (starts, why), shards in missed.items()
        for shard in merge_shards(shards)
    )
    moved = dict.fromkeys(match for outage in outages for match in _credit(tx, outage))
    shards = [outage.shard for outage in outages] + (list(check.own) if by else [])
    lobbies = dict.fromkeys(
        match for shard in shards for match in tx.outages.find_expiring(shard) if match not in moved
    )
    return Found(
        own=check.own,
        served=merge_shards(check.served),
        set_back=by,
        outages=outages,
        starts=tuple(moved),
        lobbies=tuple(lobbies),
    )


def _last_served(shard: Shard, services: Iterable[ServiceRecord]) -> datetime | None:
    """When all servers of a shard were last served, whatever the count of shards was then; None: never."""
    by_count: dict[int, datetime] = {}
    for record in services:
        if Shard(record.shard, record.shards).overlaps(shard):
            by_count[record.shards] = min(by_count.get(record.shards, record.seen), record.seen)
    return max(by_count.values(), default=None)


def _credit(tx: Tx, outage: Outage) -> tuple[MatchId, ...]:
    """Let no clock of the shard have run, and put off what waits without one; open matches whose dates moved."""
    whole = outage.shard == WHOLE
    tx.clocks.add_stop(
        ClockStopRecord(
            id=0,
            match=None,
            user=None,
            why=outage.why,
            starts=outage.starts,
            ends=outage.ends,
            shard=None if whole else outage.shard.index,
            shards=None if whole else outage.shard.count,
        )
    )
    tx.outages.put_off(outage.shard, starts=outage.starts, ends=outage.ends)
    tx.outages.renew(outage.shard)
    return tx.outages.put_off_starts(outage.shard, starts=outage.starts, ends=outage.ends)


def _set_back(tx: Tx, check: _Check) -> timedelta:
    """Rewrite what was noted by a clock that was set back since; by how much, negative.

    It may have been set back while no process ran: then the last sign of life lies ahead.
    """
    by = check.jump
    if not check.seen:
        own = [record.seen for record in tx.outages.services() if Shard(record.shard, record.shards) in check.served]
        by = min((check.now - seen for seen in own), default=timedelta())
    if by >= -MISSED:
        return timedelta()
    for shard in check.own:
        tx.outages.set_back(shard, by=by, now=check.now)
        tx.outages.renew(shard)
    return by

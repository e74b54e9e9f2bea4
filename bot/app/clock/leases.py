"""Leases: each shard is served by one process, which says so in the database every few seconds.

Who doesn't say so for fifteen seconds, by the database's clock, has lost its shards to whoever takes them. A process
counts by its own clock from when it asked, and stops serving some seconds before that, so two never serve a shard. If
it stood still meanwhile, or was cut off, it writes and posts nothing until it has renewed its leases.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeVar

import structlog

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.runtime.worker import Worker
from bot.metrics import HANDOVERS
from db.clocks.leases import LEASE
from db.clocks.records import LeaseRecord
from db.engine.errors import StoreError
from db.engine.shards import Shard, merge_shards
from db.ids import GuildId
from db.stores.store import Store, Work
from db.tx import Tx

T = TypeVar("T")

RENEW = timedelta(seconds=4)
"""Between two renewals."""
MARGIN = timedelta(seconds=3)
"""So long before its end a lease isn't relied on."""
ASK = 1.0
"""Seconds between two looks for shards that others have."""
ASK_OFTEN = 0.25
"""The same for a process that has none."""
SAY = 2.0
"""Seconds after which a process says again that it waits."""

_log = structlog.get_logger(__name__)


class State(StrEnum):
    """How a process is with its shards."""

    WAITING = "waiting"
    """Other processes have them."""
    SERVING = "serving"
    LAPSED = "lapsed"
    """It couldn't renew its leases, and serves nobody until it can."""


class Lapsed(StoreError):
    """Another process may have this one's shards by now, so it writes nothing."""


class HeldElsewhere(StoreError):
    """A shard that this process is to serve is another one's."""


class Leases:
    """The shards of one process: those it has, of those it wants.

    ``process`` is its name. ``is_dead`` says of another's name whether that one is known not to run. ``last_served``
    returns when players could last reach this process on all its shards, None if they can't just now. ``read_time``:
    seconds of a clock that nobody can set and that goes on while the machine sleeps; by default the services'.
    """

    def __init__(
        self,
        uow: UnitOfWork,
        wanted: Iterable[Shard],
        *,
        process: str,
        is_dead: Callable[[str], bool] = lambda name: False,
        last_served: Callable[[], datetime | None] = lambda: None,
        read_time: Callable[[], float] | None = None,
    ) -> None:
        """Have nothing yet."""
        self._uow = uow
        self.store: Store = uow.store
        """Where the leases are written; not a store that asks whether they have lapsed."""
        self.wanted = frozenset(wanted)
        self.process = process
        self._is_dead = is_dead
        self._last_served = last_served
        self._time = read_time or uow.clock.monotonic
        self._worker = Worker(uow, "leases")
        self.held: frozenset[Shard] = frozenset()
        self.holders = 1
        """How many processes have shards, as of the last renewal or the beginning."""
        self.is_ready: Callable[[], bool] = lambda: False
        """Whether this process could serve at once all that it waits for."""
        self.on_gain: Callable[[], Awaitable[None]] | None = None
        """Called when it has got shards."""
        self.changed = asyncio.Event()
        """Set when it has got or given up shards; whoever waits for it takes the next one."""
        self.lost = asyncio.Event()
        """Set when another process has a shard of this one's: it must end."""
        self._renewed = 0.0
        self._renewing: asyncio.Task[None] | None = None
        self._said: float | None = None
        self._rivals: frozenset[str] = frozenset()
        """Processes that had what this one lacks, as of the last look."""
        self._told: frozenset[str] = frozenset()

    @property
    def state(self) -> State:
        """How this process is with its shards."""
        if not self.held or self.lost.is_set():
            return State.WAITING
        return State.LAPSED if self.have_lapsed() else State.SERVING

    def have_lapsed(self) -> bool:
        """Return whether another process may have what this one had, and hasn't given up."""
        return bool(self.held) and not self.are_valid()

    def are_valid(self) -> bool:
        """Return whether nobody else can have what this process has."""
        return self.find_left() > 0

    def find_left(self) -> float:
        """Return for how many seconds this process may serve its shards without renewing anything."""
        if not self.held or self.lost.is_set():
            return 0.0
        return max(0.0, self._renewed + (LEASE - MARGIN).total_seconds() - self._time())

    def has(self, guild: GuildId | None) -> bool:
        """Return whether this process serves a server just now; direct messages (None) are shard 0's."""
        return self.are_valid() and any(shard.has(guild) for shard in self.held)

    async def take(self) -> frozenset[Shard]:
        """Take every wanted shard that is free, say that this process waits for the others; return what it has got."""
        missing, asked = self.wanted - self.held, self._time()
        if not missing:
            return frozenset()
        say = self.is_ready() and (self._said is None or asked - self._said >= SAY)
        rows = await self.store.read(lambda tx: tx.leases.all(), short=True)
        self._rivals = frozenset(row.holder or "" for shard in missing for row in self._find_rivals(rows, shard))
        if not say and all(self._find_rivals(rows, shard) for shard in missing):
            return frozenset()
        gained = await self.store.run(lambda tx: self._take(tx, say=say))
        if say:
            self._said = asked
        if not gained:
            return gained
        if not self.held:
            self._renewed, self.holders = asked, len({self.process, *(row.holder for row in rows if row.holder)})
        self.held |= gained
        HANDOVERS.labels("taken").inc(len(gained))
        _log.info("this process serves shards from now on", shards=_name(gained), process=self.process)
        self._change()
        return gained

    def _take(self, tx: Tx, *, say: bool) -> frozenset[Shard]:
        """Take what is free; one process at a time, since shards of different counts overlap."""
        tx.facts.lock("leases", "")
        gained = set()
        for shard in sorted(self.wanted - self.held):
            rows = tx.leases.all()
            if not self._find_rivals(rows, shard):
                dead = next((row.holder for row in rows if row.shard == shard and row.holder), "")
                if tx.leases.acquire(shard, process=self.process, dead=dead):
                    gained.add(shard)
                    continue
            if say:
                tx.leases.wait(shard, process=self.process)
        return frozenset(gained)

    def _find_rivals(self, rows: Iterable[LeaseRecord], shard: Shard) -> list[LeaseRecord]:
        """Which leases of other processes keep this one from a shard, also those of another count of shards."""
        return [
            row
            for row in rows
            if row.holder not in (None, self.process)
            and row.shard.overlaps(shard)
            and not (row.holder and self._is_dead(row.holder))
        ]

    def _tell_once(self) -> None:
        """Say in the log whom this process waits for, once."""
        missing = self.wanted - self.held
        if missing and not self._rivals <= self._told:
            held_by = sorted(self._rivals)
            _log.info("waiting for shards that another process serves", shards=_name(missing), held_by=held_by)
            self._told |= self._rivals

    async def renew(self) -> None:
        """Begin all leases anew; where one is another's by now, this process has lost."""
        asked, served = self._time(), self._last_served() if self.are_valid() else None

        def work(tx: Tx) -> tuple[frozenset[Shard], frozenset[str]]:
            still = tx.leases.renew(self.process, served=served)
            return still, frozenset(row.holder for row in tx.leases.all() if row.holder)

        still, holders = await self.store.run(work)
        if self.lost.is_set():
            return
        if not self.held <= still:
            HANDOVERS.labels("lost").inc(len(self.held - still))
            _log.error("another process has taken shards; this one ends", shards=_name(self.held - still))
            self.lost.set()
            return
        self._renewed, self.holders = asked, max(1, len(holders))

    async def secure(self, work: Work[T]) -> Work[T]:
        """Return a unit of work that raises Lapsed instead where the leases have; they are renewed first if need be."""
        if self.have_lapsed() and not self.lost.is_set():
            if self._renewing is None or self._renewing.done():
                self._renewing = asyncio.create_task(self.renew())
            await asyncio.shield(self._renewing)  # whoever else waits for it goes on

        def check_first(tx: Tx) -> T:  # it may begin later, or be begun again, after the process stood still
            if self.have_lapsed():
                raise Lapsed
            return work(tx)

        return check_first

    async def release(self) -> None:
        """Give all shards up, and wait for none: whoever waits for them takes them at once.

        Also those that were being taken, or given up, when that was broken off: nobody knows what became of it.
        """
        given, served = self.held, self._uow.clock.now() if self.held and self._last_served() else None
        self.held = frozenset()
        self._change()

        def work(tx: Tx) -> int:
            tx.leases.renew(self.process, served=served)
            return tx.leases.release(self.process)

        HANDOVERS.labels("released").inc(await self.store.run(work))
        if given:
            _log.info("this process has given its shards up", shards=_name(given))

    async def has_heir(self) -> bool:
        """Return whether a process is ready to take over all that this one has."""
        rows = await self.store.read(lambda tx: tx.leases.all(), short=True)
        waited_for = {row.shard for row in rows if row.waiting not in (None, self.process)}
        return bool(self.held) and self.held <= waited_for

    async def expect_free(self, *, every: bool) -> None:
        """Raise HeldElsewhere if this process has no shard, or (``every``) lacks one."""
        missing = self.wanted - self.held
        if not missing or (self.held and not every):
            return
        rows = await self.store.read(lambda tx: tx.leases.all(), short=True)
        shard, by = next(
            ((shard, row.holder) for shard in sorted(missing) for row in self._find_rivals(rows, shard)),
            (min(missing), "another one"),
        )
        raise HeldElsewhere(
            f"Shard {shard.index} of {shard.count} is served by another process: {by}. Stop that one first, or run "
            "without --no-wait to take over when it ends."
        )

    async def run(self) -> None:
        """Keep what this process has, and take what it lacks, until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        every = RENEW.total_seconds()
        if self.held and self._time() - self._renewed >= every:
            await self.renew()
        gained = await self.take()
        if gained and self.on_gain is not None:
            await self.on_gain()
        elif not gained:
            self._tell_once()
        if not self.held:
            return ASK_OFTEN
        left = max(0.05, self._renewed + every - self._time())
        return min(left, ASK) if self.wanted - self.held else left

    def _change(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


def _name(shards: Iterable[Shard]) -> str:
    """Shards for the log: their numbers, or that it is all."""
    merged = merge_shards(frozenset(shards))
    return "all" if merged and merged[0].count == 1 else ",".join(str(shard.index) for shard in merged)

"""Cleaning up threads: archives those of finished matches, and revives those in which somebody is waited for.

A server has room for so many active threads only; where it is nearly full, finished matches go at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

import structlog
from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.notifications.courier import Doubtful, Permanent, Transient
from bot.app.runtime.worker import Worker
from db.ids import ChannelId, GuildId
from db.records import MatchRecord, PendingKind, PendingRecord, Status
from db.tx import Tx

EVERY = 3600
"""Seconds between two rounds."""

KEPT = timedelta(days=1)
"""The thread of a finished match stays open for so long, for what people still have to say."""

ROOM = 1000
"""Active threads of a server at most (Discord's limit; 160006 above it)."""

CROWDED = 900
"""With more active threads than this, finished matches are archived at once and none are revived."""

MOST = 20
"""Threads changed in one round of a server."""

MOST_MATCHES = 500
"""Running matches of a server that are looked through, the newest."""

_log = structlog.get_logger(__name__)


class Active(Struct, frozen=True):
    """The active threads of a server: how many, and which of them the bot has made."""

    total: int
    own: tuple[ChannelId, ...]


class Round(Struct, frozen=True):
    """What is to be archived and what to be revived."""

    archive: tuple[ChannelId, ...] = ()
    revive: tuple[ChannelId, ...] = ()


class ThreadPort(Protocol):
    """Looks after threads; implemented by the edge. All calls raise Permanent, Transient or Doubtful."""

    async def active(self, guild: GuildId) -> Active:
        """Return the active threads of a server."""
        ...

    async def archive(self, thread: ChannelId) -> None:
        """Archive a thread; anybody who may write there can open it again."""
        ...

    async def revive(self, thread: ChannelId) -> None:
        """Open an archived thread again; one that is locked is left."""
        ...


class ThreadCleanup:
    """One per process. ``owns`` says which servers are this process's (its shards)."""

    def __init__(
        self,
        uow: UnitOfWork,
        caretaker: ThreadPort,
        *,
        owns: Callable[[GuildId | None], bool] = lambda guild: True,
        every: float = EVERY,
    ) -> None:
        """Work through a caretaker."""
        self._uow = uow
        self._worker = Worker(uow, "threads")
        self._caretaker = caretaker
        self._owns = owns
        self._every = every

    async def run(self) -> None:
        """Work until cancelled."""
        await asyncio.sleep(self._every)
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        await self.tidy()
        return self._every

    async def tidy(self) -> int:
        """Go through all servers; returns how many threads were changed."""
        since = self._uow.clock.now() - 2 * KEPT - timedelta(seconds=self._every)
        guilds = await self._uow.store.read(lambda tx: tx.matches.guilds_with_threads(since=since))
        changed = 0
        for guild in guilds:
            if self._owns(guild) and self._worker.may(guild):
                changed += await self._tidy_guarded(guild)
        return changed

    async def _tidy_guarded(self, guild: GuildId) -> int:
        """The same for one server, which holds up no other if it fails."""
        changed = 0

        async def work() -> None:
            nonlocal changed
            changed = await self._tidy(guild)

        await self._worker.attempt(guild, work)
        return changed

    async def _tidy(self, guild: GuildId) -> int:
        try:
            active = await self._caretaker.active(guild)
        except (Permanent, Transient, Doubtful) as error:
            _log.info("the threads of a server can't be read", guild=guild, why=str(error))
            return 0
        now = self._uow.clock.now()
        found = await self._uow.store.read(lambda tx: plan_round(tx, guild, active, now=now))
        done = [await self._try(self._caretaker.archive, thread) for thread in found.archive]
        done += [await self._try(self._caretaker.revive, thread) for thread in found.revive]
        return sum(done)

    async def _try(self, call: Callable[[ChannelId], Awaitable[None]], thread: ChannelId) -> bool:
        """Change a thread; what does not work is left for the next round."""
        try:
            await call(thread)
        except (Permanent, Transient, Doubtful) as error:
            _log.info("a thread couldn't be archived or opened again", thread=thread, why=str(error))
            return False
        return True


def plan_round(tx: Tx, guild: GuildId, active: Active, *, now: datetime) -> Round:
    """Return what is to be done in a server."""
    running = tx.matches.in_guild(guild, status=Status.RUNNING, most=MOST_MATCHES)
    waiting = tx.matches.in_guild(guild, status=Status.LOBBY, most=MOST_MATCHES)
    asleep = [
        record for record in (*running, *waiting) if record.thread is not None and record.thread not in active.own
    ]
    pending = tx.pending.of_matches([record.id for record in asleep])
    return decide_round(active, tx.matches.in_threads(active.own), asleep, pending, now)


def decide_round(
    active: Active,
    played: Sequence[MatchRecord],
    asleep: Sequence[MatchRecord],
    pending: Sequence[PendingRecord],
    now: datetime,
) -> Round:
    """Return what is to be done: ``played`` in active threads, ``asleep`` run in archived ones and wait for this."""
    crowded = active.total > CROWDED
    over = [
        record
        for record in played
        if record.status in (Status.FINISHED, Status.CANCELLED)
        and record.finished is not None
        and (crowded or record.finished + KEPT <= now)
    ]
    over.sort(key=lambda record: record.finished or now)
    waiting = {row.match for row in pending if row.kind is PendingKind.SEAT and not row.sealed}
    needed = [] if crowded else [each for each in asleep if each.id in waiting or each.status is Status.LOBBY]
    return Round(
        tuple(record.thread for record in over[:MOST] if record.thread is not None),
        tuple(record.thread for record in needed[:MOST] if record.thread is not None),
    )

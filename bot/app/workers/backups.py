"""Backups by the clock: made whole or not at all, looked through, and let go as they grow old."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic

import structlog

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.runtime.worker import Worker
from bot.metrics import BACKUP_FAILURES
from db.engine.errors import StoreError
from db.stores.backup_files import AUTOMATIC, BackupPlan, list_automatic, select_old

AFTER_START = 120.0
"""Seconds after a start before the first look: until then there is enough to do."""

AGAIN = 1800.0
"""Seconds after a failure until the next attempt."""

LOOK = 3600.0
"""Seconds between two looks at most, so that a clock that was set counts for no longer."""

_log = structlog.get_logger(__name__)


class Backups:
    """One for all processes of a bot. ``trouble`` says why the last attempt failed; empty if it didn't."""

    def __init__(self, uow: UnitOfWork, plan: BackupPlan, *, rest: float = AFTER_START) -> None:
        """Work over the shared unit of work, first after ``rest`` seconds."""
        self._uow = uow
        self.plan = plan
        self._worker = Worker(uow, "backups")
        self._rest = rest
        self.trouble = ""

    async def run(self) -> None:
        """Work until cancelled."""
        await asyncio.sleep(self._rest)
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        now = self._uow.clock.now()
        newest = await asyncio.to_thread(self.plan.find_newest)
        if newest is not None and timedelta() <= now - newest < self.plan.every:
            return min((newest + self.plan.every - now).total_seconds(), LOOK)
        return LOOK if await self.make(now) else AGAIN

    async def make(self, now: datetime) -> bool:
        """Make a backup and let old ones go; False if that failed, of which the log and the metrics tell."""
        began, target = monotonic(), self.plan.folder / AUTOMATIC.format(now)
        try:
            await self._uow.store.backup(target)
            size = await asyncio.to_thread(self._tidy, target)
        except (StoreError, OSError) as error:
            self.trouble = str(error)
            BACKUP_FAILURES.inc()
            _log.error("no backup could be made", why=self.trouble)
            return False
        self.trouble = ""
        _log.info("a backup was made", file=str(target), megabytes=size // 10**6, seconds=round(monotonic() - began, 1))
        return True

    def _tidy(self, made: Path) -> int:
        """Let old backups go; returns the size of the new one in bytes."""
        for old in select_old(list_automatic(self.plan.folder), kept=self.plan.kept, weeks=self.plan.weeks):
            old.unlink(missing_ok=True)
        return made.stat().st_size

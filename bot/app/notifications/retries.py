"""When what could not be told is tried again: at a change in its server, at the start and every hour, and not too fast.

Discord shuts out an address with 10,000 refused requests in ten minutes. Each row that is tried in vain is one, and
servers in which other bots change rights all the time would have theirs tried with each change.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.notifications.parking import retry
from db.ids import GuildId, NoticeId

MOST = 100
"""Rows tried again at once, and in each minute after that, of all servers together."""

PAUSE = 60.0
"""Seconds between two tries in one server."""


_NONE = NoticeId(0)


@dataclass
class _Series:
    """How far the rows of a server have been tried since a change; ``anew`` if there was another one meanwhile."""

    last: NoticeId = _NONE
    anew: bool = False


class Retries:
    """One per process."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Nothing is wanted yet."""
        self._uow = uow
        self._wanted: dict[GuildId | None, _Series] = {}
        self._next: dict[GuildId, float] = {}
        self._left = float(MOST)
        self._filled = uow.clock.monotonic()
        self._lock = asyncio.Lock()

    async def want(self, guild: GuildId | None) -> bool:
        """Try all of a server (None: of all) once more, now or as soon as that is allowed; whether some go now."""
        known = self._wanted.setdefault(guild, _Series())
        known.anew = known.last != _NONE
        return await self.go()

    async def go(self) -> bool:
        """Try what is wanted and allowed by now; whether there was any."""
        async with self._lock:
            now = self._uow.clock.monotonic()
            self._left = min(MOST, self._left + (now - self._filled) * MOST / 60)
            self._filled = now
            self._next = {guild: at for guild, at in self._next.items() if at > now}
            tried = 0
            for guild in tuple(self._wanted):
                if self._left >= 1 and guild not in self._next:
                    tried += await self._try(guild)
            return tried > 0

    async def _try(self, guild: GuildId | None) -> int:
        series, most, now = self._wanted[guild], int(self._left), self._uow.clock.now()
        rows = await self._uow.store.run(lambda tx: retry(tx, guild, after=series.last, most=most, now=now))
        self._left -= len(rows)
        if rows and guild is not None:
            self._next[guild] = self._filled + PAUSE
        if len(rows) == most:
            series.last = rows[-1]
        elif series.anew:
            self._wanted[guild] = _Series()
        else:
            del self._wanted[guild]
        return len(rows)

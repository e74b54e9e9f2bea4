"""Keeping things no longer than is said: servers that removed the bot are purged, unfinished deletions are resumed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import structlog

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.privacy.deleting import Deletions
from bot.app.ratings.recalculation import forget
from bot.app.runtime.worker import Worker
from db.ids import GuildId
from db.tx import Tx

EVERY = 3600
"""Seconds between two rounds."""

SOON = 20
"""Seconds until the next one, if Discord hasn't told yet whether the bot is a member of a server that is due."""

SERVER_KEPT = timedelta(days=30)
"""What is kept of a server stays so long after it has removed the bot."""

BATCH = 20
"""Matches deleted in one unit of work, so that nobody waits for all of them."""

_log = structlog.get_logger(__name__)


class Retention:
    """One per process; ``is_member`` says of which servers the bot is a member, as far as this process knows.

    ``forget`` is told of a server whose settings are gone.
    """

    def __init__(
        self,
        uow: UnitOfWork,
        deletions: Deletions,
        *,
        is_member: Callable[[GuildId | None], bool],
        forget: Callable[[GuildId], None],
        every: float = EVERY,
    ) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._worker = Worker(uow, "retention")
        self._deletions = deletions
        self._is_member = is_member
        self._forget = forget
        self._every = every

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        return self._every if await self.tidy() else min(SOON, self._every)

    async def tidy(self) -> bool:
        """Do what is due; return False if that isn't known of a server."""
        for user in await self._deletions.list_begun():
            if self._worker.may(user):
                await self._worker.attempt(user, partial(self._deletions.go_on, user))
        for guild in await self._uow.store.read(lambda tx: tx.privacy.find_purges()):
            if self._worker.may(guild):
                await self._worker.attempt(guild, partial(self._go_on, guild))
        before = self._uow.clock.now() - SERVER_KEPT
        departed = await self._uow.store.read(lambda tx: tx.privacy.find_departed(before=before))
        known = [guild for guild in departed if not self._is_member(guild)]
        for guild in known:
            if self._worker.may(guild):
                await self._worker.attempt(guild, partial(self._purge_departed, guild, before))
        return len(known) == len(departed)

    async def purge(self, guild: GuildId) -> None:
        """Delete all that is kept of a server; ratings across servers are recalculated without its matches.

        What a process that died has left undone is done by the next one.
        """
        await self._uow.store.run(lambda tx: tx.privacy.begin_purge(guild))
        await self._go_on(guild)

    async def _purge_departed(self, guild: GuildId, before: datetime) -> None:
        """The same of a server that removed the bot before a time, unless it has just added it again."""
        if await self._uow.store.run(lambda tx: tx.privacy.begin_purge(guild, departed=before)):
            await self._go_on(guild)

    async def _go_on(self, guild: GuildId) -> None:
        """Delete matches in batches, all else at once after them; done by another meanwhile, nothing is."""
        while await self._uow.store.run(partial(_purge_matches, guild)):
            pass
        await self._uow.store.run(lambda tx: tx.privacy.purge(guild))
        self._forget(guild)
        self._uow.signals.notify()
        _log.info("a server's data was deleted", guild=guild)


def _purge_matches(guild: GuildId, tx: Tx) -> bool:
    """Delete some matches of a server; return whether there may be more."""
    matches = tx.privacy.find_matches_in(guild, most=BATCH)
    if matches:
        forget(tx, matches, lambda: tx.privacy.purge_matches(matches))
    return bool(matches)

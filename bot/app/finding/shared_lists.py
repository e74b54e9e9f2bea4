"""Lists of open matches follow what other servers share: a look from time to time, so that a change costs nothing."""

from __future__ import annotations

from bot.app.changes import outbox
from bot.app.changes.server_rules import SERVER_DEFAULTS, Values, read_values, share_with
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.runtime.worker import Worker
from bot.app.views.openings import MOST_SHARING, list_shared
from db.ids import ChannelId, GuildId
from db.tx import Tx

MOST_BARS = 200
"""Bars of a server that are compared; older ones seldom change."""


class SharedLists:
    """Has the lists of servers edited when what others share with them has changed; in one process."""

    def __init__(self, uow: UnitOfWork, *, every: float = 30) -> None:
        """``every``: seconds between two looks."""
        self._uow = uow
        self._worker = Worker(uow, "shared lists")
        self._every = every
        self._shown: dict[GuildId, object] = {}
        """What was shared with each server at the last look."""

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        await self.sweep()
        return self._every

    async def sweep(self) -> int:
        """Look once; returns how many lists are to change."""
        found = await self._uow.store.read(self._find_shared)
        changed = [each for each in {**self._shown, **found} if found.get(each) != self._shown.get(each)]
        if changed:
            await self._uow.store.run(lambda tx: self._refresh(tx, changed))
            self._uow.signals.notify()
        self._shown = found
        return len(changed)

    def _find_shared(self, tx: Tx) -> dict[GuildId, object]:
        """What is shared with each server, and whom it bars itself: on both depends what its list shows.

        What a server shares is read once, however many it shares that with.
        """
        now, values, shared = self._uow.clock.now(), dict[GuildId, Values](), dict[GuildId, object]()
        for record in tx.servers.find_sharing(most=MOST_SHARING):
            values[record.guild] = {**SERVER_DEFAULTS, **read_values(record.settings)}
            offers = tuple(
                (each.match, each.free, each.host, each.pace, each.options, each.starts)
                for each in list_shared(tx, self._uow.match_reader, record.guild)
            )
            if offers:
                shared[record.guild] = offers
        found: dict[GuildId, object] = {}
        for guild, mine in values.items():
            theirs = [shared[other] for other in shared if share_with((guild, mine), (other, values[other]))]
            if theirs:
                bars = tx.moderation.bars(guild, most=MOST_BARS)
                found[guild] = (theirs, [bar.user for bar in bars if bar.until is None or bar.until > now])
        return found

    def _refresh(self, tx: Tx, guilds: list[GuildId]) -> None:
        for guild in guilds:
            record = tx.servers.get(guild)
            channel = int(read_values(record.settings if record else None).get("openings", 0))
            if channel:
                tx.outbox.enqueue(outbox.openings_row(guild, ChannelId(channel), now=self._uow.clock.now()))

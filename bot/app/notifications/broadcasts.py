"""What the operator of the bot tells the owners of its servers: each once, and only those who want it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from bot.app.changes.outbox import Kind, Payload
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.preferences import takes_owner_news
from bot.app.notifications.digest import row
from bot.app.runtime.worker import Worker
from db.ids import GuildId, UserId
from db.operations.records import BroadcastRecord
from db.tx import Tx
from games.core.text import raw

OPEN = timedelta(days=1)
"""So long after it was ordered a message still goes to owners who have not had it: a process may have been down."""

BATCH = 50
"""Owners told in one unit of work."""


class Broadcasts:
    """One per process, for the owners of the servers that it serves; the outbox brings the messages."""

    def __init__(self, uow: UnitOfWork, *, every: float = 20) -> None:
        """``every``: seconds between two looks."""
        self._uow = uow
        self._worker = Worker(uow, "broadcasts")
        self._every = every
        self._told: dict[int, set[UserId]] = {}
        """Who was told which message, as far as this process knows: so that a round costs one read."""

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        await self.sweep()
        return self._every

    async def sweep(self) -> int:
        """Put into the outbox what owners have not been told; returns how many were told."""
        now = self._uow.clock.now()
        records = await self._uow.store.read(lambda tx: tx.operations.find_broadcasts(since=now - OPEN))
        self._told = {record.id: self._told.get(record.id, set()) for record in records}
        owned: dict[UserId, list[GuildId]] = {}
        for guild, owner in self._uow.members.find_owners().items():
            owned.setdefault(owner, []).append(guild)
        made = 0
        for record in reversed(records):
            owners = sorted(owned.keys() - self._told[record.id])
            for first in range(0, len(owners), BATCH):
                made += await self._tell(record, {owner: owned[owner] for owner in owners[first : first + BATCH]})
        if made:
            self._uow.signals.notify()
        return made

    async def _tell(self, record: BroadcastRecord, owned: Mapping[UserId, Sequence[GuildId]]) -> int:
        """Put a message to the owners of some servers into the outbox; returns to how many."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> int:
            made = 0
            for owner, guilds in owned.items():
                new = tx.operations.note_reached(record.id, guilds)
                if not (new and takes_owner_news(tx.people.get(owner)) and tx.operations.note_sent(record.id, owner)):
                    continue
                tx.outbox.enqueue(row(owner, Kind.OWNER_NEWS, now=now, told=Payload(user=owner, text=raw(record.text))))
                made += 1
            return made

        made = await self._uow.store.run(work)
        self._told[record.id] |= owned.keys()
        return made

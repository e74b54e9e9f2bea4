"""The daily digest: all of a person's matches by the time left, in private, and only where something waits."""

from __future__ import annotations

import asyncio
from datetime import datetime

import msgspec
import structlog
from msgspec.structs import replace

from bot.app import lists
from bot.app.courier import Kind, PersonNotice
from bot.app.desk import Desk
from bot.app.notices import NO_DIGEST, next_digest, wishes_of
from bot.app.outbox import Told, read_told
from bot.app.records import MatchLine, Place
from bot.app.tables import Shelf
from db.errors import StoreError
from db.ids import ChannelId, GuildId, NoticeId, UserId
from db.records import NoticeRecord, NoticeState, Status
from db.tx import Tx

BATCH = 200
"""Digests made in one sweep."""

_log = structlog.get_logger(__name__)


class Digests:
    """One per process; several on one database may run, since a digest that was made is not due any more."""

    def __init__(self, desk: Desk, *, every: float = 20) -> None:
        """``every``: seconds between two looks."""
        self._desk = desk
        self._every = every

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                await self.sweep()
            except StoreError as error:
                _log.warning("digests cannot be looked at", why=str(error))
            await asyncio.sleep(self._every)

    async def sweep(self) -> int:
        """Put the digests that are due into the outbox; returns how many."""
        now = self._desk.clock.now()

        def work(tx: Tx) -> int:
            due = tx.digests(now=now, most=BATCH)
            for reach in due:
                person = tx.person(reach.user)
                daily = wishes_of(person).digest != NO_DIGEST
                tx.enqueue(row(reach.user, Kind.DIGEST, now=now, merged=reach.merged))
                tx.put_reach(replace(reach, merged=0, digest=next_digest(person, now) if daily else None))
            return len(due)

        made = await self._desk.store.run(work)
        if made:
            self._desk.signals.changed()
        return made


def row(
    user: UserId, kind: Kind, *, now: datetime, merged: int = 0, told: Told | None = None, place: Place | None = None
) -> NoticeRecord:
    """Make a row of the outbox that tells a person something beside any match, in private or (``place``) there."""
    return NoticeRecord(
        id=NoticeId(0),
        lane=user if place is None else place.channel,
        guild=None if place is None else place.guild,
        match=None,
        kind=kind,
        ply=merged,
        data=msgspec.json.encode(told or Told(user=user)),
        state=NoticeState.WAITING,
        attempts=0,
        not_before=now,
        sending=None,
        holder=None,
        doubt=None,
        reason=None,
        created=now,
    )


def notice(tx: Tx, shelf: Shelf, record: NoticeRecord, *, nonce: str) -> PersonNotice | None:
    """Return what a row tells a person; None where nothing waits any more, so that there is nothing to tell."""
    told = read_told(record.data)
    user = told.user if told.user is not None else told.users[0]
    lines: tuple[tuple[str, MatchLine], ...] = ()
    if record.kind == Kind.DIGEST:
        mine = lists.mine(tx, shelf, user, most=lists.MOST_OWN)
        running = [line for line in mine if line.status is Status.RUNNING]
        if not any(line.yours for line in running):
            return None
        lines = tuple((shelf.library.game(line.game).spec.title, line) for line in running)
    guild = None if record.guild is None else GuildId(record.guild)
    return PersonNotice(
        id=record.id,
        nonce=nonce,
        marker=nonce,
        kind=Kind(record.kind),
        user=user,
        place=None if told.user is not None else Place(guild, ChannelId(record.lane)),
        text=told.text,
        lines=lines,
        merged=record.ply,
    )

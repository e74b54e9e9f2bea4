"""Digests: all of a person's matches by the time left, in private: daily where something waits, and of the week."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload, read_told
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import MatchLine, Place
from bot.app.match.state import MatchReader
from bot.app.notifications.courier import PersonNotice
from bot.app.notifications.notices import is_weekly, next_digest, wants_digest
from bot.app.runtime.worker import Worker
from bot.app.views import lists
from db.ids import ChannelId, GuildId, UserId
from db.records import NoticeRecord, Status
from db.tx import Tx

WEEK = timedelta(days=7)
"""Of which the weekly digest tells."""

BATCH = 200
"""Digests made in one sweep."""


class Digests:
    """One per process; several on one database may run, since a digest that was made is not due any more."""

    def __init__(self, uow: UnitOfWork, *, every: float = 20) -> None:
        """``every``: seconds between two looks."""
        self._uow = uow
        self._worker = Worker(uow, "digests")
        self._every = every

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        await self.sweep()
        return self._every

    async def sweep(self) -> int:
        """Put the digests that are due into the outbox; returns how many."""
        now = self._uow.clock.now()
        most = BATCH + self._worker.failing
        due = await self._uow.store.read(lambda tx: tx.reach.digests_due(now=now, most=most))
        users = [reach.user for reach in due if self._worker.may(reach.user)]
        made = sum(
            await asyncio.gather(*(self._worker.attempt(user, partial(self._make, user, now)) for user in users))
        )
        if made:
            self._uow.signals.notify()
        return made

    async def _make(self, user: UserId, now: datetime) -> None:
        """Put a person's digest into the outbox, unless another process has."""

        def work(tx: Tx) -> None:
            reach, person = tx.reach.lock(user), tx.people.get(user)
            if reach.digest is None or reach.digest > now:
                return
            told = Payload(user=user, weekly=is_weekly(person, reach.digest))
            tx.outbox.enqueue(row(user, Kind.DIGEST, now=now, merged=reach.merged, told=told))
            tx.reach.put(replace(reach, merged=0, digest=next_digest(person, now) if wants_digest(person) else None))

        await self._uow.store.run(work)


def row(
    user: UserId, kind: Kind, *, now: datetime, merged: int = 0, told: Payload | None = None, place: Place | None = None
) -> NoticeRecord:
    """Make a row of the outbox that tells a person something beside any match, in private or (``place``) there."""
    lane, guild = (user, None) if place is None else (place.channel, place.guild)
    made = outbox.bare_row(kind, lane=lane, guild=guild, told=told or Payload(user=user), now=now)
    return replace(made, ply=merged)


def notice(tx: Tx, match_reader: MatchReader, record: NoticeRecord, *, nonce: str) -> PersonNotice | None:
    """Return what a row tells a person; None where nothing waits any more, so that there is nothing to tell."""
    told = read_told(record.data)
    user = told.user if told.user is not None else told.users[0]
    lines: tuple[tuple[str, MatchLine], ...] = ()
    finished: tuple[tuple[str, MatchLine], ...] = ()
    if record.kind == Kind.DIGEST:
        finished = _list_finished(tx, match_reader, user, record.created) if told.weekly else ()
        mine = lists.mine(tx, match_reader, user, most=lists.MOST_OWN)
        running = [line for line in mine if line.status is Status.RUNNING]
        if not any(line.yours for line in running) and not (told.weekly and (running or finished)):
            return None
        lines = _with_titles(match_reader, running)
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
        weekly=told.weekly,
        finished=finished,
        seeker=told.seeker,
    )


def _list_finished(tx: Tx, match_reader: MatchReader, user: UserId, now: datetime) -> tuple[tuple[str, MatchLine], ...]:
    """The matches of a person that ended within the week."""
    records = tx.matches.of_user(user, status=Status.FINISHED, most=lists.MOST_LISTED)
    newest = [each for each in records if each.finished is not None and now - each.finished < WEEK]
    return _with_titles(match_reader, lists.lines(tx, match_reader, newest, user))


def _with_titles(match_reader: MatchReader, lines: Iterable[MatchLine]) -> tuple[tuple[str, MatchLine], ...]:
    return tuple((match_reader.library.game(line.game).spec.title, line) for line in lines)

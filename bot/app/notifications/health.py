"""Whether a person is reached: a test through the real outbox, and what is known of failures."""

from __future__ import annotations

import asyncio
from datetime import datetime
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.outbox import Kind, Payload
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.clock.crediting import length
from bot.app.match.preferences import NotificationPreferences, wishes_of
from bot.app.match.records import Actor, Place
from bot.app.notifications import digest
from bot.app.notifications.notices import quiet_until
from bot.app.runtime.refusals import read_text, refuse
from db.clocks.records import ClockStopRecord
from db.ids import GuildId, MatchId, NoticeId, UserId
from db.notifications.records import ReachRecord
from db.records import NoticeRecord, NoticeState
from db.tx import Tx
from games.core.text import Text, raw, say

PATIENCE = 10.0
"""Seconds that a test waits for its two messages."""

LOOKED = 0.1
"""Seconds between two looks at them."""

MOST_SHOWN = 10
MOST_COUNTED = 200


class Arrival(Enum):
    """What became of a message."""

    ARRIVED = auto()
    FAILED = auto()
    """It never will; the reason says why."""
    WAITING = auto()
    """It has not left yet: Discord asks to wait, or the bot is behind."""


NO_REASON = raw("")


class Tried(Struct, frozen=True):
    """What became of one message of a test; ``attempts`` that were made, ``reason`` why it failed."""

    arrival: Arrival
    attempts: int
    reason: Text = NO_REASON


class Proof(Struct, frozen=True):
    """What came of a test: a direct message, and a mention where the test was asked for (None: not tried)."""

    direct: Tried
    mention: Tried | None


class Fault(Struct, frozen=True, kw_only=True):
    """A notice that could not be delivered."""

    kind: Kind
    match: MatchId | None
    reason: Text
    at: datetime


class Health(Struct, frozen=True, kw_only=True):
    """How a person is reached. ``held`` notices wait for the end of quiet hours, or for Discord."""

    wishes: NotificationPreferences
    zone: str
    quiet: datetime | None
    reach: ReachRecord
    held: int
    faults: tuple[Fault, ...]


class ServerHealth(Struct, frozen=True, kw_only=True):
    """What could not be delivered in a server, the newest first, and how far behind the whole bot is.

    ``outage`` is the newest one, with its length in words.
    """

    faults: tuple[Fault, ...]
    parked: int
    behind: int
    oldest: datetime | None
    outage: tuple[ClockStopRecord, Text] | None = None


class DeliveryHealth:
    """Tests of delivery, and what is known of failures."""

    def __init__(self, uow: UnitOfWork, *, patience: float = PATIENCE) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._patience = patience
        self._busy: set[UserId] = set()

    async def test(self, actor: Actor, *, place: Place | None) -> Proof:
        """Send a direct message and a mention the way all notices go, and return what became of them.

        ``place`` None: the direct message alone. Takes up to 10 seconds. Raises Refusal while a test of the actor's is
        under way.
        """
        if actor.user in self._busy:
            raise refuse("BUSY", "test_soon")
        self._busy.add(actor.user)
        try:
            return await self._test(actor, place)
        finally:
            self._busy.discard(actor.user)

    async def _test(self, actor: Actor, place: Place | None) -> Proof:
        now = self._uow.clock.now()
        told = Payload(user=actor.user, text=say("app.test_direct"))
        rows = [digest.row(actor.user, Kind.TEST, now=now, told=told)]
        if place is not None:
            call = Payload(users=(actor.user,), text=say("app.test_mention"))
            rows.append(digest.row(actor.user, Kind.TEST, now=now, told=call, place=place))

        def work(tx: Tx) -> tuple[NoticeId, ...]:
            return tuple(tx.outbox.add(row) for row in rows)

        numbers = await self._uow.store.run(work)
        self._uow.signals.notify()
        await self._settle(numbers)
        results = await self._uow.store.run(lambda tx: [_result(tx, number) for number in numbers])
        return Proof(results[0], results[1] if place is not None else None)

    async def _settle(self, numbers: tuple[NoticeId, ...]) -> None:
        """Wait until all have arrived or failed, at most so long."""
        until = asyncio.get_running_loop().time() + self._patience
        under_way = (NoticeState.WAITING, NoticeState.SENDING)
        while asyncio.get_running_loop().time() < until:
            rows = await self._uow.store.read(lambda tx: [tx.outbox.get(number) for number in numbers])
            if not any(row is not None and row.state in under_way for row in rows):
                return
            await asyncio.sleep(LOOKED)

    async def health(self, user: UserId) -> Health:
        """Return how a person is reached, and what failed."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> Health:
            person = tx.people.get(user)
            reach = tx.reach.get(user)
            parked = [*tx.outbox.find_parked_for(user, most=MOST_SHOWN)]
            for match in tx.matches.of_user(user, most=MOST_SHOWN):
                parked.extend(row for row in tx.outbox.find_parked(match.id) if row.kind != Kind.SCHEDULE)
            each = {row.id: row for row in parked}
            return Health(
                wishes=wishes_of(person),
                zone=(person and person.zone) or "",
                quiet=quiet_until(person, now),
                reach=reach,
                held=len(tx.outbox.lane(user, most=MOST_COUNTED)),
                faults=tuple(_fault(row) for row in list(each.values())[:MOST_SHOWN]),
            )

        return await self._uow.store.read(work)

    async def server_health(self, guild: GuildId) -> ServerHealth:
        """Return what could not be delivered in a server, and how far behind the bot is."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> ServerHealth:
            parked = tx.outbox.find_parked_in(guild, most=MOST_COUNTED)
            behind, oldest = tx.outbox.behind(now=now)
            faults = tuple(map(_fault, parked[:MOST_SHOWN]))
            stop = tx.clocks.find_last_outage(guild)
            outage = None if stop is None else (stop, length(stop.ends - stop.starts))
            return ServerHealth(faults=faults, parked=len(parked), behind=behind, oldest=oldest, outage=outage)

        return await self._uow.store.read(work)


def _fault(row: NoticeRecord) -> Fault:
    return Fault(kind=Kind(row.kind), match=row.match, reason=read_text(row.reason or ""), at=row.created)


def _result(tx: Tx, number: NoticeId) -> Tried:
    """What became of a row of a test; one that failed is not kept among what could not be delivered."""
    row = tx.outbox.get(number)
    assert row is not None, "rows are kept for days"
    match row.state:
        case NoticeState.SENT:
            return Tried(Arrival.ARRIVED, row.attempts)
        case NoticeState.WAITING:
            tx.outbox.save(replace(row, state=NoticeState.MERGED), was=row.state)
            return Tried(Arrival.WAITING, row.attempts)
        case NoticeState.SENDING:
            return Tried(Arrival.WAITING, row.attempts)
        case _:
            tx.outbox.save(replace(row, state=NoticeState.MERGED), was=row.state)
            return Tried(Arrival.FAILED, row.attempts, read_text(row.reason or ""))

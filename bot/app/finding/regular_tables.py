"""Regular tables: a finished match is opened again every week or month for the same people, until its host stops it."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import structlog
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload
from bot.app.changes.server_rules import Access, find_zone
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.finding.schedules import find_next
from bot.app.finding.servers import is_quiet
from bot.app.lobby.rematches import Opened
from bot.app.lobby.service import Lobby
from bot.app.match.records import Actor
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from bot.app.runtime.worker import Worker
from db.ids import Key, MatchId
from db.records import MatchRecord, Status
from db.seeking.records import Every, RegularRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.text import Text, say

MOST_REGULAR = 10
"""Matches that a person has repeated."""

BATCH = 50
"""Matches opened in one sweep."""

_log = structlog.get_logger(__name__)


class RegularTables:
    """Matches that are repeated; one process opens them when they are due."""

    def __init__(self, uow: UnitOfWork, lobby: Lobby, *, every: float = 60) -> None:
        """``every``: seconds between two looks."""
        self._uow = uow
        self._lobby = lobby
        self._worker = Worker(uow, "regular tables")
        self._every = every

    async def find(self, actor: Actor, *, match: MatchId) -> RegularRecord | None:
        """Return how somebody has a match repeated, None if they may but don't; raises Refusal if they may not."""
        return await self._uow.store.read(lambda tx: self._check(tx, actor, match)[1])

    async def repeat(self, actor: Actor, *, match: MatchId, every: Every, access: Access) -> RegularRecord:
        """Have a match repeated from now on, or otherwise than before (its host only).

        Its players are told the first time, and not again if that is changed, or stopped and taken up within a day.
        """
        now = self._uow.clock.now()

        def work(tx: Tx) -> RegularRecord:
            table, known = self._check(tx, actor, match)
            record = RegularRecord(
                match=match if known is None else known.match,
                latest=match if known is None else known.latest,
                user=actor.user,
                category=access.within[-1] if access.within else 0,
                every=every,
                due=find_next(now, every, find_zone(tx, actor.user, table.match.guild), now=now),
            )
            tx.regulars.put(record)
            if known is None:
                self._tell(tx, table, actor, now)
            return record

        record = await self._uow.store.run(work)
        self._uow.signals.notify()
        return record

    def _check(self, tx: Tx, actor: Actor, match: MatchId) -> tuple[MatchState, RegularRecord | None]:
        """Return a match and how it is repeated for this person; raises Refusal if they can't have it repeated."""
        table, known = self._uow.match_reader.read(tx, match), tx.regulars.find(match)
        if known is not None and known.user != actor.user:
            raise refuse("REPEATED", "repeated_by", match=match, name=table.person(known.user))
        if known is None and table.match.host != actor.user:
            raise refuse("NOT_HOST", "repeat_not_host", match=match, name=table.person(table.match.host))
        if table.match.status is not Status.FINISHED:
            raise refuse("NOT_OVER", "not_over", match=match)
        own = table.seats_of(actor.user) and actor.user not in table.guests
        if table.match.guild is None or table.match.practice or not own:
            raise refuse("NOT_REPEATED", "not_repeated", match=match)
        if known is None and len(tx.regulars.of_user(actor.user, most=MOST_REGULAR)) >= MOST_REGULAR:
            raise refuse("TOO_MANY_REGULAR", "many_regular", most=MOST_REGULAR)
        return table, known

    def _tell(self, tx: Tx, table: MatchState, actor: Actor, now: datetime) -> None:
        """Tell the other players that a match is repeated, unless they were just told so."""
        key = Key(f"repeated {table.match.id}")
        if tx.requests.answer(key) is not None:
            return
        tx.requests.remember(key, b"", at=now)
        users = dict.fromkeys(seat.user for seat in table.seats if seat.user is not None)
        word = say("app.regular", name=table.name_actor(actor), title=table.game.spec.title)
        tx.outbox.enqueue(outbox.words(table.match, word, [user for user in users if user != actor.user], now=now))

    async def stop(self, actor: Actor, *, match: MatchId) -> bool:
        """Repeat a match no more; return whether it was repeated for this person."""
        return await self._uow.store.run(lambda tx: tx.regulars.drop(match, actor.user))

    async def list_regular(self, actor: Actor) -> tuple[tuple[RegularRecord, str], ...]:
        """Return the matches that a person has repeated, each with the key of its game."""

        def work(tx: Tx) -> tuple[tuple[RegularRecord, str], ...]:
            records = tx.regulars.of_user(actor.user, most=MOST_REGULAR)
            found = ((record, tx.matches.get(record.match)) for record in records)
            return tuple((record, match.game) for record, match in found if match is not None)

        return await self._uow.store.read(work)

    # --- Opening ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        await self.sweep()
        return self._every

    async def sweep(self) -> int:
        """Open what is due; returns how many it saw. During maintenance all of it waits."""
        now = self._uow.clock.now()
        if self._uow.orders.find_maintenance(now) is not None:
            return 0
        most = BATCH + self._worker.failing
        due = await self._uow.store.read(lambda tx: tx.regulars.find_due(now=now, most=most))
        for record in due:
            if self._worker.may(record.match):
                await self._worker.attempt(record.match, partial(self._open, record), match=record.match)
        return len(due)

    async def _open(self, record: RegularRecord) -> None:
        """Open the next match, unless the last one isn't over; a repeat after a crash finds the one that was opened."""
        read = await self._uow.store.read(
            lambda tx: (tx.matches.get(record.match), tx.matches.get(record.latest), tx.people.get(record.user))
        )
        base, latest, person = read
        if base is None or base.guild is None or person is None:
            await self._uow.store.run(lambda tx: tx.regulars.drop(record.match, record.user))
            return
        if await self._uow.members.has_left(base.guild, record.user):
            await self._uow.store.run(lambda tx: tx.regulars.drop(record.match, record.user))
            return
        guild = base.guild
        if await self._uow.store.read(lambda tx: is_quiet(tx, self._uow.orders, guild)):
            await self._go_on(record, base, record.latest, told=None)
            return
        if latest is not None and latest.status in (Status.LOBBY, Status.RUNNING):
            await self._go_on(record, base, record.latest, told=say("app.regular_runs", match=latest.id))
            return
        origin = latest if latest is not None and latest.status is Status.FINISHED else base
        host = Actor(record.user, person.name, base.guild)
        access = Access(staff=True, within=(record.category,) if record.category else ())
        key = Key(f"regular {origin.id} {int(record.due.timestamp())}")
        try:
            receipt = await self._lobby.open_again(key, host, match=origin.id, access=access)
        except Opened as opened:
            await self._go_on(record, origin, opened.match, told=None)
        except Refusal as refusal:
            _log.info("a regular table wasn't opened", match=origin.id, code=refusal.code)
            await self._go_on(record, base, record.latest, told=refusal.text)
        else:
            await self._go_on(record, origin, receipt.match, told=None)

    async def _go_on(self, record: RegularRecord, origin: MatchRecord, latest: MatchId, *, told: Text | None) -> None:
        """Let the next match be due, after ``origin``, and tell the host why none was opened now, if none was."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> None:
            known = tx.regulars.get(record.match)
            if known is None or known.due != record.due:
                return  # it was stopped or changed meanwhile
            zone = find_zone(tx, record.user, origin.guild)
            due = find_next(record.due, record.every, zone, now=now)
            tx.regulars.drop(record.match, record.user)
            tx.regulars.put(replace(record, match=origin.id, latest=latest, due=due))
            if told is not None:
                text = say("app.regular_skipped", match=origin.id, why=told)
                word = Payload(user=record.user, text=text, discreet=True)
                tx.outbox.enqueue(outbox.row(origin, Kind.WORD, now=now, told=word))

        await self._uow.store.run(work)
        self._uow.signals.notify()

"""Deadlines and timers: rows that are due become ordinary turns, which may lose against a move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import structlog
from msgspec.structs import replace

from bot.app import announcing, crediting, outages, outbox, overtime, reminders
from bot.app.changes import Change, played, retimed
from bot.app.desk import Desk
from bot.app.engine import Play
from bot.app.outages import AlwaysConnected, OutageMonitor
from bot.app.refusals import refuse
from bot.app.signals import wait
from bot.app.tables import Table
from bot.app.turns import play_of
from bot.app.waits import FORCED, timed
from db.errors import StoreError
from db.ids import MatchId
from db.records import StandingRecord, Status, Wait
from db.shapes import to_millis
from db.shards import WHOLE, Shard
from db.tx import Tx
from games.core.errors import Refusal
from games.core.play import find_ask
from games.core.seats import AskId

BATCH = 200
"""Rows of a kind looked at in one sweep."""

ASIDE = timedelta(minutes=10)
"""A row that fails is put off so long, that it does not hold up the others."""

ANSWERS_KEPT = timedelta(days=1)
"""Requests come again within minutes; their first answers are kept for a day."""

TOLD_KEPT = timedelta(days=7)
"""What was told stays in the outbox for a week, for the operator."""

_TIMED = (Wait.SEAT, Wait.TIMER, Wait.GRACE, Wait.REMINDER, Wait.START, Wait.FORCED)
Decision: TypeAlias = Callable[[Table, datetime], Change]

_log = structlog.get_logger(__name__)


class Clockwork:
    """One per process; each answers what is due in the matches of its own shards while they are served.

    ``returned`` is called when players can be reached again after they could not be.
    """

    def __init__(self, desk: Desk, *, every: float = 5) -> None:
        """``every``: seconds between two looks; timers due earlier are met in time."""
        self._desk = desk
        self._every = every
        self._swept: datetime | None = None
        self._served: tuple[Shard, ...] = (WHOLE,)
        self.monitor = OutageMonitor(desk, AlwaysConnected())
        self.returned: Callable[[], Awaitable[None]] | None = None

    async def run(self) -> None:
        """Work until cancelled."""
        event = self._desk.signals.listen()
        while True:
            try:
                await self.sweep()
                await self.tidy()
                pause = await self._until_next()
            except StoreError as error:
                _log.warning("deadlines cannot be looked at", why=str(error))
                pause = self._every
            await self._wait(event, pause)

    async def _wait(self, event: asyncio.Event, pause: float) -> None:
        """Wait for a change or so long; a process that was stopped meanwhile could be reached by nobody."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        await wait(event, pause)
        if loop.time() - began > outages.MISSED.total_seconds():
            self.monitor.interrupt()

    async def recover(self) -> None:
        """Run what was declared to run when the bot comes up again; where it is served, credit the time it was not.

        Call once, before people can press.
        """
        await self._attend()
        rows = await self._desk.store.read(lambda tx: tx.at_restart())
        for match in dict.fromkeys(row.match for row in rows):
            await self._decide(match, rows, _restarted)

    async def _attend(self) -> None:
        """Note that the bot is there, and move the deadlines of matches whose players could not reach it."""
        found = await self.monitor.check()
        self._served = found.served
        if found.returned and self.returned is not None:
            await self.returned()
        for match in found.starts:
            await self._decide(match, (), announcing.put_off)
        for outage in found.outages:
            await self._move_deadlines(outage.shard, partial(crediting.credited, outage))
        if found.set_back:
            for shard in found.own:
                await self._move_deadlines(shard, partial(crediting.set_back, found.set_back))

    async def _move_deadlines(self, shard: Shard, decide: Decision) -> None:
        """Decide about each match of a shard in which somebody's clock runs."""
        match = MatchId(0)
        while True:
            found = await self._desk.store.read(
                lambda tx, after=match: tx.timed_matches(after=after, most=BATCH, shard=shard)  # type: ignore[misc]
            )
            if not found:
                return
            for match in found:
                await self._decide(match, (), decide)

    async def sweep(self) -> int:
        """Answer everything that is due; returns in how many matches something was."""
        await self._attend()
        now = self._desk.clock.now()
        shards = self._served

        def due(tx: Tx) -> tuple[StandingRecord, ...]:
            found = (tx.due(wait, now=now, most=BATCH, shard=shard) for shard in shards for wait in _TIMED)
            return tuple(row for rows in found for row in rows)

        rows = await self._desk.store.read(due)
        matches = dict.fromkeys(row.match for row in rows)
        for match in matches:
            await self._decide(match, rows, _expired)
        return len(matches)

    async def tidy(self) -> None:
        """Forget old answers and told notices, once an hour."""
        now = self._desk.clock.now()
        if self._swept is not None and now - self._swept < timedelta(hours=1):
            return
        self._swept = now

        def work(tx: Tx) -> None:
            tx.forget(before=now - ANSWERS_KEPT)
            tx.purge_notices(before=now - TOLD_KEPT)

        await self._desk.store.run(work)

    async def _decide(self, match: MatchId, rows: tuple[StandingRecord, ...], decide: Decision) -> None:
        """Let a match go on; one that breaks is put aside, so that it does not hold up the others."""
        try:
            await self._desk.act(None, None, match, decide)
        except Refusal:
            return  # a move was first
        except StoreError:
            raise
        except Exception:
            _log.exception("a match cannot go on", match=match)
            later = self._desk.clock.now() + ASIDE

            def put_off(tx: Tx) -> None:
                for row in rows:
                    if row.match == match:
                        tx.postpone(row.match, row.ask, later)

            await self._desk.store.run(put_off)

    async def _until_next(self) -> float:
        """Seconds until the next row is due, at most the usual pause."""
        shards = self._served

        def work(tx: Tx) -> list[int]:
            dues = (tx.next_due(wait, shard=shard) for shard in shards for wait in _TIMED)
            return [due for due in dues if due is not None]

        dues = await self._desk.store.read(work)
        left = (min(dues, default=0) - to_millis(self._desk.clock.now())) / 1000
        return min(max(left, 0.02), self._every) if dues else self._every


def _overdue(table: Table, now: datetime) -> list[StandingRecord]:
    return [row for row in table.standing if row.due is not None and row.due <= now and row.wait in _TIMED]


def _expired(table: Table, now: datetime) -> Change:
    """Answer all that is overdue in a match together."""
    if table.match.status is Status.LOBBY:
        return announcing.called(table, now)
    table.running()
    rows = _overdue(table, now)
    if not rows:
        raise refuse("NOT_DUE", "not_due")
    true_rows = timed(table, rows, table.clocks)
    rows = [row for row, true in zip(rows, true_rows, strict=True) if true.due is not None and true.due <= now]
    if all(row.wait is Wait.REMINDER for row in rows):
        return _reminded(table, now)
    play = play_of(table)
    for row in rows:
        if row.wait is Wait.TIMER:
            _run_timer(play, row)
        elif row.wait is Wait.FORCED:
            _force(play, row)
    late = [row for row in rows if row.wait is Wait.SEAT]
    resolved = overtime.resolve(table, play, late, now)
    if resolved.outcome is None:
        play.run_on()
    after = resolved.table
    change = played(after, play, now=now, late=resolved.late, outcome=resolved.outcome)
    ballots = (outbox.words(change.match, text, users, now=now) for text, users in resolved.ballots)
    change = replace(change, notices=(*change.notices, *ballots))
    return change if after.seats == table.seats else replace(change, seats=after.seats)


def _reminded(table: Table, now: datetime) -> Change:
    """Move the deadlines if clocks stood still, and remind those whose time for it has come."""
    change = retimed(table, now)
    notices = [reminders.told(table, row, now) for row in reminders.due_reminders(table, change.standing or (), now)]
    return replace(change, notices=tuple(notices) or change.notices)


def _run_timer(play: Play, row: StandingRecord) -> None:
    """Run a timed move of the table, if an earlier answer has not made it pointless."""
    ask = find_ask(play.game, play.position.state, AskId(row.ask))
    if ask is not None and ask.id not in play.position.sealed:
        play.timer(ask)


def _force(play: Play, row: StandingRecord) -> None:
    """Make a forced turn that was put off, if it is still asked."""
    ask = find_ask(play.game, play.position.state, AskId(row.ask.removeprefix(FORCED)))
    if ask is not None and ask.id not in play.position.sealed:
        play.forced(ask)


def _restarted(table: Table, now: datetime) -> Change:
    if not any(row.restart for row in table.standing):
        raise refuse("NOT_DUE", "not_due")  # another process was first
    play = play_of(table)
    play.restart()
    play.run_on()
    return played(table, play, now=now)

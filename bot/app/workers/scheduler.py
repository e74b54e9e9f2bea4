"""Deadlines and timers: rows that are due become ordinary turns, which may lose against a move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

from msgspec.structs import replace

from bot.app.changes import outbox, reminders
from bot.app.changes.change import Calls, Change, Decision, finish_match, move_deadlines, record_turns
from bot.app.changes.pending import set_deadlines
from bot.app.changes.turns import play_of
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.clock import crediting, outages
from bot.app.clock.membership import Membership
from bot.app.clock.outages import AlwaysConnected, OutageMonitor
from bot.app.clock.unanswered import ProposalExpiry
from bot.app.lobby import missed_starts, open_due
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import TurnRunner
from bot.app.runtime.members import NOBODY, LeftServer
from bot.app.runtime.operator_orders import read_orders
from bot.app.runtime.refusals import is_overtaken, refuse
from bot.app.runtime.worker import Worker
from bot.app.timing import timeouts
from db.engine.shards import WHOLE, Shard, merge_shards
from db.ids import GuildId, MatchId, UserId, is_deleted
from db.records import PendingKind, PendingRecord, Status
from db.tx import Tx
from games.core.errors import Refusal
from games.core.running.play import find_ask
from games.core.seats import AskId

BATCH = 200
"""Rows of a kind looked at in one sweep."""

ANSWERS_KEPT = timedelta(days=1)
"""Requests come again within minutes; their first answers are kept for a day."""

TOLD_KEPT = timedelta(days=7)
"""What was told stays in the outbox for a week, for the operator."""

PARKED_KEPT = timedelta(days=90)
"""What can't be delivered is tried again by the operator's command for so long."""

AUDIT_KEPT = timedelta(days=730)
"""What staff and hosts did is kept for two years."""

BROADCASTS_KEPT = timedelta(days=90)
"""So long it is remembered which owners were told what."""

EVERY_HOUR = 3600
"""Seconds between two rounds in which old answers and told notices are forgotten."""

_TIMED = (
    PendingKind.SEAT,
    PendingKind.TIMER,
    PendingKind.GRACE,
    PendingKind.REMINDER,
    PendingKind.START,
    PendingKind.CHECK,
    PendingKind.FORCED,
    PendingKind.EXPIRY,
)


class Scheduler:
    """One per process; each answers what is due in the matches of its own shards while they are served.

    ``returned`` is called when players can be reached again after they could not be.
    """

    def __init__(self, uow: UnitOfWork, *, every: float = 5) -> None:
        """``every``: seconds between two looks; timers due earlier are met in time."""
        self._uow = uow
        self._worker = Worker(uow, "deadlines")
        self._every = every
        uow.signals.soon = max(uow.signals.soon, timedelta(seconds=every))
        self._swept: float | None = None
        self._rested: float | None = None
        """When the last round ended, by the event loop's clock."""
        self.served: tuple[Shard, ...] = (WHOLE,)
        """The shards whose players can reach this process, as of the last sweep."""
        self._known: set[Shard] | None = None
        """Shards that this process has had since it came up; None: nothing was recovered."""
        self.monitor = OutageMonitor(uow, AlwaysConnected())
        self.membership = Membership(uow)
        self._unanswered = ProposalExpiry(uow)
        self.returned: Callable[[], Awaitable[None]] | None = None

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round, event=self._uow.signals.listen(due=True))

    async def _round(self) -> float:
        """Do what is due; a process that was stopped since the last round could be reached by nobody."""
        loop = asyncio.get_running_loop()
        if self._rested is not None and loop.time() - self._rested > self._every + outages.MISSED.total_seconds():
            self.monitor.interrupt()
        try:
            await self.sweep()
            await self.tidy()
            return await self._until_next()
        finally:
            self._rested = loop.time()

    async def recover(self) -> None:
        """Run what was declared to run when the bot comes up again; where it is served, credit the time it was not.

        Call once, before people can press.
        """
        self._known = set()
        await self._attend()

    async def _restart_timers(self) -> None:
        """Run what was declared to run when the bot comes up again, in the shards that this process hasn't had yet."""
        known, own = self._known, self.monitor.connection.shards
        if known is None or WHOLE in known or known.issuperset(own):
            return
        new = merge_shards([shard for shard in own if shard not in known])
        rows = await self._uow.store.read(
            lambda tx: tuple(row for shard in new for row in tx.pending.at_restart(shard))
        )
        for match in dict.fromkeys(row.match for row in rows):
            await self._decide(match, _restart)
        known.update(own)

    async def _attend(self) -> None:
        """Note that the bot is there, and move the deadlines of matches whose players could not reach it.

        First the matches stand still whose server has removed it; where it was added again they go on.
        """
        self.membership.note_orders(await self._uow.store.read(read_orders, short=True))
        found = await self.monitor.check()
        self.served = found.served
        for match, decide in await self.membership.changes():
            if self._worker.may(match):
                await self._decide(match, decide)
        if found.returned and self.returned is not None:
            await self.returned()
        for match in found.starts:
            await self._decide(match, missed_starts.put_off)
        for match in found.lobbies:
            await self._decide(match, missed_starts.times_put_off)
        for outage in found.outages:
            await self._move_deadlines(outage.shard, partial(crediting.credit_outage, outage))
        if found.set_back:
            for shard in found.own:
                await self._move_deadlines(shard, partial(crediting.set_back, found.set_back))
        await self._restart_timers()

    def serves(self, guild: GuildId | None) -> bool:
        """Return whether players of a server can reach this process, as of the last sweep."""
        return any(shard.has(guild) for shard in self.served) and self.membership.is_served(guild)

    async def _move_deadlines(self, shard: Shard, decide: Decision) -> None:
        """Decide about each match of a shard in which somebody's clock runs."""
        match = MatchId(0)
        while True:
            found = await self._uow.store.read(
                lambda tx, after=match: tx.clocks.find_timed(after=after, most=BATCH, shard=shard)  # type: ignore[misc]
            )
            if not found:
                return
            for match in found:
                await self._decide(match, decide)

    async def sweep(self) -> int:
        """Answer everything that is due; returns in how many matches something was."""
        await self._attend()
        now = self._uow.clock.now()
        matches: dict[MatchId, bool] = {}
        # With whether a turn or a start may have passed there, no mere timer of live play: that waits for no look-up.
        proposals: dict[MatchId, None] = {}
        for row in await self._due(now):
            if row.kind is PendingKind.PROPOSAL:
                proposals[row.match] = None
                continue
            matches[row.match] = matches.get(row.match, False) or row.kind in (
                PendingKind.SEAT,
                PendingKind.START,
                PendingKind.CHECK,
            )
        asking = True
        for match, turn in matches.items():
            gone, answered = await self._find_gone(match, now, ask=asking) if turn else (NOBODY, True)
            asking = asking and answered  # where Discord doesn't answer, nobody waits for more questions
            await self._decide(match, partial(_expire, gone=gone))
        for match in proposals:
            await self._worker.attempt(match, partial(self._unanswered.settle, match), match=match)
        return len(matches.keys() | proposals.keys())

    async def _find_gone(self, match: MatchId, now: datetime, *, ask: bool) -> tuple[LeftServer, bool]:
        """Return whose turn in a match runs out, or whose start passes, and who has left its server.

        And whether Discord answered; without ``ask`` it isn't asked.
        """

        def work(tx: Tx) -> tuple[GuildId | None, tuple[UserId, ...], bool]:
            record = tx.matches.get(match)
            due = [row for row in tx.pending.of_match(match) if row.due and row.due <= now]
            late = {row.seat for row in due if row.kind is PendingKind.SEAT}
            late -= {clock.seat for clock in tx.clocks.of_match(match) if clock.vacant}
            seats = tx.matches.seats(match)
            guests = {row.user for row in seats if row.guest is not None}  # who never was a member hasn't left
            users = [row.user for row in seats if row.seat in late and row.user is not None]
            if record is not None and any(row.kind is PendingKind.START for row in due):
                users.append(UserId(record.host))
            users = [user for user in users if user not in guests]
            of_tournament = bool(users) and tx.tournaments.find_pairing(match) is not None
            return (None if record is None else record.guild), tuple(dict.fromkeys(users)), of_tournament

        guild, users, of_tournament = await self._uow.store.read(work)
        if guild is None or not ask:
            return LeftServer(of_tournament=of_tournament), True
        answers = [(user, is_deleted(user) or await self._uow.members.has_left(guild, user)) for user in users]
        if any(has_left is None for _, has_left in answers):
            return LeftServer(of_tournament=of_tournament), False
        return LeftServer(frozenset(user for user, has_left in answers if has_left), of_tournament), True

    async def _due(self, until: datetime) -> list[PendingRecord]:
        """What is due by a time, without the matches that failed and are put off."""
        most, shards = BATCH + self._worker.failing, self.served

        def due(tx: Tx) -> tuple[PendingRecord, ...]:
            found = [
                partial(tx.pending.due, kind, now=until, most=most, shard=shard)
                for shard in shards
                for kind in (*_TIMED, PendingKind.PROPOSAL)
            ]
            tx.read_ahead(*found)
            return tuple(row for read in found for row in read())

        return [row for row in await self._uow.store.read(due, short=True) if self._worker.may(row.match)]

    async def tidy(self) -> None:
        """Forget old answers, notices and staff's actions, once an hour."""
        now, passed = self._uow.clock.now(), self._uow.clock.monotonic()
        if self._swept is not None and passed - self._swept < EVERY_HOUR:
            return
        self._swept = passed

        def work(tx: Tx) -> None:
            tx.requests.forget(before=now - ANSWERS_KEPT)
            tx.outbox.purge(before=now - TOLD_KEPT)
            tx.outbox.purge_parked(before=now - PARKED_KEPT)
            tx.audit.purge(before=now - AUDIT_KEPT)
            tx.moderation.purge_kept_bars(before=now)
            tx.operations.purge_broadcasts(before=now - BROADCASTS_KEPT)

        await self._uow.store.run(work)

    async def _decide(self, match: MatchId, decide: Decision) -> None:
        """Let a match go on; one that breaks is put off, so that it does not hold up the others."""

        async def act() -> None:
            try:
                await self._uow.act(None, None, match, decide)
            except Refusal as refusal:
                if not is_overtaken(refusal):
                    raise

        await self._worker.attempt(match, act, match=match)

    async def _until_next(self) -> float:
        """Seconds until the next row is due, at most the usual pause."""
        now = self._uow.clock.now()
        dues = [row.due for row in await self._due(now + timedelta(seconds=self._every)) if row.due is not None]
        left = (min(dues) - now).total_seconds() if dues else self._every
        return min(max(left, 0.02), self._every)


def _overdue(table: MatchState, now: datetime) -> list[PendingRecord]:
    return [row for row in table.pending if row.due is not None and row.due <= now and row.kind in _TIMED]


def _expire(table: MatchState, now: datetime, *, gone: LeftServer = NOBODY) -> Change:
    """Answer all that is overdue in a match together; ``gone``: who has left its server."""
    if table.match.status is Status.LOBBY:
        return open_due.act_on_due(table, now, gone=gone)
    table.require_position()
    rows = _overdue(table, now)
    if not rows:
        raise refuse("NOT_DUE", "not_due")
    true_rows = set_deadlines(table, rows, table.clocks)
    rows = [row for row, true in zip(rows, true_rows, strict=True) if true.due is not None and true.due <= now]
    if all(row.kind is PendingKind.REMINDER for row in rows):
        return _remind(table, now)
    play = play_of(table)
    for row in rows:
        if row.kind is PendingKind.TIMER:
            _run_timer(play, row)
        elif row.kind is PendingKind.FORCED:
            _force(play, row)
    late = [row for row in rows if row.kind is PendingKind.SEAT]
    resolved = timeouts.resolve(table, play, late, now, gone=gone)
    after = resolved.table
    if resolved.outcome is None:
        play.run_on()
        change = record_turns(after, play, now=now, calls=Calls(late=resolved.late))
    else:
        change = finish_match(after, play, resolved.outcome, now=now)
    words = (outbox.words(change.match, text, users, now=now) for text, users in resolved.words)
    change = replace(change, notices=(*change.notices, *words))
    return change if after.seats == table.seats else replace(change, seats=after.seats)


def _remind(table: MatchState, now: datetime) -> Change:
    """Move the deadlines if clocks stood still, and remind those whose time for it has come."""
    change = move_deadlines(table, now)
    notices = [
        reminders.reminder_notice(table, row, now) for row in reminders.due_reminders(table, change.pending or (), now)
    ]
    return replace(change, notices=tuple(notices) or change.notices)


def _run_timer(play: TurnRunner, row: PendingRecord) -> None:
    """Run a timed move of the table, if an earlier answer has not made it pointless."""
    ask = find_ask(play.game, play.position.state, AskId(row.ask))
    if ask is not None and ask.id not in play.position.sealed:
        play.timer(ask)


def _force(play: TurnRunner, row: PendingRecord) -> None:
    """Make a forced turn that was put off, if it is still asked."""
    ask = find_ask(play.game, play.position.state, AskId(row.ask))
    if ask is not None and ask.id not in play.position.sealed:
        play.force(ask)


def _restart(table: MatchState, now: datetime) -> Change:
    if not any(row.restart for row in table.pending):
        raise refuse("NOT_DUE", "not_due")  # another process was first
    play = play_of(table)
    play.restart()
    play.run_on()
    return record_turns(table, play, now=now)

"""Pauses of a whole tournament, as over holidays.

Its matches' clocks stand still, and nothing begins until they are over.

While it pauses results still come in. When it is over, what fell into it is put off as after an outage.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app.match.records import Actor
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.progress import World, with_due
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.records import TournamentReceipt
from bot.app.tournaments.rights import expect_alive, organiser
from bot.app.tournaments.running.matches import TournamentMatches
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from db.ids import GuildId, Key, TournamentId
from db.tx import Tx
from games.core.text import say

LONGEST_PAUSE = timedelta(days=60)
"""From now; so long without an end that was named."""


class TournamentPauses:
    """Pauses of whole tournaments; the tournament runner ends those whose date has come."""

    def __init__(self, events: TournamentUnitOfWork, playing: TournamentMatches) -> None:
        """Work over the shared unit of work."""
        self._events = events
        self._playing = playing

    async def pause(
        self,
        key: Key,
        actor: Actor,
        *,
        event: TournamentId,
        until: datetime | None = None,
        staff: GuildId | None = None,
    ) -> TournamentReceipt:
        """Pause a tournament until a time, or until it is resumed (organiser or staff); again: until another time."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organiser(known, actor, staff=staff)
            ends = _ending(until, seen.now)
            record = replace(known.record, paused=known.record.paused or seen.now, resumes=ends)
            text = say("app.event_paused", event=record.name, until=day(ends))
            return Decided(event=replace(known, record=record), told=(text,), news=(text,))

        receipt = await self._events.act(key, actor, event, decide)
        await self._playing.keep_clocks(event)
        return receipt

    async def resume(
        self, key: Key, actor: Actor, *, event: TournamentId, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Let a tournament go on before the time named (organiser or staff)."""

        def decide(known: Tournament, seen: World) -> Decided:
            organiser(known, actor, staff=staff)
            if known.record.paused is None:
                raise refuse("NOT_PAUSED", "event_not_paused", event=known.record.name)
            return _resumed(known, seen)

        receipt = await self._events.act(key, actor, event, decide, goes_on=False)
        await self._playing.keep_clocks(event)
        await self._events.act(None, None, event, lambda known, seen: Decided(event=known))
        await self._playing.start_all(event)
        return receipt

    async def end_due(self, event: TournamentId) -> None:
        """End a pause whose date has come."""

        def decide(known: Tournament, seen: World) -> Decided:
            ends = known.record.resumes
            over = known.record.paused is not None and ends is not None and ends <= seen.now
            return _resumed(known, seen) if over else Decided(event=known)

        await self._events.act(None, None, event, decide, goes_on=False)


def _ending(until: datetime | None, now: datetime) -> datetime:
    """Return when a pause ends; raises Refusal for the past, and beyond the longest."""
    if until is None:
        return now + LONGEST_PAUSE
    if until <= now:
        raise refuse("PAST", "pause_past")
    if until - now > LONGEST_PAUSE:
        raise refuse("TOO_LONG", "pause_long", days=LONGEST_PAUSE.days)
    return until


def _resumed(event: Tournament, seen: World) -> Decided:
    """A tournament whose pause is over: its times as they were, which the database puts off by the pause."""
    starts = event.record.paused
    assert starts is not None
    after = with_due(replace(event, record=replace(event.record, paused=None, resumes=None)), seen)
    text = say("app.event_resumed", event=event.record.name)

    def writes(tx: Tx) -> None:
        tx.outages.put_off_tournament(event.id, starts=starts, ends=seen.now)

    return Decided(event=after, told=(text,), news=(text,), writes=writes)

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
from bot.app.tournaments.rights import expect_alive, organizer
from bot.app.tournaments.running.matches import TournamentMatches
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from db.ids import GuildId, Key, TournamentId
from db.tx import Tx
from games.core.text import say

LONGEST_PAUSE = timedelta(days=60)
"""From now; so long without an end that was named."""


class TournamentPauses:
    """Pauses of whole tournaments; the tournament runner ends those whose date has come."""

    def __init__(self, tournaments: TournamentUnitOfWork, playing: TournamentMatches) -> None:
        """Work over the shared unit of work."""
        self._tournaments = tournaments
        self._playing = playing

    async def pause(
        self,
        key: Key,
        actor: Actor,
        *,
        tournament: TournamentId,
        until: datetime | None = None,
        staff: GuildId | None = None,
    ) -> TournamentReceipt:
        """Pause a tournament until a time, or until it is resumed (organizer or staff); again: until another time."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            ends = _find_end(until, seen.now)
            record = replace(known.record, paused=known.record.paused or seen.now, resumes=ends)
            text = say("app.tournament_paused", tournament=record.name, until=day(ends))
            return Decided(tournament=replace(known, record=record), told=(text,), news=(text,))

        receipt = await self._tournaments.act(key, actor, tournament, decide)
        await self._playing.keep_clocks(tournament)
        return receipt

    async def resume(
        self, key: Key, actor: Actor, *, tournament: TournamentId, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Let a tournament go on before the time named (organizer or staff)."""

        def decide(known: Tournament, seen: World) -> Decided:
            organizer(known, actor, staff=staff)
            if known.record.paused is None:
                raise refuse("NOT_PAUSED", "tournament_not_paused", tournament=known.record.name)
            return _resume(known, seen)

        receipt = await self._tournaments.act(key, actor, tournament, decide, goes_on=False)
        await self._playing.keep_clocks(tournament)
        await self._tournaments.act(None, None, tournament, lambda known, seen: Decided(tournament=known))
        await self._playing.start_all(tournament)
        return receipt

    async def end_due(self, tournament: TournamentId) -> None:
        """End a pause whose date has come."""

        def decide(known: Tournament, seen: World) -> Decided:
            ends = known.record.resumes
            over = known.record.paused is not None and ends is not None and ends <= seen.now
            return _resume(known, seen) if over else Decided(tournament=known)

        await self._tournaments.act(None, None, tournament, decide, goes_on=False)


def _find_end(until: datetime | None, now: datetime) -> datetime:
    """Return when a pause ends; raises Refusal for the past, and beyond the longest."""
    if until is None:
        return now + LONGEST_PAUSE
    if until <= now:
        raise refuse("PAST", "pause_past")
    if until - now > LONGEST_PAUSE:
        raise refuse("TOO_LONG", "pause_long", days=LONGEST_PAUSE.days)
    return until


def _resume(tournament: Tournament, seen: World) -> Decided:
    """A tournament whose pause is over: its times as they were, which the database puts off by the pause."""
    starts = tournament.record.paused
    assert starts is not None
    after = with_due(replace(tournament, record=replace(tournament.record, paused=None, resumes=None)), seen)
    text = say("app.tournament_resumed", tournament=tournament.record.name)

    def writes(tx: Tx) -> None:
        tx.outages.put_off_tournament(tournament.id, starts=starts, ends=seen.now)

    return Decided(tournament=after, told=(text,), news=(text,), writes=writes)

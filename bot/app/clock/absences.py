"""Declared absences: a person's clocks stand still, for a limited number of days a year, announced in the matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from bot.app.changes import outbox
from bot.app.changes.change import move_deadlines
from bot.app.changes.server_rules import find_zone
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import note_name
from bot.app.match.records import Actor
from bot.app.match.state import MatchState
from bot.app.runtime.moments import day, read_moment
from bot.app.runtime.refusals import refuse
from db.clocks.records import ClockStopRecord, StopReason
from db.ids import GuildId, MatchId, UserId
from db.records import Status
from db.tx import Tx
from games.core.errors import Refusal
from games.core.language.catalogue import ENGLISH
from games.core.text import Text, say, say_name

ALLOWED = timedelta(days=28)
"""Absence within any 365 days."""

YEAR = timedelta(days=365)

AHEAD = timedelta(days=365)
"""How far ahead an absence may begin."""

MOST_MATCHES = 200
"""Running matches in which one absence is announced."""


class Absences:
    """Declared absences."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def moment(
        self,
        user: UserId,
        typed: str,
        *,
        guild: GuildId | None = None,
        language: str = ENGLISH,
        after: datetime | None = None,
    ) -> datetime:
        """Read a time in the user's zone (else that of the server, ``guild``) and language; "" is now.

        Lengths count from now, or from ``after``. Raises Refusal.
        """
        now = self._uow.clock.now()
        if not typed:
            return after or now
        zone = await self._uow.store.read(lambda tx: find_zone(tx, user, guild))
        return read_moment(typed, zone=zone, now=now, since=after, language=language)

    async def zone(self, user: UserId, *, guild: GuildId | None = None) -> str:
        """Return the name of the time zone in which ``moment`` reads what a user types."""
        return await self._uow.store.read(lambda tx: find_zone(tx, user, guild))

    async def list_declared(self, user: UserId) -> tuple[ClockStopRecord, ...]:
        """Return a person's absences that are not over, in order."""
        now = self._uow.clock.now()
        return await self._uow.store.read(lambda tx: tx.clocks.absences(user, after=now))

    async def stops(self, match: MatchId) -> tuple[Text, ...]:
        """Return in sentences which pause and absences of its players stop the clocks of a match, now or later."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> tuple[Text, ...]:
            table = self._uow.match_reader.read(tx, match)
            users = [row.user for row in table.seats if row.user is not None]
            clock_stops = (
                tx.clocks.stops(match, users, guild=table.match.guild, after=now)
                if table.match.status is Status.RUNNING
                else ()
            )
            return tuple(text for stop in clock_stops for text in _stop(table, stop, now))

        return await self._uow.store.read(work)

    async def measure_allowance(self, user: UserId) -> timedelta:
        """Return how much absence a person may still declare for now."""
        now = self._uow.clock.now()
        known = await self._uow.store.read(lambda tx: tx.clocks.absences(user, after=now - YEAR))
        return max(ALLOWED - _sum_used(known, now), timedelta())

    async def declare(self, actor: Actor, *, begin: datetime, until: datetime) -> None:
        """Stop the actor's clocks between two times; raises Refusal for the past and beyond the allowance."""
        now = self._uow.clock.now()
        begin = max(begin, now) if begin > now - timedelta(days=1) else begin
        if begin < now or until <= begin:
            raise refuse("PAST", "away_past")
        if begin > now + AHEAD:
            raise refuse("FAR", "away_far", days=AHEAD.days)

        def work(tx: Tx) -> tuple[MatchId, ...]:
            known = tx.clocks.absences(actor.user, after=begin - YEAR)
            if any(each.starts < until and begin < each.ends for each in known):
                raise refuse("OVERLAPS", "away_overlaps")
            used = _sum_used(known, begin)
            if used + (until - begin) > ALLOWED:
                raise refuse("TOO_LONG", "away_too_long", days=ALLOWED.days, left=max(0, (ALLOWED - used).days))
            tx.clocks.add_stop(
                ClockStopRecord(id=0, match=None, user=actor.user, why=StopReason.AWAY, starts=begin, ends=until)
            )
            days = {"begin": day(begin), "until": day(until)}
            return _announce(tx, actor, lambda name: say("app.away", name=name, **days), now)

        await self._retime(actor, await self._uow.store.run(work))

    async def back(self, actor: Actor) -> None:
        """End the absence that runs, and forget those to come; raises Refusal if there is none."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> tuple[MatchId, ...]:
            known = tx.clocks.absences(actor.user, after=now)
            if not known:
                raise refuse("NOT_AWAY", "not_away")
            for each in known:
                tx.clocks.end_stop(each.id, max(now, each.starts))
            return _announce(tx, actor, lambda name: say("app.back", name=name), now)

        await self._retime(actor, await self._uow.store.run(work))

    async def _retime(self, actor: Actor, matches: tuple[MatchId, ...]) -> None:
        """Move the deadlines; what is missed here follows when it comes due."""
        for match in matches:
            with suppress(Refusal):
                await self._uow.act(None, None, match, partial(move_deadlines, by=actor.user))


def _stop(table: MatchState, stop: ClockStopRecord, now: datetime) -> Iterator[Text]:
    """What stops the clocks, in a sentence; nothing of holds, which the card tells, nor of time the bot was down."""
    if stop.ends <= now:
        return
    if stop.why is StopReason.PAUSE:
        yield say("app.show_paused", until=day(stop.ends))
    elif stop.why is StopReason.TOURNAMENT:
        yield say("app.show_tournament_paused", until=day(stop.ends))
    elif stop.why is StopReason.AWAY and stop.user is not None:
        name = table.person(stop.user)
        if stop.starts <= now:
            yield say("app.show_away", name=name, until=day(stop.ends))
        else:
            yield say("app.show_away_later", name=name, begin=day(stop.starts), until=day(stop.ends))


def _announce(tx: Tx, actor: Actor, text: Callable[[Text], Text], now: datetime) -> tuple[MatchId, ...]:
    """Tell all running matches of the actor, each by the name on its server, without calling anybody; return them."""
    running = [m for m in tx.matches.of_user(actor.user, most=MOST_MATCHES) if m.status is Status.RUNNING]
    note_name(tx, actor, at=now)
    for match in running:
        known = tx.people.get_many([actor.user], guild=match.guild)[actor.user]
        tx.outbox.enqueue(outbox.words(match, text(say_name(known.name)), (), now=now))
    return tuple(match.id for match in running)


def _sum_used(known: tuple[ClockStopRecord, ...], at: datetime) -> timedelta:
    """How much absence lies in the year before ``at`` and after it."""
    return sum((max(each.ends - max(each.starts, at - YEAR), timedelta()) for each in known), timedelta())

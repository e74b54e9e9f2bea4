"""What the staff of a server may do with any of its matches; each deed stands in the log with who did it.

Whether somebody is staff is for the edge to know; here only whose server the match belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app import outbox, waits
from bot.app.changes import Change, platform, played
from bot.app.desk import Desk
from bot.app.outcomes import ended_as_it_stands
from bot.app.paces import Banked
from bot.app.pauses import day, paused, resumed
from bot.app.records import Actor, Place, Receipt
from bot.app.refusals import refuse
from bot.app.tables import Table
from bot.app.turns import play_of
from db.ids import Key, MatchId, UserId
from games.core.seats import Seat
from games.core.text import raw, say

MOST_HOURS = 30 * 24
"""Hours that can be given at a time."""


class Staff:
    """Implements ``services.StaffService``."""

    def __init__(self, desk: Desk) -> None:
        """Work over the shared desk."""
        self._desk = desk

    async def pause(self, key: Key, actor: Actor, *, place: Place, match: MatchId, until: datetime) -> Receipt:
        """Stop all clocks of a match."""
        text = say("app.staff_paused", name=raw(actor.name), until=day(until))
        return await self._act(key, actor, place, match, lambda table, now: paused(table, until, now, text))

    async def resume(self, key: Key, actor: Actor, *, place: Place, match: MatchId) -> Receipt:
        """End a pause."""
        text = say("app.staff_resumed", name=raw(actor.name))
        return await self._act(key, actor, place, match, lambda table, now: resumed(table, now, text))

    async def extend(self, key: Key, actor: Actor, *, place: Place, match: MatchId, seat: Seat, hours: int) -> Receipt:
        """Give time to a seat, beyond the cap if need be."""

        def decide(table: Table, now: datetime) -> Change:
            if not 1 <= hours <= MOST_HOURS:
                raise refuse("TOO_LONG", "extend_long", most=MOST_HOURS)
            clock = next((clock for clock in table.clocks if clock.seat == seat), None)
            if clock is None or not isinstance(table.pace, Banked):
                raise refuse("NO_BANK", "extend_banked")
            clock = replace(clock, left=clock.left + timedelta(hours=hours) // timedelta(milliseconds=1))
            clocks = tuple(clock if each.seat == seat else each for each in table.clocks)
            text = say("app.staff_extended", name=raw(actor.name), hours=hours, seat=seat)
            change = platform(table, text, now=now, told=(text,))
            word = outbox.words(change.match, text, (), now=now)
            standing = waits.retold(table, table.standing, clocks, now)
            return replace(change, clocks=(clock,), standing=standing, notices=(*change.notices, word))

        return await self._act(key, actor, place, match, decide)

    async def end(self, key: Key, actor: Actor, *, place: Place, match: MatchId) -> Receipt:
        """End a match by the score as it stands; it is not a win that anybody played for, and the log says so."""

        def decide(table: Table, now: datetime) -> Change:
            play = play_of(table, held=True)
            text = say("app.staff_ended", name=raw(actor.name))
            play.say(text)
            return played(table, play, now=now, outcome=ended_as_it_stands(table, play), told=(text,))

        return await self._act(key, actor, place, match, decide)

    async def hand_over(self, key: Key, actor: Actor, *, place: Place, match: MatchId, to: UserId) -> Receipt:
        """Make one of the players the host."""

        def decide(table: Table, now: datetime) -> Change:
            seats = table.seats_of(to)
            if not seats:
                raise refuse("NOT_A_PLAYER", "host_must_play", match=match)
            text = say("app.staff_host", name=raw(actor.name), seat=seats[0])
            change = platform(table, text, now=now, told=(text,))
            return replace(change, match=replace(change.match, host=to))

        return await self._act(key, actor, place, match, decide)

    async def _act(
        self, key: Key, actor: Actor, place: Place, match: MatchId, decide: Callable[[Table, datetime], Change]
    ) -> Receipt:
        """Decide about a running match of this server; those of others are not there."""

        def here(table: Table, now: datetime) -> Change:
            if place.guild is None or table.match.guild != place.guild:
                raise refuse("NO_MATCH", "no_match", match=match)
            table.running()
            return decide(table, now)

        return await self._desk.act(key, actor, match, here)

"""What the host of a running match may do: give others more time, and end it with everybody's consent."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.app import outbox, waits
from bot.app.changes import Change, platform, played
from bot.app.desk import Desk
from bot.app.outcomes import ended_as_it_stands
from bot.app.paces import Banked
from bot.app.records import Actor, Receipt
from bot.app.refusals import refuse
from bot.app.staff import MOST_HOURS
from bot.app.tables import Table
from bot.app.turns import play_of
from db.clock_records import MotionRecord
from db.ids import Key, MatchId
from games.core.seats import Seat
from games.core.text import named, say

END = "end"
"""The kind of the motion that a match is to end."""

ASKED = "app.end_asked"
"""The sentence that proposes it: the place of the match shows it with buttons."""


class Hosting:
    """Implements ``services.HostService``."""

    def __init__(self, desk: Desk) -> None:
        """Work over the shared desk."""
        self._desk = desk

    async def extend(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat, hours: int) -> Receipt:
        """Give time to another seat, beyond the cap if need be (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            _host(table, actor)
            if seat in table.seats_of(actor.user):
                raise refuse("OWN_SEAT", "host_extends_others")
            if not 1 <= hours <= MOST_HOURS:
                raise refuse("TOO_LONG", "extend_long", most=MOST_HOURS)
            clock = next((clock for clock in table.clocks if clock.seat == seat), None)
            if clock is None or not isinstance(table.pace, Banked):
                raise refuse("NO_BANK", "extend_banked")
            clock = replace(clock, left=clock.left + timedelta(hours=hours) // timedelta(milliseconds=1))
            clocks = tuple(clock if each.seat == seat else each for each in table.clocks)
            text = say("app.host_extended", name=named(actor.name), hours=hours, seat=seat)
            change = platform(table, text, now=now, told=(text,))
            word = outbox.words(change.match, text, (), now=now)
            standing = waits.retold(table, table.standing, clocks, now)
            return replace(change, clocks=(clock,), standing=standing, notices=(*change.notices, word))

        return await self._desk.act(key, actor, match, decide)

    async def end(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Propose to end the match by the score as it stands (host only); at once if nobody else plays."""

        def decide(table: Table, now: datetime) -> Change:
            _host(table, actor)
            yes = tuple(int(own) for own in table.seats_of(actor.user))
            stamp = int(now.timestamp())
            data = msgspec.json.encode(stamp)
            motion = MotionRecord(match=match, kind=END, mover=table.seat_for(actor.user), yes=yes, data=data, at=now)
            if not _missing(table, motion):
                return _ended(table, actor, now)
            text = say(ASKED, name=named(actor.name), match=match, stamp=stamp)
            change = platform(table, text, now=now, told=(say("app.end_asked_done"),))
            seats = _missing(table, motion)
            users = dict.fromkeys(row.user for row in table.seats if row.seat in seats and row.user is not None)
            word = outbox.words(change.match, text, users, now=now)
            return replace(change, motions=(*_others(table), motion), notices=(*change.notices, word))

        return await self._desk.act(key, actor, match, decide)

    async def answer(self, key: Key, actor: Actor, *, match: MatchId, proposed: int, agrees: bool) -> Receipt:
        """Agree to the end that is proposed, or refuse it; with the last player's word the match is over.

        ``proposed`` is the proposal's number, which its card carries: an old button decides nothing.
        """

        def decide(table: Table, now: datetime) -> Change:
            table.running()
            seat = table.seat_for(actor.user)
            motion = next((each for each in table.motions if each.kind == END), None)
            if motion is None or msgspec.json.decode(motion.data, type=int) != proposed:
                raise refuse("NO_END", "no_end_asked", match=match)
            if not agrees:
                text = say("app.end_refused", seat=seat)
                change = platform(table, text, now=now, told=(text,))
                word = outbox.words(change.match, text, (table.match.host,), now=now)
                return replace(change, motions=_others(table), notices=(*change.notices, word))
            yes = {*motion.yes, *map(int, table.seats_of(actor.user))}
            motion = replace(motion, yes=tuple(sorted(yes)))
            if not _missing(table, motion):
                return _ended(table, actor, now)
            receipt = Receipt(match=match, ply=table.match.ply, told=(say("app.end_agreed"),))
            return Change(match=table.match, receipt=receipt, motions=(*_others(table), motion))

        return await self._desk.act(key, actor, match, decide)


def _host(table: Table, actor: Actor) -> None:
    """Refuse what only the host of a running match may do."""
    table.running()
    if table.match.host != actor.user:
        known = table.people.get(table.match.host)
        name = named(known.name) if known is not None else say("app.somebody")
        raise refuse("NOT_HOST", "not_host", match=table.match.id, name=name)
    if table.match.practice is False and not table.seats_of(actor.user):
        raise refuse("NOT_A_PLAYER", "not_a_player", match=table.match.id)


def _missing(table: Table, motion: MotionRecord) -> list[int]:
    """The seats of people that have not agreed yet; who has resigned is not asked."""
    return [s.seat for s in table.seats if s.user is not None and s.resigned is None and s.seat not in motion.yes]


def _others(table: Table) -> tuple[MotionRecord, ...]:
    return tuple(each for each in table.motions if each.kind != END)


def _ended(table: Table, actor: Actor, now: datetime) -> Change:
    """End the match by the score as it stands; the log says that all agreed."""
    play = play_of(table, held=True)
    text = say("app.host_ended")
    play.say(text)
    return played(table, play, now=now, outcome=ended_as_it_stands(table, play), told=(text,))

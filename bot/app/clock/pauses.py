"""Pauses of one match: agreed on by all players, or ordered by staff; with an end in any case."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.app.changes import pending
from bot.app.changes.answers import answers_until, drop_proposal, propose
from bot.app.changes.change import Change, announce_in_log, deadlines_told
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import NoPace
from bot.app.match.proposals import agree, find, find_missing, make_proposal, mover_of, put_proposal, without
from bot.app.match.records import Actor, Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from db.clocks.records import ClockStopRecord, ProposalRecord, StopReason
from db.ids import Key, MatchId, UserId
from db.records import ProposalKind
from games.core.errors import Refusal
from games.core.seats import Seat
from games.core.text import Text, say

LONGEST_PAUSE = timedelta(days=30)
"""A pause longer than this is a match given up."""

ASKED = "app.pause_proposed"
"""The sentence that proposes one: the place of the match shows it with buttons."""


class Pauses:
    """Pauses of one match."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def propose(self, key: Key, actor: Actor, *, match: MatchId, until: datetime) -> Receipt:
        """Propose a pause (players only); it begins at once if nobody else plays."""

        def decide(table: MatchState, now: datetime) -> Change:
            seat = _player(table, actor)
            _check(table, until, now)
            proposal = make_proposal(table, ProposalKind.PAUSE, actor.user, msgspec.json.encode(until), now=now)
            others = find_missing(table, proposal)
            if not others:
                return begin_pause(table, until, now, say("app.paused", until=day(until)))
            ends = day(answers_until(table, proposal, now))
            text = say(ASKED, seat=seat, until=day(until), match=match, stamp=stamp(until), ends=ends)
            told = say("app.pause_asked_done", ends=ends)
            change = announce_in_log(table, text, now=now, told=told, users=table.users_of(others))
            return propose(table, change, proposal, now)

        return await self._uow.act(key, actor, match, decide)

    async def agree(self, key: Key, actor: Actor, *, match: MatchId, proposed: int | None = None) -> Receipt:
        """Agree to the pause that is proposed; with the last player's word it begins.

        ``proposed``: only to the one until then, as ``stamp`` writes it; None: to whichever stands.
        """

        def decide(table: MatchState, now: datetime) -> Change:
            _player(table, actor)
            proposal, until = _find_proposal(table, now, proposed)
            proposal = agree(proposal, table.seats_of(actor.user))
            if not find_missing(table, proposal):
                return begin_pause(table, until, now, say("app.paused", until=day(until)))
            receipt = Receipt(match=match, ply=table.match.ply, told=(say("app.pause_agreed"),))
            return Change(match=table.match, receipt=receipt, proposals=put_proposal(table, proposal))

        return await self._uow.act(key, actor, match, decide)

    async def refuse(self, key: Key, actor: Actor, *, match: MatchId, proposed: int | None = None) -> Receipt:
        """Refuse the pause that is proposed, or (who proposed it) withdraw it; the clocks go on."""

        def decide(table: MatchState, now: datetime) -> Change:
            seat = _player(table, actor)
            proposal, _until = _find_proposal(table, now, proposed)
            withdrawn = proposal.mover in table.seats_of(actor.user)
            text = say("app.pause_withdrawn" if withdrawn else "app.pause_refused", seat=seat)
            change = announce_in_log(table, text, now=now, users=() if withdrawn else mover_of(table, proposal))
            return replace(change, proposals=without(table, ProposalKind.PAUSE))

        return await self._uow.act(key, actor, match, decide)

    async def resume(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """End a pause early (any player): nobody is kept from playing, so nobody is asked."""

        def decide(table: MatchState, now: datetime) -> Change:
            _player(table, actor)
            return end_pause(table, now, say("app.resumed"), by=actor.user)

        return await self._uow.act(key, actor, match, decide)


def accept_pause(table: MatchState, proposal: ProposalRecord, now: datetime) -> Change:
    """Make the change when the time for answers to a proposed pause is over: nobody has refused, so it begins."""
    until = msgspec.json.decode(proposal.data, type=datetime)
    try:
        return begin_pause(table, until, now, say("app.paused_unopposed", until=day(until)))
    except Refusal:  # it is over before it began, or staff has ordered another
        return drop_proposal(table, ProposalKind.PAUSE)


def _player(table: MatchState, actor: Actor) -> Seat:
    table.require_position()
    return table.seat_for(actor.user)


def stamp(until: datetime) -> int:
    """Return by which number a proposal is told from another: seconds since 1970."""
    return int(until.timestamp())


def _find_proposal(table: MatchState, now: datetime, proposed: int | None) -> tuple[ProposalRecord, datetime]:
    """The pause that is proposed, and until when; raises Refusal if there is none, or another one by now."""
    proposal = find(table, ProposalKind.PAUSE)
    until = None if proposal is None else msgspec.json.decode(proposal.data, type=datetime)
    if proposal is None or until is None or until <= now or proposed not in (None, stamp(until)):
        raise refuse("NO_PAUSE", "no_pause_asked", match=table.match.id)
    return proposal, until


def _check(table: MatchState, until: datetime, now: datetime) -> None:
    """Refuse a pause without a clock, in the past, beyond the longest, or on top of another."""
    if isinstance(table.pace, NoPace):
        raise refuse("NO_CLOCK", "no_clock", match=table.match.id)
    if until <= now:
        raise refuse("PAST", "pause_past")
    if until - now > LONGEST_PAUSE:
        raise refuse("TOO_LONG", "pause_long", days=LONGEST_PAUSE.days)
    if _find_running(table, now) is not None:
        raise refuse("PAUSED", "is_paused", match=table.match.id)


def _find_running(table: MatchState, now: datetime) -> ClockStopRecord | None:
    return next((stop for stop in table.clock_stops if stop.why is StopReason.PAUSE and stop.ends > now), None)


def begin_pause(table: MatchState, until: datetime, now: datetime, text: Text) -> Change:
    """Make the change that begins a pause; raises Refusal where there can be none."""
    _check(table, until, now)
    stop = ClockStopRecord(id=0, match=table.match.id, user=None, why=StopReason.PAUSE, starts=now, ends=until)
    after = replace(table, clock_stops=(*table.clock_stops, stop))
    rows = pending.retold(after, table.pending, table.clocks, now)
    change = announce_in_log(table, text, now=now)
    told = (*change.notices, *deadlines_told(after, change.match, rows, by=None, now=now))
    return replace(
        change, clock_stops=(stop,), proposals=without(table, ProposalKind.PAUSE), pending=rows, notices=told
    )


def end_pause(table: MatchState, now: datetime, text: Text, *, by: UserId | None = None) -> Change:
    """Make the change that ends a pause; raises Refusal if there is none.

    Everybody whose deadline comes nearer is called, except ``by``.
    """
    stop = _find_running(table, now)
    if stop is None:
        raise refuse("NOT_PAUSED", "not_paused", match=table.match.id)
    ended = replace(stop, ends=now)
    after = replace(table, clock_stops=tuple(ended if each.id == stop.id else each for each in table.clock_stops))
    rows = pending.retold(after, table.pending, table.clocks, now)
    change = announce_in_log(table, text, now=now)
    told = (*change.notices, *deadlines_told(after, change.match, rows, by=by, now=now))
    return replace(change, clock_stops=(ended,), pending=rows, notices=told)

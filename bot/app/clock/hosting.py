"""What the host of a running match may do: give others more time, and end it with everybody's consent."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.answers import answers_until, propose
from bot.app.changes.change import Change, announce_in_log
from bot.app.changes.outbox import Kind
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.clock.interventions import end_match, extend_time
from bot.app.match.proposals import (
    agree,
    find,
    find_missing,
    has_support,
    make_proposal,
    mover_of,
    put_proposal,
    without,
)
from bot.app.match.records import Actor, Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from db.clocks.records import ProposalRecord
from db.ids import Key, MatchId
from db.records import ProposalKind, Status
from games.core.seats import Seat
from games.core.text import say

ASKED = "app.end_proposed"
"""The sentence that proposes it: the place of the match shows it with buttons."""


class Hosts:
    """Of a running match; what the host does stands in its log."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def extend(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat, hours: int) -> Receipt:
        """Give time to another seat, beyond the cap if need be (host only)."""

        def decide(table: MatchState, now: datetime) -> Change:
            _host(table, actor)
            if seat in table.seats_of(actor.user):
                raise refuse("OWN_SEAT", "host_extends_others")
            text = say("app.host_extended", name=table.name_actor(actor), hours=hours, seat=seat)
            return extend_time(table, seat, hours, text, now)

        return await self._uow.act(key, actor, match, decide)

    async def end(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Propose to end the match by the score as it stands (host only); at once if nobody else plays."""

        def decide(table: MatchState, now: datetime) -> Change:
            _host(table, actor)
            stamp = int(now.timestamp())
            proposal = make_proposal(table, ProposalKind.END, actor.user, msgspec.json.encode(stamp), now=now)
            others = find_missing(table, proposal)
            if not others:
                return _end(table, now)
            ends = day(answers_until(table, proposal, now))
            text = say(ASKED, name=table.name_actor(actor), match=match, stamp=stamp, ends=ends)
            told = say("app.end_asked_done", ends=ends)
            change = announce_in_log(table, text, now=now, told=told, users=table.users_of(others))
            return propose(table, change, proposal, now)

        return await self._uow.act(key, actor, match, decide)

    async def close(self, key: Key, actor: Actor, *, match: MatchId, closed: bool) -> Receipt:
        """Let only its players and its host look at a match while it is open or runs, or anybody again (host only)."""

        def decide(table: MatchState, now: datetime) -> Change:
            if table.match.status not in (Status.LOBBY, Status.RUNNING):
                raise table.not_running()
            if table.match.host != actor.user:
                raise refuse("NOT_HOST", "not_host", match=match, name=table.person(table.match.host))
            told = say("app.watchers_closed" if closed else "app.watchers_open", match=match)
            if table.match.closed == closed:
                return Change(match=table.match, receipt=Receipt(match=match, ply=table.match.ply, told=(told,)))
            if table.match.status is Status.RUNNING:
                name = table.name_actor(actor)
                logged = say("app.host_closed" if closed else "app.host_opened", name=name)
                change = announce_in_log(table, logged, now=now, told=told)
            else:
                receipt = Receipt(match=match, ply=table.match.ply, told=(told,))
                card = outbox.row(table.match, Kind.CARD, now=now)
                change = Change(match=table.match, receipt=receipt, notices=(card,))
            return replace(change, match=replace(change.match, closed=closed))

        return await self._uow.act(key, actor, match, decide)

    async def answer(self, key: Key, actor: Actor, *, match: MatchId, proposed: int, agrees: bool) -> Receipt:
        """Agree to the end that is proposed, or refuse it; with the last player's word the match is over.

        ``proposed`` is the proposal's number, which its card carries: an old button decides nothing.
        """

        def decide(table: MatchState, now: datetime) -> Change:
            table.require_position()
            seat = table.seat_for(actor.user)
            proposal = _find_proposal(table, proposed)
            if not agrees:
                text = say("app.end_refused", seat=seat)
                change = announce_in_log(table, text, now=now, users=(table.match.host,))
                return replace(change, proposals=without(table, ProposalKind.END))
            proposal = agree(proposal, table.seats_of(actor.user))
            if not find_missing(table, proposal):
                return _end(table, now)
            receipt = Receipt(match=match, ply=table.match.ply, told=(say("app.end_agreed"),))
            return Change(match=table.match, receipt=receipt, proposals=put_proposal(table, proposal))

        return await self._uow.act(key, actor, match, decide)


def accept_end(table: MatchState, proposal: ProposalRecord, now: datetime, *, of_tournament: bool) -> Change:
    """Make the change when the time for answers to a proposed end is over, which nobody has refused.

    A match of a tournament goes on without any other player's word; others are not rated if they end so.
    """
    if has_support(table, proposal) or not of_tournament:
        return end_match(table, say("app.end_unopposed"), say("app.ended_unopposed"), now)
    change = announce_in_log(table, say("app.end_unanswered_tournament"), now=now, users=mover_of(table, proposal))
    return replace(change, proposals=without(table, ProposalKind.END))


def _host(table: MatchState, actor: Actor) -> None:
    """Refuse what only the host of a running match may do."""
    table.require_position()
    if table.match.host != actor.user:
        raise refuse("NOT_HOST", "not_host", match=table.match.id, name=table.person(table.match.host))
    table.seat_for(actor.user)  # who only looks on leaves that to the staff


def _find_proposal(table: MatchState, stamp: int) -> ProposalRecord:
    proposal = find(table, ProposalKind.END)
    if proposal is None or msgspec.json.decode(proposal.data, type=int) != stamp:
        raise refuse("NO_END", "no_end_asked", match=table.match.id)
    return proposal


def _end(table: MatchState, now: datetime) -> Change:
    """End the match; log and result say that all agreed."""
    return end_match(table, say("app.host_ended"), say("app.ended_by_consent"), now)

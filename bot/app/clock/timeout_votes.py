"""What players do about a seat whose time is up: the others vote, and its player comes back."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from bot.app.changes import pending
from bot.app.changes.change import Calls, Change, announce_in_log, record_turns
from bot.app.changes.turns import play_of
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Actor, Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from bot.app.timing import timeouts
from bot.app.timing.timekeeping import Choice, Vote, advance_clocks, vote_on
from db.ids import Key, MatchId
from db.records import PendingRecord
from games.core.seats import AskId, Seat
from games.core.text import say


class TimeoutVotes:
    """What players do about a seat whose time is up."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def vote(
        self,
        key: Key,
        actor: Actor,
        *,
        match: MatchId,
        choice: Choice,
        seat: Seat | None = None,
        ask: AskId | None = None,
    ) -> Receipt:
        """Say what is to become of a seat whose time is up: the only one there is, if none is named.

        With the word of more than half of those who decide it is done at once. ``ask``: only if the vote is about this
        turn.
        """

        def decide(table: MatchState, now: datetime) -> Change:
            table.require_position()
            own = table.seats_of(actor.user)
            if not own:
                raise refuse("NOT_A_PLAYER", "not_a_player", match=match)
            row, _ = _find_vote(table, seat, ask)
            about = Seat(row.seat)
            entitled = [each for each in own if each in timeouts.voters(table, about)]
            if not entitled:
                raise refuse("NOT_YOURS", "vote_not_own")
            _check(table, choice)
            after = timeouts.vote(table, about, entitled, choice)
            vote = vote_on(after, row)
            assert vote is not None, "the vote was found a moment ago"
            voters = len(timeouts.voters(table, about))
            told = (say("app.voted", what=say(f"app.vote_{choice}"), said=len(vote.said), voters=voters),)
            if timeouts.find_majority(vote, voters) is None:
                receipt = Receipt(match=match, ply=table.match.ply, told=told)
                return Change(match=table.match, receipt=receipt, proposals=after.proposals)
            play = play_of(after)
            resolved = timeouts.resolve(after, play, [row], now)
            play.run_on()
            return record_turns(resolved.table, play, now=now, told=told, calls=Calls(late=resolved.late))

        return await self._uow.act(key, actor, match, decide)

    async def back(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Play again: the computer player that sits in goes, default moves end, a seat that was put up is kept."""

        def decide(table: MatchState, now: datetime) -> Change:
            position = table.require_position()
            after = table
            for seat in table.seats_of(actor.user):
                after = timeouts.return_seat(after, seat, now)
            if after is table:
                table.seat_for(actor.user)
                raise refuse("NOT_GONE", "not_gone", match=match)
            text = say("app.is_back", seat=table.seat_for(actor.user))
            change = announce_in_log(after, text, now=now, told=say("app.back_done", match=match))
            rows = pending.require_rows(after, position, now=now, hold=table.held)
            return replace(change, pending=rows, clocks=advance_clocks(after, rows, now))

        return await self._uow.act(key, actor, match, decide)


def _find_vote(table: MatchState, seat: Seat | None, ask: AskId | None) -> tuple[PendingRecord, Vote]:
    """The turn on which the others vote; raises Refusal if there is none."""
    for row in table.pending:
        vote = vote_on(table, row) if seat in (None, row.seat) else None
        if vote is not None and ask in (None, vote.ask):
            return row, vote
    raise refuse("NO_VOTE", "no_vote", match=table.match.id)


def _check(table: MatchState, choice: Choice) -> None:
    """Refuse what cannot be had in this match."""
    if choice is Choice.COMPUTER and timeouts.stand_in(table) is None:
        raise refuse("NO_COMPUTER", "no_stand_in", title=table.game.spec.title)

"""A proposal waits for answers for a share of the pace; whoever has not answered by then abstains. Pure."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from bot.app.changes.change import Change
from bot.app.match.proposals import put_proposal, without
from bot.app.match.records import Receipt
from bot.app.match.state import MatchState
from bot.app.timing.timekeeping import deadline
from db.clocks.records import ProposalRecord
from db.records import PendingKind, PendingRecord, ProposalKind
from games.core.seats import TABLE


def answers_until(table: MatchState, proposal: ProposalRecord, now: datetime) -> datetime:
    """Return until when a proposal that is put forward now waits for answers, by what stops the match as known now."""
    released = replace(table, clock_stops=()) if table.on_hold else table
    after = replace(released, proposals=put_proposal(table, proposal))
    return deadline(after, _row(table, proposal, now), table.clocks) or now


def propose(table: MatchState, change: Change, proposal: ProposalRecord, now: datetime) -> Change:
    """Return the change with which a proposal begins to wait for answers, in place of one of its kind."""
    row = _row(table, proposal, now)
    after = replace(table, proposals=put_proposal(table, proposal))
    rest = (each for each in table.pending if each.key != row.key)
    row = replace(row, due=deadline(after, row, table.clocks))
    return replace(change, proposals=after.proposals, pending=(*rest, row))


def drop_proposal(table: MatchState, kind: ProposalKind) -> Change:
    """Make the change by which a proposal goes without a word, since it is about nothing any more."""
    receipt = Receipt(match=table.match.id, ply=table.match.ply)
    return Change(match=table.match, receipt=receipt, proposals=without(table, kind))


def _row(table: MatchState, proposal: ProposalRecord, now: datetime) -> PendingRecord:
    return PendingRecord(
        match=table.match.id, kind=PendingKind.PROPOSAL, proposal=proposal.kind, seat=TABLE, since=now, due=None
    )

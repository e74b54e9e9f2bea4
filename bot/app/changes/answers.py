"""A proposal waits for answers for a share of the pace; whoever has not answered by then abstains. Pure."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from bot.app.changes.change import Change
from bot.app.match.proposals import including, without
from bot.app.match.state import MatchState
from bot.app.match.timekeeping import deadline
from bot.app.records import Receipt
from db.clocks.records import ProposalRecord
from db.records import PendingKind, PendingRecord, ProposalKind
from games.core.seats import TABLE


def answers_until(table: MatchState, motion: ProposalRecord, now: datetime) -> datetime:
    """Return until when a motion that is put forward now waits for answers, by what stops the match as known now."""
    released = replace(table, halts=()) if table.on_hold else table
    after = replace(released, motions=including(table, motion))
    return deadline(after, _row(table, motion, now), table.clocks) or now


def proposed_change(table: MatchState, change: Change, motion: ProposalRecord, now: datetime) -> Change:
    """Return the change with which a motion begins to wait for answers, in place of one of its kind."""
    row = _row(table, motion, now)
    after = replace(table, motions=including(table, motion))
    rest = (each for each in table.standing if each.key != row.key)
    row = replace(row, due=deadline(after, row, table.clocks))
    return replace(change, motions=after.motions, standing=(*rest, row))


def lapsed(table: MatchState, kind: ProposalKind) -> Change:
    """Make the change by which a motion goes without a word, since it is about nothing any more."""
    receipt = Receipt(match=table.match.id, ply=table.match.ply)
    return Change(match=table.match, receipt=receipt, motions=without(table, kind))


def _row(table: MatchState, motion: ProposalRecord, now: datetime) -> PendingRecord:
    return PendingRecord(
        match=table.match.id, kind=PendingKind.PROPOSAL, proposal=motion.kind, seat=TABLE, since=now, due=None
    )

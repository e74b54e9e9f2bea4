"""What players decide together, such as a pause: what is proposed, who has agreed, who is still to be asked. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.app.match.state import MatchState
from db.clocks.records import ProposalRecord
from db.ids import UserId
from db.records import PendingKind, PendingRecord, ProposalKind
from games.core.seats import TABLE, Seat


def find(table: MatchState, kind: ProposalKind) -> ProposalRecord | None:
    """Return the proposal of a kind about the whole match, which has at most one of each."""
    return next((proposal for proposal in table.proposals if proposal.kind == kind), None)


def make_proposal(table: MatchState, kind: ProposalKind, user: UserId, data: bytes, *, now: datetime) -> ProposalRecord:
    """Return the proposal that a player puts forward, who agrees with all own seats; raises Refusal for others."""
    own = table.seats_of(user)
    return ProposalRecord(
        match=table.match.id, kind=kind, mover=table.seat_for(user), yes=tuple(map(int, own)), data=data, at=now
    )


def agree(proposal: ProposalRecord, seats: Iterable[Seat]) -> ProposalRecord:
    """Return the proposal to which these seats agree, too."""
    return replace(proposal, yes=tuple(sorted({*proposal.yes, *map(int, seats)})))


def find_missing(table: MatchState, proposal: ProposalRecord) -> tuple[Seat, ...]:
    """Return the seats of people that have not agreed yet.

    Who has resigned is not asked, nor for a seat that waits for a replacement since its player didn't come or has left.
    """
    vacant = {clock.seat for clock in table.clocks if clock.vacant}
    rows = (row for row in table.seats if row.user is not None and row.resigned is None and row.seat not in vacant)
    return tuple(Seat(row.seat) for row in rows if row.seat not in proposal.yes)


def with_proposals(rows: Sequence[PendingRecord], proposals: Iterable[ProposalRecord]) -> tuple[PendingRecord, ...]:
    """Return rows without those that wait for answers to none of the proposals."""
    kinds = {proposal.kind for proposal in proposals}
    return tuple(row for row in rows if row.kind is not PendingKind.PROPOSAL or row.proposal in kinds)


def has_support(table: MatchState, proposal: ProposalRecord) -> bool:
    """Return whether anybody but who put the proposal forward has agreed."""
    return not set(table.users_of(map(Seat, proposal.yes))) <= set(mover_of(table, proposal))


def mover_of(table: MatchState, proposal: ProposalRecord) -> tuple[UserId, ...]:
    """Return who put the proposal forward: one user, or none if nobody sits there any more."""
    return table.users_of((Seat(proposal.mover),))


def put_proposal(table: MatchState, proposal: ProposalRecord) -> tuple[ProposalRecord, ...]:
    """Return the match's proposals with this one, in place of one of its kind about the same seat."""
    return (*without(table, proposal.kind, Seat(proposal.seat)), proposal)


def without(table: MatchState, kind: ProposalKind, seat: Seat = TABLE) -> tuple[ProposalRecord, ...]:
    """Return the match's proposals except that of a kind about a seat."""
    return tuple(proposal for proposal in table.proposals if (proposal.kind, proposal.seat) != (kind, seat))

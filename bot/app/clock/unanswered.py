"""What becomes of a proposal when its time for answers is over: silence is no word against it."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from bot.app.changes.answers import drop_proposal
from bot.app.changes.change import Change, move_deadlines
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.clock import hosting, pauses
from bot.app.match.proposals import find
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import is_overtaken
from bot.app.timing.timekeeping import deadline
from bot.app.undo import service as undo_service
from db.ids import MatchId
from db.records import PendingKind, ProposalKind
from db.tx import Tx
from games.core.errors import Refusal

_More: TypeAlias = tuple[undo_service.Case | None, bool]
"""What is to be taken back, if that is proposed, and whether the match is one of a tournament."""


class ProposalExpiry:
    """Decides about proposals whose time for answers is over."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def settle(self, match: MatchId) -> None:
        """Decide about the first proposal of a match that is due; one whose end has moved waits on."""

        def load(tx: Tx, table: MatchState) -> _More:
            case = undo_service.read_proposal(tx, self._uow.match_reader, table)
            return case, tx.tournaments.find_pairing(match) is not None

        try:
            await self._uow.act_over(None, None, match, load, _settle)
        except Refusal as refusal:
            if not is_overtaken(refusal):
                raise


def _settle(table: MatchState, more: _More, now: datetime) -> Change:
    """Do what is proposed, unless it needs a word that nobody has said."""
    table.require_position()
    case, of_tournament = more
    kind = _due_kind(table, now)
    if kind is None:
        return move_deadlines(table, now)
    proposal = find(table, kind)
    if proposal is None:
        return drop_proposal(table, kind)
    if kind is ProposalKind.END:
        return hosting.accept_end(table, proposal, now, of_tournament=of_tournament)
    if kind is ProposalKind.PAUSE:
        return pauses.accept_pause(table, proposal, now)
    return undo_service.accept_undo(table, case, proposal, now, of_tournament=of_tournament)


def _due_kind(table: MatchState, now: datetime) -> ProposalKind | None:
    """The kind of the first proposal whose time for answers is over by what stops the match as known now."""
    for row in table.pending:
        ends = deadline(table, row, table.clocks) if row.kind is PendingKind.PROPOSAL else None
        if ends is not None and ends <= now:
            return row.proposal
    return None

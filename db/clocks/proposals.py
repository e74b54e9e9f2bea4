"""What is being voted on."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, delete

from db.clocks.records import ProposalRecord
from db.clocks.schema import proposal
from db.engine.columns import Shape
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId

PROPOSAL = Shape(ProposalRecord, proposal)

_proposals = Statement(
    select_all(PROPOSAL).where(proposal.c.match == bindparam("match")).order_by(proposal.c.kind, proposal.c.seat)
)
_put_proposal = upsert(proposal)
_clear_proposals = Statement(delete(proposal).where(proposal.c.match == bindparam("match")))


class ProposalRepository(Repository):
    """What players of a match have proposed and not decided yet."""

    def of_match(self, match: MatchId) -> tuple[ProposalRecord, ...]:
        """Return what is being voted on in a match."""
        return self._records(PROPOSAL, _proposals, match=match)

    def replace(self, match: MatchId, records: Iterable[ProposalRecord]) -> None:
        """Replace all that is being voted on."""
        self._change(_clear_proposals, match=match)
        for record in records:
            self._put(PROPOSAL, _put_proposal, record)

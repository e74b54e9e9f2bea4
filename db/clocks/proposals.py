"""What is being voted on."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, delete

from db.clocks.records import ProposalRecord
from db.clocks.schema import motion
from db.engine.columns import Shape
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId

MOTION = Shape(ProposalRecord, motion)

_motions = Statement(select_all(MOTION).where(motion.c.match == bindparam("match")).order_by(motion.c.kind))
_put_motion = upsert(motion)
_clear_motions = Statement(delete(motion).where(motion.c.match == bindparam("match")))


class ProposalRepository(Repository):
    """What players of a match have proposed and not decided yet."""

    def of_match(self, match: MatchId) -> tuple[ProposalRecord, ...]:
        """Return what is being voted on in a match."""
        return self._records(MOTION, _motions, match=match)

    def replace(self, match: MatchId, records: Iterable[ProposalRecord]) -> None:
        """Replace all that is being voted on."""
        self._change(_clear_motions, match=match)
        for record in records:
            self._put(MOTION, _put_motion, record)

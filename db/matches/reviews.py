"""Reviews of finished matches: computed once, and kept."""

from __future__ import annotations

from sqlalchemy import bindparam

from db.engine.columns import Shape
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId
from db.records import ReviewRecord
from db.tables import review

REVIEW = Shape(ReviewRecord, review)

_review = Statement(select_all(REVIEW).where(review.c.match == bindparam("match")))
_put_review = upsert(review)


class ReviewRepository(Repository):
    """One review a match."""

    def get(self, match: MatchId) -> ReviewRecord | None:
        """Return the review of a match, if it was ever asked for."""
        return self._record(REVIEW, _review, match=match)

    def put(self, record: ReviewRecord) -> None:
        """Store a review in place of the one before."""
        self._put(REVIEW, _put_review, record)

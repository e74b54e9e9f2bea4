"""Drafts: turns that are not finished."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, update

from db.engine.columns import Shape
from db.engine.errors import Conflict
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId
from db.records import DraftRecord
from db.tables import draft

DRAFT = Shape(DraftRecord, draft)

_of_seat = (draft.c.match == bindparam("match"), draft.c.seat == bindparam("seat"))
_draft = Statement(select_all(DRAFT).where(*_of_seat))
_of_match = Statement(select_all(DRAFT).where(draft.c.match == bindparam("match")).order_by(draft.c.seat))
_new_draft = upsert(draft, update=False)
_save_draft = Statement(
    update(draft)
    .where(draft.c.match == bindparam("of"), draft.c.seat == bindparam("by"), draft.c.data == bindparam("was"))
    .values({name: bindparam(name) for name in ("ask", "data", "changed")}),
    key=("of", "by"),
)
_drop_draft = Statement(delete(draft).where(*_of_seat), key=("match", "seat"))
_take_draft = Statement(delete(draft).where(*_of_seat, draft.c.data == bindparam("was")), key=("match", "seat"))
_clear_drafts = Statement(delete(draft).where(draft.c.match == bindparam("match")))


class DraftRepository(Repository):
    """One unfinished turn a seat."""

    def get(self, match: MatchId, seat: int) -> DraftRecord | None:
        """Return the seat's draft."""
        return self._record(DRAFT, _draft, match=match, seat=seat)

    def of_match(self, match: MatchId) -> tuple[DraftRecord, ...]:
        """Return the drafts of a match by seat."""
        return self._records(DRAFT, _of_match, match=match)

    def save(self, record: DraftRecord, *, was: bytes | None) -> None:
        """Store a draft in place of the one whose data was ``was`` (None: there was none).

        Raises Conflict if another press was first, there and then or at the end of the unit of work.
        """
        values = DRAFT.params(record)
        if was is None:
            self._send_or(Conflict, _new_draft, **values)
        else:
            self._send_or(Conflict, _save_draft, of=record.match, by=record.seat, was=was, **values)

    def drop(self, match: MatchId, seat: int) -> None:
        """Remove the seat's draft, if there is one."""
        self._send(_drop_draft, match=match, seat=seat)

    def take(self, match: MatchId, seat: int, *, was: bytes | None) -> None:
        """Remove the seat's draft, whose data was ``was`` (None: there was none).

        Raises Conflict, when ``save`` does, if it has changed.
        """
        if was is None:
            if self.get(match, seat) is not None:
                raise Conflict
        else:
            self._send_or(Conflict, _take_draft, match=match, seat=seat, was=was)

    def clear(self, match: MatchId) -> None:
        """Remove all drafts of a match."""
        self._change(_clear_drafts, match=match)

"""Private notes about matches."""

from __future__ import annotations

from sqlalchemy import bindparam, delete

from db.engine.columns import Shape
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId, UserId
from db.notifications.records import NoteRecord
from db.notifications.schema import note

NOTE = Shape(NoteRecord, note)

_OF = (note.c.match == bindparam("match"), note.c.user == bindparam("user"))
_note = Statement(select_all(NOTE).where(*_OF))
_put_note = upsert(note)
_drop_note = Statement(delete(note).where(*_OF))


class NoteRepository(Repository):
    """What a person has written down about a match."""

    def get(self, match: MatchId, user: UserId) -> NoteRecord | None:
        """Return what a person has written down about a match."""
        return self._record(NOTE, _note, match=match, user=user)

    def put(self, record: NoteRecord) -> None:
        """Store a note in place of the one before."""
        self._put(NOTE, _put_note, record)

    def drop(self, match: MatchId, user: UserId) -> bool:
        """Remove a note; return whether there was one."""
        return self._change(_drop_note, match=match, user=user) > 0

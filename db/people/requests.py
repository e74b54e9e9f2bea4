"""Requests that were answered, so that a repeat gets the first answer."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, select

from db.engine.columns import to_millis
from db.engine.errors import Repeat
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository
from db.ids import Key
from db.tables import seen

_remember = upsert(seen, update=False)
_answer = Statement(select(seen.c.answer).where(seen.c.key == bindparam("key")))
_forget = Statement(delete(seen).where(seen.c.at < bindparam("before")))


class RequestRepository(Repository):
    """The first answers to requests."""

    def answer(self, key: Key) -> bytes | None:
        """Return the stored answer to a request, if it was answered before."""
        row = self._row(_answer, key=key)
        return None if row is None else bytes(row[0])

    def remember(self, key: Key, answer: bytes, *, at: datetime) -> None:
        """Store the answer to a request.

        There and then, or at the end of the unit of work, raises Repeat with the first answer if there is one.
        """
        self._send_or(lambda: self._repeat(key), _remember, key=key, answer=answer, at=to_millis(at))

    def _repeat(self, key: Key) -> Repeat:
        first = self.answer(key)
        assert first is not None
        return Repeat(first)

    def forget(self, *, before: datetime) -> int:
        """Remove answers older than a time; return how many."""
        return self._change(_forget, before=to_millis(before))

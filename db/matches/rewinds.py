"""Rewinds, and which of the stored positions can be stepped to."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, select, update

from db.engine.columns import Shape
from db.engine.statements import Statement, insert_all
from db.engine.transaction import Repository, select_all
from db.ids import MatchId
from db.matches.rewind_records import RewindRecord
from db.matches.rewind_schema import rewind
from db.tables import snapshot

REWIND = Shape(RewindRecord, rewind)

SHOWN, UNDONE = 1, 2
"""What a snapshot's ``shown`` says of a turn that everybody saw: it stands, or it was taken back."""

_new = Statement(insert_all(rewind))
_of_match = Statement(select_all(REWIND).where(rewind.c.match == bindparam("match")).order_by(rewind.c.ply))
_mark = Statement(
    update(snapshot)
    .where(
        snapshot.c.match == bindparam("of"),
        snapshot.c.ply.between(bindparam("first"), bindparam("last")),
        snapshot.c.shown == bindparam("was"),
    )
    .values(shown=bindparam("now"))
)
_exact = Statement(
    select(snapshot.c.ply)
    .where(snapshot.c.match == bindparam("match"), snapshot.c.ply <= bindparam("ply"))
    .order_by(snapshot.c.ply.desc())
    .limit(1)
)


class RewindRepository(Repository):
    """Where the log of a match goes on from an earlier position."""

    def add_rewind(self, record: RewindRecord) -> None:
        """Note that the match goes on from another position; the ply must be new."""
        self._put(REWIND, _new, record)

    def rewinds(self, match: MatchId) -> tuple[RewindRecord, ...]:
        """Return the rewinds of a match, the first one first."""
        return self._records(REWIND, _of_match, match=match)

    def bury(self, match: MatchId, plies: Iterable[tuple[int, int]]) -> None:
        """Leave the positions of ranges (first, last) of the log out when stepping through the turns."""
        for first, last in plies:
            self._change(_mark, of=match, first=first, last=last, was=SHOWN, now=UNDONE)

    def revive(self, match: MatchId, plies: Iterable[tuple[int, int]]) -> None:
        """Let the positions of ranges (first, last) be stepped to again."""
        for first, last in plies:
            self._change(_mark, of=match, first=first, last=last, was=UNDONE, now=SHOWN)

    def position_ply(self, match: MatchId, *, ply: int) -> int | None:
        """Return the ply of the newest stored position that is not after ``ply``."""
        row = self._row(_exact, match=match, ply=ply)
        return None if row is None else int(row[0])

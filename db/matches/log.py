"""The log of a match: entries, the positions after them, and rewinds."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, func, or_, select, update

from db.engine.columns import Shape
from db.engine.statements import Statement, insert_all, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId
from db.matches.packed_logs import ENTRY, PackedLogRepository
from db.matches.packing import Log, PositionRow
from db.matches.rewind_records import RewindRecord
from db.matches.rewind_schema import rewind
from db.records import EntryRecord
from db.tables import entry, post, snapshot

REWIND = Shape(RewindRecord, rewind)

SHOWN, UNDONE = 1, 2
"""What a snapshot's ``shown`` says of a turn that everybody saw: it stands, or it was taken back."""

_new_entry = Statement(insert_all(entry))
_entries = Statement(
    select_all(ENTRY)
    .where(entry.c.match == bindparam("match"), entry.c.ply.between(bindparam("first"), bindparam("last")))
    .order_by(entry.c.ply)
)
_TOLD = select(func.coalesce(func.max(post.c.ply), 0)).where(
    post.c.match == bindparam("match"), or_(post.c.kind == "board", post.c.kind == "scene")
)
_untold = Statement(
    select_all(ENTRY)
    .where(entry.c.match == bindparam("match"), entry.c.ply > _TOLD.scalar_subquery())
    .order_by(entry.c.ply.desc())
    .limit(bindparam("most"))
)
_last_own = Statement(
    select(entry.c.ply)
    .where(entry.c.match == bindparam("match"), entry.c.seat == bindparam("seat"))
    .order_by(entry.c.ply.desc())
    .limit(1)
)
_new_snapshot = upsert(snapshot)
_snapshot = Statement(
    select(snapshot.c.ply, snapshot.c.data)
    .where(snapshot.c.match == bindparam("match"), snapshot.c.ply <= bindparam("ply"))
    .order_by(snapshot.c.ply.desc())
    .limit(1)
)
_present = Statement(
    select(snapshot.c.ply, snapshot.c.data)
    .where(snapshot.c.match == bindparam("match"))
    .order_by(snapshot.c.ply.desc())
    .limit(1)
)
_earlier = Statement(
    select(func.max(snapshot.c.ply)).where(
        snapshot.c.match == bindparam("match"), snapshot.c.ply < bindparam("ply"), snapshot.c.shown == 1
    )
)
_later = Statement(
    select(func.min(snapshot.c.ply)).where(
        snapshot.c.match == bindparam("match"), snapshot.c.ply > bindparam("ply"), snapshot.c.shown == 1
    )
)
_new_rewind = Statement(insert_all(rewind))
_rewinds = Statement(select_all(REWIND).where(rewind.c.match == bindparam("match")).order_by(rewind.c.ply))
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
_own_plies = Statement(
    select(entry.c.ply)
    .where(entry.c.match == bindparam("match"), entry.c.seat == bindparam("seat"), entry.c.cause == bindparam("cause"))
    .order_by(entry.c.ply.desc())
    .limit(bindparam("most"))
)
_shown_plies = Statement(
    select(snapshot.c.ply)
    .where(snapshot.c.match == bindparam("match"), snapshot.c.ply >= bindparam("first"), snapshot.c.shown == 1)
    .order_by(snapshot.c.ply)
)
_positions = Statement(
    select(snapshot.c.ply, snapshot.c.data).where(snapshot.c.match == bindparam("match")).order_by(snapshot.c.ply)
)
_drop_snapshot = Statement(
    delete(snapshot).where(snapshot.c.match == bindparam("match"), snapshot.c.ply == bindparam("ply"))
)
_drop_entry = Statement(delete(entry).where(entry.c.match == bindparam("match"), entry.c.ply == bindparam("ply")))
_put_entry = upsert(entry)


class LogRepository(Repository):
    """What happened and how it stood; the log only grows.

    Where there are no rows, the log may be packed: then the match is over, and nothing is added to it.
    """

    def add_entry(self, record: EntryRecord) -> None:
        """Append a line to the log; its ply must be new."""
        self._send_record(ENTRY, _new_entry, record)

    def entries(self, match: MatchId, *, first: int, last: int) -> tuple[EntryRecord, ...]:
        """Return the lines from ply ``first`` to ``last``, both included."""
        found = self._records(ENTRY, _entries, match=match, first=first, last=last)
        if found or first > last or (log := self._read_pack(match)) is None:
            return found
        return tuple(each for each in log.entries if first <= each.ply <= last)

    def untold(self, match: MatchId, *, most: int) -> tuple[EntryRecord, ...]:
        """Return the newest lines that no board has told yet, the first one first."""
        return self._records(ENTRY, _untold, match=match, most=most)[::-1]

    def last_ply_of(self, match: MatchId, seat: int) -> int | None:
        """Return the ply of the seat's newest entry."""
        row = self._row(_last_own, match=match, seat=seat)
        if row is not None:
            return int(row[0])
        log = self._read_pack(match)
        return None if log is None else max((each.ply for each in log.entries if each.seat == seat), default=None)

    def add_snapshot(self, match: MatchId, *, ply: int, data: bytes, shown: bool) -> None:
        """Keep the position after a ply (compressed by the caller); ``shown``: one can step to it in the history."""
        self._send(_new_snapshot, match=match, ply=ply, data=data, shown=int(shown))

    def snapshot(self, match: MatchId, *, ply: int) -> tuple[int, bytes] | None:
        """Return the newest position that is not after ``ply``, with its own ply."""
        row = self._row(_snapshot, match=match, ply=ply)
        if row is not None:
            return int(row[0]), bytes(row[1])
        log = self._read_pack(match)
        earlier = [] if log is None else [each for each in log.positions if each.ply <= ply]
        return (earlier[-1].ply, earlier[-1].data) if earlier else None

    def present(self, match: MatchId) -> tuple[int, bytes] | None:
        """Return the newest position, with its ply."""
        row = self._row(_present, match=match)
        if row is not None:
            return int(row[0]), bytes(row[1])
        log = self._read_pack(match)
        return (log.positions[-1].ply, log.positions[-1].data) if log is not None and log.positions else None

    def beside(self, match: MatchId, *, ply: int) -> tuple[int | None, int | None]:
        """Return the plies of the nearest shown snapshots before and after ``ply``."""
        earlier, later = self._row(_earlier, match=match, ply=ply), self._row(_later, match=match, ply=ply)
        assert earlier is not None
        assert later is not None
        if earlier[0] is not None or later[0] is not None or (log := self._read_pack(match)) is None:
            return earlier[0], later[0]
        shown = _list_shown(log)
        return (
            max((each for each in shown if each < ply), default=None),
            min((each for each in shown if each > ply), default=None),
        )

    def add_rewind(self, record: RewindRecord) -> None:
        """Note that the match goes on from another position; the ply must be new."""
        self._put(REWIND, _new_rewind, record)

    def rewinds(self, match: MatchId) -> tuple[RewindRecord, ...]:
        """Return the rewinds of a match, the first one first."""
        return self._records(REWIND, _rewinds, match=match)

    def bury(self, match: MatchId, plies: Iterable[tuple[int, int]]) -> None:
        """Leave the positions of ranges (first, last) of the log out when stepping through the turns."""
        for first, last in plies:
            self._change(_mark, of=match, first=first, last=last, was=SHOWN, now=UNDONE)

    def revive(self, match: MatchId, plies: Iterable[tuple[int, int]]) -> None:
        """Let the positions of ranges (first, last) be stepped to again."""
        for first, last in plies:
            self._change(_mark, of=match, first=first, last=last, was=UNDONE, now=SHOWN)

    def position_ply(self, match: MatchId, *, ply: int) -> int | None:
        """Return the ply of the newest stored position of a running match that is not after ``ply``."""
        row = self._row(_exact, match=match, ply=ply)
        return None if row is None else int(row[0])

    def find_own_plies(self, match: MatchId, seat: int, *, cause: str, most: int) -> tuple[int, ...]:
        """Return the plies of a seat's newest entries of a cause, the newest first."""
        found = tuple(int(row[0]) for row in self._rows(_own_plies, match=match, seat=seat, cause=cause, most=most))
        if found or (log := self._read_pack(match)) is None:
            return found
        own = [each.ply for each in log.entries if each.seat == seat and each.cause == cause]
        return tuple(reversed(own[-most:]))

    def find_shown_plies(self, match: MatchId, *, first: int) -> tuple[int, ...]:
        """Return the plies from ``first`` on at which a board can be looked at, in order."""
        found = tuple(int(row[0]) for row in self._rows(_shown_plies, match=match, first=first))
        if found or (log := self._read_pack(match)) is None:
            return found
        return tuple(each for each in _list_shown(log) if each >= first)

    def snapshots(self, match: MatchId) -> tuple[tuple[int, bytes], ...]:
        """Return all stored positions of a match with their plies, the first one first."""
        found = tuple((int(row[0]), bytes(row[1])) for row in self._rows(_positions, match=match))
        if found or (log := self._read_pack(match)) is None:
            return found
        return tuple((each.ply, each.data) for each in log.positions)

    def positions(self, match: MatchId) -> tuple[PositionRow, ...]:
        """Return all that is stored of a match's positions, the first one first: to compare them with the log."""
        log = PackedLogRepository(self._driver).read_rows(match)
        if not log.positions:
            log = self._read_pack(match) or log
        return log.positions

    def repair_position(self, match: MatchId, position: PositionRow) -> None:
        """Put a position in place of what is stored there."""
        self._change(_new_snapshot, match=match, ply=position.ply, data=position.data, shown=position.shown)

    def drop_position(self, match: MatchId, ply: int) -> None:
        """Remove a position to which no line of the log leads."""
        self._change(_drop_snapshot, match=match, ply=ply)

    def drop_entry(self, match: MatchId, ply: int) -> None:
        """Remove a line to which the match doesn't lead."""
        self._change(_drop_entry, match=match, ply=ply)

    def repair_entry(self, record: EntryRecord) -> None:
        """Put a line in place of the damaged one of its ply."""
        self._put(ENTRY, _put_entry, record)

    def _read_pack(self, match: MatchId) -> Log | None:
        return PackedLogRepository(self._driver).get(match)


def _list_shown(log: Log) -> list[int]:
    return [each.ply for each in log.positions if each.shown == SHOWN]

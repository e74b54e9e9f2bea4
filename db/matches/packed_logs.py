"""Logs of matches that have been over for a while: one row in place of one for each line and position."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import bindparam, delete, select, update

from db.engine.columns import Shape, to_millis
from db.engine.shards import WHOLE, Shard
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId
from db.matches.packing import Log, PositionRow, pack, unpack
from db.records import EntryRecord
from db.shard_filter import IN_SHARD, of_shard
from db.tables import UNPACKED, entry, match, packed_log, snapshot

ENTRY = Shape(EntryRecord, entry)

PACKED, KEPT = 1, 2
"""What a match's ``packed`` says: its log is packed; or it can't be, and stays as it is."""

_get = Statement(select(packed_log.c.data).where(packed_log.c.match == bindparam("match")))
_entries = Statement(select_all(ENTRY).where(entry.c.match == bindparam("match")).order_by(entry.c.ply))
_positions = Statement(
    select(snapshot.c.ply, snapshot.c.shown, snapshot.c.data)
    .where(snapshot.c.match == bindparam("match"))
    .order_by(snapshot.c.ply)
)
_find = Statement(
    select(match.c.id)
    .where(
        UNPACKED,
        match.c.finished < bindparam("before"),
        IN_SHARD,
    )
    .order_by(match.c.finished)
    .limit(bindparam("most"))
)
_mark = Statement(
    update(match).where(match.c.id == bindparam("of"), match.c.packed == 0).values(packed=bindparam("packed"))
)
_unmark = Statement(update(match).where(match.c.id == bindparam("of")).values(packed=0))
_hold = Statement(update(match).where(match.c.id == bindparam("of")).values(packed=match.c.packed))
_put = upsert(packed_log)
_drop_pack = Statement(delete(packed_log).where(packed_log.c.match == bindparam("match")))
_new_entry = upsert(entry)
_new_position = upsert(snapshot)
_drop_entries = Statement(delete(entry).where(entry.c.match == bindparam("match")))
_drop_positions = Statement(delete(snapshot).where(snapshot.c.match == bindparam("match")))


class PackedLogRepository(Repository):
    """Packed logs, and what is packed next."""

    def get(self, match: MatchId) -> Log | None:
        """Return the log of a match if it is packed. Raises ValueError for one that can't be read."""
        row = self._row(_get, match=match)
        return None if row is None else unpack(match, bytes(row[0]))

    def find_unpacked(self, *, before: datetime, most: int, shard: Shard = WHOLE) -> tuple[MatchId, ...]:
        """Return a shard's matches that were over before a time and aren't packed, the first one first."""
        rows = self._rows(_find, before=to_millis(before), most=most, **of_shard(shard))
        return tuple(MatchId(row[0]) for row in rows)

    def read_rows(self, match: MatchId) -> Log:
        """Return the log of a match as it lies in rows."""
        positions = tuple(
            PositionRow(int(row[0]), int(row[1]), bytes(row[2])) for row in self._rows(_positions, match=match)
        )
        return Log(self._records(ENTRY, _entries, match=match), positions)

    def replace_rows(self, match: MatchId, data: bytes, *, was: Log) -> bool:
        """Store a pack in place of the rows from which it was made; return False if they are others by now."""
        if not self._change(_mark, of=match, packed=PACKED):  # first: nobody changes the rows from here on
            return False
        if self.read_rows(match) != was:
            self._change(_unmark, of=match)
            return False
        self._change(_put, match=match, data=data)
        self._change(_drop_entries, match=match)
        self._change(_drop_positions, match=match)
        return True

    def leave(self, match: MatchId) -> None:
        """Note that the log of a match stays in rows."""
        self._change(_mark, of=match, packed=KEPT)

    def rewrite(self, match: MatchId, change: Callable[[bytes], bytes]) -> None:
        """Change the lines of a packed log; nobody packs those of another meanwhile."""
        self._change(_hold, of=match)
        log = self.get(match)
        if log is not None:
            lines = tuple(replace(each, data=change(each.data)) for each in log.entries)
            if lines != log.entries:
                self._change(_put, match=match, data=pack(Log(lines, log.positions)))

    def unpack_rows(self, match: MatchId) -> None:
        """Put the rows of a packed log back in its place, so that they can be repaired; it is packed again later."""
        log = self.get(match)
        if log is None:
            return
        self._change(_unmark, of=match)
        for entry_row in log.entries:
            self._put(ENTRY, _new_entry, entry_row)
        for each in log.positions:
            self._change(_new_position, match=match, ply=each.ply, shown=each.shown, data=each.data)
        self._change(_drop_pack, match=match)

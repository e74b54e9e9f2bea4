"""The log of a match that is over as one compressed row: lines and positions resemble each other, so little is left.

A pack is read by its first byte. Whoever changes what is inside gives it another number and reads both.
"""

from __future__ import annotations

import lzma
import zlib
from functools import lru_cache
from itertools import accumulate, pairwise

import msgspec
from msgspec import Struct

from db.engine.columns import to_millis, to_time
from db.ids import MatchId
from db.records import EntryRecord

FORMAT = b"\x01"
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 20}]
"""Whoever unpacks needs as much memory as ``dict_size`` says."""

UNPACKED = 8
"""Packs that are kept unpacked, some hundred kB each: who looks through a match asks for the same one again."""


class PositionRow(Struct, frozen=True):
    """A position as it is stored: ``data`` is zlib's; see the table ``snapshot``."""

    ply: int
    shown: int
    data: bytes


class Log(Struct, frozen=True):
    """The lines of a match and the positions after them, both by ply."""

    entries: tuple[EntryRecord, ...]
    positions: tuple[PositionRow, ...]


class _Columns(Struct, frozen=True, array_like=True):
    """Entries and positions column by column, which compresses better; times as differences, positions as JSON."""

    plies: list[int]
    seats: list[int]
    causes: list[str]
    audiences: list[tuple[int, ...] | None]
    times: list[int]
    entries: list[bytes]
    snapshots: list[int]
    shown: list[int]
    positions: list[bytes]


def pack(log: Log) -> bytes:
    """Return a log as one row."""
    times = [0, *(to_millis(each.at) for each in log.entries)]
    columns = _Columns(
        plies=[each.ply for each in log.entries],
        seats=[each.seat for each in log.entries],
        causes=[each.cause for each in log.entries],
        audiences=[each.audience for each in log.entries],
        times=[after - before for before, after in pairwise(times)],
        entries=[each.data for each in log.entries],
        snapshots=[each.ply for each in log.positions],
        shown=[each.shown for each in log.positions],
        positions=[zlib.decompress(each.data) for each in log.positions],
    )
    data = msgspec.msgpack.encode(columns)
    return FORMAT + lzma.compress(data, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=FILTERS)


@lru_cache(maxsize=UNPACKED)
def unpack(match: MatchId, data: bytes) -> Log:
    """Return what was packed of a match. Raises ValueError for what is no pack of a known format, or damaged."""
    if data[:1] != FORMAT:
        raise ValueError("packed by a newer version")
    try:
        columns = msgspec.msgpack.decode(lzma.decompress(data[1:]), type=_Columns)
    except (lzma.LZMAError, msgspec.MsgspecError) as error:
        raise ValueError("a packed log is damaged") from error
    entries = zip(
        columns.plies,
        columns.seats,
        columns.causes,
        columns.audiences,
        accumulate(columns.times),
        columns.entries,
        strict=True,
    )
    positions = zip(columns.snapshots, columns.shown, columns.positions, strict=True)
    return Log(
        tuple(
            EntryRecord(match=match, ply=ply, seat=seat, cause=cause, audience=audience, data=text, at=to_time(at))
            for ply, seat, cause, audience, at, text in entries
        ),
        tuple(PositionRow(ply, shown, zlib.compress(data, 1)) for ply, shown, data in positions),
    )


def is_same(one: Log, other: Log) -> bool:
    """Return whether two logs say the same; positions may be compressed differently."""
    return one.entries == other.entries and _open(one) == _open(other)


def _open(log: Log) -> list[tuple[int, int, bytes]]:
    return [(each.ply, each.shown, zlib.decompress(each.data)) for each in log.positions]

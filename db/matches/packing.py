"""The log of a match that is over as one compressed row: lines and positions resemble each other, so little is left.

A pack is read by its first byte. Whoever changes what is inside gives it another number and reads both.
"""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise

import msgspec
from msgspec import Struct

from db.engine.columns import to_millis, to_time
from db.ids import MatchId
from db.records import EntryRecord

FORMAT = b"\x02"
"""How packs are made."""

SEPARATOR = b"\0"
"""JSON doesn't hold it."""

DICTIONARY = 1 << 20
"""Whoever unpacks needs as much memory."""

FILTERS = [
    {
        "id": lzma.FILTER_LZMA1,
        "preset": 9 | lzma.PRESET_EXTREME,
        "dict_size": DICTIONARY,
        "lc": 4,
        "lp": 0,
        "pb": 0,
    }
]
"""For text: what comes next depends on the letters before it, not on where it stands."""

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
    """Entries and positions column by column, which compresses better: numbers and times as differences.

    Lines and positions are JSON, joined by ``SEPARATOR``. Of a position there is what differs from the one before: it
    is without the first ``begins`` and the last ``ends`` bytes.
    """

    plies: list[int]
    seats: list[int]
    causes: list[str]
    audiences: list[tuple[int, ...] | None]
    times: list[int]
    snapshots: list[int]
    shown: list[int]
    begins: list[int]
    ends: list[int]
    entries: bytes
    positions: bytes


def pack(log: Log) -> bytes:
    """Return a log as one row: the format, a checksum, and the columns."""
    positions = [zlib.decompress(each.data) for each in log.positions]
    kept = [_compare(one, other) for one, other in pairwise((b"", *positions))]
    changed = [data[begin : len(data) - end] for data, (begin, end) in zip(positions, kept, strict=True)]
    columns = _Columns(
        plies=_subtract(each.ply for each in log.entries),
        seats=[each.seat for each in log.entries],
        causes=[each.cause for each in log.entries],
        audiences=[each.audience for each in log.entries],
        times=_subtract(to_millis(each.at) for each in log.entries),
        snapshots=_subtract(each.ply for each in log.positions),
        shown=[each.shown for each in log.positions],
        begins=[begin for begin, _ in kept],
        ends=[end for _, end in kept],
        entries=SEPARATOR.join(each.data for each in log.entries),
        positions=SEPARATOR.join(changed),
    )
    data = msgspec.msgpack.encode(columns)
    return FORMAT + _checksum(data) + lzma.compress(data, format=lzma.FORMAT_RAW, filters=FILTERS)


def _subtract(numbers: Iterable[int]) -> list[int]:
    return [after - before for before, after in pairwise((0, *numbers))]


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4)


def _compare(one: bytes, other: bytes) -> tuple[int, int]:
    """Return how many bytes two have in common at the beginning, and how many of the others at the end."""
    begin = _count_common(one, other)
    return begin, _count_common(one[begin:][::-1], other[begin:][::-1])


def _count_common(one: bytes, other: bytes) -> int:
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[:middle] == other[:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _read(data: bytes) -> _Columns:
    opened = lzma.decompress(data[5:], format=lzma.FORMAT_RAW, filters=FILTERS)
    if _checksum(opened) != data[1:5]:
        raise ValueError("its checksum is another")
    return msgspec.msgpack.decode(opened, type=_Columns)


def _complete(columns: _Columns) -> Iterator[bytes]:
    """Yield the positions."""
    before, changed = b"", _split(columns.positions, columns.snapshots)
    for data, begin, end in zip(changed, columns.begins, columns.ends, strict=True):
        before = before[:begin] + data + before[len(before) - end :]
        yield before


def _split(joined: bytes, numbers: list[int]) -> list[bytes]:
    return joined.split(SEPARATOR) if numbers else []


@lru_cache(maxsize=UNPACKED)
def unpack(match: MatchId, data: bytes) -> Log:
    """Return what was packed of a match. Raises ValueError for what is no pack of a known format, or damaged."""
    if data[:1] != FORMAT:
        raise ValueError("packed by a newer version")
    try:
        columns = _read(data)
    except (lzma.LZMAError, ValueError) as error:
        raise ValueError("a packed log is damaged") from error
    entries = zip(
        accumulate(columns.plies),
        columns.seats,
        columns.causes,
        columns.audiences,
        accumulate(columns.times),
        _split(columns.entries, columns.plies),
        strict=True,
    )
    positions = zip(accumulate(columns.snapshots), columns.shown, _complete(columns), strict=True)
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

"""From records to columns and back: times to milliseconds, flags to 0 and 1, enums to their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct
from sqlalchemy import Column, String, Table

from db.engine.compressed import Compressed, compress, decompress
from db.engine.personal import Written
from db.engine.statements import Plain, Row
from games.core.input.visible import strip_invisible

R = TypeVar("R", bound=Struct)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_millis(time: datetime) -> int:
    """Return the milliseconds since 1970; raises TypeError for a time without a zone."""
    return (time - EPOCH) // _MILLISECOND


def to_time(millis: int) -> datetime:
    """Return the time, aware and UTC."""
    return EPOCH + millis * _MILLISECOND


def _to_words(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats))


def _to_seats(words: str) -> tuple[int, ...]:
    return tuple(map(int, words.split(","))) if words else ()


_DECLARED: Mapping[object, tuple[Callable[[Any], Plain], Callable[[Any], Any]]] = {
    Written: (strip_invisible, strip_invisible),
    Compressed: (compress, decompress),
}


def _converters(hint: object, declared: object) -> tuple[Callable[[Any], Plain], Callable[[Any], Any]] | None:
    """How a field is written and read; None: as it is. ``declared``: its type with what is noted beside it."""
    for noted in (declared, *get_args(declared)):
        if noted in (Written, Compressed):
            return _DECLARED[noted]
    kinds = [kind for kind in get_args(hint) or (hint,) if kind is not type(None)]
    if hint == tuple[int, ...] or hint == tuple[int, ...] | None:
        return _to_words, _to_seats
    kind = kinds[0]
    if kind is datetime:
        return to_millis, to_time
    if kind is bool:
        return int, bool
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        known = {str(each): each for each in kind}
        return str, lambda word: known.get(word) or kind(word)  # calling an enum takes ten times as long
    return None


class Shape(Generic[R]):
    """How a record of type R lies in a table whose columns have the names of its fields.

    A part of a primary key can't be NULL: None is stored there as 0 or the empty text.
    """

    def __init__(self, record: type[R], table: Table) -> None:
        """Read the record's declaration."""
        hints, declared = get_type_hints(record), get_type_hints(record, include_extras=True)
        self.record = record
        self.names = tuple(info.name for info in msgspec.structs.fields(record))
        self.columns: tuple[Column[Any], ...] = tuple(table.c[name] for name in self.names)
        found = [(at, name, _converters(hints[name], declared[name])) for at, name in enumerate(self.names)]
        self._writers = [(name, made[0]) for _, name, made in found if made]
        self._readers = [(at, made[1]) for at, _, made in found if made]
        self._blanks = [
            (at, name, "" if isinstance(table.c[name].type, String) else 0)
            for at, name in enumerate(self.names)
            if table.c[name].primary_key and type(None) in get_args(hints[name])
        ]

    def read(self, row: Row) -> R:
        """Make the record of a row that begins with ``columns``."""
        values = list(row[: len(self.names)])
        for at, _, blank in self._blanks:
            if values[at] == blank:
                values[at] = None
        for at, reader in self._readers:
            if values[at] is not None:
                values[at] = reader(values[at])
        return self.record(**dict(zip(self.names, values, strict=True)))

    def params(self, record: R) -> dict[str, Plain]:
        """Return the columns' values by name."""
        values = {name: getattr(record, name) for name in self.names}
        for name, writer in self._writers:
            if values[name] is not None:
                values[name] = writer(values[name])
        for _, name, blank in self._blanks:
            if values[name] is None:
                values[name] = blank
        return values

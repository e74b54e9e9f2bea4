"""Everything about a person as a file: the rows of all tables, and their matches as far as they may see them."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Actor
from bot.app.runtime.refusals import WORDS
from bot.app.transfer.service import Files
from db.engine.columns import to_millis, to_time
from db.engine.statements import Plain
from db.ids import MatchId
from db.moderation.records import KeptBarRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.language.catalogue import ENGLISH
from games.core.text import say
from games.core.words import Words

TIMES = frozenset(
    {"at", "changed", "closed", "created", "due", "ends", "finished", "joined", "moved", "not_before", "offered"}
    | {"paused", "resumes", "seen", "sending", "since", "started", "starts", "summary", "doubt", "digest", "until"}
)
"""Columns that are moments."""
NO_TIMES = frozenset({("tenure", "until"), ("match", "closed")})
"""Columns of the same names that are none."""
SAFE_INTEGER = 2**53
"""Larger numbers are written as text: many programs would round them."""
OVERHEAD = 512
"""Bytes of a file in the archive beside what is in it."""


class Exported(Struct, frozen=True, kw_only=True):
    """An archive; ``matches`` are in it, ``left_out`` of the oldest were too much for it."""

    name: str
    data: bytes
    matches: int
    left_out: int


class Exports:
    """Hands out what is kept about people."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._files = Files(uow)

    async def export(self, actor: Actor, *, most: int, language: str = ENGLISH) -> Exported:
        """Return everything about a person in at most so many bytes: if need be without their oldest matches."""
        user = actor.user

        def work(tx: Tx) -> tuple[Mapping[str, list[dict[str, Plain]]], tuple[MatchId, ...]]:
            kept = tx.moderation.find_kept_bars(user)
            return {**tx.privacy.export(user), "kept_bar": list(map(_list_kept, kept))}, tx.privacy.find_played(user)

        rows, played = await self._uow.store.read(work, long=True)
        about = Words((WORDS,), language=language)(say("app.export_about")).encode()
        parts = {"about.txt": about, "data.json": await asyncio.to_thread(_encode, rows)}
        size = sum([await asyncio.to_thread(_measure, data) for data in parts.values()])
        matches, full = 0, 0
        for match in reversed(played):  # the newest first
            if full:
                full += 1
                continue
            try:
                file = await self._files.match_file(match, user, language=language)
            except Refusal:
                continue  # it never began, or can't be read
            size += await asyncio.to_thread(_measure, file.data)
            if size > most:
                full = 1
                continue
            parts[f"matches/{file.name}"] = file.data
            matches += 1
        data = await asyncio.to_thread(_pack, parts)
        return Exported(name=f"longtable-{user}.zip", data=data, matches=matches, left_out=full)


def _list_kept(bar: KeptBarRecord) -> dict[str, Plain]:
    """The row of a bar that outlasted a deletion."""
    return {"guild": bar.guild, "digest": bar.digest, "until": None if bar.until is None else to_millis(bar.until)}


def _encode(rows: Mapping[str, list[dict[str, Plain]]]) -> bytes:
    """Write rows as JSON that can be read: times as dates, stored JSON as it is, large ids as text."""
    readable = {
        table: [{key: _show((table, key), each) for key, each in row.items()} for row in found]
        for table, found in rows.items()
    }
    return msgspec.json.format(msgspec.json.encode(readable), indent=2)


def _show(column: tuple[str, str], value: Plain) -> Any:  # noqa: ANN401  # JSON of any shape
    if isinstance(value, bytes | memoryview):
        return msgspec.json.decode(value)
    if isinstance(value, int) and value and column[1] in TIMES and column not in NO_TIMES:
        return to_time(value).astimezone(UTC).isoformat(timespec="seconds")
    return str(value) if isinstance(value, int) and abs(value) > SAFE_INTEGER else value


def _measure(data: bytes) -> int:
    """The bytes of a file in the archive."""
    return len(_pack({"x": data})) + OVERHEAD


def _pack(parts: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


_EPOCH = datetime(1980, 1, 1, tzinfo=UTC).timetuple()[:6]
"""No file in the archive says when it was made."""

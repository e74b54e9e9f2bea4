"""The lines of a stored log: whether they are all there and can be read, and which positions belong to them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from bot.app.integrity.records import Finding, Flaw, Stored
from bot.app.match.replaying import Line, find_import
from bot.app.match.turn_runner import PLATFORM
from db.records import EntryRecord
from games.core.running.codec import Codec
from games.core.running.play import Entry


class Log(Struct, frozen=True, kw_only=True):
    """The lines of a log as far as they can be read: up to ``broken``, the first ply that is lost."""

    lines: tuple[Line, ...]
    rows: Mapping[int, EntryRecord]
    broken: int | None
    last: int
    """The ply of the newest line, lost ones included."""

    @property
    def times(self) -> dict[int, datetime]:
        """When each line was written; those of one unit of work at the same moment."""
        return {ply: row.at for ply, row in self.rows.items()}


def read_log(stored: Stored, codec: Codec[Any, Any]) -> tuple[Log, tuple[Finding, ...]]:
    """Read the lines, and say which are missing, damaged or stand beside other columns than theirs.

    What came with a match from a player's file may lack lines that the player couldn't see.
    """
    rows = {row.ply: row for row in stored.rows}
    newest = max((each.ply for each in stored.positions), default=0)
    present = stored.record.ply
    last = max(rows, default=0)
    if present > last and newest > last:
        last = present if newest <= present else newest  # its end is lost, not the number wrong
    findings: list[Finding] = []
    lines: list[Line] = []
    broken: int | None = None
    for ply in sorted(rows):
        try:
            (entry,) = codec.read_entries(b"[" + rows[ply].data + b"]")
        except (msgspec.MsgspecError, ValueError, TypeError) as error:
            findings.append(Finding(flaw=Flaw.LINE, ply=ply, detail=type(error).__name__))
            broken = min(ply, broken or ply)
            continue
        lines.append((ply, entry))
        if not _stands_beside(rows[ply], entry):
            findings.append(Finding(flaw=Flaw.COLUMNS, ply=ply, mended=True))
    missing = [ply for ply in range((find_import(lines) or 0) + 1, last + 1) if ply not in rows]
    if missing:
        findings.append(Finding(flaw=Flaw.LINES, ply=missing[0], detail=f"{missing[0]}-{missing[-1]}"))
        broken = min(missing[0], broken or missing[0])
    if present != last:
        findings.append(Finding(flaw=Flaw.LENGTH, ply=last, detail=str(present), mended=not missing))
    return Log(lines=tuple(lines), rows=rows, broken=broken, last=last), tuple(findings)


def _stands_beside(row: EntryRecord, entry: Entry) -> bool:
    """Whether the columns of a line say the same as the line."""
    return (row.seat, row.cause, row.audience) == (entry.seat, entry.cause, entry.audience)


def beside(row: EntryRecord, entry: Entry, codec: Codec[Any, Any]) -> EntryRecord:
    """Return the row of a line."""
    return EntryRecord(
        match=row.match,
        ply=row.ply,
        seat=entry.seat,
        cause=entry.cause,
        audience=entry.audience,
        data=codec.encode(entry),
        at=row.at,
    )


def changes_position(entry: Entry, ply: int, rewinds: Mapping[int, int]) -> bool:
    """Whether a position is stored after a line: after the game's, and those of the platform that change it."""
    withdrawn = any(event.text.id == "app.withdrew" for event in entry.events)
    return entry.ask != PLATFORM or ply in rewinds or withdrawn

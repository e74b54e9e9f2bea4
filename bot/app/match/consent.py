"""Who must agree that turns are taken back. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from bot.app.match.records import LogLine
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from db.records import TakeBack
from games.core.game import Barrier, Undo
from games.core.running.play import Cause
from games.core.seats import TABLE, Seat


class Consent(Struct, frozen=True):
    """Who must agree, and whether that is because something came to light."""

    seats: tuple[Seat, ...]
    barrier: bool


def consent(table: MatchState, lines: Sequence[LogLine], own: Sequence[Seat]) -> Consent:
    """Return who must agree that turns go or come back; raises Refusal where match or game rule it out.

    Computer players agree to everything, also where they look after the seat of a person; who has given up, and a seat
    that waits for a replacement, are not asked.
    """
    _expect_possible(table, lines)
    silent = {*own, *table.computers, *table.resigned, *(clock.seat for clock in table.clocks if clock.vacant)}
    others = tuple(Seat(row.seat) for row in table.seats if row.user is not None and row.seat not in silent)
    barrier = reveals(lines)
    if barrier or table.match.undo is TakeBack.CONSENT or _has_missed(table, lines):
        return Consent(others, barrier)
    moved = _movers(lines)
    return Consent(tuple(seat for seat in others if seat in moved), barrier=False)


def _expect_possible(table: MatchState, lines: Sequence[LogLine]) -> None:
    """Raise Refusal where match or game rule it out that turns go or come back."""
    if table.match.undo is TakeBack.NEVER:
        raise refuse("UNDO_NEVER", "undo_never", match=table.match.id)
    if any(line.entry.undo is Undo.NEVER for line in lines):
        raise refuse("UNDO_NEVER", "undo_never_here")


def _has_missed(table: MatchState, lines: Sequence[LogLine]) -> bool:
    """Whether the time of somebody who still plays ran out: a default move is no turn of theirs."""
    entries = (line.entry for line in lines)
    return any(entry.cause is Cause.FALLBACK and entry.seat not in table.resigned for entry in entries)


def _movers(lines: Sequence[LogLine]) -> frozenset[Seat]:
    """The seats whose own turns they are."""
    entries = (line.entry for line in lines)
    return frozenset(entry.seat for entry in entries if entry.seat != TABLE and entry.cause is not Cause.FORCED)


def reveals(lines: Iterable[LogLine]) -> bool:
    """Return whether something came to light with entries: whoever goes back before them knows it."""
    return any(line.entry.barrier is not Barrier.NONE for line in lines)

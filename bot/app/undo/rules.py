"""Which turns can be taken back, and from where the match would go on. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from bot.app.match.effective_log import find_effective, plies
from bot.app.match.records import LogLine
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from db.matches.rewind_records import RewindRecord, Rewound
from games.core.running.play import Cause
from games.core.seats import TABLE, Seat

OWN = frozenset({Cause.PLAYER, Cause.ORDER, Cause.PLAN, Cause.FALLBACK})
"""Turns that count as somebody's own; forced ones go with the turn before them."""


class Course(Struct, frozen=True, kw_only=True):
    """The newest part of a log: the game's entries that count, and its rewinds. ``last`` is the newest ply of all.

    ``unrated``: somebody has gone back past what came to light with nobody else's consent.
    """

    last: int
    lines: tuple[LogLine, ...]
    rewinds: tuple[RewindRecord, ...]
    unrated: bool = False

    @property
    def newest(self) -> int:
        """The ply of the newest turn that counts."""
        return max((line.ply for line in self.lines), default=0)


def undo_target(table: MatchState, course: Course, own: Sequence[Seat], *, turns: int) -> int:
    """Return the ply before the ``turns``-th last turn of seats; raises Refusal if there is none."""
    counted = plies(find_effective(course.last, course.rewinds))
    starts = _starts(table, course.lines, own)
    if not 1 <= turns <= len(starts):
        raise refuse("NO_UNDO", "nothing_to_undo" if not starts else "fewer_to_undo", turns=len(starts))
    return max((ply for ply in counted if ply < starts[turns - 1]), default=0)


def _starts(table: MatchState, lines: Sequence[LogLine], own: Sequence[Seat]) -> list[int]:
    """The plies with which the turns of seats begin, the newest first.

    A turn handed in secretly begins with its handing in: before that nothing of it is known.
    """
    handed = table.require_position().sealed
    first_sealed: dict[tuple[Seat, str], int] = {}
    starts = []
    for line in lines:
        entry = line.entry
        if entry.seat not in own or entry.cause not in OWN:
            continue
        key = (entry.seat, entry.ask)
        if entry.sealed:
            if entry.ask in handed:
                raise refuse("SEALED", "undo_sealed", match=table.match.id)
            first_sealed.setdefault(key, line.ply)
        else:
            starts.append(first_sealed.get(key, line.ply))
    return starts[::-1]


def redo_target(table: MatchState, course: Course) -> int:
    """Return the ply to which a redo goes; raises Refusal if nothing was taken back, or somebody has moved since."""
    known = {each.ply: each for each in course.rewinds}
    turns = {line.ply for line in course.lines}
    counted = sorted(plies(find_effective(course.last, course.rewinds)), reverse=True)
    for ply in counted:
        each = known.get(ply)
        if each is not None and each.kind is Rewound.UNDO:
            return ply - 1
        if ply in turns or (each is not None and each.kind is Rewound.REPAIR):
            break
    raise refuse("NO_REDO", "nothing_to_redo", match=table.match.id)


def count_turns(lines: Iterable[LogLine]) -> int:
    """Return how many turns of players there are among entries; one handed in secretly and played is one."""
    entries = [line.entry for line in lines if line.entry.seat != TABLE]
    played = sum(not entry.sealed for entry in entries)
    open_ones = {(entry.seat, entry.ask) for entry in entries if not entry.sealed}
    return played + len({(e.seat, e.ask) for e in entries if e.sealed} - open_ones)

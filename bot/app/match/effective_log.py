"""Which entries of a log count after turns were taken back. Pure.

A log only grows. An entry that rewinds says that the match goes on from an earlier position; what lies between is told
still, but no turn follows from it. Rewinding to a ply that lies between brings its turns back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.app.match.turn_runner import PLATFORM
from db.matches.rewind_records import RewindRecord
from games.core.running.play import Entry

REVEALED = "app.undone_revealed"
"""The sentence of the log after which a match counts for no ratings and records."""

Span = tuple[int, int]
"""First and last ply of a stretch of the log, both included."""


def find_effective(last: int, rewinds: Sequence[RewindRecord]) -> tuple[Span, ...]:
    """Return the spans of entries that lead to the position after ply ``last``, the first ones first."""
    spans: list[Span] = []
    newest = sorted(rewinds, key=lambda each: each.ply, reverse=True)
    for each in newest:
        if each.ply <= last:
            spans.append((each.ply, last))
            last = each.target
    spans.append((1, last))
    return tuple(reversed([span for span in spans if span[0] <= span[1]]))


def plies(spans: Iterable[Span]) -> frozenset[int]:
    """Return all plies of spans."""
    return frozenset(ply for first, last in spans for ply in range(first, last + 1))


def spans_of(wanted: Iterable[int]) -> tuple[Span, ...]:
    """Return plies as spans, in order."""
    spans: list[Span] = []
    for ply in sorted(wanted):
        if spans and spans[-1][1] == ply - 1:
            spans[-1] = (spans[-1][0], ply)
        else:
            spans.append((ply, ply))
    return tuple(spans)


def is_unrated(entry: Entry) -> bool:
    """Return whether an entry says that somebody went back past what came to light with nobody else's consent."""
    return entry.ask == PLATFORM and any(event.text.id == REVEALED for event in entry.events)

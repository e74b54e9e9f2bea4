"""Who runs out of time too often is kept out of tournaments for a while: the rule of ``docs/ratings.md``. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.app.ratings.views import BarView
from db.ratings.records import Left, Tally

COUNTED = timedelta(days=120)
"""Older matches are forgiven."""

FREE = 1
"""So many seats lost by time in a while keep nobody out."""

FIRST_BAR = timedelta(days=7)
"""After one more; each further one doubles it."""

LONGEST_BAR = timedelta(days=112)

LOOKED_AT = 50
"""Matches by which reliability is judged."""

ENOUGH = 10
"""Turns below which nothing is said about reliability."""


def bar(tallies: Sequence[Tally], now: datetime) -> BarView | None:
    """Return until when a player is kept out of tournaments; None: not at all.

    Counted are the seats lost by time in the last 120 days: the second keeps out for a week from its end, the third for
    two, the fourth for four, and so on up to sixteen.
    """
    lost = [each.finished for each in tallies if each.left is Left.LATE and each.finished > now - COUNTED]
    if len(lost) <= FREE:
        return None
    length = min(FIRST_BAR * 2 ** (len(lost) - FREE - 1), LONGEST_BAR)
    until = max(lost) + length
    return BarView(until=until, times=len(lost)) if until > now else None


def reliability(tallies: Sequence[Tally]) -> int | None:
    """Return the percentage of turns made in time, of the last 50 matches; None below 10 turns."""
    turns = sum(each.turns for each in tallies[:LOOKED_AT])
    late = sum(each.late for each in tallies[:LOOKED_AT])
    return None if turns < ENOUGH else (turns - late) * 100 // turns

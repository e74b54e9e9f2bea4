"""Puzzles that a person has solved on a server, and how many of them in a row."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from db.ids import UserId
from db.tx import Tx

MOST_DAYS = 1000
"""The longest streak that is counted."""


class Streaks(Struct, frozen=True, kw_only=True):
    """How many puzzles were solved; in a row, up to the newest that is over or solved; and in a row at best."""

    solved: int
    current: int
    best: int


def find_streaks(tx: Tx, user: UserId, guild: int, *, day: int) -> Streaks:
    """Return what a person has solved on a server up to a day, whose puzzle can still be solved unless it was shown."""
    solved = tx.puzzles.list_solved(user, guild, most=MOST_DAYS)
    posed = tx.puzzles.list_days(day, most=MOST_DAYS) if solved else ()
    if posed and posed[0] == day and day not in solved:
        answer = tx.puzzles.answer(day, user)
        posed = posed if answer is not None and answer.shown else posed[1:]
    return Streaks(solved=len(solved), current=count_streak(solved, posed), best=_find_best(solved, posed))


def count_streak(solved: Sequence[int], posed: Sequence[int]) -> int:
    """Return how many of the newest puzzles in a row were solved, by the days of both, the newest first.

    A day without a puzzle breaks nothing.
    """
    known = frozenset(solved)
    return next((at for at, day in enumerate(posed) if day not in known), len(posed))


def _find_best(solved: Sequence[int], posed: Sequence[int]) -> int:
    known, best, row = frozenset(solved), 0, 0
    for day in posed:
        row = row + 1 if day in known else 0
        best = max(best, row)
    return best

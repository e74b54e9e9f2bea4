"""A match of a knockout over several games: when it is decided, and for whom. Pure."""

from __future__ import annotations

from collections.abc import Sequence

HIGHER, OPEN, LOWER = 1, 0, -1
"""Who has won: the entrant set higher, nobody yet, the entrant set lower."""


def find_winner(games: Sequence[int], best_of: int) -> int:
    """Return who goes on from a match as soon as the games left can't change that.

    ``games`` are the results so far: ``HIGHER``, ``LOWER``, or 0 for an even game. After an even match the entrant set
    higher goes on.
    """
    left, lead = best_of - len(games), sum(games)
    if lead >= left:
        return HIGHER
    return LOWER if -lead > left else OPEN

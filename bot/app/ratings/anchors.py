"""What computer players are rated at: as strong as they were measured to be, the same on every server. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from typing import NamedTuple

from bot.app.ratings.skill import BETA, MILLION, START, Strength, points


class Measured(NamedTuple):
    """How strong a level is, in points of Elo against ``steady`` of its game, and the standard error of that."""

    elo: int
    error: int


MEASURED: Mapping[str, Mapping[str, Measured]] = {
    "greentown": {
        "beginner": Measured(-401, 56),
        "easy": Measured(-210, 40),
        "steady": Measured(0, 0),
        "strong": Measured(515, 56),
    },
    "grumpf": {
        "beginner": Measured(-753, 132),
        "easy": Measured(-566, 127),
        "steady": Measured(0, 0),
        "strong": Measured(417, 44),
    },
    "grunn": {
        "beginner": Measured(-529, 67),
        "easy": Measured(-372, 56),
        "steady": Measured(0, 0),
        "strong": Measured(210, 29),
    },
    "h2olland": {
        "beginner": Measured(-410, 57),
        "easy": Measured(-191, 39),
        "steady": Measured(0, 0),
        "strong": Measured(453, 48),
    },
    "walnut_grove": {
        "beginner": Measured(-433, 58),
        "easy": Measured(-214, 41),
        "steady": Measured(0, 0),
        "strong": Measured(256, 31),
    },
}
"""By game and level, with two seats; ``docs/computers.md`` says how.

A change makes other ratings of the results that are there: raise ``RULE`` (``db/ratings/records.py``) with it.
"""

UNIT = MILLION * sqrt(2) * BETA * log(10) / 400
"""A point of Elo on the scale of the model, in which one of two players beats the other by a logistic curve."""

LEAST = MILLION // 2
"""No level is known better than this: people play other numbers of seats, and with other options."""


def find_anchor(game: str, level: str) -> Strength | None:
    """Return the rating of a game's computer player; None if it wasn't measured: then its matches tell."""
    found = MEASURED.get(game, {}).get(level)
    if found is None:
        return None
    return Strength(START.mu + round(found.elo * UNIT), max(LEAST, round(found.error * UNIT)))


def list_anchors(game: str) -> tuple[tuple[str, int], ...]:
    """Return a game's levels that were measured with their points as they are shown, the weakest first."""
    levels = sorted(MEASURED.get(game, {}).items(), key=lambda each: each[1])
    return tuple((level, points(START.mu + round(found.elo * UNIT))) for level, found in levels)

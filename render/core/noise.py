"""Smooth noise that repeats exactly from its key, so that every picture of a position is the same picture."""

from math import cos, pi
from random import Random
from zlib import crc32

KNOTS = 4093
FINE = 32  # steps of the curve from knot to knot


def _table() -> list[float]:
    chance = Random("ink")
    return [chance.uniform(-1.0, 1.0) for _ in range(KNOTS + 1)]


_HEIGHTS = _table()
_EASE = [(1.0 - cos(i * pi / FINE)) / 2.0 for i in range(FINE + 1)]


class Wobble:
    """Noise between -1 and 1 along a length, smooth from knot to knot, the same for the same key."""

    __slots__ = ("_rate", "_start")

    def __init__(self, key: str, step: float) -> None:
        self._start = crc32(key.encode()) % KNOTS
        self._rate = 1.0 / step

    def __call__(self, at: float) -> float:
        """The noise at a place along the length (any unit, the one `step` was given in)."""
        place = at * self._rate
        knot = int(place)
        index = (self._start + knot) % KNOTS
        low = _HEIGHTS[index]
        return low + (_HEIGHTS[index + 1] - low) * _EASE[int((place - knot) * FINE)]


def seed_random(key: str) -> Random:
    """A generator for the scatter of a texture, the same for the same key on every machine."""
    return Random(key)

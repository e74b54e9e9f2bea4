"""Smooth noise that repeats exactly from its key, so that every picture of a position is the same picture."""

from math import cos, pi
from random import Random

KNOTS = 61


class Wobble:
    """Noise between -1 and 1 along a length, smooth from knot to knot, the same for the same key."""

    __slots__ = ("_knots", "_step")

    def __init__(self, key: str, step: float) -> None:
        chance = Random(key)
        self._knots = [chance.uniform(-1.0, 1.0) for _ in range(KNOTS)]
        self._step = step

    def __call__(self, at: float) -> float:
        """The noise at a place along the length (any unit, the one `step` was given in)."""
        knot, part = divmod(at / self._step, 1.0)
        low = self._knots[int(knot) % KNOTS]
        high = self._knots[(int(knot) + 1) % KNOTS]
        return low + (high - low) * (1.0 - cos(part * pi)) / 2.0


def seeded(key: str) -> Random:
    """A generator for the scatter of a texture, the same for the same key on every machine."""
    return Random(key)

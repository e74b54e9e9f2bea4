"""Where the discs of the guide lie on the oblong board and beside it."""

from render.core.guide import Disc
from render.core.paths import Point
from render.h2olland.plates import head
from render.h2olland.terrain.window import OBLONG

ON_BOARD: dict[str, tuple[str, Point, Point]] = {
    "water": ("C7", (0.63, 0.63), (0.25, 0.22)),
    "dike": ("A4", (0.40, 0.58), (0.98, 0.16)),
    "mill": ("G8", (0.5, 0.5), (-0.16, 0.46)),
    "farm": ("H3", (0.5, 0.60), (0.5, -0.06)),
    "crop": ("K10", (0.5, 0.46), (0.02, 0.46)),
    "tulips": ("D10", (0.48, 0.46), (1.08, 0.12)),
    "bridge": ("N7", (0.47, 0.10), (0.66, -0.72)),
    "zone": ("N9", (0.44, 0.2), (1.06, 0.2)),
}
"""Squares, and from their corners to the discs and to what these point at, in squares."""


def discs() -> tuple[Disc, ...]:
    """The discs of the board, then that of the weather."""
    left, top = OBLONG.corner

    def from_corner(square: str, far: Point) -> Point:
        x, y = OBLONG.at(square)
        return (left + x + far[0] * OBLONG.size, top + y + far[1] * OBLONG.size)

    found = [
        Disc(thing, from_corner(square, far), from_corner(square, to)) for thing, (square, far, to) in ON_BOARD.items()
    ]
    return (*found, Disc("weather", (head.COLUMN[0] + 32, 312)))

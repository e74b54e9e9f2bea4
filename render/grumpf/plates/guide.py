"""Where the discs of the guide lie on the hunting grounds."""

from render.core.guide import Disc
from render.core.paths import Point
from render.grumpf.plates import head
from render.grumpf.terrain.slab import PLACES

ON_GROUNDS: dict[str, tuple[str, Point, Point]] = {
    "condition": ("W", (228, 25), (292, 25)),
    "state": ("F", (424, 98), (434, 49)),
    "stake": ("F", (500, 98), (502, 49)),
    "grumpf": ("S", (198, 116), (152, 114)),
    "clubbed": ("R", (4, 115), (28, 122)),
    "ranking": ("S", (326, 162), (280, 184)),
    "awards": ("M", (424, 150), (466, 180)),
}
"""Grounds, and from their corners to the discs and to what these point at."""


def discs() -> tuple[Disc, ...]:
    """The discs of the head, then those of the grounds."""
    end, step = head.TENTS
    found = [
        Disc("beats", (head.START - 62, 42), (head.START - 20, head.ROPE_Y)),
        Disc("huts", (end - 2 * step - 48, 38), (end - 2 * step + 1, 44)),
    ]
    for thing, (ground, at, to) in ON_GROUNDS.items():
        x, y = PLACES[ground]
        found.append(Disc(thing, (x + at[0], y + at[1]), (x + to[0], y + to[1])))
    return tuple(found)

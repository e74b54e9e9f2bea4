"""Where the discs of the guide lie on the plate of the town."""

from render.core.guide import Disc
from render.core.paths import Point
from render.greentown.plates import board, supply
from render.greentown.terrain.hexagon import place
from render.greentown.terrain.town import Town, lay_out

ON_MAP: dict[str, tuple[str, Point, Point | None]] = {
    "space": ("O12", (0.0, 0.38), None),
    "hotel": ("M15", (0.51, -0.22), (0.26, -0.06)),
    "tree": ("L15", (-0.36, -0.60), (-0.11, -0.25)),
    "building": ("M16", (0.43, -0.30), (0.16, -0.14)),
    "vacant": ("O14", (-0.40, -0.20), (-0.09, -0.09)),
    "stop": ("L14", (-0.32, -0.42), (-0.46, -0.17)),
}
"""Spaces of the guide's town, and from their middles to the discs and what these point at, by the width of a space."""


def discs(town: Town) -> tuple[Disc, ...]:
    """The discs on the map, then those left of the hand and of the supply."""
    at = lay_out(town, board.MAP)

    def beside(space: str, far: Point) -> Point:
        x, y = at.at(place(space))
        return (x + far[0] * at.wide, y + far[1] * at.wide)

    on_map = (
        Disc(thing, beside(space, far), None if to is None else beside(space, to))
        for thing, (space, far, to) in ON_MAP.items()
    )
    left, top, _, _ = supply.HAND
    aside = left - 34
    rows = {
        "markers": (aside + 24, top + 29),
        "card": (aside, top + 200),
        "supply": (aside + 2, supply.ROWS_AT[0][1] + 50),
    }
    return (*on_map, *(Disc(thing, at, (left + 12, at[1])) for thing, at in rows.items()))

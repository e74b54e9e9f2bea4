"""Signs of what can be placed on a square, drawn where squares are large enough for them."""

from functools import lru_cache

from render.core.ink import even
from render.core.paths import rounded
from render.core.surface import Raster, Surface
from render.h2olland import tokens
from render.h2olland.fields import SIGNS
from render.h2olland.inks import CREAM, INK, LEAF, TULIPS

WIDE, HIGH = 52, 40
"""Room for one sign, in pixels."""


@lru_cache(maxsize=8)
def tablet(columns: int, rows: int) -> Raster:
    """The cream ground under signs in so many columns and rows; (0, 0) in its middle."""
    half, deep = columns * WIDE / 2 + 3, rows * HIGH / 2 + 3
    plate = Surface("tablet", (-half - 4, -deep - 4, half + 4, deep + 4), 1.0, flat=True)
    plate.pen().shape(rounded(-half, -deep, half, deep, radius=10), CREAM, edge=even(3, INK), shake=0)
    return plate.raster()


@lru_cache(maxsize=32)
def choice(kind: str) -> Raster:
    """The sign of an item; `crop` (a sprout) and `tulip` (without numeral) stand for any of several."""
    if kind == "mill":
        return tokens.mill_sign("ink", 34)
    if kind == "farm":
        return tokens.farm_sign("ink", 34)
    if kind in TULIPS:
        return tokens.bulb(kind, str(TULIPS.index(kind) + 1), size=38)
    plate = Surface(f"choice{kind}", (-26, -22, 26, 22), 1.0, flat=True)
    pen = plate.pen()
    if kind == "tulip":
        pen.shape(tokens.bloom((0, 1), 36), CREAM, edge=even(3.4, INK), shake=0)
    elif kind == "crop":
        pen.line([(0, 17), (0, -2)], even(5, INK))
        for side in (-1, 1):
            leaf = [(0.0, 1.0), (side * 5.0, -11.0), (side * 19.0, -15.0), (side * 15.0, -1.0), (side * 6.0, 4.0)]
            pen.shape(leaf, LEAF, edge=even(3, INK), shake=0)
    else:
        SIGNS[kind](plate.pen(share=0.6, key="sign"))
    return plate.raster()

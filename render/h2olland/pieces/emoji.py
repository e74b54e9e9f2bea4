"""Crops, tulips and buildings small enough for a line of a menu."""

from functools import partial

from render.core.emoji import Pieces
from render.core.paths import round_rectangle
from render.core.surface import Raster, Surface
from render.h2olland.inks import CODES, FILLS, PANEL, TULIPS
from render.h2olland.pieces.buildings import farm, mill
from render.h2olland.pieces.cuts import block
from render.h2olland.pieces.fields import SIGNS
from render.h2olland.pieces.tokens import bulb, dike_sign

LARGE = 1.6
"""Pixels to a unit: a square has 80 units."""
TULIP = 112
NEUTRAL = 0
"""The seat whose buildings are white."""


def pieces() -> Pieces:
    """Everything a barn can hold: `corn`, `tulip_red`, `mill`."""
    return {
        **{kind: partial(_crop, kind) for kind in CODES},
        **{kind.replace("-", "_"): partial(bulb, kind, size=TULIP) for kind in TULIPS},
        "farm": partial(farm, NEUTRAL, LARGE, PANEL, lettered=False),
        "mill": partial(mill, NEUTRAL, LARGE, PANEL, lettered=False),
        "dike": partial(dike_sign, LARGE * LARGE),
    }


def _crop(kind: str) -> Raster:
    plate = Surface("crop", (0, 0, 80, 80), LARGE, flat=True)
    block(plate.pen(), round_rectangle(3, 3, 77, 77, radius=12), FILLS[kind], 5)
    SIGNS[kind](plate.pen(40, 40, 1.15))
    return plate.raster()

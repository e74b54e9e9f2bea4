"""The named inks of Grunn's pictures, and the palette that all of them are brought to."""

from functools import lru_cache

from render.core.colour import RGB, mix, rgb
from render.core.palette import Palette

INK = rgb("#2A211A")
PAPER = rgb("#F4E8CF")
PAPER2 = rgb("#EADBBB")
CREAM = rgb("#FFF8E7")
FREE = rgb("#F9F4E4")  # legal empty cells; pure white would outshine everything
SEA = rgb("#C3D6D0")
SEA2 = rgb("#A9C4BF")
DEEP = rgb("#20343B")
DEEP2 = rgb("#34505A")
LAND = rgb("#3D5B65")
GOLD = rgb("#E8B23C")
GOLD2 = rgb("#B97F1C")
SUN = rgb("#C9772F")
TERRA = rgb("#BF4A2E")
STRAW = rgb("#D9A744")
SLATE = rgb("#5B6770")
CANAL = rgb("#1F5FBF")
CANAL_PALE = rgb("#A9C4EA")
CANAL_DASH = rgb("#163F80")
WADDEN = rgb("#4EA657")  # a little lighter than grass is: the ink letter needs 5 : 1
DOLLARD = rgb("#EFBE37")
BOG = rgb("#573821")
FOREST = rgb("#C6E48F")
MARSH = rgb("#B596DF")
RIDGE = rgb("#BC3E2B")  # dark enough for cream letters: 5 : 1
BOG_PALE = rgb("#C3A78A")  # the usual mixture would turn grey
SHADE = rgb("#3A2E22")

PALE_GROUND = rgb("#FFFAF0")


def pale(fill: RGB) -> RGB:
    """The fill of a landscape before it is developed."""
    return BOG_PALE if fill == BOG else mix(fill, PALE_GROUND, 0.45)


NAMED = (
    INK, PAPER, PAPER2, CREAM, FREE, SEA, SEA2, DEEP, DEEP2, LAND, GOLD, GOLD2, SUN, TERRA, STRAW, SLATE,
    CANAL, CANAL_PALE, CANAL_DASH, WADDEN, DOLLARD, BOG, FOREST, MARSH, RIDGE, BOG_PALE,
    *(pale(fill) for fill in (WADDEN, DOLLARD, FOREST, MARSH)),
    *(mix(INK, paper, share) for paper in (PAPER, PAPER2, SEA, CREAM) for share in (0.75, 0.5, 0.25)),
    *(mix(CREAM, dark, share) for dark in (INK, DEEP) for share in (0.66, 0.33)), mix(INK, GOLD, 0.5),
)  # fmt: skip


@lru_cache(maxsize=1)
def palette() -> Palette:
    """The palette of all of Grunn's pictures."""
    return Palette.of("render.grunn")

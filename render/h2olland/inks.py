"""The named inks of H₂Olland's pictures: a coloured linocut of a polder seen from the air, and its palette."""

from functools import lru_cache

from render.core.colour import RGB, mix, rgb
from render.core.palette import Palette

PAPER = rgb("#F5EBD3")
PANEL = rgb("#EBDDBB")
CREAM = rgb("#FFF8E6")
INK = rgb("#1B2838")
WATER = rgb("#2B6B90")
DEEP = rgb("#235878")
FOAM = rgb("#BFE0E2")
RIPPLE = rgb("#6FA6BB")
WAVE = rgb("#EAF4EC")
GRASS = rgb("#A8BE69")
FURROW = rgb("#8EA650")
GRASS_LINE = rgb("#66803F")
SAND = rgb("#EBD5A0")
SAND_LINE = rgb("#C4A560")
SAND_STROKE = rgb("#DCC288")
BARREN = rgb("#A8774E")
HATCH = rgb("#754B2F")
STONE = rgb("#D8CBB4")
DIKE = rgb("#4B3B2C")
SAIL = rgb("#F3DFAE")
SUN = rgb("#F2C14E")
DECK = rgb("#D2C9B2")
PLANK = rgb("#6B665A")
IDLE = rgb("#9AA0A0")
SKYLINE = rgb("#DFCB9E")
TILE_NUMBER = rgb("#40562A")
PALE = rgb("#AC9F80")
BEACH = rgb("#F4E2B4")
ISLAND = rgb("#3E5230")
PASTURE = rgb("#DCE3B4")
QUIET = rgb("#6E6A5E")
"""Season marks that are not the present one."""

LEAF = rgb("#4F8A3C")
POD = rgb("#B7D27C")
ROOT = rgb("#F08A24")
NOSE = rgb("#F0A89A")
LEGAL = rgb("#FFE14D")
"""Where something can go now: always between two lines of ink."""

SEATS = (rgb("#FFFDF6"), rgb("#E69F00"), rgb("#D55E00"), rgb("#0072B2"))
FLECKS = (rgb("#E9E2CF"), rgb("#EDB437"), rgb("#E0762B"), rgb("#2B86BE"))
LETTERS = (INK, INK, INK, rgb("#FFFFFF"))

CORN, BEAN, CARROT, POTATO = "corn", "bean", "carrot", "potato"
COW = "cow"
TULIPS = ("tulip-red", "tulip-yellow", "tulip-orange", "tulip-pink", "tulip-white", "tulip-purple")
FILLS: dict[str, RGB] = {
    "tulip-red": rgb("#CC3311"),
    "tulip-yellow": rgb("#F0E442"),
    "tulip-orange": rgb("#EE7733"),
    "tulip-pink": rgb("#F4A6C0"),
    "tulip-white": rgb("#FFFFFF"),
    "tulip-purple": rgb("#882288"),
    CORN: rgb("#D8AE45"),
    BEAN: rgb("#5E8B4B"),
    CARROT: rgb("#8E6145"),
    POTATO: rgb("#BFA27C"),
    COW: PASTURE,
}
"""Ground of each field."""

STRIPES: dict[str, RGB] = {
    "tulip-red": rgb("#9E2209"),
    "tulip-yellow": rgb("#CDB91C"),
    "tulip-orange": rgb("#C65614"),
    "tulip-pink": rgb("#DB7D9F"),
    "tulip-white": rgb("#CFD3C6"),
    "tulip-purple": rgb("#651466"),
    CORN: rgb("#BD8F2A"),
    BEAN: rgb("#4A7439"),
    CARROT: rgb("#734A32"),
    POTATO: rgb("#A38460"),
    COW: LEAF,
}
"""Stripes and furrows of each field."""

LIGHT_TYPE = ("tulip-red", "tulip-purple", BEAN, CARROT)
"""Grounds on which numbers and codes are cream."""

CODES = {CORN: "Co", BEAN: "Be", CARROT: "Ca", POTATO: "Po", COW: "Cw"}
SHADE = 0.45
"""How much ink a shadow mixes into what lies under it."""


def shade(ground: RGB) -> RGB:
    """A hard shadow on a ground."""
    return mix(INK, ground, SHADE)


NAMED = (
    INK, PAPER, PANEL, CREAM, WATER, DEEP, FOAM, RIPPLE, WAVE, GRASS, FURROW, GRASS_LINE, SAND, SAND_LINE,
    SAND_STROKE, BARREN, HATCH, STONE, DIKE, SAIL, SUN, DECK, PLANK, IDLE, SKYLINE, TILE_NUMBER, PALE, BEACH, ISLAND,
    PASTURE, QUIET, LEAF, POD, ROOT, NOSE, LEGAL, *SEATS, *FLECKS, LETTERS[3], *FILLS.values(), *STRIPES.values(),
    *(shade(ground) for ground in (PAPER, SAND, GRASS, BARREN)),
    *(mix(INK, ground, share) for ground in (CREAM, SAND, GRASS) for share in (0.66, 0.33)),
    *(mix(INK, ground, 0.5) for ground in (PANEL, PAPER)),
    *(mix(CREAM, WATER, share) for share in (0.66, 0.33)), mix(INK, WATER, 0.5),
)  # fmt: skip


@lru_cache(maxsize=1)
def palette() -> Palette:
    """The palette of all of H₂Olland's pictures."""
    return Palette.of("render.h2olland")

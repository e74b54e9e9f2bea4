"""The named inks of Green Town's pictures: the printed plan of a garden city, and the palette made of them."""

from functools import lru_cache

from render.core.colour import mix, rgb
from render.core.palette import Palette

INK = rgb("#17352B")
PAPER = rgb("#F5ECD3")
CREAM = rgb("#FBF4E0")
CARD = rgb("#FFFCF0")
SAND = rgb("#E9DDBB")
ACTIVE = rgb("#FFF9E6")
BAND = DEEP = rgb("#26513D")
FOOT = mix(INK, BAND, 0.25)
PASTURE = rgb("#8EBB70")
GROVE = rgb("#74A972")
FLOWER = rgb("#A9BF66")
BRICK = rgb("#C9B98A")
LANDS = (rgb("#DDDDB0"), rgb("#D3D5A2"), rgb("#E6E4BE"))
DITCH = rgb("#BFCFB4")
CANAL = rgb("#B5CDBF")
RED = rgb("#C92E1B")
RUST = rgb("#82341A")
LEAF, LEAF_LIGHT = rgb("#1F5A3A"), rgb("#4E8F55")
TRUNK = rgb("#6B4327")
GREY, GREY_DARK = rgb("#B9B39C"), rgb("#8A866F")
FACE_DOWN = rgb("#5C5C4B")
"""The letters of a marker that is face down: still 3 : 1 on grey."""

OPEN = mix(CREAM, LANDS[2], 0.28)
DASH = mix(LANDS[2], INK, 0.22)
CAST = mix(INK, LANDS[0], 0.44)
"""The hard shadow of what lies on the land."""

READY = rgb("#527F55")
"""The field under the stacks from which tiles are laid now."""

GHOST = mix(PASTURE, FOOT, 0.3)
GHOST_TEXT = mix(PASTURE, FOOT, 0.8)
QUIET = rgb("#C3D6AC")
"""Lettering of second rank on the bands."""

FILLS = (rgb("#E69F00"), rgb("#56B4E9"), rgb("#CC79A7"), rgb("#F0E442"))
TONES = (rgb("#B97A00"), rgb("#2E86BD"), rgb("#8F3F6E"), rgb("#B5A400"))
"""Second tone by seat: the pattern, and with ink the side of the blocks."""

SIDES = tuple(mix(INK, tone, 0.35) for tone in TONES)
FACES = {"cow": PASTURE, "tree": GROVE, "flower": FLOWER, "hotel": BRICK}
TEXTURES = {symbol: mix(INK, base, 0.26) for symbol, base in FACES.items()}
PETAL = mix(CREAM, FLOWER, 0.38)
EDGES = {symbol: mix(INK, base, 0.55) for symbol, base in FACES.items()}
"""The thickness of a tile, seen from above."""

SHADES = (0.14, 0.29, 0.44)
"""How much ink the shadow of the town mixes into what lies under it, from its rim inwards."""

WATER_DARK = CAST
WATER_LIGHT = mix(CREAM, CANAL, 0.55)
FURROW = mix(INK, LANDS[0], 0.15)
TUFT = mix(INK, LANDS[0], 0.28)
COUNTRY = (*LANDS, DITCH, CANAL, WATER_DARK, WATER_LIGHT, PAPER, FURROW, TUFT)
"""All colours of the land: few, so that the ground of the map stays light in bytes."""

NAMED = (
    INK, DEEP, PAPER, CREAM, CARD, SAND, ACTIVE, FOOT, PASTURE, GROVE, FLOWER, BRICK, *COUNTRY,
    RED, RUST, LEAF, LEAF_LIGHT, TRUNK, GREY, GREY_DARK, FACE_DOWN, OPEN, DASH, READY, GHOST, GHOST_TEXT, QUIET,
    *FILLS, *TONES, *SIDES, *TEXTURES.values(), PETAL, *EDGES.values(),
    *(mix(INK, land, share) for land in (LANDS[0], OPEN) for share in SHADES),
    *(mix(INK, ground, share) for ground in (CREAM, PASTURE) for share in (0.75, 0.5, 0.25)),
    *(mix(RED, CREAM, share) for share in (0.66, 0.33)), mix(RED, INK, 0.5),
    *(mix(CREAM, FOOT, share) for share in (0.66, 0.33)),
    mix(CREAM, BAND, 0.07), mix(CREAM, FOOT, 0.07),
)  # fmt: skip


@lru_cache(maxsize=1)
def country() -> Palette:
    """The few colours of the land."""
    return Palette(COUNTRY)


@lru_cache(maxsize=1)
def palette() -> Palette:
    """The palette of all of Green Town's pictures."""
    return Palette.of("render.greentown")

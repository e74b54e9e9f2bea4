"""The named inks of Grumpf's pictures: a cave wall by torchlight, and the palette made of them."""

from functools import lru_cache

from render.core.colour import RGB, mix, rgb
from render.core.palette import Palette

INK = rgb("#26150E")
SOOT = rgb("#4A3325")
CAVE = rgb("#2E1B12")
CAVE_DARK = rgb("#22130C")
CAVE_LIGHT = rgb("#382218")
STONE = rgb("#EBDAB5")
CREAM = rgb("#FBF0D6")
BRIGHT = rgb("#FFF4DC")
TORCH = rgb("#FFDD7A")
GLOW = rgb("#FFE9A6")
RED = rgb("#A8321A")
BLOOD = mix(INK, RED, 0.2)
"""Red lettering on stone."""

PALE = rgb("#F6E3C8")
MOSS = rgb("#2F5D2B")
OCHRE = rgb("#D9952A")
PEG = rgb("#C77B32")
HIDE = rgb("#DDA35E")
ROOF = rgb("#D39A58")
WAITING = rgb("#F3DFAF")
RESTING = rgb("#CDB78E")
WOOD = rgb("#8B5A30")
WOOD_LIGHT = rgb("#B98350")
QUIET = rgb("#C9A98C")
"""Lettering of second rank on the cave wall."""

ROPE = rgb("#8A6B50")
_HOLLOW = rgb("#E4CDA0")

BOARDS = {
    "B": rgb("#E6AC1C"),
    "R": rgb("#2E794C"),
    "F": rgb("#2A72A3"),
    "W": rgb("#B23A2A"),
    "M": rgb("#7A4A2A"),
    "S": rgb("#6B4590"),
}
"""Pigment of each board."""

MOTIFS = {code: mix(INK, colour, 0.17 if code == "B" else 0.22) for code, colour in BOARDS.items()}
LETTERS = {code: INK if code == "B" else CREAM for code in BOARDS}
"""Colour of the lettering on each board's strip."""

CLANS = {
    "Vi": rgb("#6A3D9A"),
    "Or": rgb("#E66100"),
    "Gr": rgb("#1B7837"),
    "Ye": rgb("#F2C200"),
    "Pi": rgb("#D9569C"),
    "Bl": rgb("#1F65B7"),
    "Ne": rgb("#6E6E6E"),
}
LIGHT = ("Or", "Ye")
"""Clans whose colour takes a number in ink."""


def times(first: RGB, second: RGB) -> RGB:
    """Two colours printed one over the other."""
    red, green, blue = (a * b // 255 for a, b in zip(first, second, strict=True))
    return (red, green, blue)


STONES = {
    "B": rgb("#EBD9AB"),
    "R": rgb("#E0D9B3"),
    "F": rgb("#DDD6BE"),
    "W": rgb("#EBD3B2"),
    "M": rgb("#E3D0AD"),
    "S": rgb("#E6D0C4"),
}
"""Stone of each slab, with a little of its pigment: farther apart than the palette's least distance."""

HOLLOWS = {code: times(colour, _HOLLOW) for code, colour in STONES.items()}
"""Ground of each slab's hollows."""

STAIN = 0.05
"""How much ink a stain has."""

PAINTING = 0.28
"""How much pigment the animal on the rock has."""

DARKS = {code: mix(INK, colour, 0.32) for code, colour in CLANS.items()}
SHINES = {code: mix(CREAM, colour, 0.38) for code, colour in CLANS.items()}
"""Shadow and light on a Grumpf."""

PALES = {code: mix(mix(colour, rgb("#A89A84"), 0.65), CREAM, 0.65) for code, colour in CLANS.items()}
"""A Grumpf that is knocked out."""


def stain(colour: RGB) -> RGB:
    """The darker tone of a stone."""
    return mix(INK, colour, STAIN)


_GROUNDS = (*STONES.values(), WAITING, RESTING)
NAMED = (
    INK, SOOT, CAVE, CAVE_DARK, CAVE_LIGHT, CREAM, TORCH, GLOW, RED, BLOOD, PALE, MOSS, OCHRE, PEG, HIDE, ROOF,
    WOOD, WOOD_LIGHT, QUIET, ROPE, *BOARDS.values(), *MOTIFS.values(), *CLANS.values(), *DARKS.values(),
    *SHINES.values(), *PALES.values(), *_GROUNDS, *(stain(ground) for ground in _GROUNDS), *HOLLOWS.values(),
    *(mix(BOARDS[code], STONES[code], PAINTING) for code in BOARDS),
    *(mix(BOARDS[code], HOLLOWS[code], PAINTING) for code in BOARDS),
)  # fmt: skip


@lru_cache(maxsize=1)
def palette() -> Palette:
    """The palette of all of Grumpf's pictures."""
    return Palette.of("render.grumpf")

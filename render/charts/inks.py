"""Colours of the charts: dark on paper, told apart by lightness and shape, never by hue alone."""

from functools import lru_cache

from render.core.colour import RGB, mix, rgb
from render.core.palette import Palette

INK = rgb("#22262B")
PAPER = rgb("#FBF6EA")
BAND = rgb("#EFE6D2")
RULE = rgb("#C9BDA3")
QUIET = rgb("#5E5646")
LINE = rgb("#1C4E80")
MARGIN = rgb("#CFDCE8")
OWN = rgb("#F3D98B")
LEAD = rgb("#8A5A00")

SEATS = tuple(map(rgb, ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")))
"""Of players whom no game's picture gives a color: told apart with every kind of sight, and by their shapes besides."""

_GROUNDS = (PAPER, BAND, MARGIN, OWN)
_PENS = (INK, QUIET, LINE, LEAD, RULE)
_SHARES = (0.2, 0.4, 0.6, 0.8)


@lru_cache(maxsize=1)
def palette() -> Palette:
    """Return the palette of all charts: the inks, and each pen mixed with each ground for soft edges."""
    mixed: list[RGB] = [mix(pen, ground, share) for pen in _PENS for ground in _GROUNDS for share in _SHARES]
    return Palette(tuple(dict.fromkeys((*_GROUNDS, *_PENS, *mixed))))

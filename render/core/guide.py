"""
An annotated board: a plate with numbered discs on what the game's guide explains in words.

The discs have colours of their own, which no game has, and a pale rim in a dark one, so that they are told from what
lies below by shape and lightness, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, pi, sin
from typing import TypeAlias

from PIL import Image

from render.core.colour import RGB, mix
from render.core.ink import even
from render.core.lettering.fonts import DOSIS
from render.core.memory.cache import cached
from render.core.palette import Palette
from render.core.paths import Point
from render.core.plates import Plate, Plates
from render.core.surface import Raster, Surface

DISC, LINE, RIM = 27.0, 4.0, 2.5
"""Radius of a disc, and how thick the pale and the dark line around it are."""
RADIUS = DISC + LINE + RIM
"""All that a disc covers."""
FIGURES = 46  # capitals of 34 pixels
WEDGE = 0.45  # half the angle at which a pointer leaves its disc
FACE, PALE, DARK = (176, 0, 116), (255, 255, 255), (26, 10, 20)
INKS: tuple[RGB, ...] = (
    *(mix(FACE, PALE, i / 5) for i in range(6)), *(mix(PALE, DARK, i / 4) for i in range(1, 5)), mix(FACE, DARK, 0.5),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Disc:
    """
    Where a thing of the guide is numbered: the middle of the disc.

    Where the disc would cover what it explains, it lies beside it and points `to` it.
    """

    thing: str
    at: Point
    to: Point | None = None


Explained: TypeAlias = tuple[tuple[Plate, tuple[Disc, ...]], ...]
"""Plates with what is explained on each, in the order of the game's guide (`games.core.game.Guide.things`)."""


def add_discs(shown: Explained) -> Plates:
    """The plates with their discs, whose numbers run on from plate to plate."""
    first, found = 1, []
    for under, discs in shown:
        found.append(Plate(under.shows, annotate, (under, discs, first), extra=under.extra, dense=under.dense))
        first += len(discs)
    return tuple(found)


def annotate(under: Plate, discs: Sequence[Disc], first: int) -> Image.Image:
    """A plate with discs numbered from `first`."""
    image = under.image()
    count = 1 + max(i for i, pixels in enumerate(image.histogram()) if pixels)
    table = [*(image.getpalette("RGB") or [])[: 3 * count], *(part for ink in _inks().colours for part in ink)]
    image = image.copy()
    image.putpalette(table, "RGB")
    for number, each in enumerate(discs, start=first):
        to = None if each.to is None else (round(each.to[0] - each.at[0]), round(each.to[1] - each.at[1]))
        _paste(image, disc(str(number), to), each.at, count)
    return image


@lru_cache(maxsize=1)
def _inks() -> Palette:
    return Palette(INKS)


def _paste(image: Image.Image, raster: Raster, at: Point, count: int) -> None:
    """Paste a disc whose colours follow `count` others in the picture's palette."""
    shades = _inks().bring(raster.image).point([(i + count) % 256 for i in range(256)])
    mask = raster.image.getchannel("A").convert("1")
    image.paste(shades, (round(at[0]) + raster.left, round(at[1]) + raster.top), mask)


@cached
def disc(number: str, to: tuple[int, int] | None) -> Raster:
    """A disc with its number and perhaps a pointer to a place; (0, 0) is the middle of the disc."""
    reach = RADIUS + 2 if to is None else max(RADIUS + 2, abs(to[0]) + 6, abs(to[1]) + 6)
    surface = Surface("guide", (-reach, -reach, reach, reach), 1.0)
    pen = surface.pen()
    outlines = [_around(DISC)] if to is None else [_around(DISC), _pointer(to)]
    for thick, colour in ((LINE + RIM, DARK), (LINE, PALE)):
        for outline in outlines:
            pen.shape(outline, colour, edge=even(2 * thick, colour), shake=0)
    for outline in outlines:
        pen.shape(outline, FACE, shake=0)
    surface.text(number, (0, 0), (DOSIS, FIGURES, PALE))
    return surface.cut()


def _around(radius: float) -> list[Point]:
    return [(radius * cos(2 * pi * i / 48), radius * sin(2 * pi * i / 48)) for i in range(48)]


def _pointer(to: tuple[int, int]) -> list[Point]:
    """From both sides of a disc to a place."""
    angle = atan2(to[1], to[0])
    sides = [(DISC * cos(angle + turn), DISC * sin(angle + turn)) for turn in (-WEDGE, WEDGE)]
    return [sides[0], (float(to[0]), float(to[1])), sides[1]]

"""The year disc: four quarters for the seasons, the present one with a hot rim."""

from functools import lru_cache

from games.walnut_grove.view import Disc
from render.core.fonts import SLAB
from render.core.ink import even
from render.core.paths import Point, arc
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove import tokens
from render.walnut_grove.inks import (
    CREAM,
    FIELD,
    FIELD_L,
    FOREST,
    FOREST_D,
    FOREST_L,
    HOT,
    INK,
    LAKE_L,
    PAPER,
    PAPER2,
    PASTURE_D,
    PASTURE_L,
    RED,
    SOFT,
)
from render.walnut_grove.paint import Painter, plate

CENTRE: Point = (600, 448)
RADIUS = 141.0
NEXT: Point = (826, 420)
SPRING, SUMMER, AUTUMN, WINTER = "spring", "summer", "autumn", "winter"
SEASONS = (SPRING, SUMMER, AUTUMN, WINTER)
ANGLES = {SPRING: 180, SUMMER: 270, AUTUMN: 0, WINTER: 90}
FILLS = {SPRING: PASTURE_L, SUMMER: FIELD_L, AUTUMN: FIELD, WINTER: LAKE_L}
NAMES_AT: dict[str, tuple[Point, int]] = {
    SPRING: ((-101, -128), -1), SUMMER: ((101, -128), 1), AUTUMN: ((101, 128), 1), WINTER: ((-101, 128), -1),
}  # fmt: skip


@lru_cache(maxsize=8)
def face(season: str) -> Raster:
    """The disc without what it says; (0, 0) in its middle."""
    made = plate("wheel", (-156, -156, 160, 162))
    pen = made.pen()
    pen.disc(3, 6, RADIUS + 6, SOFT)
    pen.disc(0, 0, RADIUS + 6, INK)
    for name, start in ANGLES.items():
        quarter = arc(0, 0, RADIUS, (start, start + 90))
        pen.shape([(0, 0), *quarter], FILLS[name], shake=0)
    if season in ANGLES:
        start = ANGLES[season]
        pen.line(arc(0, 0, RADIUS + 1, (start + 2, start + 88)), even(10, HOT))
    pen.line([(-RADIUS, 0), (RADIUS, 0)], even(4, INK))
    pen.line([(0, -RADIUS), (0, RADIUS)], even(4, INK))
    pen.disc(0, 0, 17, INK)
    pen.disc(0, 0, 14, CREAM)
    pen.disc(0, 0, 10.5, FOREST)
    for turn in (0.0, 120.0, 240.0):
        pen.line(arc(0, 0, 5.5, (turn, turn + 80)), even(2, FOREST_L))
    return made.raster()


@lru_cache(maxsize=4)
def next_disc(letter: str) -> Raster:
    """The back of the next disc with the letter of its pile; (0, 0) in its middle."""
    made = plate("next", (-52, -52, 54, 56))
    pen = made.pen()
    pen.disc(2, 4, 48, SOFT)
    pen.disc(0, 0, 48, INK)
    pen.disc(0, 0, 44, FOREST)
    pen.circle(0, 0, 38, even(2.6, FOREST_L))
    made.text(letter, (0, 0), (SLAB, 46, CREAM))
    return made.raster()


@lru_cache(maxsize=2)
def sprig(*, left: bool) -> Raster:
    """A walnut twig; (0, 0) in its middle."""
    made = plate("sprig", (-60, -36, 60, 36))
    pen = made.pen()
    sign = -1 if left else 1
    pen.line([(-44 * sign, 8), (44 * sign, -8)], even(3.4, FOREST_D))
    for x, y, lean in ((-16, -12, -1), (4, -18, -1), (24, -22, -1), (-2, 14, 1), (18, 10, 1), (38, 2, 1)):
        leaf = [(x * sign, y - lean * 8), ((x + 16) * sign, y - 4), ((x + 24) * sign, y + lean * 6)]
        pen.shape([*leaf, ((x + 8) * sign, y + 6)], PASTURE_D, edge=even(2.4, INK), shake=0)
    for x, y in ((-42, 14), (-26, 20)):
        pen.disc(x * sign, y, 13, INK)
        pen.disc(x * sign, y, 10.4, FOREST_L)
        pen.line(arc(x * sign, y, 5, (30, 210)), even(2, FOREST))
    return made.raster()


def draw(painter: Painter, disc: Disc | None, season: str, theme: Theme) -> None:
    """The disc of the year with its content and the names of the seasons; before the first year it is empty."""
    x, y = CENTRE
    painter.ground = PAPER
    painter.put(face, CENTRE, season)
    for name, ((dx, dy), side) in NAMES_AT.items():
        look = RED if name == season else SOFT
        ground = PAPER if dy < 0 else PAPER2
        painter.ground = ground
        painter.sign(theme.say(name).upper(), (x + dx, y + dy), 33, side="left" if side > 0 else "right", colour=look)
    if disc is not None:
        _content(painter, disc)


def _content(painter: Painter, disc: Disc) -> None:
    """What the quarters say."""
    x, y = CENTRE
    painter.ground = PASTURE_L
    painter.word(f"{disc.draw}→{disc.keep}", (x - 62, y - 56), 44)
    for sign, good, dy, ground in (("+1", disc.summer, -54, FIELD_L), ("$+1", disc.autumn, 52, FIELD)):
        painter.ground = ground
        wide = painter.word(sign, (x + (16 if sign == "+1" else 10), y + dy), 36, side="left")
        painter.put(tokens.cube, (x + wide + (48 if sign == "+1" else 37), y + dy), good, 42.0)
    painter.ground = LAKE_L
    high = 36 if disc.double else 56
    painter.put(tokens.flame, (x - 92, y + high), 40.0)
    painter.word(f"×{disc.fires}", (x - 66, y + high), 34, side="left")
    for i, colour in enumerate(disc.double):
        at = (x - 70 - 34 * i, y + 112)
        painter.put(tokens.pawn, at, colour, 44.0)
    if disc.double:
        painter.word("×2", (x - 48, y + 92), 34, side="left")

"""The year disc: four quarters for the seasons, the present one with a hot rim."""

from games.walnut_grove.view import Disc
from render.core.ink import even
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import Point, arc
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove.inks import (
    CREAM,
    FIELD,
    FIELD_L,
    FOREST,
    FOREST_L,
    HOT,
    INK,
    LAKE_L,
    PAPER,
    PAPER2,
    PASTURE_L,
    RED,
    SOFT,
)
from render.walnut_grove.paint import Painter, surface
from render.walnut_grove.pieces import tokens

CENTRE: Point = (550, 350)
RADIUS = 103.0
SPRING, SUMMER, AUTUMN, WINTER = "spring", "summer", "autumn", "winter"
SEASONS = (SPRING, SUMMER, AUTUMN, WINTER)
ANGLES = {SPRING: 180, SUMMER: 270, AUTUMN: 0, WINTER: 90}
FILLS = {SPRING: PASTURE_L, SUMMER: FIELD_L, AUTUMN: FIELD, WINTER: LAKE_L}
NAME = 32
NAMES_AT: dict[str, tuple[Point, int]] = {
    SPRING: ((-80, -85), -1), SUMMER: ((80, -85), 1), AUTUMN: ((80, 93), 1), WINTER: ((-80, 93), -1),
}  # fmt: skip


def name_room(theme: Theme, season: str) -> float:
    """How far the name of a season reaches from the middle of the disc."""
    return abs(NAMES_AT[season][0][0]) + width(theme.say(season).upper(), BEBAS, NAME)


@cached
def face(season: str) -> Raster:
    """The disc without what it says; (0, 0) in its middle."""
    made = surface("wheel", (-116, -116, 120, 122))
    pen = made.pen()
    pen.disc(3, 5, RADIUS + 5, SOFT)
    pen.disc(0, 0, RADIUS + 5, INK)
    for name, start in ANGLES.items():
        quarter = arc(0, 0, RADIUS, (start, start + 90))
        pen.shape([(0, 0), *quarter], FILLS[name], shake=0)
    if season in ANGLES:
        start = ANGLES[season]
        pen.line(arc(0, 0, RADIUS + 1, (start + 2, start + 88)), even(9, HOT))
    pen.line([(-RADIUS, 0), (RADIUS, 0)], even(4, INK))
    pen.line([(0, -RADIUS), (0, RADIUS)], even(4, INK))
    pen.disc(0, 0, 13, INK)
    pen.disc(0, 0, 10.5, CREAM)
    pen.disc(0, 0, 8, FOREST)
    for turn in (0.0, 120.0, 240.0):
        pen.line(arc(0, 0, 4, (turn, turn + 80)), even(1.8, FOREST_L))
    return made.raster()


@cached
def next_disc(letter: str) -> Raster:
    """The back of the next disc with the letter of its pile; (0, 0) in its middle."""
    made = surface("next", (-52, -52, 54, 56))
    pen = made.pen()
    pen.disc(2, 4, 48, SOFT)
    pen.disc(0, 0, 48, INK)
    pen.disc(0, 0, 44, FOREST)
    pen.circle(0, 0, 38, even(2.6, FOREST_L))
    made.text(letter, (0, 0), (SLAB, 46, CREAM))
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
        painter.sign(theme.say(name).upper(), (x + dx, y + dy), NAME, side="left" if side > 0 else "right", colour=look)
    if disc is not None:
        _content(painter, disc)


def _content(painter: Painter, disc: Disc) -> None:
    """What the quarters say: the bonus of summer and autumn stands beside the cube it is for."""
    x, y = CENTRE
    painter.ground = PASTURE_L
    painter.word(f"{disc.draw}→{disc.keep}", (x - 48, y - 40), 36)
    painter.ground = FIELD_L
    painter.word("+1", (x + 32, y - 73), 32)
    painter.put(tokens.cube, (x + 46, y - 33), disc.summer, 42.0)
    painter.ground = FIELD
    painter.word("$+1", (x + 38, y + 72), 32)
    painter.put(tokens.cube, (x + 46, y + 31), disc.autumn, 42.0)
    painter.ground = LAKE_L
    high = 30 if disc.double else 40
    painter.put(tokens.flame, (x - 70, y + high), 34.0)
    painter.word(f"×{disc.fires}", (x - 48, y + high + 2), 32, side="left")
    for i, colour in enumerate(disc.double):
        painter.put(tokens.pawn, (x - 57 - 30 * i, y + 92), colour, 50.0)
    if disc.double:
        painter.word("×2", (x - 40, y + 72), 32, side="left")

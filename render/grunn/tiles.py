"""
Tiles of every state as rasters, at any size; free cells; rings.

Units: 1/100 of the cell. An undeveloped tile is a pale print with a dashed edge, a little smaller; a developed one is
the full print with a thick edge and a shadow. The lower right corner always holds the number that matters now.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from render.core.colour import RGB
from render.core.fonts import KAFFEESATZ, VOLLKORN
from render.core.ink import Pen, Stroke
from render.core.noise import seeded
from render.core.paths import Point, closed, rectangle, rounded
from render.core.surface import HARD, Raster, Surface
from render.grunn import tilled
from render.grunn.houses import HOUSE_ON, HOUSES
from render.grunn.inks import CREAM, FREE, INK, SHADE
from render.grunn.tokens import LETTERS, clock, coin, dash_colour, letter_colour, shield
from render.grunn.wild import WILD, fill_of

FAINT_DOTS: RGB = (104, 128, 126)
BOX = (-7.0, -7.0, 109.0, 110.0)
ROOM = 8.0  # round a coin or a shield, for its rim and its shade
WIDE_LETTERS = ("wadden", "marsh")
SITES = {"wadden": (67.0, 58.0), "ridge": (50.0, 51.0)}
SHIFT = {"N": (0.0, 1.0), "E": (-1.0, 0.0), "S": (0.0, -1.0), "W": (1.0, 0.0)}  # away from an arrow


@dataclass(frozen=True, slots=True)
class Tile:
    """
    What is drawn of a tile.

    `number` is what stands in its corner: the payout, a developed forest's income, the cost of a building on a site,
    or the points of the building. A ridge has arrows (letters of NESW) and the points that each can score.
    """

    kind: str
    developed: bool
    built: bool = False
    number: int = 0
    arrows: str = ""
    each: int = 0


@lru_cache(maxsize=512)
def tile(look: Tile, size: int) -> Raster:
    """The tile for cells of `size` pixels; (0, 0) is the upper left corner of the cell."""
    number = str(look.number) if look.developed and look.kind != "forest" else f"+{look.number}"
    place, reach = _corner(look)
    (x, y), room = place, reach + ROOM
    plate = Surface("number", (x - room, y - room, x + room, y + room), size / 100)
    if look.built:
        shield(plate, place, reach, number)
    else:
        coin(plate, place, reach, number)
    return plate.raster().over(print_of(replace(look, number=0), size))


def _corner(look: Tile) -> tuple[Point, float]:
    """Where the number stands, and how far its coin or shield reaches."""
    if look.built:
        return (82.5, 79.5), 12.0
    if not look.developed:
        return (79.0, 79.0), 16.0
    if look.kind == "forest":
        return (80.0, 80.0), 16.0
    x, y = _site_at(look)
    return (x, y + 1.5), 14.5


@lru_cache(maxsize=512)
def print_of(look: Tile, size: int) -> Raster:
    """The tile without its number: what takes long to draw, and few differ in."""
    key = f"{look.kind}{look.arrows}{look.developed:d}{look.built:d}"
    plate = Surface(key, BOX, size / 100)
    share = 1.0 if look.developed else 0.98
    start = (1 - share) * 50
    pen = plate.pen(start, start, share)
    mask = plate.layer()
    mask.pen(start, start, share, key="mask").shape(rounded(1, 1, 99, 99, radius=7), INK)
    _face(plate, pen, look)
    plate.clip(mask)
    _edge(plate, pen, look)
    if look.developed:
        plate.shadow((2, 4), 3, SHADE, 0.43)
    else:
        plate.shadow((1, 2), 2, SHADE, 0.24)
    _letter(plate, look, start, share)
    _content(plate, look)
    return plate.raster()


def _face(plate: Surface, pen: Pen, look: Tile) -> None:
    """Fill, pattern, a quiet patch under the letter, specks."""
    fill = fill_of(look.kind, developed=look.developed)
    pen.shape(rectangle(-2, -2, 102, 102), fill, shake=0)
    if look.developed:
        tilled.ground(look.kind, pen)
    else:
        WILD[look.kind](pen)
    right = 45 if look.kind in WIDE_LETTERS else 37
    if look.kind != "ridge":
        plate.patch(((right - 8) / 2, 15, (right + 8) / 2, 23), fill, 2.2)
    chance = seeded(f"{pen.key}specks")
    dots = plate.pen(key="specks")
    for _ in range(26 if look.developed else 12):
        dots.disc(chance.uniform(4, 96), chance.uniform(4, 96), chance.uniform(0.25, 0.6), CREAM)


def _edge(plate: Surface, pen: Pen, look: Tile) -> None:
    """A thick ink edge, or a thin dashed one."""
    if look.developed:
        pen.line(closed(rounded(2.4, 2.4, 97.6, 97.6, radius=6)), Stroke(3.8, INK))
    else:
        ring = closed(rounded(2.4, 2.4, 97.6, 97.6, radius=6))
        pen.dashed(ring, Stroke(1.8, dash_colour(look.kind), shake=0.2), (7, 5))


def _letter(plate: Surface, look: Tile, start: float, share: float) -> None:
    """The letter of the type; its ink begins at a fixed place, so that wide ones keep inside the tile."""
    size = 26.0 if look.kind == "ridge" else 31.0
    at = start + 8.5 * share
    colour = letter_colour(look.kind, developed=look.developed)
    plate.text(LETTERS[look.kind], (at, at), (VOLLKORN, size, colour), corner=True)


def _content(plate: Surface, look: Tile) -> None:
    """What stands on the tile, then the arrows (never hidden)."""
    if not look.developed or look.kind == "forest":
        return
    if look.built:
        _building(plate, look)
    else:
        if look.kind == "wadden":
            tilled.cow(plate.pen(25, 66, 1.05, key="cow"))
        _site(plate, look)
    for side in look.arrows:
        _arrow(plate, side, look.each)


def _away(look: Tile, far: float) -> Point:
    """How far something on a ridge stands aside from the arrows."""
    return (sum(SHIFT[side][0] for side in look.arrows) * far, sum(SHIFT[side][1] for side in look.arrows) * far)


def _building(plate: Surface, look: Tile) -> None:
    """The building in its halo."""
    layer = plate.layer()
    dx, dy = _away(look, 5.5)
    share = 0.52 if look.kind == "ridge" else 0.67
    x, y = (50.0, 51.0) if look.kind == "ridge" else (54.0, 57.0)
    HOUSES[HOUSE_ON[look.kind]](layer.pen(x + dx - 50 * share, y + dy - 52 * share, share, key="house"))
    layer.halo(13 * share * 0.62, CREAM)
    plate.lay(layer)


def _site_at(look: Tile) -> Point:
    x, y = SITES.get(look.kind, (61.0, 61.0))
    dx, dy = _away(look, 7)
    return x + dx, y + dy


def _site(plate: Surface, look: Tile) -> None:
    """A dashed outline of a house, for its cost."""
    x, y = _site_at(look)
    half = 21.0 if look.kind in ("wadden", "ridge") else 23.0
    walls = [(x - half, y + 19), (x - half, y - 7), (x, y - 27), (x + half, y - 7), (x + half, y + 19)]
    colour = letter_colour(look.kind, developed=True)
    if look.kind in ("wadden", "bog"):
        back = plate.layer()
        back.pen(key="back").shape(walls, fill_of(look.kind, developed=True), shake=0)
        plate.lay(back, 0.8)
    plate.pen(key="site").dashed(closed(walls), Stroke(3.2, colour, shake=0.2), (6, 3))


def _arrow(plate: Surface, side: str, points: int) -> None:
    """A black triangle on the side a ridge points at, with what a building there would score."""
    far, half, back = 1.0, 20.0, 23.5
    tip, left, right, centre = {
        "N": ((50, far), (50 - half, back), (50 + half, back), (50, 16.3)),
        "S": ((50, 100 - far), (50 - half, 100 - back), (50 + half, 100 - back), (50, 83.7)),
        "W": ((far, 50), (back, 50 - half), (back, 50 + half), (16.3, 50)),
        "E": ((100 - far, 50), (100 - back, 50 - half), (100 - back, 50 + half), (83.7, 50)),
    }[side]
    pen = plate.pen(key=f"point{side}")
    pen.shape([tip, left, right], INK, edge=Stroke(2.2, CREAM, shake=0.2))
    plate.text(str(points), centre, (KAFFEESATZ, 20, CREAM))


@lru_cache(maxsize=64)
def free_cell(size: int, *, legal: bool) -> Raster:
    """An empty cell: light with a dotted edge where the tile may be laid, dots only where it may not."""
    plate = Surface("free", (0, 0, 100, 100), size / 100)
    pen = plate.pen()
    if legal:
        pen.shape(rounded(1, 1, 99, 99, radius=7), FREE, shake=0)
    pen.dots(closed(rounded(4.2, 4.2, 95.8, 95.8, radius=6)), 1.25, INK if legal else FAINT_DOTS, every=5.0)
    return plate.raster()


@lru_cache(maxsize=64)
def ring(size: int, widths: tuple[float, float], clock_radius: float) -> Raster:
    """
    The outline of a cell that was changed last: a cream line between two ink ones.

    `widths` (the whole, the cream line) and the radius of the clock on its corner (0: none) are in pixels.
    """
    whole, light = widths
    room = max(whole, clock_radius * 1.2) + 3
    plate = Surface("ring", (-room, -room, size + room, size + room), 1.0)
    pen = plate.pen()
    path = closed(rounded(-1, -1, size + 1, size + 1, radius=size * 0.07))
    pen.line(path, Stroke(whole, INK, shake=0.2))
    pen.line(path, Stroke(light, CREAM, shake=0.2))
    if clock_radius:
        clock(plate, (1, 1), clock_radius)
    return plate.raster(HARD)

"""
Tiles of every state as rasters, at any size.

Units: 1/100 of the cell. An undeveloped tile is a pale print with a dashed edge, a little smaller; a developed one is
the full print with a thick edge and a shadow. The lower right corner always holds the number that matters now. Letters
and numbers keep to a least size in pixels, so on smaller tiles they take a larger share; on the smallest the numbers
are left out.
"""

from dataclasses import dataclass, replace

from render.core.ink import Pen, Stroke
from render.core.lettering.fonts import KAFFEESATZ, VOLLKORN
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, close_path, rectangle, round_rectangle
from render.core.surface import Raster
from render.grunn.inks import CREAM, INK, SHADE
from render.grunn.pieces import tilled
from render.grunn.pieces.houses import HOUSE_ON, HOUSES
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tokens import (
    CAPITALS,
    LETTERS,
    SHIELD,
    coin,
    dash_colour,
    figure_radius,
    letter_colour,
    shield,
)
from render.grunn.pieces.wild import WILD, fill_of

BOX = (-7.0, -7.0, 109.0, 110.0)
FIGURES = 34  # pixels of the least numbers in Kaffeesatz
NUMBERED = 100  # pixels of the least tile that has numbers
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


@cached
def tile(look: Tile, size: int) -> Raster:
    """The tile for cells of `size` pixels; (0, 0) is the upper left corner of the cell."""
    if size < NUMBERED:
        return print_of(replace(look, number=0, each=0), size)
    number = str(look.number) if look.developed and look.kind != "forest" else f"+{look.number}"
    place, reach = _corner(look, number, size)
    (x, y), room = place, reach * 1.22 + ROOM
    surface = Surface("number", (x - room, y - room, x + room, y + room), size / 100)
    if look.built:
        shield(surface, place, reach, number)
    else:
        coin(surface, place, reach, number)
    return surface.raster().over(print_of(replace(look, number=0), size), 0, 0)


def _corner(look: Tile, number: str, size: int) -> tuple[Point, float]:
    """Where the number stands, and how far its coin or shield reaches."""
    least = FIGURES * 100 / size
    if look.built:
        reach = max(12.0, figure_radius(number, least, SHIELD))
        # Beside the arrows of a ridge, never on them.
        x = 5.5 + reach if "E" in look.arrows else 94.5 - reach
        y = 77.0 - reach if "S" in look.arrows else 94.1 - reach * 1.22
        return (x, y), reach
    if look.developed and look.kind != "forest":
        x, y = _site_at(look)
        return (x, y + 1.5), max(14.5, figure_radius(number, least))
    reach = max(16.0, figure_radius(number, least))
    return (95.5 - reach, 95.5 - reach), reach


@cached
def print_of(look: Tile, size: int) -> Raster:
    """The tile without its number: what takes long to draw, and few differ in."""
    key = f"{look.kind}{look.arrows}{look.developed:d}{look.built:d}"
    surface = Surface(key, BOX, size / 100)
    share = 1.0 if look.developed else 0.98
    start = (1 - share) * 50
    pen = surface.pen(start, start, share)
    mask = surface.layer()
    mask.pen(start, start, share, key="mask").shape(round_rectangle(1, 1, 99, 99, radius=7), INK)
    _face(surface, pen, look)
    surface.clip(mask)
    _edge(surface, pen, look)
    if look.developed:
        surface.shadow((2, 4), 3, SHADE, 0.43)
    else:
        surface.shadow((1, 2), 2, SHADE, 0.24)
    _letter(surface, look, start, share)
    _content(surface, look, size)
    return surface.raster()


def _face(surface: Surface, pen: Pen, look: Tile) -> None:
    """Fill, pattern, a quiet patch under the letter, specks."""
    fill = fill_of(look.kind, developed=look.developed)
    draw_ground(pen, look)
    right = 45 if look.kind in WIDE_LETTERS else 37
    if look.kind != "ridge":
        surface.patch(((right - 8) / 2, 15, (right + 8) / 2, 23), fill, 2.2)
    chance = seed_random(f"{pen.key}specks")
    dots = surface.pen(key="specks")
    for _ in range(26 if look.developed else 12):
        dots.disc(chance.uniform(4, 96), chance.uniform(4, 96), chance.uniform(0.25, 0.6), CREAM)


def draw_ground(pen: Pen, look: Tile) -> None:
    """Fill and pattern."""
    pen.shape(rectangle(-2, -2, 102, 102), fill_of(look.kind, developed=look.developed), shake=0)
    if look.developed:
        tilled.ground(look.kind, pen)
    else:
        WILD[look.kind](pen)


def _edge(surface: Surface, pen: Pen, look: Tile) -> None:
    """A thick ink edge, or a thin dashed one."""
    if look.developed:
        pen.line(close_path(round_rectangle(2.4, 2.4, 97.6, 97.6, radius=6)), Stroke(3.8, INK))
    else:
        ring = close_path(round_rectangle(2.4, 2.4, 97.6, 97.6, radius=6))
        pen.draw_dashes(ring, Stroke(1.8, dash_colour(look.kind), shake=0.2), (7, 5))


def _letter(surface: Surface, look: Tile, start: float, share: float) -> None:
    """The letter of the type; its ink begins at a fixed place, so that wide ones keep inside the tile."""
    least = CAPITALS / surface.unit
    size = max(26.0 if look.kind == "ridge" else 31.0, least)
    at = start + (6.0 if look.kind == "ridge" else 8.5) * share
    colour = letter_colour(look.kind, developed=look.developed)
    surface.text(LETTERS[look.kind], (at, at), (VOLLKORN, size, colour), corner=True)


def _content(surface: Surface, look: Tile, size: int) -> None:
    """What stands on the tile, then the arrows (never hidden)."""
    if not look.developed or look.kind == "forest":
        return
    if look.built:
        _draw_building(surface, look)
    else:
        if look.kind == "wadden":
            tilled.cow(surface.pen(25, 66, 1.05, key="cow"))
        _site(surface, look, size)
    for side in look.arrows:
        _arrow(surface, side, look.each)


def _away(look: Tile, far: float) -> Point:
    """How far something on a ridge stands aside from the arrows."""
    return (sum(SHIFT[side][0] for side in look.arrows) * far, sum(SHIFT[side][1] for side in look.arrows) * far)


def _draw_building(surface: Surface, look: Tile) -> None:
    """The building in its halo."""
    layer = surface.layer()
    dx, dy = _away(look, 5.5)
    share = 0.52 if look.kind == "ridge" else 0.67
    x, y = (50.0, 51.0) if look.kind == "ridge" else (54.0, 57.0)
    HOUSES[HOUSE_ON[look.kind]](layer.pen(x + dx - 50 * share, y + dy - 52 * share, share, key="house"))
    layer.halo(13 * share * 0.62, CREAM)
    surface.lay(layer)


def _site_at(look: Tile) -> Point:
    x, y = SITES.get(look.kind, (61.0, 61.0))
    dx, dy = _away(look, 7)
    return x + dx, y + dy


def _site(surface: Surface, look: Tile, size: int) -> None:
    """A dashed outline of a house, for its cost."""
    x, y = _site_at(look)
    coin_room = figure_radius("9", FIGURES * 100 / size) + 4.5
    half = max(21.0 if look.kind in ("wadden", "ridge") else 23.0, min(coin_room, 26.0))
    walls = [(x - half, y + 19), (x - half, y - 7), (x, y - 27), (x + half, y - 7), (x + half, y + 19)]
    colour = letter_colour(look.kind, developed=True)
    if look.kind in ("wadden", "bog"):
        back = surface.layer()
        back.pen(key="back").shape(walls, fill_of(look.kind, developed=True), shake=0)
        surface.lay(back, 0.8)
    surface.pen(key="site").draw_dashes(close_path(walls), Stroke(3.2, colour, shake=0.2), (6, 3))


def _arrow(surface: Surface, side: str, points: int) -> None:
    """A black triangle on the side a ridge points at, with what a building there would score (0: not told)."""
    least = max(20.0, FIGURES / surface.unit) if points else 20.0
    high = least * 0.655  # of the figure
    far, back = 1.0, high + 9.5
    half, deep = back * 0.85, back - 1.0 - high / 2
    tip, left, right, centre = {
        "N": ((50, far), (50 - half, back), (50 + half, back), (50, deep)),
        "S": ((50, 100 - far), (50 - half, 100 - back), (50 + half, 100 - back), (50, 100 - deep)),
        "W": ((far, 50), (back, 50 - half), (back, 50 + half), (deep, 50)),
        "E": ((100 - far, 50), (100 - back, 50 - half), (100 - back, 50 + half), (100 - deep, 50)),
    }[side]
    pen = surface.pen(key=f"point{side}")
    pen.shape([tip, left, right], INK, edge=Stroke(2.2, CREAM, shake=0.2))
    if points:
        surface.text(str(points), centre, (KAFFEESATZ, least, CREAM))

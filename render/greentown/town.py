"""The town on its map: open spaces, shadow, tiles, the tour, open streets, coordinates, sites, stops, dead ends."""

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import dist

from games.greentown.view import NEIGHBOURS, Board, Site, TileSight
from render.core.badge import badge
from render.core.fonts import DOSIS
from render.greentown import pieces, signs
from render.greentown.hexagon import (
    ALL_SIDES,
    APOTHEM,
    Layout,
    Place,
    R,
    layout,
    name,
    neighbour,
    place,
    towards,
)
from render.greentown.inks import CREAM, DASH, DEEP, INK, OPEN, PASTURE, SHADES
from render.greentown.land import cow, meadow, shaded
from render.greentown.paint import Painter
from render.greentown.shade import shades
from render.greentown.sights import Changes, symbol
from render.greentown.tiles import Look, tile
from render.greentown.tour import through

Box = tuple[int, int, int, int]
MARGIN = (18, 14)
TAG = 27  # pixels of the numbers on changes
SMALL_STOP = 15.0  # pixels of radius where hexagons are small
LETTERED = 86  # from this width of hexagons a finished town has its coordinates
RAISED = 10.0  # units by which pieces make room for coordinates
COMPASS = (84, 64)  # the largest and the smallest radius


def draw(
    painter: Painter, board: Board, changes: Changes, box: Box, *, finished: bool = False, within: Board | None = None
) -> None:
    """
    Draw the town into a box of pixels that shows bare land.

    `finished`: nothing can be laid any more, no dart says where, and small hexagons have no coordinates. `within`:
    where and how large that later town stands.
    """
    left, top, right, bottom = box
    tiles = {place(each.at): each for each in board.tiles}
    spaces = [] if finished else [place(at) for at in board.open]
    inner = (left + MARGIN[0], top + MARGIN[1], right - MARGIN[0], bottom - MARGIN[1])
    later = () if within is None else [place(name_) for name_ in (*(each.at for each in within.tiles), *within.open)]
    places = [*tiles, *spaces, *later]
    at = layout(places, inner)
    cells = [at.at(each) for each in places]
    for kind, x, y in meadow((left, top), cells, R * at.unit, (right, bottom)):
        painter.ground = OPEN
        painter.put(cow, (x, y), kind)
    _shadow(painter, at, tiles, box)
    _open_spaces(painter, at, spaces, tiles, changes)
    _tiles(painter, at, tiles, changes)
    _tour(painter, at, tiles, changes)
    if not finished:
        _darts(painter, at, tiles)
    _names(painter, at, spaces)
    lettered = not finished or at.wide >= LETTERED
    _bars(painter, at, tiles)
    _sites(painter, at, tiles, lettered=lettered)
    _stops(painter, at, tiles, changes)
    if lettered:
        _plaques(painter, at, tiles)
    _stars(painter, at, changes)
    _tags(painter, at, changes)
    if not finished:
        _compass(painter, cells, at, box)


def _open_spaces(painter: Painter, at: Layout, spaces: list[Place], town: Collection[Place], changes: Changes) -> None:
    """The spaces where a tile can be laid; their names come after the darts that point at them."""
    painter.ground = OPEN
    for each in spaces:
        legal = name(each) in changes.legal
        painter.put(signs.open_space, at.at(each), at.wide, _bits(each, town), legal=legal)


def _names(painter: Painter, at: Layout, spaces: list[Place]) -> None:
    """The coordinates of the spaces where a tile can be laid."""
    painter.ground = OPEN
    size = signs.lettering_size(33, at.unit)
    for each in spaces:
        painter.inked(name(each), at.at(each), (DOSIS, size, DASH))


def _bits(each: Place, town: Collection[Place]) -> int:
    """The sides of an empty space on which there is a tile, one bit for each."""
    return sum(1 << side for side in ALL_SIDES if neighbour(each, side) in town)


def _shadow(painter: Painter, at: Layout, town: Collection[Place], box: Box) -> None:
    """Darken the land round the town."""
    left, top, right, bottom = box
    lands = [shaded(right - left, bottom - top, level) for level in range(len(SHADES))]
    for each in {neighbour(each, side) for each in town for side in (2, 3, 4, 5)}.difference(town):
        x, y = at.at(each)
        for land, (dx, dy, mask) in zip(lands, shades(at.wide, _bits(each, town)), strict=False):
            corner = (x + dx, y + dy)
            start = (corner[0] - left, corner[1] - top)
            painter.copy_from(land, start, corner, mask)


def _look(sight: TileSight, mark: str = "", *, draft: bool = False) -> Look:
    streets = "".join(map(str, sight.sides))
    return Look(symbol(sight), streets, sight.site is Site.VACANT, mark, draft)


def _tiles(painter: Painter, at: Layout, tiles: dict[Place, TileSight], changes: Changes) -> None:
    """All tiles in reading order, then those that changed once more with their outlines."""
    painter.ground = PASTURE
    for each, sight in tiles.items():
        painter.put(tile, at.at(each), _look(sight), at.unit)
    for each, sight in tiles.items():
        mark = changes.mark(sight.at)
        if mark:
            painter.put(tile, at.at(each), _look(sight, mark, draft=changes.draft), at.unit)


def _kind(sight: TileSight) -> str:
    return "vacant" if sight.site is Site.VACANT else "hotel" if sight.site is Site.HOTEL else "site"


def steps(path: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    """Each space of a tour with the sides by which it is entered and left, 0 at its ends."""
    come = 0
    for here, there in pairwise(path):
        go = NEIGHBOURS[here].index(there) + 1
        yield here, come, go
        come = (go + 2) % 6 + 1
    yield path[-1], come, 0


def _tour(painter: Painter, at: Layout, tiles: dict[Place, TileSight], changes: Changes) -> None:
    """The line of the tour."""
    if len(changes.tour) < 2 or any(place(each) not in tiles for each in changes.tour):
        return
    painter.ground = CREAM
    for here, come, go in steps(changes.tour):
        a, b = (come, go) if abs(come - go) == 3 or not come or not go else sorted((come, go))
        kind = _kind(tiles[place(here)])
        painter.put(through, at.at(place(here)), a, b, kind, at.unit, draft=changes.draft)


def _bars(painter: Painter, at: Layout, tiles: dict[Place, TileSight]) -> None:
    """Bars across dead ends, over the plates of coordinates."""
    painter.ground = PASTURE
    for each, sight in tiles.items():
        for side in sight.dead:
            painter.put(signs.bar, at.at(each), side, at.unit)


def _darts(painter: Painter, at: Layout, tiles: dict[Place, TileSight]) -> None:
    """Darts on open streets."""
    painter.ground = PASTURE
    for each, sight in tiles.items():
        for side in sight.open:
            painter.put(signs.dart, at.at(each), side, at.unit)


def _plaques(painter: Painter, at: Layout, tiles: dict[Place, TileSight]) -> None:
    """The coordinate of every tile."""
    size = signs.lettering_size(25, at.unit)
    drop = signs.plaque_text(at.unit)
    for each, sight in tiles.items():
        x, y = at.at(each)
        dark = at.wide < signs.ROOMY or sight.site is Site.HOTEL
        painter.ground = PASTURE
        painter.put(signs.plaque, (x, y), signs.plaque_width(sight.at, at.unit), at.unit, dark=dark)
        painter.ground = DEEP if dark else CREAM
        painter.capped(sight.at, (x, y + drop), (DOSIS, size, CREAM if dark else INK))


def _sites(painter: Painter, at: Layout, tiles: dict[Place, TileSight], *, lettered: bool) -> None:
    """What stands on the sites, above their coordinates where these have a place there."""
    painter.ground = CREAM
    for each, sight in tiles.items():
        x, y = at.at(each)
        centre = (x, y - (RAISED * at.unit if lettered and at.wide >= signs.ROOMY else 0.0))
        if sight.owner is not None:
            painter.put(pieces.building, centre, sight.site.value, sight.owner, 27.0 * at.unit)
        elif sight.site is Site.TREE:
            painter.put(pieces.tree_piece, centre, at.unit)
        elif sight.site is Site.HOTEL:
            painter.put(pieces.hotel, centre, at.unit)
        else:
            painter.put(pieces.vacant, centre, at.unit)


def _stops(painter: Painter, at: Layout, tiles: dict[Place, TileSight], changes: Changes) -> None:
    """The numbers of the stops on the streets of arrival, and the pennant where the tour begins."""
    if len(changes.tour) != len(changes.numbers) or not changes.tour:
        return
    if any(place(each) not in tiles for each in changes.tour):
        return
    painter.ground = CREAM
    radius = 18.5 * at.unit if at.wide >= signs.ROOMY else SMALL_STOP
    for (here, come, _), number in zip(steps(changes.tour), changes.numbers, strict=True):
        x, y = at.at(place(here))
        if not come:
            painter.put(signs.pennant, (x, y), at.unit, draft=changes.draft)
        elif number:
            dx, dy = _stop_place(come, at)
            painter.put(signs.stop, (x + dx, y + dy), number, radius, draft=changes.draft)


def _stop_place(come: int, at: Layout) -> tuple[float, float]:
    """Where a stop's number stands, in pixels from the site: in the lower of the two tiles, clear of the plates."""
    if come in (2, 5):
        far, aside = 51.0, 0.0
    else:
        far = APOTHEM - 10 if come in (1, 6) else APOTHEM + 10
        away = -1 if come in (1, 4) else 1
        aside = 0.0 if at.wide >= signs.ROOMY else 6.0 * away
    x, y = towards(come, far)
    return x * at.unit + aside, y * at.unit


def _stars(painter: Painter, at: Layout, changes: Changes) -> None:
    """Stars at new buildings, hollow ones at trees that had to move."""
    painter.ground = CREAM
    for spots, hollow, radius in ((changes.trees, True, 17.0), (changes.built, False, 19.0)):
        for each in spots:
            x, y = at.at(place(each))
            corner = (x + 29 * at.unit, y - 30 * at.unit)
            painter.put(signs.fresh, corner, max(13.0, radius * at.unit), hollow=hollow, draft=changes.draft)


def _tags(painter: Painter, at: Layout, changes: Changes) -> None:
    """The numbers of the turns that changed a space, at its upper left; several stand in one tag."""
    for name_, numbers in changes.tags.items():
        x, y = at.at(place(name_))
        text = ",".join(map(str, numbers))
        painter.put(badge, (x - 31 * at.unit, y - 33 * at.unit), text, DOSIS, TAG, INK, CREAM)


def _compass(painter: Painter, cells: list[Place], at: Layout, box: Box) -> None:
    """The compass in the corner farthest from the town, smaller where there is little room."""
    left, top, right, bottom = box
    most, least = COMPASS

    def room(radius: int, corner: Place) -> float:
        return min(dist(corner, cell) for cell in cells) - R * at.unit - radius - 4

    def corners(radius: int) -> list[Place]:
        near = radius + 28
        return [(x, y) for y in (top + near, bottom - near) for x in (left + near, right - near)]

    for radius in range(most, least - 1, -4):
        best = max(corners(radius), key=lambda corner: room(radius, corner))
        if room(radius, best) >= 0 or radius - 4 < least:
            painter.ground = OPEN
            painter.put(signs.compass, best, radius)
            return

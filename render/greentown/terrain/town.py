"""The town on its map: open spaces, shadow, tiles, the tour, street ends, and on each site its piece and its name."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import dist

from games.greentown.view import Site, TileSight
from render.core.lettering.fonts import DOSIS
from render.greentown.inks import CREAM, DASH, INK, OPEN, PASTURE, SHADES
from render.greentown.paint import Painter
from render.greentown.pieces import signs, tokens
from render.greentown.pieces.tiles import OFFERED, Look, tile
from render.greentown.sights import NONE, NOTHING, Changes, Offers, symbol
from render.greentown.terrain import marked
from render.greentown.terrain.folding import MARGIN, Part
from render.greentown.terrain.hexagon import ALL_SIDES, Layout, Place, R, layout, name, neighbour, place
from render.greentown.terrain.land import LAND, Ground, cow, draw_shaded_land, meadow
from render.greentown.terrain.scale import LETTERS, scale
from render.greentown.terrain.shade import shades

Box = tuple[int, int, int, int]
COMPASS = (76, 52)  # the largest and the smallest radius


@dataclass(frozen=True, slots=True)
class Town:
    """
    What a map shows.

    `open`: the spaces where a tile can be laid, none once nothing can be laid any more; then no dart says where.
    `within`: the spaces of a later town, where and as large as which this one stands: its tiles and its open spaces.
    `part`: what one plate shows of a town that is laid over several.
    """

    tiles: tuple[TileSight, ...]
    open: tuple[str, ...]
    changes: Changes = NOTHING
    offers: Offers = NONE
    within: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    part: Part | None = None

    @property
    def ground(self) -> Ground:
        """The land it stands on."""
        return list(Ground)[min(len(Ground), 1 if self.part is None else self.part.among) - 1]

    def shows(self, at: str, *, around: int = 0) -> bool:
        """Whether a space lies whole on the plate, or so many spaces beside such a one."""
        window = None if self.part is None else self.part.window
        return window is None or window.shows(place(at), around=around)

    def share(self, part: Part) -> "Town":
        """What one part shows; of the tiles just beside it only the ground and the streets."""
        if part.window is None:
            return replace(self, part=part)
        cut = replace(self, part=part)
        near = partial(cut.shows, around=1)
        return replace(
            cut,
            tiles=tuple(tile for tile in self.tiles if near(tile.at)),
            open=tuple(filter(near, self.open)),
            changes=self.changes.share(cut.shows, near),
            offers=self.offers.share(cut.shows),
        )


def lay_out(town: Town, box: Box) -> Layout:
    """Where the spaces of a town stand in a box of pixels."""
    if town.part is not None:
        return town.part.at
    tiles = [place(at) for at in (*(each.at for each in town.tiles), *town.within[0])]
    spaces = [place(at) for at in (*town.open, *town.within[1])]
    left, top, right, bottom = box
    return layout(tiles, spaces, (left + MARGIN, top + MARGIN, right - MARGIN, bottom - MARGIN))


def draw(painter: Painter, town: Town, box: Box) -> None:
    """Draw the town into a box of pixels that shows bare land."""
    tiles = {place(each.at): each for each in town.tiles}
    spaces = [place(at) for at in town.open]
    at = lay_out(town, box)
    cells = [at.at(each) for each in (*tiles, *spaces, *(place(each) for each in (*town.within[0], *town.within[1])))]
    for kind, x, y in meadow((box[0], box[1]), cells, R * at.unit, (box[2], box[3])):
        painter.ground = OPEN
        painter.put(cow, (x, y), kind)
    _shadow(painter, at, tiles, box[:2], town.ground)
    _open_spaces(painter, at, spaces, tiles, town)
    _tiles(painter, at, tiles, town)
    marked.tour(painter, at, tiles, town.changes)
    whole = {each: sight for each, sight in tiles.items() if town.shows(sight.at)}
    numbered = {name for name, _ in town.changes.tags}
    _hotels(painter, at, whole, numbered)
    _ends(painter, at, tiles, darts=bool(spaces))
    _sites(painter, at, whole, numbered)
    if scale(at.wide).named:
        _names(painter, at, town)
    marked.over(painter, at, whole, town.changes)
    marked.offers(painter, at, whole, town.changes, town.offers)
    _compass(painter, cells, at, box, town)


def _open_spaces(painter: Painter, at: Layout, spaces: Sequence[Place], tiles: Collection[Place], town: Town) -> None:
    """The spaces where a tile can be laid; their names come after the darts that point at them."""
    painter.ground = OPEN
    for each in spaces:
        offered = name(each) in town.offers.spaces or name(each) == town.changes.chosen
        painter.put(signs.open_space, at.at(each), at.wide, _bits(each, tiles), offered=offered)


def _bits(each: Place, town: Collection[Place]) -> int:
    """The sides of an empty space on which there is a tile, one bit for each."""
    return sum(1 << side for side in ALL_SIDES if neighbour(each, side) in town)


def _shadow(painter: Painter, at: Layout, town: Collection[Place], corner: Place, ground: Ground) -> None:
    """Darken the land round the town; `corner` is where the land begins."""
    left, top = corner
    lands = [draw_shaded_land(*LAND, level, ground) for level in range(len(SHADES))]
    for each in {neighbour(each, side) for each in town for side in (2, 3, 4, 5)}.difference(town):
        x, y = at.at(each)
        for land, (dx, dy, mask) in zip(lands, shades(at.wide, _bits(each, town)), strict=False):
            painter.copy_from(land, (x + dx - left, y + dy - top), (x + dx, y + dy), mask)


def _look(sight: TileSight, mark: str = "", *, draft: bool = False) -> Look:
    streets = "".join(map(str, sight.sides))
    return Look(symbol(sight), streets, sight.site is Site.VACANT, mark, draft)


def _tiles(painter: Painter, at: Layout, tiles: dict[Place, TileSight], town: Town) -> None:
    """All tiles in reading order, then those that changed or can be chosen once more with their outlines."""
    painter.ground = PASTURE
    for each, sight in tiles.items():
        painter.put(tile, at.at(each), _look(sight), at.unit)
    for each, sight in tiles.items():
        mark = OFFERED if sight.at in town.offers.spaces else town.changes.mark(sight.at)
        if mark:
            painter.put(tile, at.at(each), _look(sight, mark, draft=town.changes.draft), at.unit)


def _ends(painter: Painter, at: Layout, tiles: dict[Place, TileSight], *, darts: bool) -> None:
    """Bars across dead ends, and darts on open streets while a tile can be laid there."""
    painter.ground = PASTURE
    for each, sight in tiles.items():
        for side in sight.dead:
            painter.put(signs.bar, at.at(each), side, at.unit)
        for side in sight.open if darts else ():
            painter.put(signs.dart, at.at(each), side, at.unit)


def _hotels(painter: Painter, at: Layout, tiles: dict[Place, TileSight], numbered: Collection[str]) -> None:
    """The blocks of the hotels, which street ends may overlap; numbers of turns stand in the place of an H."""
    painter.ground = CREAM
    for each, sight in tiles.items():
        if sight.site is Site.HOTEL:
            painter.put(tokens.hotel, at.at(each), at.wide, lettered=sight.at not in numbered)


def _sites(painter: Painter, at: Layout, tiles: dict[Place, TileSight], numbered: Collection[str]) -> None:
    """What stands on the sites, above their names and where they are numbered above the numbers of turns."""
    painter.ground = CREAM
    sizes = scale(at.wide)
    for each, sight in tiles.items():
        x, y = at.at(each)
        above = (x, y + (sizes.raised_y if sight.at in numbered else sizes.piece_y))
        if sight.owner is not None:
            painter.put(tokens.draw_building, above, sight.site.value, sight.owner, sizes.piece, number=sizes.number)
        elif sight.site is Site.TREE:
            painter.put(tokens.tree_piece, above, at.unit)
        elif sight.site is Site.VACANT:
            painter.put(tokens.vacant, above, at.unit)


def _names(painter: Painter, at: Layout, town: Town) -> None:
    """The name of every tile and open space that is not lettered as a choice."""
    sizes = scale(at.wide)
    for sight in town.tiles:
        if sight.at in town.offers.spaces or not town.shows(sight.at):
            continue
        x, y = at.at(place(sight.at))
        hotel = sight.site is Site.HOTEL
        middle = (x, y + (sizes.hotel_y if hotel else sizes.sign_y))
        if not hotel:
            painter.ground = PASTURE
            painter.put(signs.plaque, middle, signs.plaque_width(sight.at, LETTERS), sizes.sign_high)
        painter.ground = INK if hotel else CREAM
        painter.center_capitals(sight.at, middle, (DOSIS, LETTERS, CREAM if hotel else INK))
    painter.ground = OPEN
    for space in town.open:
        if town.shows(space) and space not in (*town.offers.spaces, town.changes.chosen):
            painter.center_ink(space, at.at(place(space)), (DOSIS, signs.SPACE_LETTERS, DASH))


def _compass(painter: Painter, cells: Sequence[Place], at: Layout, box: Box, town: Town) -> None:
    """
    The compass in the corner farthest from the town; smaller where there is little room.

    Where there is none at all, the last plate of a town has it; of more than two it alone.
    """
    left, top, right, bottom = box
    if town.part is not None and town.part.among > 2 and not town.part.last:
        return
    most, least = COMPASS

    def room(radius: int, corner: Place) -> float:
        return min(dist(corner, cell) for cell in cells) - R * at.unit - radius - 4

    def corners(radius: int) -> list[Place]:
        near = radius + 14
        return [(x, y) for y in (top + near, bottom - near) for x in (left + near, right - near)]

    for radius in range(most, least - 1, -4):
        best = max(corners(radius), key=lambda corner: room(radius, corner))
        if room(radius, best) >= 0 or (radius - 4 < least and (town.part is None or town.part.last)):
            painter.ground = OPEN
            painter.put(signs.compass, best, radius)
            return

"""What lies and stands on the land: squares and goods, numbers of pens, figures at work, letters of areas."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import dist

from games.walnut_grove.view import SIDES, FarmSight, PenSight, SquareSight, TileSight, WorkedSight
from render.core.paths import Point
from render.walnut_grove.inks import INK, LANDS, PAPER
from render.walnut_grove.paint import Painter
from render.walnut_grove.pieces import slips, tokens
from render.walnut_grove.sights import Marked
from render.walnut_grove.terrain.patterns import CELL
from render.walnut_grove.terrain.plan import Box, Grid, cell_of, is_cell

OUTWARD: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
CUBE = 50.0
DEPTH, ASIDE = 33.0, 28.0
"""From the outer side to the middle of a square, and from the middle of two squares to each of them."""
LETTERED = 60
"""Cells so large have letters on goods and squares, and numbers on pens; on smaller ones the colours tell."""
LEAST_PIECE, SMALL_PIECE = 0.64, 0.56
"""Scale of squares and cubes on small land, where they are larger than the land: with letters, and without."""
BADGE, SMALL_BADGE = 0.8, 0.5
WORKER = 44.0
"""Height of a figure at work, on land of any size."""
LETTER = (9.0, 11.5)
"""Half width and height of a letter."""
TAG, GIVEN = 24.5, 54.0
"""Radius of the letter of an area; size of a cube that can be given."""


@dataclass(frozen=True, slots=True)
class Land:
    """A farm in its grid."""

    farm: FarmSight
    grid: Grid

    @property
    def tiles(self) -> tuple[TileSight, ...]:
        """All cells with land, the printed row first."""
        return (*self.farm.printed, *self.farm.tiles)

    @property
    def lettered(self) -> bool:
        """Whether letters on it can be read."""
        return self.grid.cell >= LETTERED

    @property
    def piece(self) -> float:
        """Scale of squares and cubes: on small land larger than the land, but two fit beside each other."""
        least = LEAST_PIECE if self.lettered else min(SMALL_PIECE, self.grid.cell / 112)
        return max(self.grid.unit, least)

    @property
    def aside(self) -> float:
        """How far two squares lie from their middle, in units of a cell."""
        return max(ASIDE, (tokens.HALF + 1) * self.piece / self.grid.unit)

    def place(self, tile: TileSight, spot: Point) -> Point:
        """Pixels of a spot in a cell's own units."""
        x, y = self.grid.at(tile.column, tile.row)
        return x + spot[0] * self.grid.unit, y + spot[1] * self.grid.unit


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the land: the box it covers, the box of its letter, and what draws it with the letter or without."""

    body: Box
    letter: Box
    put: Callable[[Painter, bool], None]


def draw(painter: Painter, land: Land, marked: Marked) -> None:
    """All things; a letter that something would cover is left out, since half a letter is none."""
    goods = list(_squares(land))
    numbers = list(_numbers(land, marked))
    things = [*goods, *_pens(land), *_list_givable_goods(land, marked), *_letters(land, marked, goods), *numbers]
    if not numbers and not marked.offers:
        things += _workers(land)
    for at, thing in enumerate(things):
        thing.put(painter, not any(_meet(thing.letter, other.body) for other in things[at + 1 :]))


def _meet(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.foot and other.top < one.foot


def _around(at: Point, half: float, high: float | None = None) -> Box:
    up = half if high is None else high
    return Box(at[0] - half, at[1] - up, 2 * half, 2 * up)


# --- Goods ---------------------------------------------------------------------------------------------------------


def pieces(tile: TileSight, good: str) -> list[int]:
    """The sides of a tile on which a landscape lies."""
    return [side for side in range(len(SIDES)) if tile.sides[side] == good]


def spot(side: int, depth: float = DEPTH, along: float = 0.0) -> Point:
    """A spot in a piece: so far from its outer side, so far along it from the middle."""
    ox, oy = OUTWARD[side]
    reach = CELL / 2 - depth
    return CELL / 2 + ox * reach - oy * along, CELL / 2 + oy * reach + ox * along


def spots(tile: TileSight, squares: SquareSight, aside: float = ASIDE) -> list[Point]:
    """Where the squares of a region lie; two beside each other so far from their middle."""
    if tile.row == 0:
        return [(CELL / 2 - aside, 118.0), (CELL / 2 + aside, 118.0)][: squares.squares]
    sides = pieces(tile, squares.good)
    if squares.squares == 1:
        return [spot(sides[-1])]
    if len(sides) == 1:
        return [spot(sides[0], along=-aside), spot(sides[0], along=aside)]
    apart = next((side for side in sides if (side + 2) % len(SIDES) in sides), None)
    pair = (sides[0], sides[-1]) if apart is None else (apart, (apart + 2) % len(SIDES))
    return [spot(side) for side in pair]


def _squares(land: Land) -> Iterator[Thing]:
    half = tokens.HALF * land.piece
    for tile in land.tiles:
        for squares in tile.squares:
            for number, at in enumerate(spots(tile, squares, land.aside)):
                x, y = land.place(tile, at)
                put = partial(_good, land, squares.good, (x, y), full=number < squares.full)
                yield Thing(_around((x, y), half), _around((x, y), *LETTER), put)


def _good(land: Land, good: str, at: Point, painter: Painter, lettered: bool, *, full: bool) -> None:
    painter.ground = LANDS[good][0]
    lettered = lettered and land.lettered
    if full:
        painter.put(tokens.cube, at, good, CUBE, land.piece, shadow=True, lettered=lettered)
    else:
        painter.put(tokens.square, at, good, land.piece, lettered=lettered)


def _list_givable_goods(land: Land, marked: Marked) -> Iterator[Thing]:
    """A good that can be given, large in a frame, where none of its kind lies in the barn."""
    for part, _ in marked.offers:
        kind, _, good = part.partition(":")
        at = next(_full(land, good), None) if kind == "item" and good not in land.farm.barn else None
        if at is not None:
            yield Thing(_around(at, GIVEN / 2 + 5), _around(at, 0), partial(_large, good, at))


def _full(land: Land, good: str) -> Iterator[Point]:
    """Where the goods of a kind lie on squares."""
    for tile in land.tiles:
        for squares in tile.squares:
            lying = squares.full if squares.good == good else 0
            yield from (land.place(tile, at) for at in spots(tile, squares, land.aside)[:lying])


def _large(good: str, at: Point, painter: Painter, lettered: bool) -> None:
    painter.ground = LANDS[good][0]
    painter.put(tokens.cube, at, good, GIVEN, shadow=True)
    side = GIVEN + 8
    painter.put(tokens.choosable, (at[0] - side / 2, at[1] - side / 2), side, side, 0.6)


# --- Pens and figures ----------------------------------------------------------------------------------------------


def _pens(land: Land) -> Iterator[Thing]:
    """The numbers of closed pens: at the printed landscape's upper right, else between the two tiles one joins."""
    by_name = {tile.at: tile for tile in land.tiles}
    unit = max(land.grid.unit, BADGE if land.lettered else SMALL_BADGE)
    for pen in land.farm.pens:
        at = _pen_at(land, by_name, pen)
        yield Thing(_around(at, 19 * unit), _around(at, *LETTER), partial(_badge, land, pen.number, at, unit))


def _pen_at(land: Land, by_name: Mapping[str, TileSight], pen: PenSight) -> Point:
    printed = next((piece for piece in pen.pieces if piece in by_name and by_name[piece].row == 0), None)
    if printed is not None:
        return land.place(by_name[printed], (126, 30))
    piece = pen.pieces[0]
    return land.place(by_name[piece[:-1]], spot(SIDES.index(piece[-1]), depth=0, along=-56))


def _badge(land: Land, number: int, at: Point, unit: float, painter: Painter, lettered: bool) -> None:
    painter.ground = INK
    painter.put(tokens.pen_badge, at, number if lettered and land.lettered else 0, unit)


def _workers(land: Land) -> Iterator[Thing]:
    """Figures on the areas they work, with what they bring."""
    farm = land.farm
    for colour, worked in zip(("farmer", *farm.labourers), farm.worked, strict=False):
        _, tile, at = min(_stands(land, worked), key=lambda stand: stand[0])
        x, y = land.place(tile, at)
        body = Box(x - 20, y - 50, 40 + 12 + 14 * len(str(worked.harvest)), 56)
        yield Thing(body, _around((x, y), 0), partial(_worker, colour, worked.harvest, (x, y)))


def _worker(colour: str, harvest: int, at: Point, painter: Painter, lettered: bool) -> None:
    painter.ground = INK
    painter.put(tokens.pawn, at, colour, WORKER, halo=True)
    painter.put(tokens.draw_yield, (at[0] + 16, at[1] - 16), f"+{harvest}")


def _stands(land: Land, worked: WorkedSight) -> Iterator[tuple[bool, TileSight, Point]]:
    """Where a figure could stand in an area, each with whether goods lie there."""
    by_name = {tile.at: tile for tile in land.tiles}
    for region in worked.regions:
        cell, _, good = region.partition(".")
        tile = by_name[cell]
        if tile.row == 0:
            yield False, tile, (44, 74)
            continue
        taken = [at for squares in tile.squares if squares.good == good for at in spots(tile, squares)]
        for side in pieces(tile, good):
            x, y = spot(side, depth=30)
            yield any(abs(x - tx) + abs(y - ty) < 40 for tx, ty in taken), tile, (x - 16, y + 24)


# --- Names of what can be chosen or has changed --------------------------------------------------------------------


def _letters(land: Land, marked: Marked, goods: Sequence[Thing]) -> Iterator[Thing]:
    """The letters of areas, each where it lies on no other, and on no goods if that can be."""
    by_name = {tile.at: tile for tile in land.tiles}
    named = {region: area for area in land.farm.areas for region in area}
    asked = [(letter, list(_hearts(land, by_name, named[part]))) for part, letter in marked.offers if part in named]
    taken: list[Point] = []
    for letter, hearts in sorted(asked, key=lambda pair: len(pair[1])):
        at = min(hearts, key=lambda heart: _measure_crowding(heart, taken, goods))
        taken.append(at)
        yield Thing(_around(at, TAG), _around(at, 0), partial(_letter, letter, at))


def _measure_crowding(at: Point, taken: Sequence[Point], goods: Sequence[Thing]) -> tuple[float, int]:
    """How far a letter would lie on another one, and on how many goods."""
    near = min((dist(at, other) for other in taken), default=2 * TAG)
    return max(0.0, 2 * TAG - near), sum(_meet(_around(at, TAG), thing.body) for thing in goods)


def _hearts(land: Land, by_name: Mapping[str, TileSight], regions: Sequence[str]) -> Iterator[Point]:
    """Where the letter of an area could stand."""
    for region in regions:
        cell, _, good = region.partition(".")
        tile = by_name[cell]
        if tile.row == 0:
            yield land.place(tile, (56, 44))
            yield land.place(tile, (CELL / 2, 60))
            continue
        for side in pieces(tile, good):
            for depth in (30, 52):
                yield land.place(tile, spot(side, depth=depth))


def _letter(letter: str, at: Point, painter: Painter, lettered: bool) -> None:
    painter.ground = INK
    painter.put(tokens.letter_tag, at, letter)


def _numbers(land: Land, marked: Marked) -> Iterator[Thing]:
    """The numbers of the turns that changed cells."""
    for part, number in marked.changed:
        if number and is_cell(part):
            x, y = land.grid.at(*cell_of(part))
            at = (x + 21, y + 21)
            yield Thing(_around(at, 21), _around(at, 0), partial(_number, number, at))


def _number(number: int, at: Point, painter: Painter, lettered: bool) -> None:
    painter.ground = PAPER
    painter.put(slips.tag, at, number)

"""The land of a farm: cells, areas (R5.1) and pens (R8.2). All of it follows from the board and the tiles laid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from operator import eq
from typing import TypeAlias

from msgspec import Struct

from games.walnut_grove.components import BOARD_GOODS, GOODS, PRINTED, PRINTED_SQUARES, SIDES, TILES, Good

Cell: TypeAlias = str
"""Column A to W and row: ``K1``; row 0 is the board's printed row (5.1)."""

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVW"
QUARTERS = 4
"""Sides of a tile, and its positions."""
NORTH, EAST, SOUTH, WEST = range(QUARTERS)
_CELL = re.compile(r"([A-W])(\d{1,2})")
_MOVES = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Laid(Struct, frozen=True, array_like=True):
    """A tile on the land: its id, its cell, and its quarter turns clockwise."""

    tile: str
    at: Cell
    turn: int


class Area(Struct, frozen=True):
    """A largest connected set of regions of one landscape (R5.1), named by its oldest region (R5.7).

    ``size`` counts tiles and printed landscapes; ``squares`` its storage squares; ``regions`` stand oldest first.
    """

    name: str
    good: Good
    size: int
    squares: int
    regions: tuple[str, ...]


class Pen(Struct, frozen=True):
    """A pen (R8.2): its pieces, ``J0`` for a printed landscape or ``K1E`` for a piece of a tile."""

    pieces: tuple[str, ...]


class Land(Struct, frozen=True):
    """What a board and the tiles laid on it make up.

    ``areas`` stand oldest first (R5.7); ``of`` leads from a region to its area; ``squares`` gives the storage squares
    of each region in the order of filling (R5.6); ``half_pens`` are the open outer sides of each set of pieces that is
    no pen, for forecasts.
    """

    areas: tuple[Area, ...]
    of: dict[str, Area]
    squares: dict[str, int]
    pens: tuple[Pen, ...]
    half_pens: tuple[int, ...]
    cells: frozenset[Cell]


def split_cell(cell: str) -> tuple[int, int] | None:
    """Return column (from 0) and row of a cell, or None if it is none."""
    found = _CELL.fullmatch(cell)
    return (COLUMNS.index(found[1]), int(found[2])) if found else None


def cell_at(column: int, row: int) -> Cell:
    """Return the name of a cell, by column and row from 0: (9, 0) is ``J0``."""
    return f"{COLUMNS[column]}{row}"


@cache
def neighbour(cell: Cell, side: int) -> Cell | None:
    """Return the cell beyond a side; None beyond the frame or below row 0."""
    place = split_cell(cell)
    assert place is not None, cell
    column, row = place[0] + _MOVES[side][0], place[1] + _MOVES[side][1]
    return cell_at(column, row) if 0 <= column < len(COLUMNS) and row >= 0 else None


def opposite(side: int) -> int:
    """Return the side that meets this one."""
    return (side + 2) % QUARTERS


@cache
def sides_of(tile: str, turn: int) -> tuple[Good, ...]:
    """Return the goods of a turned tile's sides N, E, S, W (R4.5)."""
    printed = TILES[tile].sides
    return tuple(printed[(side - turn) % QUARTERS] for side in range(QUARTERS))


@cache
def fences_of(tile: str, turn: int) -> frozenset[int]:
    """Return the fenced diagonals of a turned tile: 0 is between N and E, and so on."""
    return frozenset((diagonal + turn) % QUARTERS for diagonal in TILES[tile].fences)


@cache
def _by_column(cell: Cell) -> tuple[int, int]:
    place = split_cell(cell)
    assert place is not None, cell
    return place[1], place[0]


def in_rows(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells by row, then column."""
    return tuple(sorted(cells, key=_by_column))


@lru_cache(maxsize=512)
def spots(tiles: tuple[Laid, ...]) -> tuple[Cell, ...]:
    """Return the empty cells on which a tile may be laid (R4.4), by row and column."""
    taken = {laid.at for laid in tiles}
    beside = [neighbour(laid.at, side) for laid in tiles for side in range(QUARTERS)]
    beside += [neighbour(cell, NORTH) for cell in PRINTED]
    return in_rows({cell for cell in beside if cell is not None and cell not in taken and _by_column(cell)[0] > 0})


@lru_cache(maxsize=512)
def land_of(board: str, tiles: tuple[Laid, ...]) -> Land:
    """Return areas, squares, pens and cells as they follow from a board and the tiles laid on it."""
    areas = _areas(board, tiles)
    squares = {name: number for name, _, _, number in _regions(board, tiles)}
    closed, open_sides = _pens(tiles)
    return Land(
        areas=areas,
        of={region: area for area in areas for region in area.regions},
        squares=squares,
        pens=closed,
        half_pens=open_sides,
        cells=frozenset(laid.at for laid in tiles),
    )


def _regions(board: str, tiles: tuple[Laid, ...]) -> Iterator[tuple[str, Cell, Good, int]]:
    """Yield name, cell, good and squares of each region, oldest first (R5.7)."""
    for cell, good in zip(PRINTED, BOARD_GOODS[board], strict=True):
        yield f"{cell}.{good}", cell, good, PRINTED_SQUARES[good]
    for laid in tiles:
        printed = TILES[laid.tile]
        for good in GOODS:
            if good in printed.sides:
                yield f"{laid.at}.{good}", laid.at, good, printed.storage.get(good, 0)


class _Sets:
    """Sets that grow together."""

    def __init__(self) -> None:
        self._up: dict[str, str] = {}

    def find(self, name: str) -> str:
        while (above := self._up.get(name, name)) != name:
            name = above
        return name

    def join(self, one: str, other: str) -> None:
        self._up[self.find(other)] = self.find(one)


@lru_cache(maxsize=256)
def _faces(board: str, tiles: tuple[Laid, ...]) -> dict[tuple[Cell, int], Good]:
    """Return the good of every piece that something can meet, by cell and side."""
    faces = {(cell, NORTH): good for cell, good in zip(PRINTED, BOARD_GOODS[board], strict=True)}
    for laid in tiles:
        for side, good in enumerate(sides_of(laid.tile, laid.turn)):
            faces[laid.at, side] = good
    return faces


def _areas(board: str, tiles: tuple[Laid, ...]) -> tuple[Area, ...]:
    faces, sets = _faces(board, tiles), _Sets()
    for (cell, side), good in faces.items():
        beyond = neighbour(cell, side)
        if beyond is not None and faces.get((beyond, opposite(side))) == good:
            sets.join(f"{cell}.{good}", f"{beyond}.{good}")
    members: dict[str, list[tuple[str, Cell, Good, int]]] = {}
    for region in _regions(board, tiles):
        members.setdefault(sets.find(region[0]), []).append(region)
    return tuple(
        Area(
            name=group[0][0],
            good=group[0][2],
            size=len({cell for _, cell, _, _ in group}),
            squares=sum(number for *_, number in group),
            regions=tuple(name for name, *_ in group),
        )
        for group in members.values()
    )


class _Fenced(Struct, frozen=True):
    """Pieces between fences: from each piece to the one that stands for its set, and the open sides of each set."""

    of: dict[str, str]
    open: dict[str, int]


@lru_cache(maxsize=1024)
def _trace_fences(tiles: tuple[Laid, ...]) -> _Fenced:
    laid_at = {laid.at: laid for laid in tiles}
    sets, pieces = _Sets(), list(PRINTED)
    leaks = [cell for cell in PRINTED if neighbour(cell, NORTH) not in laid_at]
    for laid in tiles:
        fences = fences_of(laid.tile, laid.turn)
        for side in range(QUARTERS):
            here = piece(laid.at, side)
            pieces.append(here)
            if side not in fences:
                sets.join(here, piece(laid.at, (side + 1) % QUARTERS))
            beyond = neighbour(laid.at, side)
            if beyond in laid_at:
                sets.join(here, piece(beyond, opposite(side)))
            elif side == SOUTH and beyond in PRINTED:
                sets.join(beyond, here)
            else:
                leaks.append(here)
    open_at: dict[str, int] = {}
    for leak in leaks:
        root = sets.find(leak)
        open_at[root] = open_at.get(root, 0) + 1
    return _Fenced({name: sets.find(name) for name in pieces}, open_at)


def _pens(tiles: tuple[Laid, ...]) -> tuple[tuple[Pen, ...], tuple[int, ...]]:
    fenced = _trace_fences(tiles)
    groups: dict[str, list[str]] = {}
    for name, root in fenced.of.items():
        groups.setdefault(root, []).append(name)
    closed = [Pen(tuple(group)) for root, group in groups.items() if root not in fenced.open]
    return tuple(sorted(closed, key=_place_of_pen)), tuple(sorted(fenced.open.values()))


def pens_with(tiles: tuple[Laid, ...], laid: Laid) -> int:
    """Return how many pens there are once a tile is laid beside these, from what its own four pieces join."""
    fenced, sets = _trace_fences(tiles), _Sets()
    fences = fences_of(laid.tile, laid.turn)
    joined: dict[str, int] = {}
    leaks: list[str] = []
    for side in range(QUARTERS):
        here, beyond = piece(laid.at, side), neighbour(laid.at, side)
        if side not in fences:
            sets.join(here, piece(laid.at, (side + 1) % QUARTERS))
        other = beyond if beyond in PRINTED else piece(beyond or "", opposite(side))
        root = fenced.of.get(other or "")
        if root is None:
            leaks.append(here)
        else:
            sets.join(here, root)
            joined[root] = joined.get(root, 0) + 1
    still_open = dict.fromkeys(map(sets.find, (*leaks, *joined)), 0)
    for leak in leaks:
        still_open[sets.find(leak)] += 1
    for root, sides in joined.items():
        still_open[sets.find(root)] += fenced.open[root] - sides
    before = len(set(fenced.of.values())) - len(fenced.open)
    return before + sum(not sides for sides in still_open.values())


def piece(cell: Cell, side: int) -> str:
    """Return the name of a piece: ``K1E`` (5.1)."""
    return f"{cell}{SIDES[side]}"


def _place_of_pen(pen: Pen) -> tuple[int, int]:
    return min(_by_column(_cell_of_piece(name)) for name in pen.pieces)


def _cell_of_piece(name: str) -> Cell:
    return name if name in PRINTED else name[:-1]


@lru_cache(maxsize=2048)
def matches(board: str, tiles: tuple[Laid, ...], laid: Laid) -> int:
    """Return how many sides of a tile match the landscape of their neighbour (printed landscapes included)."""
    return sum(1 for _ in _list_meeting_goods(board, tiles, laid))


def find_joined_goods(board: str, tiles: tuple[Laid, ...], laid: Laid) -> tuple[Good, ...]:
    """Return the goods of the land that a tile continues, each once."""
    goods = set(_list_meeting_goods(board, tiles, laid))
    return tuple(good for good in GOODS if good in goods)


def _list_meeting_goods(board: str, tiles: tuple[Laid, ...], laid: Laid) -> Iterator[Good]:
    """Yield the good of each side of a tile that matches its neighbour."""
    faces = _faces(board, tiles)
    for side, good in enumerate(sides_of(laid.tile, laid.turn)):
        beyond = neighbour(laid.at, side)
        if beyond is not None and faces.get((beyond, opposite(side))) == good:
            yield good


@cache
def ways_on(tile: str, cell: Cell) -> tuple[Laid, ...]:
    """Return the ways to lay a tile on a cell that differ by sides or fences, fewer turns first."""
    seen = {}
    for turn in reversed(range(QUARTERS)):
        seen[sides_of(tile, turn), fences_of(tile, turn)] = Laid(tile, cell, turn)
    return tuple(reversed(seen.values()))


def placements(tiles: tuple[Laid, ...], drawn: Iterable[str]) -> Iterator[Laid]:
    """Yield every way to lay a drawn tile: in order of drawing, cells by row and column, fewer turns first."""
    for tile in drawn:
        for cell in spots(tiles):
            yield from ways_on(tile, cell)


def rate_placements(board: str, tiles: tuple[Laid, ...], drawn: Iterable[str]) -> Iterator[tuple[int, Laid]]:
    """Yield every way to lay a drawn tile, in the order of ``placements``, behind the number of its matching sides."""
    faces = _faces(board, tiles)
    beside = {cell: _goods_around(faces, cell) for cell in spots(tiles)}
    for laid in placements(tiles, drawn):
        yield sum(map(eq, sides_of(laid.tile, laid.turn), beside[laid.at])), laid


def _goods_around(faces: dict[tuple[Cell, int], Good], cell: Cell) -> tuple[Good | None, ...]:
    """Return what a tile on a cell would meet, by side."""
    beyond = [(neighbour(cell, side), opposite(side)) for side in range(QUARTERS)]
    return tuple([None if other is None else faces.get((other, side)) for other, side in beyond])

"""The two boards as tables: squares, tiles, borders, bridges and zones (A.7, A.8, R2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Final, NewType, TypeAlias

from msgspec import Struct

from games.h2olland.components import COMPONENTS, Item

Square = NewType("Square", str)
"""A square by its name: column letter and row number, ``J3``."""
Tile: TypeAlias = int
"""A lake tile by its number."""
Border: TypeAlias = str
"""The border of two tiles, lower number first: ``3-4``."""
Point: TypeAlias = tuple[int, int]
"""A corner of tiles on the grid of the lake, 0,0 at the top left."""
Pair: TypeAlias = tuple[Square, Square]
"""The two squares of a field, left or upper one first."""

_SQUARE: Final = re.compile(r"([A-Z])([0-9]{1,2})")


@lru_cache(maxsize=1024)
def squares_in(text: str) -> tuple[Square, ...]:
    """Read the squares named in a text such as ``J3K3`` or ``j3 - k3``, left or upper first, doubles kept."""
    found = [Square(letter + str(int(row))) for letter, row in _SQUARE.findall(text.upper())]
    return tuple(sorted(found, key=spot))


@cache
def spot(square: Square) -> tuple[int, int]:
    """Return (row, column) of a square, which is also the reading order; (0, 0) is A1."""
    return int(square[1:]) - 1, ord(square[0]) - ord("A")


def share_edge(one: Square, other: Square) -> bool:
    """Return whether two squares lie side by side (R2.4); the ends of a bridge do so on the oblong board."""
    (row, column), (other_row, other_column) = spot(one), spot(other)
    return abs(row - other_row) + abs(column - other_column) == 1


class Board(Struct, frozen=True):
    """One of the two boards. Squares and tiles are in reading order everywhere."""

    name: str
    rows: int
    squares: tuple[Square, ...]
    tiles: Mapping[Tile, tuple[Square, ...]]
    """Squares in the order NW, NE, SW, SE."""
    tile_of: Mapping[Square, Tile]
    neighbours: Mapping[Tile, tuple[Tile, ...]]
    borders: Mapping[Border, tuple[Point, Point]]
    corners: Mapping[Tile, tuple[Point, ...]]
    shore_points: frozenset[Point]
    """Points that touch the shore (L.1)."""
    edges: Mapping[Square, tuple[Square, ...]]
    """Squares that share an edge; between the ends of a bridge there is a river."""
    near: Mapping[Square, tuple[Square, ...]]
    """Adjacent squares: edges and bridges (R2.4, R2.5)."""
    pairs: tuple[Pair, ...]
    """Where a field can lie as far as its shape goes (R4.4)."""
    pairs_with: Mapping[Square, tuple[Pair, ...]]
    """The pairs that a square is part of."""
    around: Mapping[Pair, tuple[Square, ...]]
    """Squares adjacent to a field, also to one that an older match holds across a bridge."""
    pumps: Mapping[Square, tuple[Tile, ...]]
    """Tiles that a mill on the square stands next to: they share a real edge, and it is not the square's own tile."""
    island: tuple[Tile, ...]
    island_squares: frozenset[Square]
    bridges: tuple[Pair, ...]
    """The ends of each bridge (R2.5)."""
    start: tuple[Mapping[str, Square], ...]
    """By seat: where its farm and its mill stand (R1.4)."""
    corners_named: tuple[str, ...]
    """By seat: the name of its corner."""
    zones: Mapping[str, Mapping[Square, int]]
    """By kind of zone (``full``, ``village``): the seat in whose zone a square lies, held by a player or not (R2.7)."""

    sides: Mapping[Border, tuple[Tile, Tile]]
    """The two tiles of a border."""


def border_of(one: Tile, other: Tile) -> Border:
    """Name the border of two tiles."""
    return f"{min(one, other)}-{max(one, other)}"


def _sides(border: Border) -> tuple[Tile, Tile]:
    low, _, high = border.partition("-")
    return int(low), int(high)


def _edges(squares: tuple[Square, ...], across: Mapping[Square, Square]) -> dict[Square, tuple[Square, ...]]:
    def is_joined(one: Square, other: Square) -> bool:
        return share_edge(one, other) and across.get(one) != other

    return {one: tuple(other for other in squares if is_joined(one, other)) for one in squares}


def _around(pair: Pair, near: Mapping[Square, tuple[Square, ...]]) -> tuple[Square, ...]:
    return tuple(sorted({*near[pair[0]], *near[pair[1]]} - set(pair), key=spot))


def _bridges(data: Mapping[str, Any]) -> tuple[Pair, ...]:
    """Return the ends of the bridges, left or upper one first as in a field."""
    return tuple(pair for ends in data["bridges"] for pair in pairwise(sorted(map(Square, ends), key=spot)))


def _points(squares: tuple[Square, ...]) -> tuple[Point, ...]:
    row, column = spot(squares[0])
    x, y = (column - 1) // 2, (row - 1) // 2
    return ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))


def _shore_points(data: Mapping[str, Any], width: int, height: int) -> frozenset[Point]:
    rim = {(x, y) for x in range(width + 1) for y in range(height + 1) if x in (0, width) or y in (0, height)}
    jutting = {Square(square) for side in data["peninsula"].values() for square in side}
    return frozenset(rim | {point for square in jutting for point in _points((square,))})


def _board(name: str) -> Board:
    data = COMPONENTS["boards"][name]
    tiles = {int(number): tuple(map(Square, tile["squares"])) for number, tile in data["tiles"].items()}
    shore = {Square(square) for part in ("strip", "peninsula") for side in data[part].values() for square in side}
    squares = tuple(sorted(shore | {square for four in tiles.values() for square in four}, key=spot))
    tile_of = {square: number for number, four in tiles.items() for square in four}
    bridges = _bridges(data)
    across = {one: other for pair in bridges for one, other in (pair, pair[::-1])}
    edges = _edges(squares, across)
    near = {one: edges[one] + ((across[one],) if one in across else ()) for one in squares}
    pairs = tuple((one, other) for one in squares for other in edges[one] if spot(one) < spot(other))
    island = tuple(data["island"])
    height = (data["rows"] - 2) // 2
    return Board(
        name=name,
        rows=data["rows"],
        squares=squares,
        tiles=tiles,
        tile_of=tile_of,
        neighbours={int(number): tuple(tile["neighbours"]) for number, tile in data["tiles"].items()},
        borders={key: (tuple(ends["from"]), tuple(ends["to"])) for key, ends in data["dike_borders"].items()},
        sides={key: _sides(key) for key in data["dike_borders"]},
        corners={number: _points(four) for number, four in tiles.items()},
        shore_points=_shore_points(data, (len(data["columns"]) - 2) // 2, height),
        edges=edges,
        near=near,
        pairs=pairs,
        pairs_with={one: tuple(pair for pair in pairs if one in pair) for one in squares},
        around={pair: _around(pair, near) for pair in (*pairs, *bridges)},
        pumps={one: _pumps(one, edges, tile_of) for one in squares},
        island=island,
        island_squares=frozenset(square for number in island for square in tiles[number]),
        bridges=bridges,
        start=tuple(
            {Item.FARM: Square(data["start"][seat]["farm"]), Item.MILL: Square(data["start"][seat]["mill"])}
            for seat in data["seats"]
        ),
        corners_named=tuple(data["seats"]),
        zones={kind: _zone(data, kind) for kind in ("full", "village")},
    )


def _pumps(
    square: Square, edges: Mapping[Square, tuple[Square, ...]], tile_of: Mapping[Square, Tile]
) -> tuple[Tile, ...]:
    beside = {tile_of[other] for other in edges[square] if other in tile_of}
    return tuple(sorted(beside - {tile_of.get(square)}))


def _zone(data: Mapping[str, Any], kind: str) -> dict[Square, int]:
    zone = data[f"safe_zone_{kind}"]
    return {Square(square): seat for seat, name in enumerate(data["seats"]) for square in zone[name]}


SQUARE: Final = _board("square")
OBLONG: Final = _board("oblong")


def board_for(seats: int) -> Board:
    """Return the board for that many players (R1.1)."""
    return OBLONG if seats in COMPONENTS["boards"]["oblong"]["players"] else SQUARE

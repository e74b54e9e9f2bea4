"""The endless grid: cells, edges, corners, frames (R1.2 to R1.6).

A cell is a name like ``E5``; columns and rows are rings of 26, so every cell has four neighbours. An edge is kept under
one of its two names, that of the cell above or to the left of it: ``E4e``, ``E4s``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import product

from msgspec import Struct

RING = 26
"""Columns A to Z and rows 1 to 26 (R1.3)."""

SIDES = "nesw"
"""The sides of a cell, clockwise from the top (R1.6)."""

ANCHOR = "D4"
"""Where the upper left cell of the frame lies after arranging (R1.4)."""

_STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def cell_at(column: int, row: int) -> str:
    """Return the cell of a column and a row counted from 0, read as rings."""
    return f"{chr(65 + column % RING)}{row % RING + 1}"


_ALL = list(product(range(RING), range(RING)))

COLUMN: dict[str, int] = {cell_at(column, row): column for column, row in _ALL}
"""Every cell's column, from 0."""

ROW: dict[str, int] = {cell_at(column, row): row for column, row in _ALL}
"""Every cell's row, from 0."""

NEAR: dict[str, tuple[str, ...]] = {
    cell_at(column, row): tuple(cell_at(column + dx, row + dy) for dx, dy in _STEPS.values()) for column, row in _ALL
}
"""Every cell's neighbours in the order of SIDES (R1.2)."""

TOWARDS: dict[str, int] = {side.upper(): index for index, side in enumerate(SIDES)}
"""From a compass letter to the index in NEAR."""

AROUND: dict[str, tuple[str, ...]] = {
    cell_at(column, row): tuple(
        cell_at(column + dx, row + dy) for dx, dy in product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0)
    )
    for column, row in _ALL
}
"""The eight cells around every cell (R17.2)."""


def _one_name(cell: str, side: str) -> str:
    north, _, _, west = NEAR[cell]
    return {"n": f"{north}s", "w": f"{west}e"}.get(side, cell + side)


EDGES: dict[str, str] = {cell + side: _one_name(cell, side) for cell in NEAR for side in SIDES}
"""From either name of an edge to the one it is kept under (R1.6)."""

BESIDE: dict[str, tuple[str, str]] = {
    cell + side: (cell, NEAR[cell][SIDES.index(side)]) for cell in NEAR for side in "es"
}
"""The two cells of an edge: the one above or to the left, then the other."""

CORNERS: dict[str, tuple[str, str]] = {
    cell + side: (NEAR[cell][SIDES.index(side)], cell_at(COLUMN[cell] + 1, ROW[cell] + 1))
    for cell in NEAR
    for side in "es"
}
"""The two corners of an edge, each named by the cell to the lower right of it."""


class Limit(Struct, frozen=True):
    """The full sizes (columns, rows) that a landscape may grow to (R1.5, R14.1)."""

    sizes: tuple[tuple[int, int], ...]

    def allows(self, width: int, height: int) -> bool:
        """Return whether a frame of that many columns and rows fits into one of the sizes."""
        return any(width <= columns and height <= rows for columns, rows in self.sizes)


class Frame(Struct, frozen=True):
    """The smallest rectangle around a landscape: first column and row from 0, number of columns and rows (R1.5)."""

    left: int
    top: int
    width: int
    height: int


def _stretch(places: set[int]) -> tuple[int, int]:
    """Return start and length of places that follow each other on the ring."""
    start = next(place for place in places if (place - 1) % RING not in places)
    return start, len(places)


def frame_of(cells: Iterable[str]) -> Frame:
    """Return the frame of connected cells."""
    cells = tuple(cells)
    left, width = _stretch({COLUMN[cell] for cell in cells})
    top, height = _stretch({ROW[cell] for cell in cells})
    return Frame(left, top, width, height)


def widen(frame: Frame, cell: str) -> Frame:
    """Return the frame that also holds a cell near by: the ring is cut opposite to the frame."""
    half = RING // 2
    across = (COLUMN[cell] - frame.left + half) % RING - half
    down = (ROW[cell] - frame.top + half) % RING - half
    return Frame(
        (frame.left + min(across, 0)) % RING,
        (frame.top + min(down, 0)) % RING,
        max(frame.width, across + 1) - min(across, 0),
        max(frame.height, down + 1) - min(down, 0),
    )


def sort_by_rows(cells: Iterable[str], frame: Frame) -> tuple[str, ...]:
    """Return cells row by row from the top, each row from left to right, by true position (R1.10)."""
    half = RING // 2

    def place(cell: str) -> tuple[int, int]:
        return (ROW[cell] - frame.top + half) % RING, (COLUMN[cell] - frame.left + half) % RING

    return tuple(sorted(cells, key=place))


def is_connected(cells: Collection[str]) -> bool:
    """Return whether the cells form one landscape through shared sides (R1.2)."""
    if not cells:
        return True
    wanted = set(cells)
    found = [next(iter(wanted))]
    wanted.discard(found[0])
    for cell in found:
        for near in NEAR[cell]:
            if near in wanted:
                wanted.discard(near)
                found.append(near)
    return not wanted


@lru_cache(maxsize=4096)
def ground_of(frame: Frame, limit: Limit) -> frozenset[str]:
    """Return all cells of the rectangles of full size that contain a frame (R1.5)."""
    found: set[str] = set()
    for columns, rows in limit.sizes:
        across, down = columns - frame.width, rows - frame.height
        if across >= 0 and down >= 0:
            places = product(range(-down, rows), range(-across, columns))
            found.update(cell_at(frame.left + dx, frame.top + dy) for dy, dx in places)
    return frozenset(found)


def usable_cells(cells: Collection[str], limit: Limit) -> tuple[str, ...]:
    """Return all cells of the rectangles of full size that contain the frame, in reading order (R1.5)."""
    frame = frame_of(cells)
    return sort_by_rows(ground_of(frame, limit), frame)


def free_cells(cells: Collection[str], limit: Limit) -> tuple[str, ...]:
    """Return the cells where a new tile may be laid, in reading order (R6.1, R6.2)."""
    frame = frame_of(cells)
    ground = ground_of(frame, limit)
    free = {near for cell in cells for near in NEAR[cell] if near in ground and near not in cells}
    return sort_by_rows(free, frame)


def write_edge(edge: str, cells: Collection[str]) -> str:
    """Return an edge's name as it is written: from a cell with a tile, the upper or left one if both hold one."""
    first, second = BESIDE[edge]
    if first in cells or second not in cells:
        return edge
    return second + ("w" if edge[-1] == "e" else "n")


def shift_to_anchor(cells: Iterable[str]) -> tuple[str, ...]:
    """Return connected cells shifted as a whole so that their frame begins at the anchor (R1.4)."""
    cells = tuple(cells)
    frame = frame_of(cells)
    across, down = COLUMN[ANCHOR] - frame.left, ROW[ANCHOR] - frame.top
    return tuple(cell_at(COLUMN[cell] + across, ROW[cell] + down) for cell in cells)

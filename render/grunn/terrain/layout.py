"""
Where the cells of a landscape stand in a square of four by four.

Lines and columns that hold a tile are of full size in every game from the first turn to the last. Those that hold only
cells where one may go share what is left: full size with one or two lines of tiles, thin with three.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.grunn.view import CanalSight, steps_between

CELL, GAP = 130, 14
THIN = 58  # the least depth of a line without tiles
ROOM = 4 * CELL + 3 * GAP
FULL = 4  # lines of full size that fit
STUB = 26  # what is shown of a canal that tiles have left outside the grid

Place = tuple[int, int]  # column and line, counted from the corner of a landscape


@dataclass(frozen=True, slots=True)
class Axis:
    """The columns, or the lines: number of the first, where each starts and how deep it is, and the gap, in pixels."""

    first: int
    starts: tuple[float, ...]
    sizes: tuple[int, ...]
    gap: int = GAP

    def at(self, number: int) -> tuple[float, int]:
        """Start and depth of a column or line."""
        return self.starts[number - self.first], self.sizes[number - self.first]

    def gap_after(self, number: int) -> float | None:
        """The middle of the gap behind a column or line (one less than the first: before all); None: outside."""
        at = number - self.first
        if at == -1:
            return self.starts[0] - self.gap / 2
        return self.starts[at] + self.sizes[at] + self.gap / 2 if 0 <= at < len(self.starts) else None

    @property
    def numbers(self) -> range:
        """All columns or lines shown."""
        return range(self.first, self.first + len(self.starts))

    @property
    def end(self) -> float:
        """Where the last one ends."""
        return self.starts[-1] + self.sizes[-1]


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of a landscape: its corner cell, columns, lines, and the side of a tile in pixels."""

    corner: str
    columns: Axis
    lines: Axis
    cell: int

    def place(self, cell: str) -> Place:
        """Column and line of a cell."""
        return steps_between(self.corner, cell)

    def shows(self, cell: str) -> bool:
        """Whether the cell is one of those shown."""
        column, line = self.place(cell)
        return column in self.columns.numbers and line in self.lines.numbers

    def box(self, cell: str) -> tuple[float, float, int, int]:
        """Left, top, width and height of a cell that is shown."""
        column, line = self.place(cell)
        (left, wide), (top, high) = self.columns.at(column), self.lines.at(line)
        return left, top, wide, high


def layout(corner: str, tiles: Collection[str], others: Collection[str], centre: tuple[int, int]) -> Layout:
    """The grid that shows these tiles and other cells, centred; without tiles all cells are of full size."""
    held = [steps_between(corner, cell) for cell in tiles or others]
    shown = [*held, *(steps_between(corner, cell) for cell in others)]
    spans = [_span([each[axis] for each in held], [each[axis] for each in shown]) for axis in (0, 1)]
    cell = min(_cell(full, thin) for _, full, thin in spans)
    columns, lines = (_axis(span, cell, middle) for span, middle in zip(spans, centre, strict=True))
    return Layout(corner, columns, lines, cell)


Span = tuple[range, frozenset[int], int]  # what is shown, what of it holds tiles, how many do not


def _span(held: Sequence[int], shown: Sequence[int]) -> Span:
    full = frozenset(range(min(held), max(held) + 1))
    all_shown = range(min(shown), max(shown) + 1)
    return all_shown, full, len(all_shown) - len(full)


def _cell(full: frozenset[int], thin: int) -> int:
    """The side of a tile: less than usual only where cells beyond four lines of tiles may be chosen."""
    gaps = (len(full) + thin - 1) * GAP
    return min(CELL, (ROOM - thin * THIN - gaps) // len(full)) if len(full) + thin > FULL else CELL


def _axis(span: Span, cell: int, middle: int) -> Axis:
    shown, full, thin = span
    gaps = (len(shown) - 1) * GAP
    depth = min(cell, (ROOM - len(full) * cell - gaps) // thin) if thin else cell
    sizes = tuple(cell if number in full else depth for number in shown)
    at = middle - (sum(sizes) + gaps) / 2
    starts = []
    for size in sizes:
        starts.append(at)
        at += size + GAP
    return Axis(shown.start, tuple(starts), sizes)


def run(each: CanalSight, at: Layout, stub: int = STUB) -> tuple[tuple[float, float], int]:
    """Where a canal starts and how long it is drawn (0: too far outside to be shown)."""
    along, aside = (at.lines, at.columns) if each.upright else (at.columns, at.lines)
    number, other = (each.down, each.across) if each.upright else (each.across, each.down)
    side = aside.gap_after(other)
    before, after = along.gap_after(number - 1), along.gap_after(number)
    if side is None or (before is None and after is None):
        return (0.0, 0.0), 0
    if before is None:
        before = (after or 0.0) - stub
    length = stub if after is None else round(after - before)
    return ((side, before) if each.upright else (before, side)), length

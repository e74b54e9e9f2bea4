"""Where the squares of the board lie in a picture: the whole board, or one of the halves between which it folds."""

from collections.abc import Iterable
from dataclasses import dataclass

SQUARE = 80  # units of the drawings that a square has
COLUMNS = 14
FOLD = 12
"""Pixels that a half shows of the other one: a dike, frame or outline on the fold is whole on both."""


@dataclass(frozen=True, slots=True)
class Window:
    """
    Rows of the board: pixels per square, upper left corner in the picture, pixels of the board above it, height.

    Places are in pixels from the window's own upper left corner.
    """

    size: int
    corner: tuple[int, int]
    above: int
    high: int
    rows: int
    """Of the whole board."""

    @property
    def unit(self) -> float:
        """Pixels per unit of the drawings, of which a square has 80."""
        return self.size / SQUARE

    @property
    def wide(self) -> int:
        """Width in pixels."""
        return COLUMNS * self.size

    @property
    def first(self) -> bool:
        """Whether the board's upper edge is in the window."""
        return self.above == 0

    @property
    def last(self) -> bool:
        """Whether the board's lower edge is in the window."""
        return self.above + self.high == self.rows * self.size

    @property
    def whole_rows(self) -> range:
        """The rows, from 1, that are in the window from edge to edge."""
        return range(-(-self.above // self.size) + 1, (self.above + self.high) // self.size + 1)

    def at(self, square: str) -> tuple[int, int]:
        """The upper left corner of a square."""
        return ((ord(square[0]) - ord("A")) * self.size, (int(square[1:]) - 1) * self.size - self.above)

    def shows(self, square: str) -> bool:
        """Whether any of the square is inside."""
        _, y = self.at(square)
        return -self.size < y < self.high

    def box(self, squares: Iterable[str]) -> tuple[int, int, int, int]:
        """Left, top, width and height of the smallest rectangle over some squares."""
        corners = [self.at(square) for square in squares]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, low = max(x for x, _ in corners) + self.size, max(y for _, y in corners) + self.size
        return left, top, right - left, low - top


HALF = 66  # pixels of a square where the board folds
NORTH = Window(HALF, (88, 226), 0, 7 * HALF + FOLD, COLUMNS)
SOUTH = Window(HALF, (88, 0), 7 * HALF - FOLD, 7 * HALF + FOLD, COLUMNS)
OBLONG = Window(63, (42, 44), 0, 10 * 63, 10)
FRAME = Window(46, (42, 40), 0, 14 * 46, COLUMNS)
"""The whole square board in one picture of a film."""

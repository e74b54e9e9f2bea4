"""Where the squares of the board lie in a picture: the whole board, or a part of it enlarged."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.h2olland.view import Table

SQUARE = 80  # pixels of a square at unit 1
LEFT, TOP = 40, 134  # upper left corner of the board in a picture
COLUMNS = 14


@dataclass(frozen=True, slots=True)
class Window:
    """
    A part of the board: first column and row (from 0), how many of each, pixels per square.

    Places are in pixels from the window's own upper left corner.
    """

    column: int
    row: int
    columns: int
    rows: int
    size: int
    corner: tuple[int, int] = (LEFT, TOP)

    @property
    def unit(self) -> float:
        """Pixels per unit of the drawings, of which a square has 80."""
        return self.size / SQUARE

    @property
    def wide(self) -> int:
        """Width in pixels."""
        return self.columns * self.size

    @property
    def high(self) -> int:
        """Height in pixels."""
        return self.rows * self.size

    def at(self, square: str) -> tuple[int, int]:
        """The upper left corner of a square."""
        return ((ord(square[0]) - ord("A") - self.column) * self.size, (int(square[1:]) - 1 - self.row) * self.size)

    def shows(self, square: str) -> bool:
        """Whether any of the square is inside."""
        x, y = self.at(square)
        return -self.size < x < self.wide and -self.size < y < self.high


def whole(table: Table) -> Window:
    """All of the board."""
    return Window(0, 0, COLUMNS, table.board.rows, SQUARE)


def quarter(table: Table, seat: int) -> Window:
    """
    The quarter (with two players the half) in front of a seat and what adjoins it, enlarged.

    Of the square board 8 x 8 squares of 140 pixels, of the oblong one 9 x 10 of 124.
    """
    if table.board.rows < COLUMNS:
        return Window(0 if seat == 0 else COLUMNS - 9, 0, 9, table.board.rows, 124, (42, TOP))
    corner = table.board.corners_named[seat]
    return Window(0 if "W" in corner else COLUMNS - 8, 0 if "N" in corner else COLUMNS - 8, 8, 8, 140)


def box(window: Window, squares: Iterable[str]) -> tuple[int, int, int, int]:
    """Left, top, width and height of the smallest rectangle over some squares."""
    corners = [window.at(square) for square in squares]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, low = max(x for x, _ in corners) + window.size, max(y for _, y in corners) + window.size
    return left, top, right - left, low - top

"""What is printed on a hunting ground and never changes: the strip's motif, its letter, the animal on the rock."""

from render.core.ink import even
from render.core.memory.cache import cached
from render.core.paths import close_path, rectangle
from render.core.surface import Raster, Surface
from render.grumpf.inks import BOARDS, CAVE, CREAM, INK, LETTERS, TORCH
from render.grumpf.paint import Painter
from render.grumpf.terrain.stone import block, cut
from render.grumpf.terrain.strips import face

PLACES = {"B": (6, 70), "R": (554, 70), "F": (6, 279), "W": (554, 279), "M": (6, 488), "S": (554, 488)}
LETTER = (32.0, 25.0)  # middle of the letter in its slab


@cached
def slab(board: str) -> Raster:
    """The whole slab of a board without lettering; (0, 0) is its corner."""
    return block(face(board), board)


@cached
def letter_block(board: str) -> Raster:
    """The block behind the board's letter; (0, 0) is its middle."""
    plate = Surface(f"letter{board}", (-28, -24, 28, 24), 1.0, flat=True)
    plate.pen().shape(cut((-24, -20, 24, 20), 9, 0.6, "letter"), INK, shake=0)
    return plate.raster()


@cached
def letter_ring() -> Raster:
    """The dashed frame round the letter of a board that may be chosen; (0, 0) is the letter's middle."""
    plate = Surface("letterring", (-31, -26, 31, 26), 1.0, flat=True)
    outline = close_path(cut((-26, -21, 26, 21), 10, 0.6, "letter"))
    plate.pen().line(outline, even(8, INK))
    plate.pen().draw_dashes(outline, even(4.4, TORCH), (11, 8))
    return plate.cut()


@cached
def side_dot(board: str) -> Raster:
    """A dot of a board's side; (0, 0) is its middle."""
    plate = Surface("dot", (-8, -8, 8, 8), 1.0, flat=True)
    plate.pen().disc(0, 0, 5.5, LETTERS[board])
    return plate.raster()


@cached
def stake_frame(board: str, across: int) -> Raster:
    """The frame round a stake that has changed; (0, 0) is its right edge, in the middle of its height."""
    plate = Surface(f"stake{board}", (-across - 10, -24, 10, 24), 1.0, flat=True)
    points = rectangle(-across - 4, -19, 5, 19)
    plate.pen().line([*points, points[0]], even(7, INK))
    plate.pen().line([*points, points[0]], even(3, CREAM))
    return plate.cut()


def print_slab(painter: Painter, board: str) -> None:
    """A slab in its place."""
    x, y = PLACES[board]
    painter.ground = CAVE
    painter.put(slab, (x, y), board)
    painter.ground = BOARDS[board]
    at = (x + LETTER[0], y + LETTER[1])
    painter.put(letter_block, at, board)
    painter.ground = INK
    painter.number(board, at, 44, colour=BOARDS[board] if board == "B" else CREAM)

"""What is printed on a hunting ground and never changes: strip, letter, name, side, condition, awards."""

from functools import lru_cache

from games.grumpf.view import BoardSight
from render.core.ink import even
from render.core.paths import rectangle
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf import signs
from render.grumpf.inks import BOARDS, CAVE, CREAM, INK, LETTERS, STONES
from render.grumpf.paint import Painter
from render.grumpf.pictograms import pictogram
from render.grumpf.stone import block, cut
from render.grumpf.strips import face

PLACES = {"B": (10, 118), "R": (546, 118), "F": (10, 410), "W": (546, 410), "M": (10, 702), "S": (546, 702)}
RIGHT = 508  # where stakes and awards end
FORMULA = (18, 88, 42)  # left, middle, size
NAMES = {"B": "Bees", "R": "Reptiles", "F": "Fish", "W": "Birds", "M": "Mammoths", "S": "Sorcerer"}
FIRST = "1st"
LETTERING = (*NAMES.values(), FIRST, "free", "last 3", "Σ even", "each ≤ 3")


@lru_cache(maxsize=16)
def slab(board: str) -> Raster:
    """The whole slab of a board without lettering; (0, 0) is its corner."""
    return block(face(board), board)


@lru_cache(maxsize=8)
def letter_block(board: str) -> Raster:
    """The block behind the board's letter; (0, 0) is the slab's corner."""
    plate = Surface(f"letter{board}", (4, 4, 62, 58), 1.0, flat=True)
    plate.pen().shape(cut((8, 7, 58, 52), 9, 0.6, "letter"), INK, shake=0)
    return plate.raster()


@lru_cache(maxsize=8)
def side_dot(board: str) -> Raster:
    """A dot of a board's side; (0, 0) is its middle."""
    plate = Surface("dot", (-8, -8, 8, 8), 1.0, flat=True)
    plate.pen().disc(0, 0, 6, LETTERS[board])
    return plate.raster()


@lru_cache(maxsize=8)
def stake_frame(board: str) -> Raster:
    """The frame round a stake that has changed; (0, 0) is its right edge, in the middle of its height."""
    plate = Surface(f"stake{board}", (-104, -26, 8, 26), 1.0, flat=True)
    points = rectangle(-98, -21, 4, 21)
    plate.pen().line([*points, points[0]], even(7, INK))
    plate.pen().line([*points, points[0]], even(3, CREAM))
    return plate.cut()


def printed(painter: Painter, board: BoardSight, theme: Theme) -> None:
    """A slab in its place."""
    x, y = PLACES[board.code]
    code, light = board.code, LETTERS[board.code]
    painter.ground = CAVE
    painter.put(slab, (x, y), code)
    painter.ground = BOARDS[code]
    painter.put(letter_block, (x, y), code)
    painter.ground = INK
    painter.number(code, (x + 33, y + 29.5), 44, colour=BOARDS[code] if code == "B" else CREAM)
    painter.ground = BOARDS[code]
    painter.put(pictogram, (x + 70, y + 5), code, 50, light)
    across = painter.fitted(theme.say(NAMES[code]), (x + 132, y + 30), 230, (40, 30), colour=light)
    for dot in range(int(board.side)):
        painter.put(side_dot, (x + 132 + across + 20 + 18 * dot, y + 31), code)
    painter.ground = STONES[code]
    left, middle, size = FORMULA
    painter.formula(theme.say(board.formula), (x + left, y + middle), size)
    _awards(painter, board, (x + RIGHT, y + middle), theme)


def _awards(painter: Painter, board: BoardSight, at: tuple[int, int], theme: Theme) -> None:
    """The award list like a podium; on the Sorcerer what the first one may take or do. `at` is the right edge."""
    x, y = at
    if board.effect == "sorcerer_tile":
        painter.put(signs.spiral_tile, (x - 22, y), 42)
        painter.word(theme.say(FIRST), (x - 56, y), 34, side="right")
    elif board.effect == "trade":
        painter.put(signs.swap, (x - 26, y))
        painter.word(theme.say(FIRST), (x - 62, y), 34, side="right")
    else:
        painter.put(signs.podium, (x, y + 22), board.awards)

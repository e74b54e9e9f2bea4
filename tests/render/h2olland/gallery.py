"""
Every kind of picture of H₂Olland, by name.

`python -m tests.render.h2olland.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable

from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.h2olland.scoring import outcome
from games.h2olland.state import Basket, Phase
from render.h2olland.pictures import PORTRAITS as PICTURE
from tests.render import golden
from tests.render.h2olland.positions import LONG_NAMES, MOCK_UP, NAMES, OBLONG, of_three, racing, staged, view

SPRING_BARN = {"corn": 1, "cow": 1, "tulip-red": 1, "tulip-pink": 1, "mill": 1, "farm": 1}
WINTER_BARN = {"corn": 4, "bean": 4, "carrot": 2, "potato": 2, "cow": 2, "tulip-pink": 2, "dike": 1, "mill": 1}


def board_of_four() -> Image.Image:
    """The position of the target picture."""
    return PICTURE.board(view(MOCK_UP), Marks(("20-26",), Seat(3)), names=NAMES)


def board_of_three() -> Image.Image:
    """Areas ready to be drained, mills used, a tile turned, the other safe zones, odd names."""
    given = of_three(phase="drain", safe_zone="village", used_mills=["B4", "K9"], passed=["white"])
    return PICTURE.board(view(given), Marks(("t8", "E6", "F6"), Seat(0)), names=LONG_NAMES[:3])


def board_of_two() -> Image.Image:
    """The oblong board, a full barn, kinds sold out."""
    return PICTURE.board(view(OBLONG), Marks(("E1", "F1", "11-17", "t5"), Seat(1)), names=LONG_NAMES[:2])


def quarter() -> Image.Image:
    """Saskia's quarter in spring, with what she can place where."""
    shown = staged(2, phase=Phase.SPRING, passed=(), barns=({}, {}, SPRING_BARN, {}))
    return PICTURE.private(shown, Marks(("M14",), Seat(2)), names=NAMES)


def half() -> Image.Image:
    """The half of a player on the oblong board, who is not to move."""
    return PICTURE.private(view(OBLONG, 1), Marks(), names=LONG_NAMES[:2])


def race() -> Image.Image:
    """The race, with what the runner to move can reach."""
    return PICTURE.board(racing(), Marks(("A2", "B2"), Seat(1)), names=NAMES)


def trade() -> Image.Image:
    """An order of winter being written."""
    table = {"phase": Phase.WINTER, "passed": (), "cards": (1, 2, 3, 5), "barns": ({}, {}, WINTER_BARN, {})}
    shown = replace(staged(2, **table), basket=Basket(("3be>co", "t1", "4>cw")))
    return PICTURE.preview(shown, Marks(), names=NAMES)


def end() -> Image.Image:
    """The result."""
    shown = racing()
    table = replace(shown.table, phase=Phase.OVER, turn=Seat(-1), last_flipper=Seat(2))
    return PICTURE.final(replace(shown, table=table), outcome(table), names=LONG_NAMES)


GALLERY: dict[str, Callable[[], Image.Image]] = {
    "board4": board_of_four,
    "board3": board_of_three,
    "board2": board_of_two,
    "quarter": quarter,
    "half": half,
    "race": race,
    "trade": trade,
    "final": end,
}
IN_TURN = (board_of_four, board_of_two, race, board_of_three)
"""Boards of different tables, for measuring."""

if __name__ == "__main__":
    for key, make in GALLERY.items():
        golden.keep(golden.HERE / "h2olland" / f"{key}.png", make())

"""
Every kind of picture of Grunn, by name.

`python -m tests.render.grunn.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.grunn.state import Stage, State
from render.grunn.pictures import PORTRAITS as PICTURE
from tests.render import golden
from tests.render.grunn.positions import LONG_NAMES, NAMES, arranging, board, finished, mock_up, staged, table, view


def result(given: State) -> Outcome:
    """The outcome of a finished state."""
    totals = tuple(land.rows.total for land in board(given).lands)
    return Outcome(places=tuple(1 + sum(other > total for other in totals) for total in totals), totals=totals)


def board_of_four() -> Image.Image:
    """The position of the target picture."""
    return PICTURE.board(view(mock_up()), Marks(), names=NAMES)


def board_of(seats: int) -> Image.Image:
    """The table with some number of seats, odd names, scarce stocks."""
    return PICTURE.board(view(table(seats)), Marks(), names=LONG_NAMES[:seats])


def too_dear() -> Image.Image:
    """Cees to move without ducats: four pairs are too dear."""
    return PICTURE.board(view(replace(mock_up(), turns_done=34)), Marks(), names=NAMES)


def widest() -> Image.Image:
    """Seven columns and lines still usable, names of cells across the ring's seam."""
    marks = Marks(spots=("4:Z25", "4:A25", "4:Z25e"), seat=Seat(4))
    return PICTURE.private(view(table(5), Seat(4)), marks, names=LONG_NAMES[:5])


def drafted() -> Image.Image:
    """A draft: pair chosen, tile laid, one developed."""
    stage = Stage(income=2, pair=2, tile="bog", card="develop_marsh", laid="D2", spots=("D2", "C4"))
    return PICTURE.preview(view(staged(mock_up(), stage), Seat(0)), Marks(), names=NAMES)


def alone() -> Image.Image:
    """One landscape at full size with changes."""
    marks = Marks(spots=("0:E4", "0:D4s"), seat=Seat(0))
    return PICTURE.seat(view(mock_up()), Seat(0), marks=marks, names=NAMES)


def start(seats: int) -> Image.Image:
    """Tiles dealt, none laid."""
    return PICTURE.board(view(arranging(seats)), Marks(), names=LONG_NAMES[:seats])


def own_start() -> Image.Image:
    """The same for one player."""
    return PICTURE.private(view(arranging(4), Seat(1)), Marks(), names=NAMES)


def end(seats: int) -> Image.Image:
    """The final score."""
    given = finished(seats)
    return PICTURE.final(view(given), result(given), names=(*NAMES, *LONG_NAMES)[:seats])


GALLERY: dict[str, Callable[[], Image.Image]] = {
    "board1": lambda: board_of(1),
    "board2": lambda: board_of(2),
    "board4": board_of_four,
    "board5": lambda: board_of(5),
    "board6": lambda: board_of(6),
    "too_dear": too_dear,
    "widest": widest,
    "preview": drafted,
    "seat": alone,
    "start1": lambda: start(1),
    "start5": lambda: start(5),
    "start_own": own_start,
    "final1": lambda: end(1),
    "final3": lambda: end(3),
    "final6": lambda: end(6),
}

IN_TURN = (board_of_four, *(partial(board_of, seats) for seats in range(2, 6)))
"""Boards of different tables, for measuring."""

if __name__ == "__main__":
    for key, make in GALLERY.items():
        golden.keep(golden.HERE / "grunn" / f"{key}.png", make())

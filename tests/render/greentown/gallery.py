"""
Every kind of picture of Green Town, by name.

`python -m tests.render.greentown.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable
from functools import lru_cache, partial

from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.view import View
from render.greentown.pictures import PORTRAITS as PICTURE
from tests.games.greentown.table import Match
from tests.render import golden
from tests.render.greentown.positions import (
    LONG_NAMES,
    NAMES,
    building_draft,
    finished,
    long_town,
    mock_up,
    opening,
    touring_draft,
)


@lru_cache(maxsize=16)
def seen(make: Callable[[], Match], seat: Seat | None = None) -> View:
    """A position as a seat or everybody sees it; played once, so that pictures alone are measured."""
    return GAME.view(make().state, seat)


def posted(make: Callable[[], Match], names: tuple[str, ...] = NAMES) -> Image.Image:
    """The table as everybody sees it."""
    view = seen(make)
    return PICTURE.board(view, Marks(), names=names[: len(view.table.players)])


def board_of_four() -> Image.Image:
    """The position of the target picture."""
    return posted(mock_up)


def beginning() -> Image.Image:
    """Two players before the first turn."""
    return posted(opening, LONG_NAMES)


def late() -> Image.Image:
    """The last turns of three, in a town of many rows."""
    return posted(long_town)


def drafted(make: Callable[[], Match], seat: int) -> Image.Image:
    """A draft as the player to move sees it."""
    return PICTURE.preview(seen(make, Seat(seat)), Marks(), names=NAMES)


def alone() -> Image.Image:
    """What Noor has, as Noor sees it."""
    return PICTURE.seat(seen(mock_up, Seat(2)), Seat(2), marks=Marks(), names=NAMES)


def end(seats: int) -> Image.Image:
    """The final score."""
    view, outcome = finished(seats)
    return PICTURE.final(view, outcome, names=(NAMES if seats == 4 else LONG_NAMES)[:seats])


GALLERY: dict[str, Callable[[], Image.Image]] = {
    "board4": board_of_four,
    "board3": late,
    "board2": beginning,
    "building": partial(drafted, building_draft, 3),
    "touring": partial(drafted, touring_draft, 2),
    "seat": alone,
    "final4": partial(end, 4),
    "final2": partial(end, 2),
}
IN_TURN = (board_of_four, beginning, late)
"""Boards of different tables, for measuring."""

if __name__ == "__main__":
    for key, make in GALLERY.items():
        golden.keep(golden.HERE / "greentown" / f"{key}.png", make())

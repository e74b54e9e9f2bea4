"""
Every kind of picture of Green Town, by name.

`python -m tests.render.greentown.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable

from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.greentown import GAME
from render.greentown import PICTURE
from tests.games.greentown.table import Match
from tests.render import golden
from tests.render.greentown.positions import (
    LONG_NAMES,
    NAMES,
    building_draft,
    finished,
    long_town,
    mock_up,
    start,
    touring_draft,
)


def posted(match: Match, names: tuple[str, ...] = NAMES) -> Image.Image:
    """The table as everybody sees it."""
    seats = len(match.table.players)
    return PICTURE.board(GAME.view(match.state, None), Marks(), names=names[:seats])


def board_of_four() -> Image.Image:
    """The position of the target picture."""
    return posted(mock_up())


def drafted(match: Match) -> Image.Image:
    """A draft as the player to move sees it."""
    return PICTURE.preview(match.view, Marks(), names=NAMES)


def alone() -> Image.Image:
    """What Noor has, as Noor sees it."""
    view = GAME.view(mock_up().state, Seat(2))
    return PICTURE.seat(view, Seat(2), marks=Marks(), names=NAMES)


def end(seats: int) -> Image.Image:
    """The final score."""
    view, outcome = finished(seats)
    return PICTURE.final(view, outcome, names=(NAMES if seats == 4 else LONG_NAMES)[:seats])


GALLERY: dict[str, Callable[[], Image.Image]] = {
    "board4": board_of_four,
    "board3": lambda: posted(long_town()),
    "board2": lambda: posted(start(2), LONG_NAMES),
    "building": lambda: drafted(building_draft()),
    "touring": lambda: drafted(touring_draft()),
    "seat": alone,
    "final4": lambda: end(4),
    "final2": lambda: end(2),
}

if __name__ == "__main__":
    for key, make in GALLERY.items():
        golden.keep(golden.HERE / "greentown" / f"{key}.png", make())

"""
Every kind of picture of Walnut Grove, by name.

`python -m tests.render.walnut_grove.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable

from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.walnut_grove.scoring import outcome_of
from games.walnut_grove.state import Phase
from render.walnut_grove.pictures import PORTRAITS as PICTURE
from tests.render import golden
from tests.render.walnut_grove.positions import LONG_NAMES, NAMES, beginning, mock_up, reveal, spring, view

WALKED = Marks(("2:improvements", "town:svenson"), Seat(2))
LAID = Marks(("2:J2", "2:K2"), Seat(2))


def town() -> Image.Image:
    """The town of the target picture."""
    return PICTURE.board(view(mock_up()), WALKED, names=NAMES)


def farm() -> Image.Image:
    """The farm of the target picture: tiles just laid, figures at work."""
    return PICTURE.seat(view(reveal()), Seat(2), marks=LAID, names=NAMES)


def start() -> Image.Image:
    """Four players placing their figures, odd names, six kinds of tiles for sale."""
    return PICTURE.board(view(beginning()), Marks(("town:church:1",), Seat(1)), names=LONG_NAMES)


def drawn() -> Image.Image:
    """Juno's farm in spring with four tiles drawn and the cells where they can lie."""
    return PICTURE.private(view(spring(2), 2), Marks(), names=LONG_NAMES)


def turn() -> Image.Image:
    """Bram's draft of a turn: town and own farm, houses that can be chosen."""
    return PICTURE.preview(view(mock_up(), 1), WALKED, names=NAMES)


def compared() -> Image.Image:
    """Juno's farm as Bram sees it, his own small below."""
    return PICTURE.seat(view(mock_up(), 1), Seat(2), marks=WALKED, names=LONG_NAMES)


def end() -> Image.Image:
    """The result."""
    over = replace(mock_up(), phase=Phase.OVER, year=8)
    return PICTURE.final(view(over), outcome_of(over), names=LONG_NAMES)


GALLERY: dict[str, Callable[[], Image.Image]] = {
    "town": town,
    "farm": farm,
    "start": start,
    "drawn": drawn,
    "turn": turn,
    "compared": compared,
    "final": end,
}
IN_TURN = (town, start, farm, drawn)
"""Pictures of different tables, for measuring."""

if __name__ == "__main__":
    for key, make in GALLERY.items():
        golden.keep(golden.HERE / "walnut_grove" / f"{key}.png", make())

"""
Every kind of picture of Grumpf, by name.

`python -m tests.render.grumpf.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable
from functools import partial

from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.state import State
from render.grumpf import foot, panel
from render.grumpf.pictures import PORTRAITS as PICTURE
from tests.render import golden
from tests.render.grumpf.positions import (
    LONG_NAMES,
    NAMES,
    crowded,
    finished,
    judged,
    live,
    mock_up,
    new_hunt,
    planning,
    view,
)


def board(make: Callable[[], State], marks: Marks = Marks()) -> Image.Image:  # noqa: B008 (frozen)
    """A board as a spectator sees it."""
    return PICTURE.board(view(make()), marks, names=NAMES)


def plan() -> Image.Image:
    """Green's own view, or the preview of a draft: plan, alternatives, failures, two tokens on boards."""
    return PICTURE.preview(view(planning(), 1), Marks(), names=NAMES)


def hand() -> Image.Image:
    """One's own view in a live hunt: faces that are up, changes numbered as they happened."""
    given, marks = live()
    return PICTURE.private(view(given, 0), marks, names=NAMES)


def seat() -> Image.Image:
    """Two-digit counts, tiles and a Joker in series."""
    return PICTURE.seat(view(crowded()), Seat(0), marks=Marks(), names=LONG_NAMES)


def final() -> Image.Image:
    """The result of six, names that are too long, in other scripts, or nothing at all."""
    given = finished()
    outcome = GAME.outcome(given)
    assert outcome is not None
    return PICTURE.final(view(given), outcome, names=LONG_NAMES)


GALLERY: dict[str, Callable[[], Image.Image]] = {
    "board4": partial(board, mock_up),
    "board6": partial(board, crowded),
    "new_hunt": partial(board, new_hunt),
    "judged": partial(board, judged),
    "plan": plan,
    "live": hand,
    "seat": seat,
    "final": final,
}


def unseen(make: Callable[[], Image.Image]) -> Image.Image:
    """A picture of which no part was drawn before: only the sprites are known."""
    panel.drawn.cache_clear()
    foot.drawn.cache_clear()
    return make()


IN_TURN = tuple(partial(unseen, GALLERY[name]) for name in ("board4", "board6", "new_hunt", "judged"))
"""Boards of different tables, for measuring."""

if __name__ == "__main__":
    for key, make in GALLERY.items():
        golden.keep(golden.HERE / "grumpf" / f"{key}.png", make())

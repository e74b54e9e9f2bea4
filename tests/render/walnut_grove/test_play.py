"""Pictures of positions that come up in play, early and late, for each number of players."""

from hashlib import sha256

import pytest

from games.core.game import Marks, Setup
from games.core.play import start
from games.core.seats import Seat
from games.core.selfplay import play_steps
from games.core.words import Words
from games.walnut_grove import GAME
from render.core.picture import Theme
from render.core.plates import ALT_LIMIT, BYTE_BUDGET, finish
from render.walnut_grove.final import ALONE, WINS, draw
from render.walnut_grove.pictures import PORTRAITS as PICTURE
from tests.render.walnut_grove.positions import NAMES

EVERY = 61


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_i_every_position_can_be_drawn(seats: int) -> None:
    """
    A match of random players, whose farms grow in all directions, is drawn from its start to its result: town, own
    farm, draft, another's farm; each keeps to the byte budget, its description to Discord's 1,024 characters.
    """
    names = NAMES[:seats]
    words = Words(GAME.words, names)
    before = None
    drawn = []
    for step, progress in enumerate(
        play_steps(GAME, Setup(seats, GAME.spec.options()), sha256(b"walnut").digest(), brains={})
    ):
        state = progress.position.state
        outcome = GAME.outcome(state)
        if step % EVERY and outcome is None:
            continue
        seat = Seat(step % seats)
        view = GAME.view(state, seat)
        marks = Marks() if before is None else GAME.marks(before, view)
        before = view
        alt = words(GAME.describe(view, short=True))
        if outcome is None:
            other = Seat((seat + 1) % seats)
            images = [
                PICTURE.board(GAME.view(state, None), marks, names=names),
                PICTURE.private(view, marks, names=names),
                PICTURE.preview(view, marks, names=names),
                PICTURE.seat(view, other, marks=marks, names=names),
            ]
        else:
            images = [PICTURE.final(view, outcome, names=names)]
        drawn += [finish(image, alt) for image in images]

    assert len(drawn) > 4
    assert max(len(drawing.png) for drawing in drawn) <= BYTE_BUDGET
    assert all(0 < len(drawing.alt) <= ALT_LIMIT for drawing in drawn)


class Heard(dict[str, str]):
    """Lettering that remembers what was asked for."""

    def __missing__(self, english: str) -> str:
        """Keep the English word."""
        self[english] = english
        return english

    def get(self, english: str, default: str | None = None) -> str:  # type: ignore[override]
        """Remember, and keep the English word."""
        return self[english]


def test_a_match_alone_that_was_broken_off_has_no_winner() -> None:
    """
    The head tells the points of who plays alone, and *after eight years* only when they are over.
    """
    state = start(GAME, Setup(seats=1, options=GAME.spec.options()), bytes(32)).position.state
    outcome = GAME.standing(state)
    assert outcome is not None
    heard = Heard()
    draw(GAME.view(state, Seat(0)), outcome, ("Anna",), Theme("xx", heard))

    assert ALONE in heard
    assert WINS not in heard

"""Pictures of positions that come up in play, early and late, for each number of players."""

from hashlib import sha256

import pytest

from games.core.game import Marks, Setup
from games.core.seats import Seat
from games.core.selfplay import play_steps
from games.core.words import Words
from games.grunn import GAME
from render.core.plates import ALT_LIMIT, BYTE_BUDGET, finish
from render.grunn.pictures import PORTRAITS as PICTURE
from tests.render.grunn.positions import NAMES

EVERYBODY = (*NAMES, "Ella", "Flip")


@pytest.mark.parametrize("seats", range(1, 7))
def test_r22_every_position_can_be_drawn(seats: int) -> None:
    """
    A match of chance players is drawn from its start to its result: table, own view, one landscape; each picture
    keeps to the byte budget, and its description to Discord's 1,024 characters.
    """
    names = EVERYBODY[:seats]
    words = Words(GAME.words, names)
    before = None
    drawn = []
    for step, progress in enumerate(play_steps(GAME, Setup(seats, GAME.spec.options()), sha256(b"grunn").digest())):
        state = progress.position.state
        outcome = GAME.outcome(state)
        if step % (4 * seats + 3) and outcome is None:
            continue
        view = GAME.view(state, Seat(seats - 1))
        marks = Marks() if before is None else GAME.marks(before, view)
        before = view
        alt = words(GAME.describe(view, short=True))
        if outcome is None:
            images = [
                PICTURE.board(GAME.view(state, None), marks, names=names),
                PICTURE.private(view, marks, names=names),
                PICTURE.seat(view, Seat(0), marks=marks, names=names),
            ]
        else:
            images = [PICTURE.final(view, outcome, names=names)]
        drawn += [finish(image, alt) for image in images]

    assert len(drawn) > 4
    assert max(len(drawing.png) for drawing in drawn) <= BYTE_BUDGET
    assert all(0 < len(drawing.alt) <= ALT_LIMIT for drawing in drawn)
    assert {drawing.alt[-1] for drawing in drawn} != {"…"}

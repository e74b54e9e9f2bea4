"""Pictures of positions that come up in play, early and late, for each number of players and every map."""

from hashlib import sha256

import pytest

from games.core.game import Marks, Setup
from games.core.seats import Seat
from games.core.selfplay import play_steps
from games.core.words import Words
from games.greentown import GAME
from games.greentown.state import GreenTownOptions
from render.core.plates import ALT_LIMIT, BYTE_BUDGET, finish
from render.greentown.pictures import PORTRAITS as PICTURE
from tests.render.greentown.positions import NAMES

TABLES = {
    2: GreenTownOptions(map="short", money="open"),
    3: GreenTownOptions(map="four-hotels", saved_doubles=True),
    4: GreenTownOptions(map="open", tour_help="off"),
}


@pytest.mark.parametrize("seats", TABLES)
def test_s9_every_position_can_be_drawn(seats: int) -> None:
    """
    A match of chance players is drawn from its start to its result: table, own view, one player's things; each picture
    keeps to the byte budget, and its description to Discord's 1,024 characters.
    """
    names = NAMES[:seats]
    words = Words(GAME.words, names)
    before = None
    drawn = []
    steps = play_steps(GAME, Setup(seats, TABLES[seats]), sha256(b"greentown").digest())
    for step, progress in enumerate(steps):
        state = progress.position.state
        outcome = GAME.outcome(state)
        if step % 13 and outcome is None:
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

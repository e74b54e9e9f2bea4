"""Pictures of positions that come up in play, early and late, for each number of players."""

from hashlib import sha256

import pytest

from bot.edge.limits import ALT_TEXT
from games.core.game import Marks, Setup
from games.core.running.selfplay import play_steps
from games.core.seats import Seat
from games.core.words import Words
from games.h2olland import GAME
from games.h2olland.bots.players import Greedy
from render.core.plates import BYTE_BUDGET, encode_plate
from render.h2olland import PICTURE
from tests.render.test_names import NAMES


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_i_every_position_can_be_drawn(seats: int) -> None:
    """
    A match of greedy players, who fill the board, is drawn from its start to its result: board, private, preview; the
    plates of each together keep to the byte budget, and the caption of each plate to Discord's 1,024 characters.
    """
    names = NAMES[:seats]
    words = Words(GAME.words, names)
    brains = {Seat(seat): Greedy() for seat in range(seats)}
    before = None
    drawn: list[int] = []
    captions: list[str] = []
    steps = play_steps(GAME, Setup(seats, GAME.spec.options()), sha256(b"h2olland").digest(), brains=brains)
    for step, progress in enumerate(steps):
        state = progress.position.state
        outcome = GAME.outcome(state)
        if step % 23 and outcome is None:
            continue
        seat = Seat(max(0, state.table.turn))
        view = GAME.view(state, seat)
        marks = Marks() if before is None else GAME.panel.marks(before, view)
        before = view
        if outcome is None:
            pictures = [
                PICTURE.board(GAME.view(state, None), marks, names=names),
                PICTURE.private(view, marks, names=names),
                PICTURE.preview(view, marks, names=names),
            ]
        else:
            pictures = [PICTURE.final(view, outcome, names=names)]
        for plates in pictures:
            drawn.append(sum(len(encode_plate(plate).png) for plate in plates))
            captions += [words(GAME.panel.caption(view, plate.shows)) for plate in plates]

    assert len(drawn) > 4
    assert max(drawn) <= BYTE_BUDGET
    assert all(0 < len(caption) <= ALT_TEXT for caption in captions)

"""Pictures of positions that come up in play, by turns and live, for each number of players."""

from hashlib import sha256

import pytest

from bot.edge.limits import ALT_TEXT
from games.core.game import Marks, Setup
from games.core.running.selfplay import play_steps
from games.core.seats import Seat
from games.core.words import Words
from games.grumpf import GAME
from games.grumpf.options import GrumpfOptions
from render.core.plates import BYTE_BUDGET, SCORE, encode_plate
from render.grumpf import PICTURE
from tests.render.grumpf.positions import NAMES

GROUPS = [(2, "async", "mixed"), (5, "live", "mixed"), (6, "async", "advanced")]


@pytest.mark.parametrize(("seats", "mode", "sides"), GROUPS)
def test_r11_every_position_can_be_drawn(seats: int, mode: str, sides: str) -> None:
    """
    A match of chance players is drawn from its start to its result: table, own view, one clan. All plates of a picture
    keep to the byte budget, and the caption of each to Discord's 1,024 characters.
    """
    names = NAMES[:seats]
    words = Words(GAME.words, names)
    options = GrumpfOptions(mode="live" if mode == "live" else "async", sides=sides, joker_1=True)  # type: ignore[arg-type]
    before, sizes, captions, seen = None, [], [], set()
    for step, progress in enumerate(play_steps(GAME, Setup(seats, options), sha256(b"grumpf").digest())):
        state = progress.position.state
        view, outcome = GAME.view(state, Seat(seats - 1)), GAME.outcome(state)
        if step % 9 and state.phase in seen and outcome is None:
            continue
        seen.add(state.phase)
        marks = Marks() if before is None else GAME.panel.marks(before, view)
        before = view
        if outcome is None:
            pictures = [
                PICTURE.board(GAME.view(state, None), marks, names=names),
                PICTURE.private(view, marks, names=names),
                PICTURE.seat(view, Seat(0), marks=marks, names=names),
            ]
        else:
            pictures = [PICTURE.board(view, marks, names=names), PICTURE.final(view, outcome, names=names)]
        sizes += [sum(len(encode_plate(plate).png) for plate in plates) for plates in pictures]
        shown = {plate.shows for plates in pictures for plate in plates} - {SCORE}
        captions += [words(GAME.panel.caption(view, plate)) for plate in shown]

    assert len(sizes) > 10
    assert max(sizes) <= BYTE_BUDGET
    assert all(0 < len(caption) <= ALT_TEXT for caption in captions)

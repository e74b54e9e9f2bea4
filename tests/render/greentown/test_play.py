"""Pictures of positions that come up in play, early and late, for each number of players and every map."""

from hashlib import sha256

import pytest

from bot.edge.limits import ALT_TEXT
from games.core.game import Marks, Setup
from games.core.running.selfplay import play_steps
from games.core.seats import Seat
from games.core.words import Words
from games.greentown import GAME
from games.greentown.options import GreenTownOptions
from render.core.plates import BYTE_BUDGET, encode_plate
from render.greentown import PICTURE
from tests.render.greentown.positions import NAMES

TABLES = {
    2: GreenTownOptions(map="short", money="open"),
    3: GreenTownOptions(map="four-hotels", saved_doubles=True),
    4: GreenTownOptions(map="open", tour_help="off"),
}


@pytest.mark.parametrize("seats", TABLES)
def test_s9_every_position_can_be_drawn(seats: int) -> None:
    """
    A match of chance players is drawn from its start to its result: the table and one player's things; the plates of a
    post together keep to the byte budget, and each has words of at most 1,024 characters (Discord's limit).
    """
    names = NAMES[:seats]
    words = Words(GAME.words, names, strict=True)
    before = None
    posts: list[tuple[int, list[str]]] = []
    steps = play_steps(GAME, Setup(seats, TABLES[seats]), sha256(b"greentown").digest())
    for step, progress in enumerate(steps):
        state = progress.position.state
        outcome = GAME.outcome(state)
        if step % 13 and outcome is None:
            continue
        view = GAME.view(state, Seat(seats - 1))
        marks = Marks() if before is None else GAME.panel.marks(before, view)
        before = view
        if outcome is None:
            found = [
                PICTURE.board(GAME.view(state, None), marks, names=names),
                PICTURE.seat(view, Seat(0), marks=marks, names=names),
            ]
        else:
            found = [PICTURE.final(view, outcome, names=names)]
        for plates in found:
            alts = [words(GAME.panel.caption(view, plate.shows)) for plate in plates if plate.shows != "score"]
            posts.append((sum(len(encode_plate(plate).png) for plate in plates), alts))

    assert len(posts) > 4
    assert max(size for size, _ in posts) <= BYTE_BUDGET
    assert all(0 < len(alt) <= ALT_TEXT for _, alts in posts for alt in alts)

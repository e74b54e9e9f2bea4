"""Films: every frame of one has one size, which fills the box in which Discord shows it."""

from __future__ import annotations

import pytest

from games.core.game import Marks
from games.core.registry import games
from games.core.seats import Seat
from render.core.picture import ENGLISH
from render.core.plates import HIGH, WIDE
from render.core.registry import picture
from tests.edge.views import RUDE, positions

CASES = [(key, game.spec.seats[-1]) for key, game in games().items()]


@pytest.mark.parametrize(("key", "seats"), CASES)
def test_frames_of_a_match_have_one_size(key: str, seats: int) -> None:
    """
    At the start, in the middle and at the end, as everybody sees it and as one player does.
    """
    game, pictures = games()[key], picture(key)
    states = [position.state for position, _ in positions(game, seats=seats)]
    sizes = set()
    for viewer in (None, Seat(0)):
        views = [game.view(states[at], viewer) for at in (0, len(states) // 2, -1)]
        for view in views:
            image = pictures.frame(view, Marks(), last=views[-1], names=RUDE[:seats], theme=ENGLISH)
            sizes.add((image.mode, *image.size))

    ((mode, width, height),) = sizes
    assert ("P", WIDE) == (mode, width)
    assert height <= HIGH

"""Pieces bear the codes that people type."""

from games.h2olland.components import CODES as TYPED
from render.h2olland.inks import CODES as DRAWN


def test_pieces_bear_the_codes_that_people_type() -> None:
    """They are the same in every language, so what is read on the picture can be typed."""
    assert {item: code.lower() for item, code in DRAWN.items()} == {item: TYPED[item] for item in DRAWN}

"""How many taps usual turns take, held to what the page says."""

from pathlib import Path

import pytest

from tests.edge.taps import PAGE, USUAL, count, rows


@pytest.mark.parametrize("game", list(dict.fromkeys(each.game for each in USUAL)))
async def test_usual_turns_take_as_many_taps_as_the_page_says(tmp_path: Path, game: str) -> None:
    """
    Played through the private panel; after a change `python -m tests.edge.taps` writes the page anew.
    """
    found = rows(game, await count(tmp_path, game))
    written = PAGE.read_text(encoding="utf-8").splitlines()

    assert [] == [row for row in found if row not in written]

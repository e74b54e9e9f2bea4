"""What the head of a board says in every phase, in every language that has a file."""

import pytest

from bot.conformance.lettering.traced import trace
from games.core.seats import Seat
from games.h2olland.state import Phase
from render.core.registry import lettering, theme
from render.h2olland.paint import Painter
from render.h2olland.plates import head
from render.h2olland.terrain import sheet
from tests.render.h2olland.positions import staged
from tests.render.spoken import NAMES, misread

FOUND = lettering("h2olland")
LANGUAGES = () if FOUND is None else FOUND.languages()


@pytest.mark.parametrize("language", LANGUAGES)
def test_heads_stand_whole_in_every_language(language: str) -> None:
    """
    Titles, tasks and the result stand whole in the row above the board and in the column beside it.
    """
    spoken, names = theme("h2olland", language), NAMES[:4]
    wrong = {}
    with trace("render.h2olland"):
        for phase in Phase:
            shown = staged(2, phase=phase, passed=(), turn=Seat(2))
            for winners in ((), (2,), (0, 1)) if phase is Phase.OVER else ((),):
                said = head.head(shown, names, spoken, winners=winners)
                for name, draw in (("row", head.row), ("column", head.column)):
                    painter = Painter(sheet.paper(700, sheet.Title.PLAIN))
                    draw(painter, said)
                    wrong[f"{phase} {name}"] = list(misread(painter.image))

    assert {where: each for where, each in wrong.items() if each} == {}

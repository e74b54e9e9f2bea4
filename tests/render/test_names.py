"""Names in pictures: shrunk and broken into lines before they are cut, in every game at every seat count."""

import re
import sys
from functools import lru_cache
from typing import Any

import pytest

from games.core.game import Marks, Setup
from games.core.registry import game, games
from games.core.running.selfplay import play_steps
from games.core.seats import Seat
from render.core import painter
from render.core.colour import RGB
from render.core.lettering.fonts import DOSIS, KAFFEESATZ, VOLLKORN, Face
from render.core.lettering.letters import lettering
from render.core.lettering.text import ELLIPSIS, fit_lines, fit_sentence, width
from render.core.registry import picture
from render.core.surface import Raster

LONGEST = 32
"""Characters of a name on Discord."""
COMPUTER = "Computer 2 (medium)"
NAMES = (
    COMPUTER, "Bartholomeus van der Hoogenbergh", "Maximiliana Featherstonehaugh II",
    "Wilhelmina Oosterhuis-Vandenberg", "Konstantin Alexandrowitsch Petro", "Anneliese Schmidt-Rottluff Olsen",
)  # fmt: skip
TABLES = [(key, seats) for key in games() for seats in game(key).spec.seats if seats > 1]
WORDS = tuple(letter.upper() + letter * 3 + "onaudampfschifffahrtskapitae".replace("a", letter) for letter in "aeosru")
"""Names that cannot be broken between words."""


@lru_cache(maxsize=64)
def ended(key: str, seats: int) -> Any:  # noqa: ANN401  # the state of any game
    """A match that is over after its first turns."""
    played = game(key)
    setup = Setup(seats=seats, options=played.spec.options())
    brains = {Seat(seat): brain for seat in range(seats) if (brain := played.bots.players().get("easy")) is not None}
    steps = play_steps(played, setup, b"names".ljust(32), brains=brains)
    states = [step.position.state for step, _ in zip(steps, range(3), strict=False)]
    return played.ending.close(states[-1])


def said(
    monkeypatch: pytest.MonkeyPatch, key: str, seats: int, *, final: bool, names: tuple[str, ...] = NAMES
) -> list[str]:
    """All lettering of a board or of a result, as it was put on the picture."""
    shown: list[str] = []

    def note(text: str, face: Face, size: int, colour: RGB) -> Raster:
        shown.append(text)
        return lettering(text, face, size, colour)

    monkeypatch.setattr(painter, "lettering", note)
    played, state = game(key), ended(key, seats)
    view = played.view(state, None)
    outcome = played.outcome(state) or played.ending.current_score(state)
    assert outcome is not None
    forget_parts(key)
    drawn = picture(key)
    names = names[:seats]
    for each in drawn.final(view, outcome, names=names) if final else drawn.board(view, Marks(), names=names):
        each.image()
    return shown


def forget_parts(key: str) -> None:
    """Forget the parts of pictures that a game keeps as they were drawn, with their lettering."""
    for name in [name for name in sys.modules if name.startswith(f"render.{key}.")]:
        for what, part in vars(sys.modules[name]).items():
            if what.startswith("draw") and hasattr(part, "cache_clear"):
                part.cache_clear()


def whole(name: str, shown: list[str]) -> bool:
    """Whether a name stands there, in one line or in up to three after each other, in whichever order they were put."""
    bare = re.sub("[- ]", "", name)
    runs = [way[at : at + count] for way in (shown, shown[::-1]) for count in (2, 3) for at in range(len(way))]
    return any(name in text for text in shown) or any(re.sub("[- ]", "", "".join(run)) == bare for run in runs)


@pytest.mark.parametrize(("key", "seats", "final"), [(*table, final) for table in TABLES for final in (False, True)])
def test_long_names_stand_whole(key: str, seats: int, final: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A name of 32 characters stands somewhere whole on a board, and "Computer 2 (medium)" is never "Comp…". In a result
    none is cut, nor one that is a single word.
    """
    for names in (NAMES, WORDS)[: 1 + final]:
        shown = said(monkeypatch, key, seats, final=final, names=names)

        assert [name for name in names[:seats] if not whole(name, shown)] == []
        assert not final or [text for text in shown if ELLIPSIS in text] == []
    assert {len(name) for name in (*NAMES[1:], *WORDS)} == {LONGEST}


def test_lines_are_even_and_brackets_stay_whole() -> None:
    """
    A name that fits in one line has one; else it breaks at a blank or hyphen, before brackets where it has some, and
    within a word only where nothing else helps.
    """
    look = ((DOSIS, (30, 26)),)

    assert fit_lines("Anna", look, 200).lines == ("Anna",)
    assert fit_lines(COMPUTER, look, 160).lines == ("Computer 2", "(medium)")
    assert fit_lines("Bartholomeus van der Hoogenbergh", look, 260).lines == ("Bartholomeus van", "der Hoogenbergh")
    assert fit_lines("Bartholomeus van der Hoogenbergh", look, 175, most=3).lines == (
        "Bartholomeus", "van der", "Hoogenbergh",
    )  # fmt: skip
    assert fit_lines("Donaudampfschifffahrt", look, 170).lines == ("Donaudam-", "pfschifffahrt")
    assert fit_lines("Bartholomeus van der Hoogenbergh", look, 260, most=1).lines == (f"Bartholomeus van{ELLIPSIS}rgh",)


def test_a_narrow_face_takes_what_the_wide_one_would_cut() -> None:
    """
    Faces are tried in their order, and nothing is wider than its room.
    """
    found = fit_lines(COMPUTER, ((VOLLKORN, (40, 26)), (KAFFEESATZ, (30, 30))), 220, most=1)

    assert (found.lines, found.face) == ((COMPUTER,), KAFFEESATZ)
    for name in NAMES:
        lines, face, size = fit_lines(name, ((DOSIS, (30, 26)),), 120)
        assert all(width(line, face, size) <= 120 for line in lines)


def test_a_sentence_shrinks_before_its_name_is_cut() -> None:
    """
    The least size is tried with the whole name first; what is cut then is the name, not the words behind it.
    """
    assert fit_sentence("{name} to move", COMPUTER, DOSIS, 350, (37, 26)).text == f"{COMPUTER} to move"
    assert fit_sentence("{name} to move", NAMES[1], DOSIS, 300, (37, 26)).text.endswith("rgh to move")

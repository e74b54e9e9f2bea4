"""The picture of several turns: every change carries its number, in every game."""

from itertools import islice

import pytest
from msgspec.structs import replace

from bot.app.steps import numbered
from games.core.game import Setup
from games.core.registry import game
from games.core.seats import Seat
from games.core.selfplay import play_steps
from render.core.badge import numbers_of
from render.core.registry import picture

COURSES = {"grunn": (16, 6), "h2olland": (40, 6), "walnut_grove": (30, 8), "greentown": (14, 5)}


@pytest.mark.parametrize("key", COURSES)
def test_numbers_stand_on_what_changed(key: str) -> None:
    """
    With numbers the picture differs from the same without, only near what changed; it keeps its size and palette.
    """
    played = game(key)
    brains = {Seat(seat): brain for seat in range(3) if (brain := played.players().get("easy")) is not None}
    setup = Setup(seats=3, options=played.spec.options())
    skipped, turns = COURSES[key]
    course = list(islice(play_steps(played, setup, b"since".ljust(32), brains=brains), skipped + turns))[skipped:]
    boards = [(ply, played.view(each.position.state, Seat(0))) for ply, each in enumerate(course)]
    whole = played.marks(boards[0][1], boards[-1][1])
    _, marks = numbered(played, boards, whole, told=range(turns))
    names = ("Anna", "Bram", "Cato")
    drawn = picture(key).since(boards[-1][1], marks, names=names)
    bare = picture(key).since(boards[-1][1], replace(marks, numbers=()), names=names)

    assert 1 < len(set(numbers_of(marks).values()))
    assert (drawn.mode, drawn.size) == (bare.mode, bare.size)
    assert drawn.tobytes() != bare.tobytes()

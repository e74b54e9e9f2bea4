"""The picture of several turns: every change carries its number, in every game."""

from itertools import islice

import pytest
from msgspec.structs import replace

from bot.app.views.steps import number_turns
from games.core.game import Setup
from games.core.registry import game, games
from games.core.running.selfplay import play_steps
from games.core.seats import Seat
from render.core.lettering.badge import numbers_of
from render.core.registry import picture

COURSES = {"grunn": (16, 6), "grumpf": (20, 12), "h2olland": (40, 6), "walnut_grove": (30, 8), "greentown": (14, 5)}
"""How many turns of a match have passed, and how many the picture is about."""
BARE = {
    "grumpf": {*"BRFWM", "clan:0", "clan:1", "clan:2"},
    "h2olland": {"E6"},
}
"""Spots without a number of their own: whole boards and hands, the second square of a field."""


@pytest.mark.parametrize("key", games())
def test_numbers_stand_on_what_changed(key: str) -> None:
    """
    Whichever spot is left without its number, the picture is another one, of the same size.
    """
    played = game(key)
    brains = {Seat(seat): brain for seat in range(3) if (brain := played.bots.players().get("easy")) is not None}
    setup = Setup(seats=3, options=played.spec.options())
    skipped, turns = COURSES[key]
    course = list(islice(play_steps(played, setup, b"since".ljust(32), brains=brains), skipped + turns))[skipped:]
    boards = [(ply, played.view(each.position.state, Seat(0))) for ply, each in enumerate(course)]
    whole = played.panel.marks(boards[0][1], boards[-1][1])
    _, marks = number_turns(played, boards, whole, told=range(turns))
    names = ("Anna", "Bram", "Cato")
    drawn = [each.image() for each in picture(key).since(boards[-1][1], marks, names=names)]
    unseen = set()
    for at, spot in enumerate(marks.spots):
        fewer = replace(marks, numbers=(*marks.numbers[:at], 0, *marks.numbers[at + 1 :]))
        bare = [each.image() for each in picture(key).since(boards[-1][1], fewer, names=names)]
        assert [each.size for each in drawn] == [each.size for each in bare]
        if [each.tobytes() for each in drawn] == [each.tobytes() for each in bare]:
            unseen.add(spot)

    assert 1 < len(set(numbers_of(marks).values()))
    assert BARE.get(key, set()) == unseen

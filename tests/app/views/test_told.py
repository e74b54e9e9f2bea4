"""Entries of the log in words."""

from __future__ import annotations

from bot.app.views.told import describe_entry
from games.core.running.play import Cause, Entry
from games.core.seats import AskId, Seat
from games.grunn.game import Grunn
from games.grunn.moves import Place, Take


def test_each_move_has_a_line_of_its_own() -> None:
    """
    Where no event tells of a turn, its moves do, each as a sentence: labels with capitals aren't joined to one.
    """
    moves = (Take(2), Place("E5"))
    entry = Entry(seat=Seat(0), ask=AskId("x"), moves=moves, line="2 E5", cause=Cause.PLAYER)
    told = describe_entry(Grunn(), None, entry)

    assert ["app.moved_so", "app.moved_so"] == [text.id for text in told]
    assert all(text.args["seat"] == 0 for text in told)

"""The final ranking."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.edge.messages.card import result_lines
from games.core.game import Outcome

LOOK = cast(Any, SimpleNamespace(seats=[SimpleNamespace(name=name) for name in ("Ann", "Bert", "Cleo")], game=None))


def test_shared_places_are_shown_as_they_are() -> None:
    """
    A shared second place stands at both players: Discord would count on from "2." if it were a list.
    """
    outcome = Outcome(places=(2, 1, 2), totals=(3, 5, 3), scores=((), (), ()))

    assert [r"1\. **Bert** · 5 points", r"2\. **Ann** · 3 points", r"2\. **Cleo** · 3 points"] == result_lines(
        LOOK, outcome
    ).split("\n")


def test_a_game_without_points_is_ranked_without_points() -> None:
    """
    Who has won a game that counts nothing doesn't read “0 points”.
    """
    outcome = Outcome(places=(2, 1, 2), totals=(0, 0, 0))

    assert [r"1\. **Bert**", r"2\. **Ann**", r"2\. **Cleo**"] == result_lines(LOOK, outcome).split("\n")

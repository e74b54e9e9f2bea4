"""The final ranking."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.edge.messages.card import result_lines
from games.core.game import Outcome


def test_shared_places_are_shown_as_they_are() -> None:
    """
    A shared second place stands at both players: Discord would count on from "2." if it were a list.
    """
    seats = [SimpleNamespace(name=name) for name in ("Ann", "Bert", "Cleo")]
    look = cast(Any, SimpleNamespace(seats=seats, game=None))
    outcome = Outcome(places=(2, 1, 2), totals=(3, 5, 3), scores=((), (), ()))

    assert [r"1\. **Bert** · 5 points", r"2\. **Ann** · 3 points", r"2\. **Cleo** · 3 points"] == result_lines(
        look, outcome
    ).split("\n")

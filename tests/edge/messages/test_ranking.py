"""The final ranking."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.edge.messages.board import board_buttons
from bot.edge.messages.card import result_lines
from db.ids import MatchId
from db.records import Status
from games.core.game import Outcome, Score
from games.core.registry import games
from games.core.text import phrase, raw, say

LOOK = cast(
    Any, SimpleNamespace(seats=[SimpleNamespace(called=None, name=name) for name in ("Ann", "Bert", "Cleo")], game=None)
)


def test_shared_places_are_shown_as_they_are() -> None:
    """
    A shared second place stands at both players: Discord would count on from "2." if it were a list.
    """
    outcome = Outcome(places=(2, 1, 2), totals=(3, 5, 3), scores=((), (), ()))

    assert [r"1\. **Bert** · 5 points", r"2\. **Ann** · 3 points", r"2\. **Cleo** · 3 points"] == result_lines(
        LOOK, outcome
    ).split("\n")


def test_a_computer_player_is_ranked_by_what_it_is_called_in_the_readers_language() -> None:
    """
    Its name is kept in English.
    """
    called = say("app.computer", level=phrase("easy"))
    seats = [LOOK.seats[0], SimpleNamespace(called=called, name="Computer")]
    outcome = Outcome(places=(2, 1), totals=(3, 5), scores=((), ()))

    assert r"1\. **Computer (easy)** · 5 points" in result_lines(
        cast(Any, SimpleNamespace(seats=seats, game=None)), outcome
    )


def test_a_game_without_points_is_ranked_without_points() -> None:
    """
    Who has won a game that counts nothing doesn't read “0 points”.
    """
    outcome = Outcome(places=(2, 1, 2), totals=(0, 0, 0))

    assert [r"1\. **Bert**", r"2\. **Ann**", r"2\. **Cleo**"] == result_lines(LOOK, outcome).split("\n")


def test_points_of_which_nobody_has_any_are_told() -> None:
    """
    A match of a game with points that ends before anybody has one is ranked with 0 points.
    """
    scores = ((Score(raw("Farms"), 0),), (Score(raw("Farms"), 0),))
    outcome = Outcome(places=(1, 1), totals=(0, 0), scores=scores)

    assert [r"1\. **Ann** · 0 points", r"1\. **Bert** · 0 points"] == result_lines(LOOK, outcome).split("\n")


@pytest.mark.parametrize(
    ("outcome", "first"),
    [
        (Outcome(places=(1, 2), totals=(7, 4)), "Score"),
        (Outcome(places=(1, 2), totals=(0, 0), scores=((Score(raw("Farms"), 0),), ())), "Score"),
        (Outcome(places=(1, 2), totals=(0, 0)), "Log"),
    ],
)
def test_a_score_is_offered_where_there_is_one(outcome: Outcome, first: str) -> None:
    """
    A game that counts no points has no button that would show none.
    """
    match = SimpleNamespace(id=MatchId(1), status=Status.FINISHED)
    view = cast(Any, SimpleNamespace(match=match, game=games()["grunn"], outcome=outcome, ply=9))

    assert first == board_buttons(view)[0].label

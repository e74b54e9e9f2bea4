"""Guided matches: what is taught above the choices, and what decided the match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.match.records import MatchView
from bot.edge.messages.board import openings
from bot.edge.messages.card import decided_lines
from bot.edge.panels.panel import panel_post
from games.core.game import Outcome, Score
from games.core.registry import games
from games.core.rng import Rng
from games.core.text import raw
from tests.edge.payloads import components_of, texts
from tests.edge.views import panels, positions, view_of
from tests.games.tiny import TINY

DIGS = TINY["digs"]
GOAL = "🎓 Whoever has kept the most wins."


def _first_panel(*, guided: bool) -> Any:  # noqa: ANN401  # a panel
    position, _ = next(positions(DIGS, seats=2))
    shown = next(panels(DIGS, position, seats=2, rng=Rng(b"x" * 32)))
    seen = shown.match_view
    return replace(shown, match_view=replace(seen, match=replace(seen.match, guided=guided)))


@pytest.mark.parametrize("guided", [True, False])
def test_lessons_stand_in_guided_matches_alone(guided: bool) -> None:
    """
    In other matches nobody is taught.
    """
    post = panel_post(_first_panel(guided=guided), [])

    assert guided == (GOAL in texts(components_of(post)))


def test_a_complete_turn_says_so() -> None:
    """
    Once nothing is left to choose; until then the panel says what is asked.
    """
    shop = TINY["shop"]
    position, _ = next(positions(shop, seats=2))
    shown = list(panels(shop, position, seats=2, rng=Rng(b"x" * 32)))
    told = ["Your turn is complete." in texts(components_of(panel_post(panel, []))) for panel in shown]

    assert told == [panel.ready and not panel.menu.groups for panel in shown]
    assert told[-1]


@pytest.mark.parametrize("guided", [True, False])
def test_no_button_under_the_board_goes_before_the_first_lesson(guided: bool) -> None:
    """
    A game's own buttons open the panel with a choice made; in a guided match only *Play* opens it.
    """
    game = games()["greentown"]
    position, _ = next(positions(game, seats=2))
    seen = view_of(game, position)

    assert guided == (openings(replace(seen, match=replace(seen.match, guided=guided))) == [])


def _view(*, guided: bool = True) -> MatchView:
    seen = view_of(DIGS)
    seats = tuple(replace(seat, name=name) for seat, name in zip(seen.seats, ("Ann", "Ben"), strict=True))
    return replace(seen, match=replace(seen.match, guided=guided), seats=seats)


def _rows(**points: int) -> tuple[Score, ...]:
    return tuple(Score(raw(name), value) for name, value in points.items())


def test_what_decided_a_match_names_the_largest_differences() -> None:
    """
    Where the winner was ahead, the most first, and where the other was.
    """
    scores = (_rows(Farms=3, Mills=9, Boats=2), _rows(Farms=6, Mills=1))
    told = decided_lines(_view(), Outcome(places=(1, 2), totals=(14, 7), scores=scores))

    assert "**What decided it:** Ann won by 7 points. Ann was ahead in: Mills (+8) and Boats (+2). " in told
    assert told.endswith("Ben was ahead in: Farms (+3).")


def test_equal_points_are_not_told_as_a_lead() -> None:
    """
    A match that a tie-break decided was won by no points.
    """
    scores = (_rows(Farms=3, Mills=1), _rows(Farms=1, Mills=3))
    told = decided_lines(_view(), Outcome(places=(1, 2), totals=(4, 4), scores=scores))

    assert "won by" not in told
    assert "Farms (+2)" in told


@pytest.mark.parametrize(
    ("guided", "outcome"),
    [
        (False, Outcome(places=(1, 2), totals=(4, 1), scores=(_rows(Farms=4), _rows(Farms=1)))),
        (True, Outcome(places=(1, 1), totals=(4, 4), scores=(_rows(Farms=4), _rows(Farms=4)))),
        (True, Outcome(places=(1, 2), totals=(0, 0))),
    ],
)
def test_nothing_is_said_where_nothing_decided(guided: bool, outcome: Outcome) -> None:
    """
    In other matches, where nobody won alone, and where nothing is counted.
    """
    assert "" == decided_lines(_view(guided=guided), outcome)

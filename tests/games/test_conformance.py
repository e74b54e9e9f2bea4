"""What every game must keep holds for ours, the tiny ones and the example."""

from __future__ import annotations

from bot.conformance import conformance
from games.core.registry import registry
from tests.games.matches import GAMES, played

TestConformance = conformance(*GAMES.values())


def test_every_game_can_be_loaded() -> None:
    """
    No game that is announced is broken.
    """
    assert registry().broken == {}


def test_our_games_close_a_match_that_is_ended_early() -> None:
    """
    So that its score is open, which the conformance suite then looks at.
    """
    left = {key: played(key, game.spec.seats[-1]).states[0] for key, game in registry().games.items()}

    assert [] == [key for key, state in left.items() if registry().games[key].ending.close(state) == state]


def test_secret_scores_are_open_in_a_match_that_is_ended_early() -> None:
    """
    Greenies that were secret count and are shown.
    """
    match = played("greentown", 2)
    secret = [state for state in match.states if match.game.ending.current_score(state) is None]
    totals = [match.game.outcome(match.game.ending.close(state)) for state in secret]

    assert any(outcome is not None and all(outcome.totals) for outcome in totals)

"""The clock rule of a match as its card tells it."""

import pytest

from bot.app.match.paces import DEFAULT, PRESETS, NoPace, Pace, PerMove
from bot.edge.commands.match.opening import WishOptions, read_options, read_wish
from bot.edge.interactions.responder import Sentence
from bot.edge.messages.formatting import pace_words
from games.core.registry import game, games
from tests.edge.views import view_of

DAY = PerMove(seconds=24 * 3600)


@pytest.mark.parametrize(
    ("game", "pace", "told"),
    [
        ("h2olland", DAY, "1 day a turn (12 hours for each further turn in the same season)"),
        ("grunn", DAY, "1 day a turn"),
        ("h2olland", PRESETS["easy"], "4 days in the bank, +12 hours a turn, up to 6 days"),
    ],
)
def test_less_time_for_further_turns_of_a_season_is_told_before_one_joins(game: str, pace: Pace, told: str) -> None:
    """
    H2Olland D.6: of a fixed time for each turn; games without seasons, and time in hand, are told as they are.
    """
    assert told == pace_words(view_of(games()[game], pace=pace))


@pytest.mark.parametrize(
    ("given", "pace"),
    [
        ({"seats": 1}, NoPace()),
        ({"seats": 2}, PRESETS[DEFAULT]),
        ({"seats": 1, "pace": PRESETS[DEFAULT]}, PRESETS[DEFAULT]),
        ({"seats": 2, "practice": True}, NoPace()),
    ],
)
def test_r16_7_nobody_is_hurried_alone(given: WishOptions, pace: Pace) -> None:
    """
    A solo match has no clock unless it is asked for.
    """
    assert pace == read_wish(game("grunn"), given, options={}).pace


def test_an_option_given_twice_is_refused() -> None:
    """
    Nobody could tell which of the two is meant.
    """
    assert {"a": "1", "b": "2"} == read_options("a=1, b=2")
    with pytest.raises(Sentence, match="twice"):
        read_options("a=1, a=2")

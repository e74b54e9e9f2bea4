"""Computer players (section 11)."""

from __future__ import annotations

import pytest

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.play import finish
from games.core.running.selfplay import play_match, think
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.moves import Announce, Double, Erect, Tour
from games.greentown.options import GreenTownOptions
from tests.games.greentown.table import BUILT, EMPTY, STUCK, Match

STEADY = GAME.bots.players()["steady"]
EASY = GAME.bots.players()["easy"]


def thought(match: Match, seed: bytes = b"brain") -> tuple[object, ...]:
    """The turn that the steady player finds; it is legal."""
    turn = think(GAME, match.state, match.ask, STEADY, Rng(seed))
    finish(GAME, match.state, match.ask.seat, match.ask.id, turn)
    return turn


@pytest.mark.parametrize("seed", range(3))
def test_11_steady_beats_a_random_player(seed: int) -> None:
    """
    One against one, in either seat.
    """
    steady = Seat(seed % 2)
    played = play_match(GAME, Setup(2, GreenTownOptions()), bytes([seed]), brains={steady: STEADY})

    assert 1 == played.outcome.places[steady]
    assert played.outcome.totals[steady] >= 10


def test_11_levels_play_each_other_to_the_end() -> None:
    """
    Easy and steady, with three, in the variant.
    """
    options = GreenTownOptions(saved_doubles=True, map="short")
    played = play_match(GAME, Setup(3, options), b"levels", brains={Seat(0): EASY, Seat(1): STEADY, Seat(2): EASY})

    assert 3 == len(played.outcome.totals)


def test_11_a_double_turn_is_used() -> None:
    """
    The decision has one answer for a computer player.
    """
    match = Match(variant_saved=True, current="P3", turns_taken={"P1": 1, "P2": 1}).play(BUILT)

    assert (Double("use"),) == thought(match)


def test_11_a_good_tour_past_the_own_site_is_led() -> None:
    """
    Four Greenies for five stops are more than an average tour.
    """
    match = Match(cards={"P1": "5C"}, map={"M13": "1245 P1:C"}, markers_up={"P1": ["T"]})
    turn = thought(match)

    assert Announce("T") == turn[0]
    assert isinstance(turn[1], Tour)


def test_11_a_lapsing_turn_and_one_without_supply_are_played() -> None:
    """
    Where nothing can be built, no build is thought of; where nothing can be done, a marker is turned down.
    """
    lapsed = thought(Match(STUCK, supply=EMPTY))
    spent = thought(Match(supply=EMPTY, markers_up={"P1": ["BT"]}))

    assert 2 == len(lapsed)
    assert Announce("BT") == spent[0]


def test_11_builds_are_completed_in_crowded_towns() -> None:
    """
    With one tile left there is one operation; without stock no building.
    """
    one = Match(supply={**EMPTY, "2-flower": 1}, markers_up={"P1": ["B"]})
    poor = Match(left={"P1": {"C": 0, "S": 0, "M": 0}}, markers_up={"P1": ["B"]})

    assert Announce("B") == thought(one)[0]
    assert not any(isinstance(move, Erect) for move in thought(poor))


def test_11_build_and_tour_without_a_tour_afterwards() -> None:
    """
    The build is made, the tour lapses.
    """
    match = Match(STUCK, markers_up={"P1": ["BT"]})

    assert Announce("BT") == thought(match)[0]

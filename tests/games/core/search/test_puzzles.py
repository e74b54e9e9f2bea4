"""Which positions are puzzles, and what an answer to one costs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.game import Ask, Setup
from games.core.rng import Rng
from games.core.running.table import start
from games.core.search import puzzles
from games.core.search.budget import within
from games.core.search.puzzles import find_gap, find_turns, is_open, weigh_answer
from games.core.seats import Seat
from tests.games.core.search.test_advice import GAME
from tests.games.core.search.test_halving import ASK, STATE
from tests.games.tiny import TINY
from tests.games.tiny.season import Pass, Sow, State

BEST, WORST = (Sow(7),), (Pass(),)


@pytest.mark.parametrize(("key", "seats"), [("hands", 3), ("digs", 2)])
def test_nothing_may_be_hidden(key: str, seats: int) -> None:
    """
    Neither sealed turns nor cards that only one sees.
    """
    game = TINY[key]
    state = start(game, Setup(seats, game.spec.options(), Seat(0)), bytes(32)).position.state
    asks: list[Ask] = [ask for ask in game.asks(state) if ask.seat >= 0]

    assert asks
    assert not any(is_open(game, state, ask, Rng(b"x")) for ask in asks)
    assert is_open(GAME, STATE, ASK, Rng(b"x"))


def test_a_secret_that_is_guessed_by_luck_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A coin of two values, say: every other world is as the match really is.
    """

    def resample(self: object, state: State, seat: Seat, rng: Rng) -> State:
        return replace(state, season=state.season + rng.below("coin", 2))

    monkeypatch.setattr(type(GAME.bots), "resample", resample)

    assert not any(is_open(GAME, STATE, ASK, Rng(bytes([at]))) for at in range(20))


def test_few_turns_may_be_good_and_some_must_be_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Here all but to pass are as good: that is no puzzle, unless this many may be.
    """
    none = find_turns(GAME, STATE, ASK, Rng(b"x"))
    monkeypatch.setattr(puzzles, "MOST_GOOD", 11)
    monkeypatch.setattr(puzzles, "LEAST_BAD", 1)
    found = find_turns(GAME, STATE, ASK, Rng(b"x"))
    gaps = [find_gap(GAME, STATE, ASK, found, policy, Rng(b"y")) for policy in range(2)]
    monkeypatch.setattr(puzzles, "LEAST_BAD", 12)

    assert () == none
    assert WORST == found[-1]
    assert all(gap is not None and gap.points >= puzzles.LEAST and 1 < gap.good < len(found) for gap in gaps)
    assert find_gap(GAME, STATE, ASK, found, 0, Rng(b"y")) is None


def test_a_turn_is_no_solution_if_another_one_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    For one of the players of rollouts alone.
    """
    monkeypatch.setattr(puzzles, "MOST_GOOD", 2)
    monkeypatch.setattr(puzzles, "LEAST_BAD", 0)

    assert find_gap(GAME, STATE, ASK, (WORST, BEST), 0, Rng(b"y")) is None


def test_an_answer_costs_what_it_ends_worse_by() -> None:
    """
    One that only differs in what doesn't matter costs nothing that is sure.
    """
    worse = weigh_answer(GAME, STATE, ASK, (BEST, WORST), Rng(b"x"))
    alike = weigh_answer(GAME, STATE, ASK, (BEST, (Sow(3),)), Rng(b"x"))

    assert worse is not None
    assert alike is not None
    assert worse.is_sure(puzzles.LEAST)
    assert not alike.is_sure(0.0)


def test_an_answer_that_was_tried_too_seldom_costs_nothing_that_is_known() -> None:
    """
    On a busy machine the time is over after a few worlds, in which a worse turn may look as good.
    """
    left = iter(range(100))
    with within(lambda: next(left, None) is None):
        hurried = weigh_answer(GAME, STATE, ASK, (BEST, WORST), Rng(b"x"))

    assert hurried is None

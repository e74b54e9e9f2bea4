"""Section 14: the computer players."""

from __future__ import annotations

import time

import pytest
from msgspec.structs import replace

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.selfplay import play_match
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.bots.players import best_trade
from games.grumpf.bots.worth import probability
from games.grumpf.components import Condition, Kind
from games.grumpf.moves import Choose, Club, Decline, HandIn, Hut, Place, Ready, Step, Trade
from games.grumpf.options import GrumpfOptions
from games.grumpf.state import Phase
from tests.games.grumpf.table import Match, Table, position

LEVELS = pytest.mark.parametrize("level", ["easy", "steady"])


def totals(seats: int, seed: int, levels: dict[int, str], mode: str = "async") -> tuple[int, ...]:
    """Play a match and return the totals; seats without a level play at random."""
    brains = {Seat(seat): GAME.bots.players()[level] for seat, level in levels.items()}
    options = GrumpfOptions(mode="live" if mode == "live" else "async")
    return play_match(GAME, Setup(seats, options), seed.to_bytes(32, "big"), brains=brains).outcome.totals


@pytest.mark.parametrize("mode", ["async", "live"])
def test_steady_beats_random_players(mode: str) -> None:
    """
    It wins every one of a few matches.
    """
    results = [totals(2, seed, {seed % 2: "steady"}, mode) for seed in range(4)]

    assert all(result[seed % 2] > result[1 - seed % 2] for seed, result in enumerate(results))


def test_steady_beats_easy() -> None:
    """
    Over a few matches of three it has by far the better mean.
    """
    results = [totals(3, seed, {0: "steady", 1: "easy", 2: "easy"}) for seed in range(3)]

    assert sum(result[0] for result in results) > sum(max(result[1:]) for result in results)


@LEVELS
def test_a_plan_covers_the_volley(level: str) -> None:
    """
    Three legal steps, handed in, thought of in far less than a second even with six players.
    """
    match = Match(6)
    ask = match.asks(0)[0]
    began = time.perf_counter()
    turn = tuple(GAME.bots.players()[level].think(GAME.view(match.state, Seat(0)), ask, iter(()), Rng(b"x")))

    assert time.perf_counter() - began < 0.5
    assert [type(move) for move in turn] == [Step, Step, Step, HandIn]
    match.commit(0, ask.id, turn)


@LEVELS
def test_nobody_waits_for_a_brain_without_tokens(level: str) -> None:
    """
    It plans nothing where it need not.
    """
    state = position(beat=3, hands={"Vi": ["15"]})
    ask = next(ask for ask in GAME.asks(state) if ask.seat == 1)

    assert GAME.bots.players()[level].think(GAME.view(state, Seat(1)), ask, iter(()), Rng(b"x")) == ()


@LEVELS
def test_live_it_acts_press_by_press(level: str) -> None:
    """
    One instant move, or nothing; home when nothing is left.
    """
    table, empty = Table(mode="live"), Table(mode="live", hands={})
    brain = GAME.bots.players()[level]
    (move,) = brain.think(table.view("Vi"), GAME.asks(table.state)[0], iter(()), Rng(b"x"))
    (home,) = brain.think(empty.view("Vi"), GAME.asks(empty.state)[0], iter(()), Rng(b"x"))

    assert isinstance(move, Place | Club)
    assert home == Hut()


@LEVELS
def test_between_hunts(level: str) -> None:
    """
    It gets ready, and keeps the way of playing.
    """
    brain = GAME.bots.players()[level]
    ready = Match(3, mode="live")
    vote = Match(3, switching=True).hold().hold().hold()

    assert brain.think(GAME.view(ready.state, Seat(0)), ready.asks(0)[0], iter(()), Rng(b"x")) == (Ready(),)
    assert brain.think(GAME.view(vote.state, Seat(0)), vote.asks(0)[0], iter(()), Rng(b"x")) == (Choose("async"),)


def test_steady_trades_for_the_better() -> None:
    """
    It completes a series; where nothing is gained it declines, as easy always does.
    """
    gain = {"Vi": {"B": 2, "R": 1, "F": 1, "W": 1}, "Gr": {"M": 1, "B": 1}}
    state = replace(position(trader="Vi", animals=gain), phase=Phase.TRADE)
    level = replace(position(trader="Vi", animals={"Vi": {"B": 1}, "Gr": {"M": 1}}), phase=Phase.TRADE)
    ask = GAME.asks(state)[0]

    assert best_trade(state, Seat(0)) == Trade("B", "Gr", "M")
    brains = GAME.bots.players()
    assert brains["steady"].think(GAME.view(state, Seat(0)), ask, iter(()), Rng(b"x")) == (Trade("B", "Gr", "M"),)
    assert brains["steady"].think(GAME.view(level, Seat(0)), ask, iter(()), Rng(b"x")) == (Decline(),)
    assert brains["easy"].think(GAME.view(state, Seat(0)), ask, iter(()), Rng(b"x")) == (Decline(),)


@pytest.mark.parametrize("kind", Kind)
def test_chances_are_chances(kind: Kind) -> None:
    """
    Whatever the condition, between 0 and 1, with much or nothing to come.
    """
    condition = Condition(kind, value=10, min=10, max=20)
    for values in ([], [5], [5, 5, 4], [5] * 7):
        for coming in (0.0, 1.0, 6.0):
            assert 0 <= probability(condition, values, coming) <= 1

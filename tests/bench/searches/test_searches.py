"""Other searches choose among the turns that `strong` chooses among."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from games.core.base import BEGINNER
from games.core.game import Setup
from games.core.registry import game as game_of
from games.core.rng import Rng
from games.core.running.selfplay import play_steps, worlds
from games.core.seats import TABLE, Seat
from tests.bench.searches.variants import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_makes_a_turn_that_was_proposed(name: str) -> None:
    """
    The same one each time.
    """
    game = game_of("h2olland")
    brains = {Seat(seat): game.bots.players()[BEGINNER] for seat in range(2)}
    (step,) = islice(play_steps(game, Setup(2, game.spec.options()), b"searches", brains=brains), 8, 9)
    state = step.position.state
    ask = next(ask for ask in game.asks(state) if ask.seat != TABLE and ask.waits)
    searcher = VARIANTS[name](game)
    searcher.effort = replace(searcher.effort, turns=40)
    view = game.view(state, ask.seat)
    proposed = game.bots.propose(view, ask, searcher.effort.candidates, Rng(b"1"))
    made = [searcher.think(view, ask, worlds(game, state, ask.seat, Rng(b"2")), Rng(b"1")) for _ in range(2)]
    assert len(proposed) > 1
    assert made[0] in proposed
    assert made[0] == made[1]

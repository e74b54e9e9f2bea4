"""A search sees nothing of what others have submitted secretly."""

from __future__ import annotations

import pytest

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.play import Position, commit, fallback_turn
from games.core.running.selfplay import play_steps, think
from games.core.running.table import start
from games.core.search.halving import Effort, Searcher
from games.core.search.rollouts import Line, World, play_on
from games.core.seats import Seat
from games.h2olland import GAME
from games.h2olland.options import H2OllandOptions
from games.h2olland.state import Phase, State

SEED = bytes(32)
STEADY = GAME.bots.players()["steady"]


def winter() -> Position[State]:
    """Return the first position in which both write their orders of trade down in secret."""
    brains = {Seat(0): STEADY, Seat(1): STEADY}
    for progress in play_steps(GAME, Setup(2, H2OllandOptions(winter="sealed")), SEED, brains=brains):
        if len(GAME.asks(progress.position.state)) == 2 and not progress.position.sealed:
            return progress.position
    raise AssertionError("winter comes")


def test_sealed_orders_are_outside_the_state() -> None:
    """
    Whatever one has submitted, the other one thinks over the same state, and makes the same turn.
    """
    position = winter()
    first, second = GAME.asks(position.state)
    bought = think(GAME, position.state, first, STEADY, Rng(b"x"))
    nothing = fallback_turn(GAME, position.state, first)
    after = [commit(GAME, position, first.seat, first.id, turn).position for turn in (bought, nothing)]
    searcher = Searcher(GAME, Effort(turns=20, candidates=3), STEADY)

    assert after[0].sealed != after[1].sealed
    assert after[0].state == after[1].state == position.state
    assert position.state == GAME.bots.resample(position.state, second.seat, Rng(b"x"))
    assert think(GAME, after[0].state, second, searcher, Rng(b"x")) == think(
        GAME, after[1].state, second, searcher, Rng(b"x")
    )


@pytest.mark.parametrize(("seats", "chosen"), [(2, ["easy", "steady"]), (3, ["steady"]), (4, ["steady"])])
def test_with_three_players_or_more_only_the_steady_one_plays_on(seats: int, chosen: list[str]) -> None:
    """
    So few matches of 100 to 200 turns can be played to the end that an easy one's chance would hide the better turn.
    """
    state = start(GAME, Setup(seats, H2OllandOptions()), SEED).position.state
    players = GAME.bots.players()

    assert [players[name] for name in chosen] == list(GAME.bots.policies_at(state))


def test_a_rollout_plays_on_from_sealed_orders() -> None:
    """
    All write theirs down, then spring comes, and in the end there is a result.
    """
    position = winter()
    first = GAME.asks(position.state)[0]
    turn = think(GAME, position.state, first, STEADY, Rng(b"x"))
    end = play_on(GAME, World(position.state, SEED, [STEADY] * 4), Line(first.seat, first.id, turn))

    assert end.state.table.phase is Phase.OVER
    assert GAME.outcome(end.state) is not None

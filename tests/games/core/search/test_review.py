"""Looking back at turns: what is better, how sure that is, and what it may not depend on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.game import Ask, Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.selfplay import worlds
from games.core.running.table import start
from games.core.search.halving import Gain
from games.core.search.review import Prospect, Spot, find_better, hold, join, look_ahead, weigh_alone
from games.core.seats import Seat
from tests.app.reviews.thoughtful import THOUGHTFUL
from tests.games.matches import GAMES
from tests.games.tiny.hands import Bots as HandsBots
from tests.games.tiny.hands import Done, Hands, Lay
from tests.games.tiny.hands import State as HandsState
from tests.games.tiny.hands import View as HandsView
from tests.games.tiny.season import Pass, Sow

SEED = bytes(32)


def _spot(**changes: Any) -> Spot[Any]:  # noqa: ANN401 - of the state
    state = start(THOUGHTFUL, Setup(2, THOUGHTFUL.spec.options(), first=Seat(0)), SEED).position.state
    state = replace(state, **changes)
    (ask,) = THOUGHTFUL.asks(state)
    return Spot(game=THOUGHTFUL, state=state, ask=ask, worlds=repeat(state), rng=Rng(SEED))


def test_a_better_turn_is_found_and_holds_for_each_player() -> None:
    """
    To sow is better than to pass, whoever plays on; nobody proposes to pass, but it is judged all the same.
    """
    found = find_better(_spot(), (Pass(),), turns=2000)
    assert found is not None
    alone = [weigh_alone(_spot(), found.moves, (Pass(),), player=at, turns=400) for at in (0, 1)]

    assert found.moves != (Pass(),)
    assert found.gain.is_sure(THOUGHTFUL.bots.least_loss)
    assert hold(alone, THOUGHTFUL.bots.least_loss)[1]


def test_the_best_turn_is_no_worse_than_itself() -> None:
    """
    It is compared with itself, and nothing is gained.
    """
    found = find_better(_spot(owner={1: 0, 2: 0, 12: 1}), (Sow(3),), turns=2000)
    assert found is not None

    assert (Sow(3),) == found.moves
    assert Gain(0.0, 0.0) == found.gain


@pytest.mark.parametrize(
    ("gains", "least", "held"),
    [
        ((Gain(3.0, 1.0), Gain(2.0, 0.5)), 1.5, True),
        ((Gain(9.0, 1.0), Gain(1.0, 0.6)), 1.5, False),
        ((Gain(9.0, 1.0), Gain(-1.0, 0.1)), 1.5, False),
        ((Gain(1.0, 0.1), Gain(1.0, 0.1)), 1.5, False),
        ((Gain(1.0, 0.1), Gain(1.0, 0.1)), 1.0, True),
        ((Gain(2.0, 0.1), Gain(1.5, 0.1)), 2.0, False),
        ((Gain(5.0, math.inf), Gain(5.0, 0.1)), 1.5, False),
    ],
)
def test_a_loss_holds_if_it_is_sure_for_each_player_and_worth_telling(
    gains: tuple[Gain, Gain], least: float, held: bool
) -> None:
    """
    Beyond two standard errors each, and in the mean so much as the game says.
    """
    assert held is hold(gains, least)[1]


@pytest.mark.parametrize("key", GAMES)
def test_what_is_worth_telling_is_one_to_two_points(key: str) -> None:
    """
    By how far apart a game's scores are.
    """
    assert 1 <= GAMES[key].bots.least_loss <= 2


def test_a_position_is_played_on_to_the_end_within_its_turns() -> None:
    """
    The shares of the victories sum to 1; what takes too many turns is tried less often, the same each time.
    """
    spot = _spot()
    whole = look_ahead(THOUGHTFUL, spot.state, Rng(SEED), tries=5, turns=10_000)
    few = look_ahead(THOUGHTFUL, spot.state, Rng(SEED), tries=5, turns=20)

    assert 5 == whole.tries
    assert 1.0 == pytest.approx(sum(whole.shares))
    assert 1 <= few.tries < 5
    assert 20 <= few.turns < whole.turns
    assert whole == look_ahead(THOUGHTFUL, spot.state, Rng(SEED), tries=5, turns=10_000)


def test_looks_at_one_position_count_by_their_tries() -> None:
    """
    Two and one.
    """
    both = join([Prospect((1.0, 0.0), (3.0, 0.0), 2, 9), Prospect((0.0, 1.0), (0.0, 3.0), 1, 5)])

    assert Prospect((0.6667, 0.3333), (2.0, 1.0), 3, 14) == both


class Lowest:
    """Lays its lowest card."""

    def think(self, view: HandsView, ask: Ask, worlds: Iterator[HandsState], rng: Rng) -> Sequence[Move]:
        """Lay it."""
        return (Lay(min(view.hand)), Done())


class Bots(HandsBots):
    """A player by rote; every card may be tried."""

    def propose(self, view: HandsView, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Propose each card once."""
        return tuple((Lay(card), Done()) for card in sorted(set(view.hand)))


class Guess(Hands):
    """The rules of hands."""

    bots = Bots({"easy": Lowest()})


def test_a_turn_is_judged_by_what_its_seat_could_see() -> None:
    """
    With other cards in the other hand, and those in the pile, the verdict is the same to the last digit.
    """
    game = Guess()
    state = start(game, Setup(2, game.spec.options()), SEED).position.state
    pile = Counter({int(card): count for card, count in state.pile.items()}) + Counter(state.hands[1])
    hand = (5, 5, 5, 1)
    pile -= Counter(hand)
    other = replace(state, hands=(state.hands[0], hand), pile={str(card): pile[card] for card in range(1, 6)})
    made, found = (Lay(state.hands[0][0]), Done()), []
    for each in (state, other):
        ask, rng = game.asks(each)[0], Rng(SEED)
        spot = Spot(game=game, state=each, ask=ask, worlds=worlds(game, each, Seat(0), rng), rng=rng)
        found.append(find_better(spot, made, turns=300))

    assert state.hands != other.hands
    assert found[0] is not None
    assert found[0] == found[1]

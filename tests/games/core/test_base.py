"""What games inherit."""

import pickle
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import ClassVar

import pytest
from msgspec.structs import replace

from games.core.base import BaseGame
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from tests.games.core.tables import ANN, begun
from tests.games.tiny import hands


class Look(Move, frozen=True, tag="look"):
    """Look at the lowest cards only."""

    aid: ClassVar[bool] = True


class Rememberer:
    """Keeps what it has thought of, behind a lock."""

    def __init__(self) -> None:
        self.lock = Lock()

    def think(self, view: hands.View, ask: Ask, worlds: Iterator[hands.State], rng: Rng) -> Sequence[Move]:
        """Lay the highest card."""
        return (hands.Lay(max(view.hand)),)


class Rememberless:
    """Keeps nothing."""

    def think(self, view: hands.View, ask: Ask, worlds: Iterator[hands.State], rng: Rng) -> Sequence[Move]:
        """Lay the lowest card."""
        return (hands.Lay(min(view.hand)),)


class Remembered(hands.Hands):
    """Hands with a computer player that can't travel."""

    bots = hands.Bots({"easy": Rememberer()})


def test_computer_players_stay_where_they_are() -> None:
    """
    A game goes to the processes in which computer players think; the players are those of the class there, with what
    they keep, and the parts know the game that arrived.
    """
    game = Remembered()

    there = pickle.loads(pickle.dumps(game))

    assert there.bots.players()["easy"] is game.bots.players()["easy"]
    assert there.bots.game is there
    assert type(there.panel) is hands.Panel


def test_parts_of_one_object_travel_with_it() -> None:
    """
    What was given to one game alone, and not to its class, arrives with it.
    """
    game = hands.Hands()
    game.bots = hands.Bots({"other": Rememberless()})

    there = pickle.loads(pickle.dumps(game))

    assert list(there.bots.players()) == ["other"]


def test_the_default_move_leaves_aids_out() -> None:
    """
    A move that only narrows the choice would be made again and again.
    """
    state = begun(hands.HANDS).state
    view, ask = hands.HANDS.view(state, ANN), hands.HANDS.asks(state)[0]

    move = BaseGame.fallback(hands.HANDS, view, replace(ask, verbs=(Look, *ask.verbs)))

    assert hands.Lay(min(view.hand)) == move


def test_a_game_that_offers_nothing_is_named() -> None:
    """
    Without anything to choose from there is no default move: the game needs one of its own.
    """
    state = begun(hands.HANDS).state
    view, ask = hands.HANDS.view(state, ANN), hands.HANDS.asks(state)[0]

    with pytest.raises(AssertionError, match=f"hands: nothing is offered for {ask.id}"):
        BaseGame.fallback(hands.HANDS, view, replace(ask, verbs=(hands.Add,)))

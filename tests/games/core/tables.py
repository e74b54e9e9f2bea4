"""Positions of the tiny games to test with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Setup
from games.core.running.play import Position, commit
from games.core.running.table import settle, start
from games.core.seats import AskId, Seat
from tests.games.tiny import rush

SEED = bytes(range(32))
ANN, BERT, CLEO = map(Seat, range(3))


def begun(game: AnyGame, seats: int = 2) -> Position[Any]:
    """Start a match of a tiny game; Ann begins."""
    return start(game, Setup(seats, game.spec.options(), ANN), SEED).position


def rushing() -> Position[Any]:
    """A rush that runs."""
    position = begun(rush.RUSH)
    for seat in (ANN, BERT):
        position = commit(rush.RUSH, position, seat, AskId(f"ready0.{seat}"), (rush.Ready(),)).position
    return settle(rush.RUSH, position, SEED).position


def code(attempt: Callable[[], object]) -> str:
    """Return the code of the refusal that the attempt must end in."""
    with pytest.raises(Refusal) as caught:
        attempt()
    return caught.value.code

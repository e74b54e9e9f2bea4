"""Turns made by chance, where a game always offers one."""

from __future__ import annotations

from typing import Any, TypeVar

from games.core.contract import Game
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import TurnContext
from games.core.search.enumerate import find_random_turn
from games.core.seats import AskId, Seat

S = TypeVar("S")


def random_turn(game: Game[S, Any], state: S, seat: Seat, ask: AskId, rng: Rng) -> tuple[Move, ...]:
    """Return a random whole turn, its silent end included."""
    turn = find_random_turn(TurnContext(game, state, seat, ask), rng)
    assert turn is not None, f"{game.spec.key}: no turn can be found for {ask}"
    return turn

"""A computer player for any game that plays as somebody does who has just learned it.

It knows what a simple player would do, but doesn't always think of it. Then it sees only a few of all legal turns,
takes the one that brings most points at once, and forgets what only counts later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Generic, TypeVar

from games.core.capabilities import Brain
from games.core.contract import Game
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import TurnContext
from games.core.search.budget import BudgetSpent
from games.core.search.enumerate import find_random_turn
from games.core.seats import Seat

S = TypeVar("S")
V = TypeVar("V")

STREAM = "beginner"

SEEN = 3
"""So many turns come to its mind where it doesn't think of a good one."""


class Beginner(Generic[S, V]):
    """Plays as another player does in ``care`` of 100 turns, and takes what looks best at once in the others."""

    def __init__(self, game: Game[S, V], model: Brain[S, V], care: int) -> None:
        """Learn from ``model``."""
        self._game, self._model, self._care = game, model, care

    def think(self, view: V, ask: Ask, worlds: Iterator[S], rng: Rng) -> Sequence[Move]:
        """Return a whole turn; where nobody waits for it, also () for not having seen that there is something to do."""
        overlooks = rng.below(STREAM, 100) >= self._care
        if overlooks and not ask.waits:
            return ()
        turn = (
            self._find_tempting_turn(TurnContext(self._game, next(worlds), ask.seat, ask.id), rng) if overlooks else ()
        )
        return turn or self._model.think(view, ask, worlds, rng)

    def _find_tempting_turn(self, turn: TurnContext[S], rng: Rng) -> Sequence[Move]:
        """Return the one of a few turns after which the seat has most points; () if there is none."""
        best: tuple[Move, ...] = ()
        most = 0
        with suppress(BudgetSpent):
            for _ in range(SEEN):
                moves = find_random_turn(turn, rng)
                if moves is None:
                    break
                points = self._count_points(turn.after(moves).state, turn.seat)
                if not best or points > most:
                    best, most = moves, points
        return best

    def _count_points(self, state: S, seat: Seat) -> int:
        outcome = self._game.ending.current_score(state)
        return 0 if outcome is None else outcome.totals[seat]

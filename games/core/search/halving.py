"""A computer player for any game that proposes turns: it tries them in the same worlds and halves their number.

Sequential halving (Karnin, Koren and Somekh, 2013): every turn proposed is tried in a few worlds, the better half in as
many more, until one is left. All are tried in the same worlds, with the same chance and the same players, so that luck
parts them less. The players of a world are picked by chance among several: turns that pay only against one of them
don't win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import neg
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.core.capabilities import Brain
from games.core.contract import Game
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.search.budget import BudgetSpent, within
from games.core.search.rollouts import Line, World, play_on
from games.core.seats import Seat

S = TypeVar("S")
V = TypeVar("V")

STREAM = "search"
SEED = 1 << 128


class Effort(Struct, frozen=True, kw_only=True):
    """How much is tried for one turn: counted, not timed, so the same position brings the same turn on any machine.

    ``turns``: those that are made in all rollouts together, so matches with more players take no longer.
    ``candidates``: among how many turns they are shared. ``depth``: how many of its own turns each goes on for, the
    tried one included, before it is weighed by what the game expects (``Bots.expect``); None: to the end.
    """

    turns: int
    candidates: int
    depth: int | None = None


class Tried(Struct):
    """A turn, and the sum of what it led to in the worlds so far."""

    moves: tuple[Move, ...]
    total: float = 0.0


class Searcher(Generic[S, V]):
    """Tries the turns that the game proposes; where it proposes none, it plays as another player does."""

    def __init__(self, game: Game[S, V], effort: Effort, otherwise: Brain[S, V]) -> None:
        """Search by the hooks of the game's computer players."""
        self._game, self._effort, self._otherwise = game, effort, otherwise

    def think(self, view: V, ask: Ask, worlds: Iterator[S], rng: Rng) -> Sequence[Move]:
        """Return the turn that does best, or the best one so far when the time is over."""
        with within(None):  # the time is for trying: there must be something to take when it is over
            found = self._game.bots.propose(view, ask, self._effort.candidates, rng)
            if not found:
                return self._otherwise.think(view, ask, worlds, rng)
        return self._halve(list(map(Tried, found)), ask, worlds, rng).moves

    def _halve(self, alive: list[Tried], ask: Ask, worlds: Iterator[S], rng: Rng) -> Tried:
        rounds = (len(alive) - 1).bit_length()
        with suppress(BudgetSpent):
            for _ in range(rounds):
                left = self._effort.turns // rounds
                while left > 0:
                    left -= self._try(alive, ask, worlds, rng)
                alive = sorted(alive, key=lambda tried: -tried.total)[: (len(alive) + 1) // 2]
        return max(alive, key=lambda tried: tried.total)

    def _try(self, alive: Sequence[Tried], ask: Ask, worlds: Iterator[S], rng: Rng) -> int:
        """Try each turn once, all in the same world; return how many turns were made for it."""
        state, policies = next(worlds), self._game.bots.policies()
        brains = [rng.pick(STREAM, policies) for _ in range(max(self._game.spec.seats))]
        world = World(state, rng.below(STREAM, SEED).to_bytes(16, "big"), brains)
        lines = [Line(ask.seat, ask.id, tried.moves, self._effort.depth) for tried in alive]
        led = [play_on(self._game, world, line) for line in lines]
        for tried, end in zip(alive, led, strict=True):
            tried.total += margin(self._game, end.state, ask.seat)
        return sum(end.turns for end in led)


def margin(game: Game[S, Any], state: S, seat: Seat) -> float:
    """Return by how many points a seat is ahead of the best other: by the result, else by what the game expects."""
    outcome = game.outcome(state)
    if outcome is None:
        points = list(game.bots.expect(state))
    else:
        points = [float(total) for total in (outcome.totals if any(outcome.totals) else map(neg, outcome.places))]
    mine = points.pop(seat)
    return mine - max(points, default=0.0)

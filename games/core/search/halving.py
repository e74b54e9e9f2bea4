"""A computer player for any game that proposes turns: it tries them in the same worlds and halves their number.

Sequential halving (Karnin, Koren and Somekh, 2013): every turn proposed is tried in a few worlds, the better half in as
many more, until one is left. All are tried in the same worlds, with the same chance and the same players, so that luck
parts them less. The players of a world are picked by chance among several: turns that pay only against one of them
don't win. By how much one turn is better than another is told with its standard error, by the worlds that both had.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from statistics import fmean, stdev
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.core.capabilities import Brain
from games.core.contract import Game
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.search.budget import BudgetSpent, within
from games.core.search.rollouts import Line, count_points, draw_world, play_on
from games.core.seats import Seat

S = TypeVar("S")
V = TypeVar("V")

ERRORS = 2.0
"""A difference is sure beyond so many standard errors."""
ALONE = 2
"""Players of rollouts for each of whom alone a turn has to be better to be told."""
LEAST_WORLDS = 6
"""In fewer the error isn't known well enough."""


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
    """A turn, and by how many points its seat was ahead after it in each world so far.

    All turns are tried in the same worlds in the same order; those that were given up earlier in fewer of them.
    """

    moves: tuple[Move, ...]
    margins: list[float] = []

    @property
    def mean(self) -> float:
        """The mean of the margins; 0 if it was never tried."""
        return fmean(self.margins) if self.margins else 0.0


class Gain(Struct, frozen=True):
    """By how many points one turn is better than another, and the standard error of that (infinite for one world)."""

    points: float
    error: float

    def is_sure(self, least: float) -> bool:
        """Return whether it is so many points at least, and more than chance may bring."""
        return self.points >= least and self.points > ERRORS * self.error


class Searcher(Generic[S, V]):
    """Tries the turns that the game proposes; where it proposes none, it plays as another player does."""

    def __init__(
        self,
        game: Game[S, V],
        effort: Effort,
        otherwise: Brain[S, V],
        *,
        policies: Sequence[Brain[S, V]] | None = None,
    ) -> None:
        """Search by the hooks of the game's computer players; ``policies``: others than the game's play on."""
        self._game, self.effort, self._otherwise = game, effort, otherwise
        self._policies = policies

    def think(self, view: V, ask: Ask, worlds: Iterator[S], rng: Rng) -> Sequence[Move]:
        """Return the turn that does best, or the best one so far when the time is over."""
        ranked = self.rank(view, ask, worlds, rng)
        if ranked:
            return ranked[0].moves
        with within(None):  # also for a later part of a turn whose first part took all the time
            return self._otherwise.think(view, ask, worlds, rng)

    def rank(
        self, view: V, ask: Ask, worlds: Iterator[S], rng: Rng, *, keep: Sequence[tuple[Move, ...]] = ()
    ) -> list[Tried]:
        """Return the turns proposed and those to ``keep``, the best first; [] if the game proposes none.

        Those to keep are tried in as many worlds as the best, so they can be compared with it.
        """
        with within(None):  # the time is for trying: there must be something to take when it is over
            found = self._game.bots.propose(view, ask, self.effort.candidates, rng)
        if not found:
            return []
        tried = {moves: Tried(moves) for moves in (*found, *keep)}
        return self._halve(list(tried.values()), set(keep), ask, worlds, rng)

    def weigh(self, turns: Sequence[tuple[Move, ...]], ask: Ask, worlds: Iterator[S], rng: Rng) -> list[Tried]:
        """Return these turns, all tried in the same worlds, in the order given."""
        tried = [Tried(moves) for moves in turns]
        self._halve(list(tried), set(turns), ask, worlds, rng)
        return tried

    def _halve(
        self, alive: list[Tried], kept: Set[tuple[Move, ...]], ask: Ask, worlds: Iterator[S], rng: Rng
    ) -> list[Tried]:
        rounds, given_up = (len(alive) - 1).bit_length(), list[Tried]()
        with suppress(BudgetSpent):
            for _ in range(rounds):
                left = self.effort.turns // rounds
                while left > 0:
                    left -= self._try(alive, ask, worlds, rng)
                alive.sort(key=lambda tried: -tried.mean)
                half = (len(alive) + 1) // 2
                worse = [tried for tried in alive[half:] if tried.moves not in kept]
                alive = [tried for tried in alive if tried not in worse]
                given_up = [*worse, *given_up]
        return [*sorted(alive, key=lambda tried: -tried.mean), *given_up]

    def _try(self, alive: Sequence[Tried], ask: Ask, worlds: Iterator[S], rng: Rng) -> int:
        """Try each turn once, all in the same world; return how many turns were made for it."""
        state = next(worlds)
        policies = self._game.bots.policies_at(state) if self._policies is None else self._policies
        world = draw_world(self._game, state, policies, rng)
        lines = [Line(ask.seat, ask.id, tried.moves, self.effort.depth) for tried in alive]
        led = [play_on(self._game, world, line) for line in lines]
        for tried, end in zip(alive, led, strict=True):
            tried.margins.append(margin(self._game, end.state, ask.seat))
        return sum(end.turns for end in led)


def is_alike(one: Tried, other: Tried) -> bool:
    """Return whether two turns come to the same wherever both were tried."""
    return all(first == second for first, second in zip(one.margins, other.margins, strict=False))


def compare(first: Tried, second: Tried) -> Gain:
    """Return by how much the first turn is better than the second, in the worlds that both were tried in."""
    gains = [one - other for one, other in zip(first.margins, second.margins, strict=False)]
    if len(gains) < 2:
        return Gain(fmean(gains) if gains else 0.0, math.inf)
    return Gain(fmean(gains), stdev(gains) / math.sqrt(len(gains)))


def margin(game: Game[S, Any], state: S, seat: Seat) -> float:
    """Return by how many points a seat is ahead of the best other: by the result, else by what the game expects."""
    points = list(count_points(game, state))
    mine = points.pop(seat)
    return mine - max(points, default=0.0)

"""Looking back at a match: what a turn has cost, and how the match stood at a position.

A turn is compared with those that the game proposes, in worlds made of what its seat could see: who made it knew no
more. It has cost something only if a better one is better by more than chance could do, and for each of two players of
the rollouts alone. All is counted, not timed, so the same match and seed bring the same review on any machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.core.base import BaseBots
from games.core.contract import Game
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.search.halving import Effort, Gain, Searcher, compare
from games.core.search.rollouts import Line, count_points, draw_world, play_on
from games.core.seats import TABLE, AskId

S = TypeVar("S")

CANDIDATES = 8
"""Turns that are compared with the one that was made."""

DEPTH = 3
"""Own turns after which a line is weighed, in games that say what to expect then."""


class Better(Struct, frozen=True):
    """The best turn that was found in place of another, and by how much it is better than that."""

    moves: tuple[Move, ...]
    gain: Gain


class Prospect(Struct, frozen=True):
    """How a match may end from a position: by seat the share of the victories and the mean points, in so many tries.

    ``turns``: how many were made for it.
    """

    shares: tuple[float, ...]
    points: tuple[float, ...]
    tries: int
    turns: int = 0


def plays_to_end(game: Game[Any, Any]) -> bool:
    """Return whether turns are compared at the end of the match: the game doesn't say what to expect before."""
    return type(game.bots).expect is BaseBots.expect


class Spot(Struct, Generic[S], frozen=True, kw_only=True):
    """Where a turn was made: the ask of a state, worlds that look the same to its seat, and all further chance."""

    game: Game[S, Any]
    state: S
    ask: Ask
    worlds: Iterator[S]
    rng: Rng

    def searcher(self, turns: int, *policies: Any) -> Searcher[S, Any]:  # noqa: ANN401 - the game's own players
        """Return who compares turns here, with the players named (by default the game's) in the rollouts."""
        depth = None if plays_to_end(self.game) else DEPTH
        effort = Effort(turns=turns, candidates=CANDIDATES, depth=depth)
        return Searcher(self.game, effort, self.game.bots.policies()[0], policies=policies or None)


def find_better(spot: Spot[Any], made: tuple[Move, ...], *, turns: int) -> Better | None:
    """Return the best turn instead of the one that was made, which it may be itself; None if the game proposes none.

    ``turns`` are shared among the candidates, as in ``Effort``.
    """
    view = spot.game.view(spot.state, spot.ask.seat)
    ranked = spot.searcher(turns).rank(view, spot.ask, spot.worlds, spot.rng, keep=(made,))
    if not ranked:
        return None
    own = next(tried for tried in ranked if tried.moves == made)
    return Better(ranked[0].moves, compare(ranked[0], own))


def weigh_alone(spot: Spot[Any], better: tuple[Move, ...], made: tuple[Move, ...], *, player: int, turns: int) -> Gain:
    """Return by how much a turn is better than another where one of the players of rollouts sits in all seats."""
    policies = spot.game.bots.policies()
    searcher = spot.searcher(turns, policies[player % len(policies)])
    return compare(*searcher.weigh((better, made), spot.ask, spot.worlds, spot.rng))


def hold(alone: Sequence[Gain], least: float) -> tuple[Gain, bool]:
    """Return the mean of the differences for each player alone, and whether a loss of so much can be told.

    It is ``least`` points in the mean, and sure for each of them by itself.
    """
    points = fmean(gain.points for gain in alone)
    error = math.sqrt(sum(gain.error**2 for gain in alone)) / len(alone)
    return Gain(points, error), points >= least and all(gain.is_sure(0.0) for gain in alone)


def look_ahead(game: Game[S, Any], state: S, rng: Rng, *, tries: int, turns: int) -> Prospect:
    """Play a position on to the end ``tries`` times by mixed players; fewer times, if that takes more ``turns``."""
    ends, made = list[tuple[tuple[float, ...], tuple[float, ...]]](), 0
    while len(ends) < tries and made < turns:
        end = play_on(game, draw_world(game, state, game.bots.policies(), rng), Line(TABLE, AskId(""), ()))
        made += max(1, end.turns)
        ends.append(_read_end(game, end.state))
    shares, points = zip(*ends, strict=True)
    return Prospect(_mean(shares), _mean(points), len(ends), made)


def join(parts: Sequence[Prospect]) -> Prospect:
    """Return several looks at the same position as one."""
    every = [part for part in parts for _ in range(part.tries)]
    turns = sum(part.turns for part in parts)
    return Prospect(_mean([each.shares for each in every]), _mean([each.points for each in every]), len(every), turns)


def _mean(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(round(fmean(column), 4) for column in zip(*rows, strict=True))


def _read_end(game: Game[S, Any], state: S) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The share of the victory and the points of each seat."""
    outcome, points = game.outcome(state), count_points(game, state)
    if outcome is None:  # only time moves the match on from here
        places = [sum(other > own for other in points) + 1 for own in points]
    else:
        places = list(outcome.places)
    first = places.count(1)
    return tuple(1 / first if place == 1 else 0.0 for place in places), points

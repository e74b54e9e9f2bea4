"""Positions in which few turns are good: puzzles for who reads the board well, and what an answer costs.

Everything that matters must lie open, so that what is best doesn't depend on what nobody can know. The best turn has
to beat all but a few that are as good by a clear gap, and for each of two players of rollouts alone: a turn that pays
only against one kind of opponent is no solution.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.base import STRONG
from games.core.contract import Game
from games.core.game import Ask
from games.core.input.panel import fill_combination
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import TurnContext, add_end
from games.core.running.selfplay import worlds
from games.core.search.halving import LEAST_WORLDS, Gain, Searcher, compare
from games.core.seats import TABLE, Seat

S = TypeVar("S")

LEAST = 2.0
"""Points between the best turn and any other."""
MOST_GOOD = 4
"""Turns that may be as good as each other: many differ only in what doesn't matter."""
LEAST_BAD = 4
"""Turns that must be worse."""
LOOKS = 32
"""Times that each seat's secrets are made up anew: one that is a coin of three values often comes out as it is."""
EFFORT = 6
"""So many times the turns that the computer player tries are tried for each of the players alone."""
ANSWER_EFFORT = 2
"""The same for an answer: one that is played on to the end is tried in a few worlds only otherwise."""

Turns: TypeAlias = tuple[tuple[Move, ...], ...]
"""Whole turns of one ask, the best first."""


class Gap(Struct, frozen=True):
    """By how many points the best turn is better than those that are worse, and how many turns are as good, it too."""

    points: float
    good: int


def is_open(game: Game[S, Any], state: S, ask: Ask, rng: Rng) -> bool:
    """Return whether one seat alone has to decide, with all the time it wants, and nothing is hidden from anybody."""
    score = game.ending.current_score(state)
    asked = [each for each in game.asks(state) if each.waits and each.seat != TABLE]
    if score is None or ask.live or ask.sealed or [each.id for each in asked] != [ask.id]:
        return False
    seats = [Seat(seat) for seat in range(len(score.totals))] * LOOKS
    return all(game.bots.resample(state, seat, rng) == state for seat in seats)


def find_turns(game: Game[S, Any], state: S, ask: Ask, rng: Rng) -> Turns:
    """Return the turns of an open position, the best first, if few seem to be as good as the first; else ()."""
    player = game.bots.players().get(STRONG)
    if not isinstance(player, Searcher) or not is_open(game, state, ask, rng):
        return ()
    turn = TurnContext(game, state, ask.seat, ask.id)
    ranked = player.rank(turn.view, ask, worlds(game, state, ask.seat, rng), rng)
    filled = fill_combination(turn, (), ranked[0].moves) if len(ranked) > MOST_GOOD else None
    if filled is None or ranked[0].mean - ranked[MOST_GOOD].mean < LEAST:
        return ()
    return (add_end(game, state, ask.seat, ask.id, filled)[0], *(tried.moves for tried in ranked[1:]))


def find_gap(game: Game[S, Any], state: S, ask: Ask, turns: Turns, policy: int, rng: Rng) -> Gap | None:
    """Return by how much at least the first turn is better than those that are worse, by one player alone.

    None if too many aren't surely worse by what a puzzle wants, or too few are, or one is even better.
    """
    player = game.bots.players()[STRONG]
    assert isinstance(player, Searcher), "it has found the turns"
    effort, policies = replace(player.effort, turns=player.effort.turns * EFFORT), game.bots.policies()
    searcher = Searcher(game, effort, player, policies=[policies[policy % len(policies)]])
    best, *others = searcher.weigh(turns, ask, worlds(game, state, ask.seat, rng), rng)
    gains = [compare(best, other) for other in others]
    worse = [gain.points for gain in gains if gain.is_sure(LEAST)]
    if any(compare(other, best).is_sure(0.0) for other in others):
        return None
    good = len(turns) - len(worse)
    return Gap(min(worse), good) if good <= MOST_GOOD and len(worse) >= LEAST_BAD else None


def weigh_answer(
    game: Game[S, Any], state: S, ask: Ask, turns: tuple[tuple[Move, ...], tuple[Move, ...]], rng: Rng
) -> Gain | None:
    """Return by how much the first of two turns is better, by all players of rollouts; None if it isn't known.

    Then the time was over early, and that a turn isn't surely worse would say nothing.
    """
    player = game.bots.players()[STRONG]
    assert isinstance(player, Searcher), "it has found the puzzle"
    effort = replace(player.effort, turns=player.effort.turns * ANSWER_EFFORT)
    best, made = Searcher(game, effort, player).weigh(turns, ask, worlds(game, state, ask.seat, rng), rng)
    return compare(best, made) if len(best.margins) >= LEAST_WORLDS else None

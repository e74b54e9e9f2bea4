"""The turn that a search is sure of, for who asks for advice: by how much it ends better than any other, and by chance.

The best turn of a search was picked for its luck, too. So it is weighed once more, in other worlds, against the turn
that a game advises at a glance, or against the next best one if it is that turn itself.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from games.core.base import STRONG
from games.core.contract import Game
from games.core.game import Ask
from games.core.input.panel import fill_combination
from games.core.moves import Found, Move
from games.core.rng import Rng
from games.core.running.play import TurnContext, add_end
from games.core.running.selfplay import worlds
from games.core.search.halving import LEAST_WORLDS, Searcher, compare, is_alike

S = TypeVar("S")

LEAST = 1.0
"""Points by which a turn must end better to be worth a word."""


def find_advice(game: Game[S, Any], state: S, ask: Ask, rng: Rng) -> Found | None:
    """Return a turn that is surely better than what is advised at a glance, or that one if it is surely best.

    It is that if it is surely better than the next best turn; those that end alike everywhere count as one. None where
    it isn't sure, or the game has no player that searches. It sees what the seat sees: ``rng`` must have another seed
    than the match. It tries as many turns as the computer player that searches. After the budget around it is spent, it
    is sure of nothing.
    """
    player = game.bots.players().get(STRONG)
    if not isinstance(player, Searcher):
        return None
    turn = TurnContext(game, state, ask.seat, ask.id)
    usual, seen = _find_usual(turn, ask), worlds(game, state, ask.seat, rng)
    searcher = Searcher(game, replace(player.effort, turns=player.effort.turns // 2), player)
    ranked = searcher.rank(turn.view, ask, seen, rng, keep=() if usual is None else (usual,))
    alike = [tried.moves for tried in ranked if is_alike(ranked[0], tried)]
    others = [tried.moves for tried in ranked if tried.moves not in alike]
    if not others:
        return None
    first = usual if usual is not None and usual in alike else ranked[0].moves
    rival = usual if usual is not None and usual in others else others[0]
    best, other = searcher.weigh((first, rival), ask, seen, rng)
    gain, moves = compare(best, other), fill_combination(turn, (), first)
    if moves is None or len(best.margins) < LEAST_WORLDS or not gain.is_sure(LEAST):
        return None
    return Found(moves=moves, points=round(gain.points), usual=rival if rival == usual else ())


def _find_usual(turn: TurnContext[S], ask: Ask) -> tuple[Move, ...] | None:
    """Return the turn that the game advises at a glance, as it is made; None if it advises none."""
    hint = turn.game.panel.hint(turn.view, ask)
    filled = None if hint is None or not hint.moves else fill_combination(turn, (), hint.moves)
    return None if filled is None else add_end(turn.game, turn.state, turn.seat, turn.ask, filled)[0]

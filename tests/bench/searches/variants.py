"""Other ways of searching, made of the one that ``strong`` has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from games.core.base import STRONG
from games.core.contract import AnyGame
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.search.budget import BudgetSpent
from games.core.search.halving import Searcher, Tried

CURIOSITY = 2.0
"""How much a turn that was tried less often than others is preferred (UCB1), in standard deviations of all margins."""
LEAST_TRIES = 2
"""Every turn is tried so often before any is preferred."""


class Flat(Searcher[Any, Any]):
    """Tries every turn in the same number of worlds, up to the end."""

    def _halve(
        self, alive: list[Tried], kept: Set[tuple[Move, ...]], ask: Ask, worlds: Iterator[Any], rng: Rng
    ) -> list[Tried]:
        left = self.effort.turns
        with suppress(BudgetSpent):
            while left > 0:
                left -= self._try(self._pick(alive), ask, worlds, rng)
        return sorted(alive, key=self._place)

    def _pick(self, alive: list[Tried]) -> list[Tried]:
        """Which turns are tried in the next world."""
        return alive

    def _place(self, tried: Tried) -> tuple[float, ...]:
        """By what turns are sorted in the end, the best first."""
        return (-tried.mean,)


class Bandit(Flat):
    """Tries that turn next which may still be best (UCB1), each in a world of its own; takes the one tried most."""

    def _pick(self, alive: list[Tried]) -> list[Tried]:
        return [max(alive, key=lambda tried: _hope(tried, alive))]

    def _place(self, tried: Tried) -> tuple[float, ...]:
        return (-len(tried.margins), -tried.mean)


def _hope(tried: Tried, alive: list[Tried]) -> float:
    if len(tried.margins) < LEAST_TRIES:
        return math.inf
    margins = [margin for each in alive for margin in each.margins]
    middle = sum(margins) / len(margins)
    spread = math.sqrt(sum((margin - middle) ** 2 for margin in margins) / len(margins))
    return tried.mean + CURIOSITY * spread * math.sqrt(math.log(len(margins)) / len(tried.margins))


def strong_of(game: AnyGame) -> Searcher[Any, Any]:
    """Return the player that searches."""
    found = game.bots.players()[STRONG]
    assert isinstance(found, Searcher)
    return found


def _like(game: AnyGame, kind: type[Searcher[Any, Any]] = Searcher, **changed: object) -> Searcher[Any, Any]:
    return kind(game, replace(strong_of(game).effort, **changed), game.bots.players()["steady"])


def _alone(policy: int) -> Callable[[AnyGame], Searcher[Any, Any]]:
    def make(game: AnyGame) -> Searcher[Any, Any]:
        policies = game.bots.policies()
        return Searcher(
            game, strong_of(game).effort, game.bots.players()["steady"], policies=[policies[policy % len(policies)]]
        )

    return make


def _by_steady(game: AnyGame) -> Searcher[Any, Any]:
    steady = game.bots.players()["steady"]
    return Searcher(game, strong_of(game).effort, steady, policies=[steady])


VARIANTS: Mapping[str, Callable[[AnyGame], Searcher[Any, Any]]] = {
    "flat": lambda game: _like(game, Flat),
    "bandit": lambda game: _like(game, Bandit),
    "alone-1": _alone(0),
    "alone-2": _alone(1),
    "by-steady": _by_steady,
    "to-the-end": lambda game: _like(game, depth=None),
    "half": lambda game: _like(game, turns=strong_of(game).effort.turns // 2),
    "double": lambda game: _like(game, turns=strong_of(game).effort.turns * 2),
}
"""By name: how a game's turns are searched instead. ``alone``: all rollouts are played by one of the quick players;
``by-steady``: by ``steady`` (slow); ``half``, ``double``: with another budget."""

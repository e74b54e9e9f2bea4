"""``python -m tests.bench.searches GAME flat bandit …``: the turns of `strong` beside those found by other searches.

At positions of matches between computer players, each search finds a turn; what they found is weighed in the same new
worlds. ``--matches``: they play each other as well, which takes longer and tells less.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.cli.arena import SeatResult, Tally, add, play_timed, report
from games.core.base import EASY, STEADY, STRONG
from games.core.contract import AnyGame
from games.core.game import Ask, Setup
from games.core.registry import game as game_of
from games.core.rng import Rng
from games.core.running.selfplay import play_steps, worlds
from games.core.search.halving import Searcher
from games.core.seats import TABLE, Seat
from tests.bench.searches.variants import VARIANTS, strong_of

EACH = 4
"""Positions of one match."""
WEIGHED = 8
"""The turns found are tried so many times as often as the search tries its own."""

Searchers: TypeAlias = Mapping[str, Searcher[Any, Any]]


class Found(NamedTuple):
    """What a search has found: in how many CPU seconds, and how many points its turn gains on that of `strong`."""

    seconds: float
    gain: float


def main() -> None:
    """Read the options, search and play, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.searches", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("variants", nargs="+", choices=VARIANTS)
    parser.add_argument("--positions", type=int, default=40, help="positions (default: %(default)s)")
    parser.add_argument("--matches", type=int, default=0, help="matches against each (default: none)")
    told = parser.parse_args()
    game = game_of(told.game)
    searchers = {STRONG: strong_of(game)} | {name: VARIANTS[name](game) for name in told.variants}
    found = [try_all(game, searchers, state, ask) for state, ask in list_positions(game, told.positions)]
    print("\n".join(tell(told.variants, found)), flush=True)
    for name in told.variants if told.matches else ():
        tallies = {each: Tally() for each in (STRONG, name)}
        for seated in play(told.game, name, range(told.matches)):
            add(tallies, seated)
        print("\n".join(report(tallies)), flush=True)


def list_positions(game: AnyGame, count: int) -> Iterator[tuple[Any, Ask]]:
    """Yield positions of matches of `steady` against `easy` in which a turn can be searched, with who is asked."""
    players, bots = game.bots.players(), game.bots
    for number in range(count):
        chance = hashlib.sha256(f"searches:{game.spec.key}:{number}".encode()).digest()
        rng, brains = Rng(chance), {Seat(0): players[STEADY], Seat(1): players[EASY]}
        met = []
        for step in play_steps(game, Setup(2, game.spec.options()), chance, brains=brains):
            state = step.position.state
            for ask in game.asks(state):
                if ask.waits and ask.seat != TABLE and len(bots.propose(game.view(state, ask.seat), ask, 2, rng)) > 1:
                    met.append((state, ask))
        yield from list(rng.shuffle("positions", met))[: min(EACH, count - number * EACH)]
        if (number + 1) * EACH >= count:
            return


def try_all(game: AnyGame, searchers: Searchers, state: object, ask: Ask) -> Mapping[str, Found]:
    """Let each search find a turn, from the same seed, and weigh all of them in the same worlds."""
    view, made, seconds = game.view(state, ask.seat), {}, {}
    for name, searcher in searchers.items():
        began, rng = time.process_time(), Rng(b"search")
        made[name] = tuple(searcher.think(view, ask, worlds(game, state, ask.seat, rng), rng))
        seconds[name] = time.process_time() - began
    turns, own, rng = list(dict.fromkeys(made.values())), searchers[STRONG], Rng(b"weigh")
    judge = Searcher(game, replace(own.effort, turns=own.effort.turns * WEIGHED), own)
    means = {tried.moves: tried.mean for tried in judge.weigh(turns, ask, worlds(game, state, ask.seat, rng), rng)}
    return {name: Found(seconds[name], means[made[name]] - means[made[STRONG]]) for name in searchers}


def tell(names: Sequence[str], found: Sequence[Mapping[str, Found]]) -> Iterator[str]:
    """Yield a row for each search: how often it found a turn as good, what its turns gain, and its CPU time."""
    for name in (STRONG, *names):
        gains = [each[name].gain for each in found]
        error = stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
        same = sum(gain == 0 for gain in gains)
        yield (
            f"{name}: {fmean(gains):+.2f} points (standard error {error:.2f}), as good at {same} of {len(gains)}, "
            f"{fmean(each[name].seconds for each in found):.2f} s of CPU a turn"
        )


def play(key: str, name: str, numbers: range) -> Iterator[Sequence[SeatResult]]:
    """Yield matches of two players; each chance is played once with either in the first seat."""
    game = game_of(key)
    brains = {STRONG: game.bots.players()[STRONG], name: VARIANTS[name](game)}
    for number in numbers:
        chance = hashlib.sha256(f"searches:{key}:{number // 2}".encode()).digest()
        seated = (STRONG, name) if number % 2 == 0 else (name, STRONG)
        yield play_timed(game, seated, {Seat(seat): brains[each] for seat, each in enumerate(seated)}, chance)


if __name__ == "__main__":
    main()

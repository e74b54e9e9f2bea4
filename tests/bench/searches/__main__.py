"""``python -m tests.bench.searches GAME flat bandit …``: `strong` plays others that search in another way."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence

from bot.cli.arena import SeatResult, Tally, add, play_timed, report
from games.core.base import STRONG
from games.core.registry import game as game_of
from games.core.seats import Seat
from tests.bench.searches.variants import VARIANTS


def main() -> None:
    """Read the options, play, print what `longtable arena` prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.searches", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("variants", nargs="+", choices=VARIANTS)
    parser.add_argument("--matches", type=int, default=20, help="matches against each (default: %(default)s)")
    told = parser.parse_args()
    for name in told.variants:
        tallies = {each: Tally() for each in (STRONG, name)}
        for seated in play(told.game, name, range(told.matches)):
            add(tallies, seated)
        print("\n".join(report(tallies)), flush=True)


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

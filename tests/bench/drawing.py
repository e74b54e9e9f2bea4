"""
What boards cost a drawing process in a long play of all games, and how much memory it takes, by its budget.

Matches of computer players, of every game and number of players, are drawn in turn as the bot has them drawn: the
board that everybody sees after each turn, and what its next player sees. Each budget has a process of its own, which
begins with nothing drawn. `python -m tests.bench.drawing 16 64 256` takes budgets in MB; "none" sets no limit.
"""

import re
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path
from time import process_time

from bot.app.runtime.process_pools import pool
from bot.cli.render import NAMES
from bot.cli.selfplay import brains_of
from bot.edge.imaging.drawing import MB, RenderRequest, Scene, draw, keep_within
from games.core.game import Setup
from games.core.registry import games
from games.core.running.selfplay import play_steps
from tests.bench.pictures import keys

BUDGETS = ("16", "32", "64", "256", "none")
NO_LIMIT = 2**20
MOST_STEPS = 60
"""Of a match; its boards are drawn from the first on."""
SEED = b"a long play".ljust(32)
LOOKS = 4
"""So often time and memory are looked at."""


def trace() -> list[RenderRequest]:
    """All boards, those of matches played at the same time mixed."""
    matches = [_match(key, seats) for key in keys() for seats in games()[key].spec.seats]
    return [each for each in chain.from_iterable(zip_longest(*matches)) if each is not None]


def _match(key: str, seats: int) -> Iterator[RenderRequest]:
    game = games()[key]
    setup = Setup(seats, game.spec.options())
    before = None
    for step in islice(play_steps(game, setup, SEED, brains=brains_of(game, ["easy"] * seats)), MOST_STEPS):
        state = step.position.state
        if game.outcome(state) is not None:
            return
        asked = next((ask.seat for ask in game.asks(state) if ask.seat in range(seats)), None)
        for viewer, scene in ((None, Scene.BOARD), (asked, Scene.PRIVATE)):
            view = game.view(state, viewer)
            marks = game.panel.marks(view if before is None else game.view(before, viewer), view)
            yield RenderRequest(game=key, scene=scene, view=view, marks=marks, names=tuple(NAMES[:seats]))
        before = state


def measure(orders: list[RenderRequest]) -> tuple[float, float]:
    """Draw all of them in this process: milliseconds of CPU for each, and MB of memory (PSS) then."""
    began = process_time()
    for order in orders:
        draw(order)
    return 1000 * (process_time() - began) / max(1, len(orders)), _megabytes()


def _megabytes() -> float:
    found = re.search(r"^Pss:\s+(\d+) kB", Path("/proc/self/smaps_rollup").read_text(), re.MULTILINE)
    return int(found[1]) * 1024 / MB if found else 0.0


def main() -> None:
    """Print a line for each budget: what it takes before the first board, then after each quarter of them."""
    orders = trace()
    step = -(-len(orders) // LOOKS)
    parts = [[], *(orders[start : start + step] for start in range(0, len(orders), step))]
    print(f"{len(orders)} boards; CPU ms a board and MB then, at first and after each {step}")
    for budget in sys.argv[1:] or BUDGETS:
        memory = NO_LIMIT if budget == "none" else int(budget)
        with pool(1, behind=0, first=partial(keep_within, memory)) as executor:
            found = [executor.submit(measure, part).result() for part in parts]
        print(f"{budget:>6} MB" + "".join(f"{spent:10.1f} ms{held:6.0f} MB" for spent, held in found), flush=True)


if __name__ == "__main__":
    main()

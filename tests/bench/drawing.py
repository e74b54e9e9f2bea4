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
from typing import NamedTuple

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
"""So often the memory is looked at, after as many boards each time."""


class Usage(NamedTuple):
    """Milliseconds of CPU for each board, and MB of memory (PSS), after so many boards."""

    boards: int
    milliseconds: float
    megabytes: float


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


def measure(orders: list[RenderRequest]) -> list[Usage]:
    """Draw all of them in this process; first how it is before the first board."""
    found = [Usage(0, 0.0, _megabytes())]
    step = -(-len(orders) // LOOKS)
    for start in range(0, len(orders), step):
        began = process_time()
        for order in orders[start : start + step]:
            draw(order)
        done = orders[: start + step]
        found.append(Usage(len(done), 1000 * (process_time() - began) / (len(done) - start), _megabytes()))
    return found


def _megabytes() -> float:
    found = re.search(r"^Pss:\s+(\d+) kB", Path("/proc/self/smaps_rollup").read_text(), re.MULTILINE)
    return int(found[1]) * 1024 / MB if found else 0.0


def main() -> None:
    """Print a line for each budget and look."""
    orders = trace()
    print(f"{len(orders)} boards\n{'budget MB':>10}{'boards':>8}{'CPU ms a board since':>22}{'MB':>6}")
    for budget in sys.argv[1:] or BUDGETS:
        memory = NO_LIMIT if budget == "none" else int(budget)
        with pool(1, behind=0, first=partial(keep_within, memory)) as executor:
            for usage in executor.submit(measure, orders).result():
                print(f"{budget:>10}{usage.boards:>8}{usage.milliseconds:>22.1f}{usage.megabytes:>6.0f}", flush=True)


if __name__ == "__main__":
    main()

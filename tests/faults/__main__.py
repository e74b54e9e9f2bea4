"""
``python -m tests.faults``: kill the bot and the stand-in 1,000 times over whole matches, and print what it came to.

The exit code is 1 if an acknowledged move was lost, a post doubled, a match stuck, or anything else went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.faults.campaign import Campaign, Result
from tests.faults.nursery import Nursery
from tests.faults.world import World

KILLS = 1000
WORLDS = 2
"""Worlds at once: one for each processor of a small machine."""


def table(results: Sequence[Result]) -> list[str]:
    """The results as lines of a table, the sums last."""
    rows: list[tuple[str, Callable[[Result], int]]] = [
        ("kills of the bot", lambda one: one.bot_kills),
        ("of these while it started", lambda one: one.before_connected),
        ("kills of the stand-in", lambda one: one.standin_kills),
        ("matches played to their end", lambda one: one.matches),
        ("turns acknowledged", lambda one: one.turns),
        ("requests unanswered, made again", lambda one: one.unanswered),
        ("acknowledged turns lost", lambda one: len(one.lost)),
        ("posts doubled", lambda one: len(one.doubled)),
        ("matches stuck", lambda one: len(one.stuck)),
        ("notices not told in the end", lambda one: len(one.untold)),
        ("malformed requests", lambda one: len(one.wrong)),
        ("crashes", lambda one: len(one.crashes)),
        ("faults of the trial itself", lambda one: len(one.broken)),
    ]
    lines = [f"{name:34}{sum(count(one) for one in results):8}" for name, count in rows]
    lines.append(f"{'median start, seconds':34}{max(one.start_s for one in results):8.2f}")
    lines.append(f"{'seconds':34}{max(one.seconds for one in results):8.0f}")
    lines += [f"{'ended because':34}{one.stopped}" for one in results]
    return lines


async def campaigns(folder: Path, nursery: Nursery, *, kills: int, seed: str) -> list[Result]:
    """Run the campaigns of all worlds at once; the kills are shared out. SIGINT and SIGTERM end them early."""
    shares = [kills // WORLDS + (number < kills % WORLDS) for number in range(WORLDS)]
    worlds = [World(nursery, folder / f"world{number}") for number in range(WORLDS)]
    began = time.monotonic()

    def told(number: int) -> Callable[[str], None]:
        return lambda line: print(
            f"{time.monotonic() - began:6.0f} s, world {number}: {line}", file=sys.stderr, flush=True
        )

    runs = [
        asyncio.create_task(Campaign(world, kills=share, seed=f"{seed} {number}", told=told(number)).run())
        for number, (world, share) in enumerate(zip(worlds, shares, strict=True))
    ]
    loop = asyncio.get_running_loop()
    for signaled in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signaled, lambda: [run.cancel() for run in runs])
    try:
        return list(await asyncio.gather(*runs))
    finally:
        for signaled in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(signaled)


def main() -> int:
    """Read the command line, run, print; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS, help="how many in all (default: %(default)s)")
    parser.add_argument("--seed", default="0", help="another word kills at other instants")
    parser.add_argument("--keep", type=Path, help="folder for databases and logs, kept afterwards")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = told.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with Nursery(folder) as nursery:
            results = asyncio.run(campaigns(folder, nursery, kills=told.kills, seed=told.seed))
    faults = [fault for one in results for fault in one.faults]
    print("\n".join([*table(results), *faults[:50]]), flush=True)
    short = sum(one.bot_kills + one.standin_kills for one in results) < told.kills
    return 1 if faults or short else 0


if __name__ == "__main__":
    sys.exit(main())

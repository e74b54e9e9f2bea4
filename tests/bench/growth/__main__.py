"""
``python -m tests.bench.growth --matches 10000 100000 1000000``: what everything takes, by how many matches are over.

The databases are made once, and stay in the folder; with ``--postgres`` they're on a private server, and go.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time

from db.stores.upgrade import open_store
from tests.bench.growth import databases
from tests.bench.growth.filling import END
from tests.bench.growth.measuring import Measured, Measuring


def main() -> None:
    """Read the options, make what is missing, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[10_000], help="finished matches (default: 10000)")
    parser.add_argument("--played", type=int, default=30, help="real matches that are copied (default: %(default)s)")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL in place of SQLite")
    parser.add_argument("--folder", type=Path, help="where databases stay (default: a temporary folder)")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="growth-") as temporary:
        folder = told.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        played = databases.play(folder, told.played)
        found = []
        for matches in told.matches:
            with databases.grown(folder, played, matches, on_server=told.postgres) as url:
                found.append(asyncio.run(measure(url, matches)))
        print("\n".join(rows(told.matches, found)))


async def measure(url: str, matches: int) -> dict[str, Measured]:
    """Open a database as the bot does, and time everything."""
    began, spent = perf_counter(), process_time()
    store = await open_store(url, now=END, alone=True)
    opened, busy = (perf_counter() - began) * 1000, (process_time() - spent) * 1000
    try:
        return {"the database is opened": Measured(opened, [], busy=busy), **await Measuring(store, matches).rows()}
    finally:
        await store.close()


def rows(matches: Sequence[int], found: Sequence[dict[str, Measured]]) -> list[str]:
    """Return a table for a page: the median, the longest, and the least that the process was busy, in milliseconds."""
    lines = [
        f"load average {os.getloadavg()[0]:.0f}",
        "| milliseconds (median / longest / busy) | " + " | ".join(f"{each:,}" for each in matches) + " |",
        "|---|" + "---|" * len(matches),
    ]
    for name in found[0]:
        cells = (f"{each[name].median:,.1f} / {each[name].longest:,.1f} / {each[name].busy:,.1f}" for each in found)
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


if __name__ == "__main__":
    main()

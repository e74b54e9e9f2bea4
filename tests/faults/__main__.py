"""
``python -m tests.faults``: kill the bot and the stand-in 1,000 times over whole matches, then the bot over a server's
life with deletions and purges, then make all other trouble.

What it came to is printed. The exit code is 1 if an acknowledged move was lost, a post doubled, a match stuck, or
anything else went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from db.stores.upgrade import upgrade
from tests import postgres
from tests.faults import world as worlds
from tests.faults.campaign import AND_LIVE, BY_TURNS, USUAL, Campaign, Result
from tests.faults.community import live
from tests.faults.troubles import TROUBLES, counted, failures, rows
from tests.faults.world import World
from tests.nursery import Nursery

KILLS = 1000
ROUNDS = 2
"""Guests who come to a server one after the other and are deleted."""
TABLES = (BY_TURNS, AND_LIVE)
"""What is played in the worlds that run at once, one for each processor of a small machine."""
UPTIME_S = 8.0
"""With the settings that are usual the bot is killed so long after each start."""
USUAL_SHARE = 25
"""One kill of so many is one with the settings that are usual, afterwards."""


def table(results: Sequence[Result]) -> list[str]:
    """The results as lines of a table, the sums last."""
    rows: list[tuple[str, Callable[[Result], int]]] = [
        ("kills of the bot", lambda one: one.bot_kills),
        ("of these while it started", lambda one: one.before_connected),
        ("kills of the stand-in", lambda one: one.standin_kills),
        ("matches played to their end", lambda one: one.matches),
        ("turns acknowledged", lambda one: one.turns),
        ("boards posted", lambda one: one.boards),
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


async def campaigns(
    folder: Path, nursery: Nursery, *, kills: int, seed: str, further: int | None = None
) -> list[Result]:
    """
    Run the campaigns of all worlds at once; the kills are shared out.

    ``further``: how many turns each match is played on after the last kill, if not to its end.
    """
    made = []
    for number, slots in enumerate(TABLES):
        share = kills // len(TABLES) + (number < kills % len(TABLES))
        world = World(nursery, folder / f"world{number}")
        told = _teller(f"world {number}")
        made.append(Campaign(world, kills=share, seed=f"{seed} {number}", slots=slots, further=further, told=told))
    return await _run(made)


async def usual(folder: Path, nursery: Nursery, *, kills: int, seed: str) -> list[Result]:
    """Run one campaign with the settings that are usual: with drawing processes, and pictures drawn ahead."""
    world = World(nursery, folder / "usual", settings=worlds.USUAL)
    told = _teller("usual settings")
    return await _run([Campaign(world, kills=kills, seed=seed, slots=USUAL, uptime=UPTIME_S, told=told)])


def _teller(name: str) -> Callable[[str], None]:
    began = time.monotonic()
    return lambda line: print(f"{time.monotonic() - began:6.0f} s, {name}: {line}", file=sys.stderr, flush=True)


async def _run(made: Sequence[Campaign]) -> list[Result]:
    """Run campaigns at once. SIGINT and SIGTERM end them early."""
    runs = [asyncio.create_task(one.run()) for one in made]
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
    parts = ("kills", "community", "trouble")
    parser.add_argument("--only", choices=parts, help="one part of the trial (default: all)")
    parser.add_argument("--seed", default="0", help="another word kills at other instants")
    parser.add_argument("--keep", type=Path, help="folder for databases and logs, kept afterwards")
    told = parser.parse_args()
    faults: list[str] = []
    if told.only in (None, "kills"):
        faults += _kills(told.keep, kills=told.kills, seed=told.seed)
    if told.only in (None, "community"):
        faults += _community(seed=told.seed)
    if told.only in (None, "trouble"):
        print("other trouble:", flush=True)
        for trouble in TROUBLES:
            result = [(trouble, counted(trouble))]
            print(*rows(result), sep="\n", flush=True)
            faults += failures(result)
    print("\n".join(faults[:50]), flush=True)
    return 1 if faults else 0


def _community(*, seed: str) -> list[str]:
    """Kill the bot in a server's life, on each kind of database there is; print what it came to, return the faults."""
    programs, faults = postgres.binaries(), []
    with ExitStack() as ending:
        nursery = ending.enter_context(Nursery(Path(ending.enter_context(tempfile.TemporaryDirectory()))))
        urls = {"SQLite": ""}
        if programs is not None:
            urls["PostgreSQL"] = postgres.url(ending.enter_context(postgres.server(programs)))
            asyncio.run(upgrade(urls["PostgreSQL"], now=datetime.now(UTC)))
        for name, url in urls.items():
            folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
            settings = {**worlds.QUICK, **({"DATABASE_URL": url} if url else {})}
            world = World(nursery, folder, settings=settings, later=True)
            lived = asyncio.run(live(world, rounds=ROUNDS, seed=seed))
            print(f"a server's life on {name}: {lived.kills} kills, {len(lived.faults)} faults", flush=True)
            faults += [f"{name}: {fault}" for fault in lived.faults]
    return faults


def _kills(keep: Path | None, *, kills: int, seed: str) -> list[str]:
    """Kill with the settings of the trial and with the usual ones, print the tables, and return what went wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with Nursery(folder) as nursery:
            few = max(kills // USUAL_SHARE, 1)
            results = asyncio.run(campaigns(folder, nursery, kills=kills - few, seed=seed))
            afterwards = asyncio.run(usual(folder, nursery, kills=few, seed=seed))
    for name, part in (("settings of the trial", results), ("usual settings", afterwards)):
        print("\n".join([f"{name}:", *table(part)]), flush=True)
    results += afterwards
    made = sum(one.bot_kills + one.standin_kills for one in results)
    short = [f"only {made} of {kills} kills were made"] if made < kills else []
    return [fault for one in results for fault in one.faults] + short


if __name__ == "__main__":
    sys.exit(main())

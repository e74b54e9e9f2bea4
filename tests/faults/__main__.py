"""
``python -m tests.faults``: kill the bot and the stand-in 1,000 times over whole matches, then the bot over a server's
life with deletions and purges, let people do what they like in thousands of steps, let processes take over from each
other while people play, then make all other trouble.

What it came to is printed. The exit code is 1 if an acknowledged move was lost, a post doubled, a match stuck, or
anything else went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import random
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
from tests.faults.campaign import AND_LIVE, BY_TURNS, LONGEST_S, Campaign, Result
from tests.faults.community import live
from tests.faults.restarts import roll
from tests.faults.states.campaign import campaign, on_postgres, on_sqlite
from tests.faults.troubles import TROUBLES, counted, failures, rows
from tests.faults.world import QUICK, USUAL, World
from tests.nursery import Nursery

KILLS = 1000
STEPS = 10_000
RESTARTS = 6
"""Processes that take over from each other while people play."""
ROUNDS = 2
"""Guests who come to a server one after the other and are deleted."""
TABLES = (BY_TURNS, AND_LIVE)
"""What is played in the worlds that run at once, one for each processor of a small machine."""
UPTIME_S = 8.0
"""With the settings that are usual the bot is killed at most so long after each start."""
USUAL_SHARE = 4
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
    folder: Path,
    nursery: Nursery,
    *,
    kills: int,
    seed: str,
    further: int | None = None,
    urls: Sequence[str] = (),
    usual: bool = False,
) -> list[Result]:
    """
    Run the campaigns of all worlds at once; the kills are shared out.

    ``further``: how many turns each match is played on after the last kill, if not to its end. ``urls``: a database for
    each world, if not a file of its own. ``usual``: with the settings that are usual: with drawing processes, and
    pictures drawn ahead.
    """
    made = []
    name, settings, uptime = ("usual", USUAL, UPTIME_S) if usual else ("world", QUICK, LONGEST_S)
    for number, slots in enumerate(TABLES):
        share = kills // len(TABLES) + (number < kills % len(TABLES))
        database = {"DATABASE_URL": urls[number]} if urls else {}
        world = World(nursery, folder / f"{name}{number}", settings={**settings, **database})
        told = _teller(f"{name} {number}")
        made.append(
            Campaign(
                world, kills=share, seed=f"{seed} {number}", slots=slots, uptime=uptime, further=further, told=told
            )
        )
    return await _run(made)


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
    parser.add_argument("--restarts", type=int, default=RESTARTS, help="while people play (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=STEPS, help="of the state machine (default: %(default)s)")
    parts = ("kills", "community", "states", "restarts", "trouble")
    parser.add_argument("--only", choices=parts, help="one part of the trial (default: all)")
    parser.add_argument("--seed", default="0", help="another word kills at other instants")
    parser.add_argument("--keep", type=Path, help="folder for databases and logs, kept afterwards")
    parser.add_argument("--further", type=int, help="turns of each match after the last kill (default: to its end)")
    parser.add_argument("--postgres", action="store_true", help="kills and states over PostgreSQL instead of SQLite")
    told = parser.parse_args()
    faults: list[str] = []
    if told.only in (None, "kills"):
        faults += _kills(told)
    if told.only in (None, "community"):
        faults += _community(seed=told.seed)
    if told.only in (None, "states"):
        faults += _states(told)
    if told.only in (None, "restarts"):
        faults += _restarts(told.restarts)
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
            settings = {**QUICK, **({"DATABASE_URL": url} if url else {})}
            world = World(nursery, folder, settings=settings, later=True)
            lived = asyncio.run(live(world, rounds=ROUNDS, seed=seed))
            print(f"a server's life on {name}: {lived.kills} kills, {len(lived.faults)} faults", flush=True)
            faults += [f"{name}: {fault}" for fault in lived.faults]
    return faults


def _restarts(restarts: int) -> list[str]:
    """Let so many processes take over from each other over PostgreSQL; print what it came to, return the faults."""
    if postgres.binaries() is None:
        print("rolling restarts: left out, since PostgreSQL's server binaries are not installed", flush=True)
        return []
    with ExitStack() as ending:
        (url,) = _databases(ending, 1)
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        nursery = ending.enter_context(Nursery(folder))
        result = asyncio.run(roll(folder, nursery, url, restarts=restarts))
        print("\n".join(["rolling restarts at 8 turns a second, PostgreSQL:", *result.rows()]), flush=True)
        return result.faults


def _states(told: argparse.Namespace) -> list[str]:
    """Do so many random steps and look after each; print what was done, return what was wrong and how it came about.

    SIGINT and SIGTERM end it early, with what was done by then.
    """
    for signaled in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signaled, signal.default_int_handler)
    with ExitStack() as ending:
        if told.postgres:
            enter = ending.enter_context(on_postgres())
        else:
            enter = on_sqlite(Path(ending.enter_context(tempfile.TemporaryDirectory())))
        seed = random.Random(told.seed).randrange(1 << 32)
        return campaign(enter, steps=told.steps, seed=seed, name="PostgreSQL" if told.postgres else "SQLite")


def _kills(told: argparse.Namespace) -> list[str]:
    """Kill with the settings of the trial and with the usual ones, print the tables, and return what went wrong."""
    kills, on_postgres = told.kills, told.postgres
    few = max(kills // USUAL_SHARE, 1)
    results: list[Result] = []
    with ExitStack() as ending:
        folder = told.keep or Path(ending.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        urls = _databases(ending, 2 * len(TABLES)) if on_postgres else []
        nursery = ending.enter_context(Nursery(folder))
        for usual, share in ((False, kills - few), (True, few)):
            own, urls = urls[: len(TABLES)], urls[len(TABLES) :]
            part = asyncio.run(
                campaigns(folder, nursery, kills=share, seed=told.seed, further=told.further, urls=own, usual=usual)
            )
            name = "usual settings" if usual else "settings of the trial"
            print("\n".join([f"{name}, {'PostgreSQL' if on_postgres else 'SQLite'}:", *table(part)]), flush=True)
            results += part
    made = sum(one.bot_kills + one.standin_kills for one in results)
    short = [f"only {made} of {kills} kills were made"] if made < kills else []
    return [fault for one in results for fault in one.faults] + short


def _databases(ending: ExitStack, count: int) -> list[str]:
    """Addresses of so many migrated databases on a server of PostgreSQL, which runs until the end."""
    programs = postgres.binaries()
    if programs is None:
        sys.exit("PostgreSQL's server binaries are not installed.")
    server = ending.enter_context(postgres.server(programs))
    urls = [postgres.create(programs, server, f"world{number}") for number in range(count)]
    for url in urls:
        asyncio.run(upgrade(url, now=datetime.now(UTC)))
    return urls


if __name__ == "__main__":
    sys.exit(main())

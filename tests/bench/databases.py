"""
What a turn takes on each database: how long an answer, how many statements, and what several processes make of it.

Turns of Grunn are made through the services: first eight a second, with all workers and a courier that answers at once;
then as fast as 1, 2 and 4 processes can, each in matches of its own. Both databases write to the disk before they
answer.

`python -m tests.bench.databases` prints it; `make bench` as a part of all. PostgreSQL's own processes need the same
priority as the bench: with others at work on the machine, start both with `nice`.
"""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from bot.app.changes.caps import Caps
from bot.app.changes.change import Change
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.state import MatchState
from bot.app.notifications.relay import Relay
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import SystemClock
from bot.app.services import Services
from db.ids import Key, MatchId
from db.stores.store import Store
from db.stores.upgrade import open_store, upgrade
from games.core.errors import Refusal
from games.core.registry import games
from tests import postgres
from tests.app.scene import RecordingCourier
from tests.bench.turns import _actor, _begin, _by_default

MATCHES = 8
TURNS = 160
RATE = 8.0
PROCESSES = (1, 2, 4)
SECONDS = 10.0
AT_ONCE = 4
"""Matches that a process plays at the same time when it is measured how many turns it makes."""

MANY = 1_000_000

LIMIT_STATEMENTS = 15.0
LIMIT_RATIO = 3.0


def rows() -> list[str]:
    """Measure everything and return lines to print."""
    programs = postgres.binaries()
    if programs is None:
        return ["PostgreSQL isn't installed"]
    with tempfile.TemporaryDirectory() as folder, postgres.server(programs, durable=True) as server:
        return asyncio.run(_measured(Path(folder), server))


async def _measured(folder: Path, server: Path) -> list[str]:
    file, url = f"sqlite+aiosqlite:///{folder}/longtable.db", postgres.url(server)
    lite = await _paced(file)
    async with postgres.logged(server) as statements:
        times = await _paced(url, begin=statements.take)
        count = len(statements.take()) / TURNS
    ratio = _share(times, 50) / _share(lite, 50)
    lines = [
        f"{RATE:.0f} turns a second       p50       p95       p99",
        f"SQLite           {_line(lite)}",
        f"PostgreSQL       {_line(times)}   p50 {ratio:.1f} times SQLite's (limit {LIMIT_RATIO:.0f})",
        f"statements a turn, its board and all workers included  {count:.1f} (limit {LIMIT_STATEMENTS:.0f})",
    ]
    for name, address, counts in (("SQLite", file, (1,)), ("PostgreSQL", url, PROCESSES)):
        for number in counts:
            made = await asyncio.gather(*(asyncio.to_thread(_in_process, address, at) for at in range(number)))
            lines.append(f"{name:10}  {number} process{'es' if number > 1 else '  '}  {sum(made):6.0f} turns a second")
    return lines


def _share(times: Sequence[float], percent: int) -> float:
    """A percentile in milliseconds."""
    return quantiles(times, n=100)[percent - 1] * 1000


def _line(times: Sequence[float]) -> str:
    return "".join(f"{_share(times, percent):7.1f} ms" for percent in (50, 95, 99))


async def _paced(url: str, *, begin: Callable[[], object] = lambda: None) -> list[float]:
    """Make turns at a steady rate beside all workers, after ``begin``; how long each took until it was stored."""
    await upgrade(url, now=SystemClock().now())
    store, app = await _open(url)
    numbers = [await _begin(app, at) for at in range(MATCHES)]
    relay = Relay(app.uow, RecordingCourier(), holder="bench")
    runs: list[Callable[[], Awaitable[None]]] = [
        app.scheduler.run,
        app.computer_players.run,
        app.tournament_runner.run,
        relay.run,
    ]
    workers = [asyncio.ensure_future(run()) for run in runs]
    await relay.caught_up.wait()
    await asyncio.sleep(2)
    begin()
    times = []
    for turn in range(TURNS):
        began = perf_counter()
        await app.uow.act(Key(f"t{turn}"), _actor(0), numbers[turn % MATCHES], _by_default)
        times.append(perf_counter() - began)
        await asyncio.sleep(max(0.0, 1 / RATE - times[-1]))
    await asyncio.sleep(1)
    for worker in workers:
        worker.cancel()
    await asyncio.gather(*workers, return_exceptions=True)
    await store.close()
    return times


async def _open(url: str) -> tuple[Store, Services]:
    """Services over the database."""
    clock = SystemClock()
    store = await open_store(url, now=clock.now())
    caps = Caps(open=MANY, matches=MANY, channel=MANY)
    return store, Services(UnitOfWork(store, Library(games()), clock, caps=caps), new_seed=lambda: bytes(32))


def _in_process(url: str, number: int) -> float:
    """Turns a second of a process of its own."""
    command = [sys.executable, "-m", "tests.bench.databases", url, str(number)]
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


async def _hurry(url: str, number: int) -> float:
    """Make turns in several matches as fast as possible; how many a second."""
    store, app = await _open(url)
    turns, numbers = itertools.count(), itertools.count(1000 * (1 + number))
    matches = [await _begin(app, next(numbers)) for _ in range(AT_ONCE)]
    ends, made = perf_counter() + SECONDS, 0

    async def play(match: MatchId) -> None:
        nonlocal made
        while perf_counter() < ends:
            try:
                await app.uow.act(Key(f"p{number}.{next(turns)}"), _actor(0), match, _go_on)
                made += 1
            except Refusal:  # the match is over
                match = await _begin(app, next(numbers))

    await asyncio.gather(*map(play, matches))
    await store.close()
    return made / SECONDS


def _go_on(table: MatchState, now: datetime) -> Change:
    """Make the default move in a match that runs."""
    table.expect_running()
    return _by_default(table, now)


def main() -> None:
    """Print the table; with an address and a number, only what one process makes."""
    if len(sys.argv) > 1:
        print(asyncio.run(_hurry(sys.argv[1], int(sys.argv[2]))))
    else:
        print("\n".join(rows()))


if __name__ == "__main__":
    main()

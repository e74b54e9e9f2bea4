"""``python -m tests.bench.starting FILE``: start over a database; prints seconds until all is ready, and megabytes."""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from pathlib import Path

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import SystemClock
from bot.app.services import Services
from db.stores.upgrade import open_store
from games.core.registry import games


async def main(path: str) -> None:
    """Do what a bot does before it answers, as far as it depends on what is stored."""
    clock = SystemClock()
    began = time.perf_counter()
    store = await open_store(f"sqlite+aiosqlite:///{path}", now=clock.now())
    services = Services(UnitOfWork(store, Library(games()), clock))
    await services.scheduler.recover()
    await services.scheduler.sweep()
    await services.computer_players.think()
    await store.read(lambda tx: tx.outbox.due_lanes(now=clock.now()))
    spent = time.perf_counter() - began
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6
    print(spent, resident)
    services.computer_players.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

"""The processes in which computer players think, and who of those that want to think comes next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Any, TypeVar

from bot.app.runtime.process_pools import Stops, Unwanted, call, end, pool, run_marked
from bot.app.workers.fair_limiter import TURNS, FairLimiter, Waiting
from bot.metrics import THINKING
from db.ids import MatchId

R = TypeVar("R")


LOOK = 0.1
"""Seconds between two looks at whether work that is under way is still wanted."""


class ThinkingPool:
    """Runs work of games' code in processes, as much at once as there are; those whom people wait for go first."""

    def __init__(self, processes: int) -> None:
        """Processes are started when there is something to think about."""
        self._processes = processes
        self._limiter = FairLimiter(processes)
        self._stops = Stops(processes)
        self._executor: ProcessPoolExecutor | None = None
        self._closed: ProcessPoolExecutor | None = None

    async def run(
        self,
        waiting: Waiting,
        match: MatchId,
        patience: float,
        work: Callable[..., R],
        *args: object,
        wanted: Callable[[], bool] | None = None,
    ) -> R:
        """Return ``work(*args)``, made in a process once it is the match's turn.

        Raises what it raises, Unwanted if it isn't ``wanted`` any more then or while it is under way (it is told, see
        ``is_stopped``), TimeoutError after ``patience`` seconds of working (waiting doesn't count), and BrokenExecutor
        if its process dies twice: the first time that may be the fault of another's work.
        """
        timed = THINKING.time() if waiting in TURNS else nullcontext()
        async with self._limiter.enter(waiting, match):
            if wanted is None:
                with timed:
                    return await self._work(patience, work, args)
            if not wanted():
                raise Unwanted
            with self._stops.begin() as (mark, stop):
                async with _watch(wanted, stop) as is_told:
                    done = await self._work(patience, partial(run_marked, mark, work), args)
                    if is_told():
                        raise Unwanted
                    return done

    async def _work(self, patience: float, work: Callable[..., R], args: tuple[Any, ...]) -> R:
        shared = self._start()
        try:
            return await _within(patience, shared, work, args)
        except TimeoutError:
            self._renew(shared)
            raise
        except BrokenExecutor:
            if shared is self._closed:
                raise
            self._renew(shared)
        own = pool(1, first=self._stops.share)
        try:
            return await _within(patience, own, work, args)
        finally:
            end(own)

    def close(self) -> None:
        """End the processes, whatever they work on; what is asked later starts new ones."""
        self._closed = self._executor
        self._renew(self._executor)

    def _start(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = pool(self._processes, first=self._stops.share)
        return self._executor

    def _renew(self, executor: ProcessPoolExecutor | None) -> None:
        """Give up processes; new ones are started when needed. Those that took their place already are left."""
        if executor is not None and executor is self._executor:
            end(executor)
            self._executor = None


async def _within(patience: float, executor: ProcessPoolExecutor, work: Callable[..., R], args: tuple[Any, ...]) -> R:
    async with asyncio.timeout(patience):
        return await asyncio.get_running_loop().run_in_executor(executor, call, work, *args)


@asynccontextmanager
async def _watch(wanted: Callable[[], bool], stop: Callable[[], None]) -> AsyncIterator[Callable[[], bool]]:
    """Stop what is under way inside once it isn't wanted; yields what says whether that came to pass."""

    async def watch() -> None:
        while wanted():
            await asyncio.sleep(LOOK)
        stop()

    watching = asyncio.create_task(watch())
    try:
        yield watching.done
    finally:
        watching.cancel()

"""The processes in which computer players think, as they end."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import BrokenExecutor

import pytest

from bot.app.runtime import process_pools
from bot.app.workers import thinking_pool
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import MatchId

PATIENCE = 60.0


async def test_what_is_thought_about_when_all_ends_starts_no_process_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It would outlive whoever ended it; what is asked later is thought about all the same.
    """
    made: list[int] = []

    def count(processes: int) -> object:
        made.append(processes)
        return process_pools.pool(processes)

    monkeypatch.setattr(thinking_pool, "pool", count)
    pool = ThinkingPool(1)
    await pool.run(Waiting.PEOPLE, MatchId(1), PATIENCE, abs, -1)
    thinking = asyncio.create_task(pool.run(Waiting.PEOPLE, MatchId(1), PATIENCE, time.sleep, 60))
    await asyncio.sleep(0.1)
    pool.close()
    with pytest.raises(BrokenExecutor):
        await thinking
    before = len(made)
    later = await pool.run(Waiting.PEOPLE, MatchId(1), PATIENCE, abs, -2)
    pool.close()

    assert 1 == before
    assert 2 == later

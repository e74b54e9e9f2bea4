"""The processes in which computer players think, as they end."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor

import pytest

from bot.app.runtime import process_pools
from bot.app.runtime.process_pools import Unwanted, is_stopped
from bot.app.workers import thinking_pool
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking import advice_of, codec_of
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import MatchId
from games.core.running.play import Position
from games.core.search.budget import BudgetSpent, check_budget
from tests.games.core.search.test_advice import GAME
from tests.games.core.search.test_halving import ASK, STATE

PATIENCE = 60.0


async def test_what_is_thought_about_when_all_ends_starts_no_process_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It would outlive whoever ended it; what is asked later is thought about all the same.
    """
    made: list[int] = []

    def count(processes: int, *, first: Callable[[], None]) -> object:
        made.append(processes)
        return process_pools.pool(processes, first=first)

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


async def test_what_nobody_wants_any_more_is_stopped() -> None:
    """
    In the process that works on it, which goes on with what comes next. What ended in time counts.
    """
    pool, wanted = ThinkingPool(1), True
    process = await pool.run(Waiting.PEOPLE, MatchId(1), PATIENCE, os.getpid)
    spinning = asyncio.create_task(
        pool.run(Waiting.SUGGESTION, MatchId(1), PATIENCE, spin_until_stopped, wanted=lambda: wanted)
    )
    await asyncio.sleep(0.3)
    under_way = not spinning.done()
    wanted = False
    with pytest.raises(Unwanted):
        await spinning
    after = await pool.run(Waiting.SUGGESTION, MatchId(1), PATIENCE, os.getpid, wanted=lambda: True)
    pool.close()

    assert under_way
    assert process == after


async def test_what_nobody_wants_when_it_comes_to_its_turn_is_not_begun() -> None:
    """
    Nothing is started for it.
    """
    pool = ThinkingPool(1)
    with pytest.raises(Unwanted):
        await pool.run(Waiting.SUGGESTION, MatchId(1), PATIENCE, os.getpid, wanted=lambda: False)

    assert pool._executor is None


def test_a_search_for_a_suggestion_ends_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It looks at that wherever it looks at the clock.
    """
    task = GAME, codec_of(GAME).position(Position(STATE)), ASK.id, b"x", PATIENCE
    found = advice_of(*task)
    monkeypatch.setattr(process_pools, "_mark", (0, 1))
    monkeypatch.setattr(process_pools, "_wanted", [0])

    assert found is not None
    assert advice_of(*task) is None


def test_a_search_for_a_suggestion_that_has_no_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Wherever it is when its time is over, also where it looks at the turn advised at a glance: it may be made again.
    """

    def hint(*_: object) -> None:
        check_budget()

    monkeypatch.setattr(type(GAME.panel), "hint", hint)

    with pytest.raises(BudgetSpent):
        advice_of(GAME, codec_of(GAME).position(Position(STATE)), ASK.id, b"x", -1.0)


def spin_until_stopped() -> None:
    """Work until told that nobody wants it."""
    while not is_stopped():
        pass

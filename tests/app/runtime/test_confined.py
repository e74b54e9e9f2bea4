"""Work over what strangers hand in has an end, however it goes, and takes nothing else with it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time

import pytest

from bot.app.runtime.confined import Exceeded, run_confined


async def test_an_answer_and_an_error_come_back() -> None:
    """
    What the function returns is returned, what it raises is raised.
    """
    assert 3 == await run_confined(abs, -3)
    with pytest.raises(ValueError, match="invalid literal"):
        await run_confined(int, "three")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform does not limit memory")
async def test_too_much_memory_ends_the_work() -> None:
    """
    The process gets no more than its limit, and this one none of it.
    """
    with pytest.raises(Exceeded):
        await run_confined(bytearray, 10**9)


async def test_too_much_time_ends_the_work_and_its_process() -> None:
    """
    It is killed, not waited for; so it is when nobody waits for the answer any more.
    """
    begun = time.monotonic()
    with pytest.raises(Exceeded):
        await run_confined(time.sleep, 60, seconds=0.2)
    waiting = asyncio.create_task(run_confined(time.sleep, 60))
    await asyncio.sleep(0.2)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    while multiprocessing.active_children() and time.monotonic() < begun + 30:
        await asyncio.sleep(0.05)

    assert [] == multiprocessing.active_children()
    assert time.monotonic() < begun + 30


async def test_a_process_that_dies_ends_the_work() -> None:
    """
    Whoever waits is told, and does not wait for ever.
    """
    with pytest.raises(Exceeded):
        await run_confined(os._exit, 3)

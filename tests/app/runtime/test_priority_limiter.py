"""Who passes first where few can pass at once."""

import asyncio

import pytest

from bot.app.runtime.queues import PriorityLimiter


async def test_the_important_pass_first_and_equals_in_order() -> None:
    """
    While one is inside, those who wait are let in by rank, then by arrival.
    """
    limiter = PriorityLimiter(1)
    passed: list[str] = []

    async def go(name: str, rank: int) -> None:
        async with limiter.enter(rank):
            passed.append(name)
            await asyncio.sleep(0)

    await asyncio.gather(go("inside", 2), go("last", 2), go("second", 1), go("first", 0), go("first too", 0))

    assert ["inside", "first", "first too", "second", "last"] == passed


async def test_as_many_pass_as_it_is_wide() -> None:
    """
    Two at once, never three.
    """
    limiter = PriorityLimiter(2)
    inside = most = 0

    async def go() -> None:
        nonlocal inside, most
        async with limiter.enter(0):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.01)
            inside -= 1

    await asyncio.gather(*(go() for _ in range(5)))

    assert 2 == most


async def test_who_gives_up_waiting_leaves_the_gate_as_it_was() -> None:
    """
    A cancelled waiter takes no place, also when it was just being let in.
    """
    limiter = PriorityLimiter(1)
    entered = asyncio.Event()

    async def go() -> None:
        async with limiter.enter(0):
            entered.set()

    async with limiter.enter(0):
        waiting, chosen = asyncio.create_task(go()), asyncio.create_task(go())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    chosen.cancel()
    with pytest.raises(asyncio.CancelledError):
        await chosen
    async with asyncio.timeout(1):
        await go()

    assert entered.is_set()

"""Queues of those who take turns, as the presses of one match."""

import asyncio

import pytest

from bot.app.runtime.queues import Queues


async def test_presses_pass_in_the_order_taken_not_in_the_order_acknowledged() -> None:
    """
    Who took the first place passes first, even if the acknowledgement of the second came earlier.
    """
    queues = Queues()
    passed: list[str] = []

    async def press(name: str, delay: float) -> None:
        place = queues.take(1)
        await asyncio.sleep(delay)
        async with place:
            await asyncio.sleep(0)
            passed.append(name)

    await asyncio.gather(press("first", 0.02), press("second", 0), press("third", 0.01))

    assert ["first", "second", "third"] == passed
    assert len(queues) == 0


async def test_other_matches_do_not_wait() -> None:
    """
    A slow press of one match holds up no press of another.
    """
    queues = Queues()

    async with queues.take(1), queues.take(2):
        waiting = len(queues)

    assert 2 == waiting
    assert len(queues) == 0


async def test_a_press_that_fails_lets_the_next_one_pass() -> None:
    """
    An exception inside leaves the queue moving.
    """
    queues = Queues()
    first, second = queues.take(7), queues.take(7)

    with pytest.raises(RuntimeError):
        async with first:
            raise RuntimeError

    async with asyncio.timeout(1), second:
        pass

    assert len(queues) == 0


async def test_a_place_given_up_keeps_the_order() -> None:
    """
    Those behind a place given up still wait for those before it.
    """
    queues = Queues()
    first, given_up, last = queues.take(7), queues.take(7), queues.take(7)
    given_up.skip()
    entered = asyncio.Event()

    async def wait() -> None:
        async with last:
            entered.set()

    task = asyncio.create_task(wait())
    await asyncio.sleep(0.01)
    early = entered.is_set()
    async with first:
        pass
    async with asyncio.timeout(1):
        await task

    assert not early
    assert len(queues) == 0


async def test_a_press_cancelled_while_waiting_leaves_the_queue() -> None:
    """
    A callback that is cancelled in the queue holds up nobody.
    """
    queues = Queues()
    first, second, third = queues.take(7), queues.take(7), queues.take(7)

    async def wait() -> None:
        async with second:
            raise AssertionError("was cancelled before its turn")

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with first:
        pass
    async with asyncio.timeout(1), third:
        pass

    assert len(queues) == 0

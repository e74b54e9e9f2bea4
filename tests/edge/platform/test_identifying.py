"""Which shard identifies next, over all processes."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.edge.bot import LongtableBot
from bot.edge.platform import identifying as module
from bot.edge.platform.identifying import IdentifyQueue
from db.engine.errors import Unreachable
from db.stores.store import Store


class Client:
    """A client to which Discord says how many may identify at a time."""

    def __init__(self, keys: int | Exception, shard_count: int = 16) -> None:
        self.shard_count = shard_count
        self.asked = 0
        self._keys = keys

    async def fetch_session_start_limits(self) -> SimpleNamespace:
        """Say it."""
        self.asked += 1
        if isinstance(self._keys, Exception):
            raise self._keys
        return SimpleNamespace(max_concurrency=self._keys)


def queue(store: Store, client: Client) -> IdentifyQueue:
    """The queue of one process."""
    return IdentifyQueue(store, cast(Any, client))


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Nobody waits for long; how long they were to."""
    found: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        found.append(seconds)
        await sleep(0.05)

    monkeypatch.setattr(module, "HOLD", 0.3)
    monkeypatch.setattr(module, "SPREAD", 0.0)
    monkeypatch.setattr("bot.edge.platform.identifying.asyncio.sleep", note)
    return found


async def test_processes_identify_one_after_the_other(store: Store, slept: list[float]) -> None:
    """
    Shards of one key wait until the moment of the one before is over, also if that is another process's.
    """
    first, second = (queue(store, Client(2)) for _ in range(2))
    await first.wait(0)
    await second.wait(1)
    free = list(slept)
    await second.wait(2)

    assert [] == free
    assert slept
    assert max(slept) <= 0.3


async def test_a_shard_that_is_the_only_one_waits_for_nobody(store: Store, slept: list[float]) -> None:
    """
    Nor does it ask Discord for anything.
    """
    client = Client(16, shard_count=1)
    await queue(store, client).wait(0)
    await queue(store, client).wait(0)

    assert ([], 0) == (slept, client.asked)


@pytest.mark.parametrize("keys", [OSError("gone"), 1])
async def test_one_at_a_time_while_discord_says_nothing_else(
    store: Store, slept: list[float], keys: int | Exception
) -> None:
    """
    Shards of different numbers wait for each other.
    """
    asking = queue(store, Client(keys))
    await asking.wait(0)
    await asking.wait(1)

    assert slept


async def test_a_clock_that_was_set_back_keeps_no_shard_away(store: Store, slept: list[float]) -> None:
    """
    A moment later than the next one was noted by another clock.
    """
    await queue(store, Client(1)).wait(0)
    await store.run(lambda tx: tx.facts.put("identify 0", str(tx.leases.read_time() + 3_600_000)))
    await asyncio.wait_for(queue(store, Client(1)).wait(0), 5)

    assert [] == slept


async def test_a_database_that_is_away_keeps_no_shard_away(slept: list[float]) -> None:
    """
    It identifies at once.
    """

    class Away:
        async def run(self, work: object) -> None:
            raise Unreachable

    await queue(cast(Any, Away()), Client(1)).wait(0)

    assert [] == slept


async def test_the_client_asks_before_each_identify() -> None:
    """
    The first of a process as any other.
    """
    asked: list[int] = []

    async def note(shard: int) -> None:
        asked.append(shard)

    bot = LongtableBot(shard_count=4)
    bot.identify = note
    await bot.before_identify_hook(3, initial=True)

    assert [3] == asked

"""A shard that is connected twice at once is read once."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord.shard

from bot.edge.platform.single_worker import SingleWorkerShard, use_single_workers


class _Socket:
    """A connection from which, as from aiohttp's, only one task may read."""

    shard_id = 0

    def __init__(self) -> None:
        self.reading = 0
        self.most = 0

    async def poll_event(self) -> None:
        self.reading += 1
        self.most = max(self.most, self.reading)
        try:
            await asyncio.sleep(0.01)
        finally:
            self.reading -= 1


async def test_two_attempts_that_succeed_leave_one_reader() -> None:
    """
    The second connection is read by one task alone, the first no longer.
    """
    client: Any = SimpleNamespace(
        loop=asyncio.get_running_loop(), is_closed=lambda: False, dispatch=lambda *_: None, _reconnect=True
    )
    first, second = _Socket(), _Socket()
    socket: Any = first
    shard = SingleWorkerShard(socket, client, lambda item: None)
    shard.launch()
    await asyncio.sleep(0.02)
    socket = second
    shard.ws = socket
    shard.launch()
    await asyncio.sleep(0.05)

    assert (1, 0) == (second.most, first.reading)
    shard._cancel_task()


def test_clients_have_such_shards() -> None:
    """
    discord.py makes its shards of what stands in its module.
    """
    use_single_workers()

    assert discord.shard.Shard is SingleWorkerShard

"""When a shard may identify: Discord takes few at a time, counted over all processes of a bot."""

from __future__ import annotations

import asyncio
import random

import aiohttp
import discord
import structlog

from db.engine.errors import StoreError
from db.stores.store import Store
from db.tx import Tx

HOLD = 5.5
"""Seconds from one IDENTIFY to the next with the same key, over all processes: Discord takes one in five."""
SPREAD = 0.2
"""Seconds, at most, by which processes that wait for the same moment come at different ones."""
PATIENCE = 5.0
"""Seconds that the database may take. Without it a shard identifies anyway: at worst, Discord has it wait."""

log = structlog.get_logger(__name__)


class IdentifyQueue:
    """Lets one shard of each key identify at a time, whichever process it is of.

    A shard's key is its number modulo ``max_concurrency``, which Discord tells. A bot of one shard waits for nobody:
    its processes start one by one, and where one comes too soon after another, Discord has it wait.
    """

    def __init__(self, store: Store, client: discord.AutoShardedClient) -> None:
        """Ask nobody yet."""
        self._store = store
        self._client = client
        self._keys = 0

    async def wait(self, shard: int) -> None:
        """Return when a shard may identify."""
        if self._client.shard_count == 1:
            return
        key = shard % await self._count_keys()
        try:
            while seconds := await self._claim(key):
                await asyncio.sleep(seconds + random.uniform(0, SPREAD))
        except (StoreError, TimeoutError) as error:
            log.warning("a shard identifies without asking whether another process does", shard=shard, why=str(error))

    async def _claim(self, key: int) -> float:
        """Take the next moment; or else return in how many seconds it is free."""
        hold = int(HOLD * 1000)

        def work(tx: Tx) -> float:
            fact = f"identify {key}"
            free, now = int(tx.facts.lock(fact, "0")), tx.leases.read_time()
            if now < free <= now + hold:
                return (free - now) / 1000
            tx.facts.put(fact, str(now + hold))  # a moment later than that is of a clock that was set back
            return 0.0

        async with asyncio.timeout(PATIENCE):
            return await self._store.run(work)

    async def _count_keys(self) -> int:
        """How many shards may identify at a time; one while Discord doesn't say."""
        if not self._keys:
            try:
                self._keys = (await self._client.fetch_session_start_limits()).max_concurrency
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                return 1
        return self._keys

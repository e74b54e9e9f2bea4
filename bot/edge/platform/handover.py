"""From one process to the next: which of them answers people, and when it connects.

Several processes may be connected as the same shard: Discord tells each of them everything. The one that has the lease
of the shard answers. One that waits for it hears of a press, too, and holds it back for a moment: if it gets the lease
by then and nobody has acknowledged the press, it answers.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import structlog
from discord.gateway import DiscordWebSocket

from bot.app.clock.leases import Leases, State
from bot.edge.platform.connection import DiscordConnection
from db.engine.shards import WHOLE

log = structlog.get_logger(__name__)

AWAITED = "awaited"
"""Marks an interaction that was held back: whoever acknowledged it meanwhile answers it."""
PATIENCE = 2.5
"""Seconds for which an interaction is held back: Discord gives three until it must be acknowledged."""
BRIEFLY = 0.5
"""The same for a completion: the next key press asks anew."""
ALONE = 1.0
"""Seconds after which it is answered although the lease couldn't be renewed: nobody else has done so."""
LOOK = 0.1
"""Seconds between two looks whether it may be answered."""


class Handover:
    """Lets people in as far as this process has their shard, and connects shards that it gets later."""

    def __init__(self, leases: Leases, client: discord.AutoShardedClient, connection: DiscordConnection) -> None:
        """Let nobody in yet."""
        self.leases = leases
        self._client = client
        self._connection = connection
        self._open = self._left = False
        self._begun: set[int] = set()
        """Shards that have connected, or will."""
        self._launching: set[asyncio.Task[None]] = set()
        self._identifying = asyncio.Lock()
        connection.leases = leases
        leases.is_ready = self._is_ready

    def open(self) -> None:
        """Let people in from now on."""
        self._open = True

    def leave(self) -> None:
        """Leave whoever comes from now on to another process."""
        self._left = True

    def choose_shards(self) -> list[int] | None:
        """Return the shards to connect: those of this process, or all it waits for; None: all that Discord wants."""
        shards = self.leases.held or self.leases.wanted
        self._begun = {shard.index for shard in shards}
        return None if WHOLE in shards else sorted(self._begun)

    def launch(self) -> None:
        """Connect the shards that this process has got since it connected."""
        for index in sorted({shard.index for shard in self.leases.held} - self._begun if self._open else ()):
            self._begun.add(index)
            launching = asyncio.create_task(self._launch(index))
            self._launching.add(launching)
            launching.add_done_callback(self._launching.discard)

    async def _launch(self, index: int) -> None:
        """Connect a shard after those before it: Discord lets one identify in five seconds, and each waits so long."""
        async with self._identifying:
            await self._client.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, index)

    def _is_ready(self) -> bool:
        """Whether all is connected that this process would have to serve."""
        missing = self.leases.wanted - self.leases.held
        if WHOLE in missing:
            return all(map(self._connection.is_connected, range(self._client.shard_count or 1)))
        return all(self._connection.is_connected(shard.index) for shard in missing)

    async def admit(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether this process answers an interaction, perhaps after a moment."""
        if self._answers(interaction):
            return True
        interaction.extras[AWAITED] = True
        clock = asyncio.get_running_loop().time
        begun = clock()
        patience = BRIEFLY if interaction.type is discord.InteractionType.autocomplete else PATIENCE
        while not self._left and clock() - begun < patience:
            await asyncio.sleep(LOOK)
            if self._answers(interaction):
                return True
            if self._open and self.leases.state is State.LAPSED and clock() - begun >= ALONE:
                return self._has_shard(interaction)
        return False

    def _answers(self, interaction: discord.Interaction[Any]) -> bool:
        return self._open and not self._left and self.leases.are_valid() and self._has_shard(interaction)

    def _has_shard(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether its shard is this process's. It came over one of those connected, whatever its server."""
        held = self.leases.held
        if WHOLE in held or {shard.index for shard in held}.issuperset(self._client.shards):
            return True
        return any(shard.has(interaction.guild_id) for shard in held)  # type: ignore[arg-type]  # a bare number

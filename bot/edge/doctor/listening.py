"""The gateway, for the checks that need a person's press: connected only while they wait for one."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from bot.edge.doctor.report import Skip
from bot.edge.interactions import Interaction
from bot.edge.limits import Code

ANOTHER = (
    "Another process with this token answered first. Stop the bot (all of its processes), then run the doctor again."
)


class Listener(discord.AutoShardedClient):
    """A client that only collects the presses of one run; all others are left unanswered."""

    def __init__(self, *, marker: int, user: int | None, trace: aiohttp.TraceConfig, shard: int, count: int) -> None:
        """Serve the shard of the test channel's server, one of ``count``. ``marker`` and ``user`` are the run's."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_ids=[shard],
            shard_count=count,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0,
            http_trace=trace,
        )
        self._marker, self._user = marker, user
        self.arrived: asyncio.Queue[Interaction] = asyncio.Queue()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Keep a press of this run, by the person named if there is one."""
        about = read_id(interaction)
        if about.startswith(f"doctor|{self._marker}|") and self._user in {None, interaction.user.id}:
            await self.arrived.put(interaction)


@dataclass(slots=True)
class Presses:
    """Where presses are waited for, each for ``wait`` seconds. ``over``: why no further press is waited for."""

    marker: int
    wait: float
    client: Listener
    over: str = ""
    panel: Interaction | None = None
    """The newest interaction that answered with the private message, or changed it; a token lasts for 15 minutes."""

    def id(self, name: str) -> str:
        """Return a custom id for a button, menu or form, told by ``press`` when it comes."""
        return f"doctor|{self.marker}|{name}"

    async def press(self, *names: str, doing: str) -> tuple[str, Interaction]:
        """Wait for one of these to be pressed, chosen from or sent; raises Skip when the time is over.

        ``doing`` completes "Nobody …" in the reason.
        """
        if self.over:
            raise Skip(self.over)
        try:
            async with asyncio.timeout(self.wait):
                while True:
                    interaction = await self.client.arrived.get()
                    name = read_id(interaction).rpartition("|")[2]
                    if name in names:
                        return name, interaction
        except TimeoutError:
            self.over = f"Nobody {doing} within {self.wait:.0f} s."
            raise Skip(self.over) from None

    async def delete_panel(self) -> None:
        """Delete the private message."""
        if self.panel is not None:
            await self.panel.delete_original_response()

    async def acknowledge(self, answering: Callable[[], Any]) -> float:
        """Give the first answer; return the seconds it took. Raises Skip where another process gave it."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            await answering()
        except discord.HTTPException as error:
            if error.code != Code.ALREADY_ANSWERED:
                raise
            self.over = ANOTHER
            raise Skip(self.over) from None
        return loop.time() - begun


def read_id(interaction: Interaction) -> str:
    """Return the custom id of what was pressed or sent, "" if it has none."""
    data: Any = interaction.data or {}
    return str(data.get("custom_id", ""))

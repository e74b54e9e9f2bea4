"""The gateway, for the checks that need a person's press: connected only while they wait for one."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.edge.doctor.session import Session, Skip
from bot.edge.interactions import Interaction
from bot.edge.limits import Code

CONNECT_SECONDS = 30.0
ANOTHER = (
    "Another process with this token answered first. Stop the bot (all of its processes), then run the doctor again."
)


class Listener(discord.AutoShardedClient):
    """A client that only collects the presses of one run; all others are left unanswered."""

    def __init__(self, session: Session, *, shard: int, count: int) -> None:
        """Serve the shard of the test channel's server, one of ``count``."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_ids=[shard],
            shard_count=count,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0,
            http_trace=session.traffic.trace,
        )
        self._session = session
        self.arrived: asyncio.Queue[Interaction] = asyncio.Queue()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Keep a press of this run, by the person named if there is one."""
        session = self._session
        about = read_id(interaction)
        if about.startswith(f"doctor|{session.marker}|") and session.user in {None, interaction.user.id}:
            await self.arrived.put(interaction)


@dataclass(slots=True)
class Presses:
    """Where presses are waited for. ``over``: why no further press is waited for."""

    session: Session
    client: Listener
    over: str = ""
    panel: Interaction | None = None
    """The newest interaction that answered with the private message, or changed it; a token lasts for 15 minutes."""

    def id(self, name: str) -> str:
        """Return a custom id for a button, menu or form, told by ``press`` when it comes."""
        return f"doctor|{self.session.marker}|{name}"

    async def press(self, *names: str, doing: str) -> tuple[str, Interaction]:
        """Wait for one of these to be pressed, chosen from or sent; raises Skip when the time is over.

        ``doing`` completes "Nobody …" in the reason.
        """
        if self.over:
            raise Skip(self.over)
        try:
            async with asyncio.timeout(self.session.wait):
                while True:
                    interaction = await self.client.arrived.get()
                    name = read_id(interaction).rpartition("|")[2]
                    if name in names:
                        return name, interaction
        except TimeoutError:
            self.over = f"Nobody {doing} within {self.session.wait:.0f} s."
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


async def connect(session: Session) -> Presses:
    """Connect to the gateway until the run ends. Raises what discord.py does, and TimeoutError."""
    place = session.place()
    count = session.shard_count or (await session.client.http.get_bot_gateway())[0]
    client = Listener(session, shard=(place.guild.id >> 22) % count, count=count)
    await session.stack.enter_async_context(client)
    await client.login(session.client.http.token or "")
    running = asyncio.create_task(client.connect(), name="listening for presses")
    session.stack.push_async_callback(_end, running)
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        await asyncio.wait({running, ready}, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        if not ready.done():
            raise TimeoutError
    finally:
        ready.cancel()
    return Presses(session, client)


async def _end(running: "asyncio.Task[None]") -> None:
    running.cancel()
    await asyncio.wait({running}, timeout=CONNECT_SECONDS)

"""Looking after the threads of matches: which are active, archiving and reviving them."""

import discord

from bot.app.notifications.thread_cleanup import Active
from bot.edge.delivery.verdicts import translate_errors
from db.ids import ChannelId, GuildId


class ThreadKeeper:
    """Implements ``bot.app.notifications.thread_cleanup.ThreadPort``."""

    def __init__(self, client: discord.Client) -> None:
        """Use the client once it is logged in."""
        self._client = client

    async def active(self, guild: GuildId) -> Active:
        """Return the active threads of a server, as Discord counts them."""
        async with translate_errors():
            known = self._client.get_guild(guild) or await self._client.fetch_guild(guild)
            threads = await known.active_threads()
        me = self._client.user
        own = (thread for thread in threads if me is not None and thread.owner_id == me.id)
        return Active(len(threads), tuple(ChannelId(thread.id) for thread in own))

    async def archive(self, thread: ChannelId) -> None:
        """Archive a thread; it opens again as soon as somebody writes there."""
        await self._set(thread, archived=True)

    async def revive(self, thread: ChannelId) -> None:
        """Open an archived thread again; one that is locked, or no thread, is left."""
        await self._set(thread, archived=False)

    async def _set(self, number: ChannelId, *, archived: bool) -> None:
        async with translate_errors():
            thread = await self._client.fetch_channel(number)
            if isinstance(thread, discord.Thread) and not thread.locked and thread.archived != archived:
                await thread.edit(archived=archived)

"""Looking a member of a server up: one request, for which no privileged intent is needed."""

import asyncio

import aiohttp
import discord

from db.ids import GuildId, UserId

PATIENCE = 5.0
"""Seconds that an answer may take: somebody's deadline waits for it."""

_GONE = (10007, 10013)
"""Unknown Member, Unknown User."""


class DiscordMembers:
    """Implements ``bot.app.runtime.members.Members``."""

    def __init__(self, client: discord.Client) -> None:
        """Use the client once it is logged in."""
        self._client = client

    async def has_left(self, guild: GuildId, user: UserId) -> bool | None:
        """Return whether a person is no member; False of servers without the bot, which it can't ask about."""
        known = self._client.get_guild(guild)
        if known is None or known.unavailable:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await known.fetch_member(user)
        except discord.NotFound as error:
            return True if error.code in _GONE else None
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError):
            return None
        return False

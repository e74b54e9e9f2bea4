"""Members and owners of servers: a member is looked up with one request, so no privileged intent is needed."""

import asyncio
from collections.abc import Mapping

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

    def find_owners(self) -> Mapping[GuildId, UserId]:
        """Return the owners of the servers of this process."""
        return {
            GuildId(guild.id): UserId(guild.owner_id) for guild in self._client.guilds if guild.owner_id is not None
        }

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

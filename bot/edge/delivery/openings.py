"""Which open matches a server's list may show where it stands."""

from collections.abc import Sequence

import discord

from bot.app.notifications.courier import ServerNotice
from bot.app.views.openings import OpenMatch
from bot.edge import limits


def select_shown(client: discord.Client, notice: ServerNotice) -> Sequence[OpenMatch]:
    """Return the matches whose channel everybody sees who sees the list: by each role that sees the list.

    What is in a private thread, or in a channel that the bot doesn't know, is left out.
    """
    matches = [each for each in notice.matches or () if not each.shared]
    shared = select_open_to_all(client, [each for each in notice.matches or () if each.shared])
    guild = client.get_guild(notice.place.guild or 0)
    here = None if guild is None else guild.get_channel(notice.place.channel)
    if guild is None or here is None:
        return [*(each for each in matches if each.channel == notice.place.channel), *shared]
    readers = [role for role in guild.roles if here.permissions_for(role).view_channel]

    def is_shown(match: OpenMatch) -> bool:
        channel = guild.get_channel_or_thread(match.channel)
        if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
            return False
        return all(channel.permissions_for(role).view_channel for role in readers)

    return [*(each for each in matches if is_shown(each)), *shared]


def select_open_to_all(client: discord.Client, matches: Sequence[OpenMatch]) -> Sequence[OpenMatch]:
    """Return the matches of other servers whose channel everybody there sees."""

    def is_open(match: OpenMatch) -> bool:
        guild = client.get_guild(match.place.guild or 0)
        channel = None if guild is None else guild.get_channel_or_thread(match.channel)
        if guild is None or channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
            return False
        return channel.permissions_for(guild.default_role).view_channel

    return [each for each in matches if is_open(each)]


def name_servers(client: discord.Client, notice: ServerNotice) -> dict[int | None, str]:
    """Return the names of the servers whose matches a list shows, by their ids."""
    guilds = (client.get_guild(each.place.guild or 0) for each in notice.matches or () if each.shared)
    return {guild.id: guild.name for guild in guilds if guild is not None}


async def take_away(message: discord.PartialMessage) -> None:
    """Delete a list; one that is gone is no error."""
    try:
        await message.delete()
    except discord.HTTPException as error:
        if error.code not in limits.GONE:
            raise

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
    matches = notice.matches or ()
    guild = client.get_guild(notice.place.guild or 0)
    here = None if guild is None else guild.get_channel(notice.place.channel)
    if guild is None or here is None:
        return [each for each in matches if each.place.channel == notice.place.channel]
    readers = [role for role in guild.roles if here.permissions_for(role).view_channel]

    def is_shown(match: OpenMatch) -> bool:
        channel = guild.get_channel_or_thread(match.place.channel)
        if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
            return False
        return all(channel.permissions_for(role).view_channel for role in readers)

    return [each for each in matches if is_shown(each)]


async def take_away(message: discord.PartialMessage) -> None:
    """Delete a list; one that is gone is no error."""
    try:
        await message.delete()
    except discord.HTTPException as error:
        if error.code not in limits.GONE:
            raise

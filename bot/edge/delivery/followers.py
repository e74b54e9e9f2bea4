"""Whether somebody who follows a match may still see it."""

from contextlib import suppress

import discord

from bot.app.notifications.courier import Permanent
from db.ids import UserId
from db.records import MatchRecord
from games.core.text import say

GONE = (10007, 10013)
"""Unknown Member, Unknown User."""


async def expect_seeing(client: discord.Client, match: MatchRecord, user: UserId) -> None:
    """Raise Permanent for who doesn't see the channel of a match anymore; one request.

    In servers that this process doesn't know, and outside servers, nothing is asked.
    """
    guild = client.get_guild(match.guild or 0)
    if guild is None or guild.unavailable:
        return
    member = None
    with suppress(discord.NotFound):
        member = await guild.fetch_member(user)
    channel = guild.get_channel_or_thread(match.channel)
    if member is None or (channel is not None and not channel.permissions_for(member).view_channel):
        raise Permanent(0, say("app.undelivered_not_seen"))

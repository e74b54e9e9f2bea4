"""What the bot says when a server adds it: one message, once for each server."""

import discord
import structlog

from bot.app.services import Services
from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.retries import FAILURES
from bot.edge.delivery.speaking import Speaker
from bot.edge.messages.gallery import greeting_post
from db.engine.errors import StoreError
from db.ids import GuildId, UserId

log = structlog.get_logger(__name__)


async def greet(client: discord.Client, services: Services, guild: discord.Guild) -> None:
    """Greet a server in the first channel in which the bot may write, else its owner in private; never twice."""
    try:
        if not await services.settings.note_greeting(GuildId(guild.id)):
            return
    except StoreError as error:
        log.warning("a server was not greeted", guild=guild.id, why=str(error))
        return
    speaker = Speaker(client, services.languages)
    await speaker.in_server(GuildId(guild.id))
    for channel in _channels(guild):
        try:
            await channel.send(view=greeting_post().view, allowed_mentions=QUIET)
        except discord.Forbidden:
            continue
        except FAILURES as error:
            log.info("a server was not greeted", guild=guild.id, why=repr(error))
        return
    if guild.owner_id is None:
        return
    await speaker.to_person(UserId(guild.owner_id))
    try:
        owner = await client.fetch_user(guild.owner_id)
        await owner.send(view=greeting_post().view, allowed_mentions=QUIET)
    except FAILURES as error:
        log.info("a server's owner was not greeted", guild=guild.id, why=repr(error))


def _channels(guild: discord.Guild) -> list[discord.TextChannel]:
    """The channels in which the bot may write: that for Discord's own notices first, then from the top."""
    own = guild.system_channel
    found = [channel for channel in guild.text_channels if channel != own]
    return [
        channel
        for channel in ([own] if own is not None else []) + found
        if (rights := channel.permissions_for(guild.me)).view_channel and rights.send_messages
    ]

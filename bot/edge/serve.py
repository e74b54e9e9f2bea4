"""The bot on Discord, from login to the last goodbye."""

import asyncio
import signal

import discord

from bot.config import ConfigError, Settings
from bot.edge.bot import LongtableBot, point_at
from bot.edge.house import open_house


async def serve(settings: Settings, token: str) -> None:
    """Run until SIGINT or SIGTERM. Raises ConfigError if Discord refuses the token, StoreError for the database."""
    point_at(settings.api_base)
    client = LongtableBot(shard_count=settings.shard_count, shard_ids=settings.shards)
    house = await open_house(settings, client)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    stopping = asyncio.create_task(stop.wait())
    try:
        await client.login(token)
        house.start(house.courier)
        await house.studio.warm(client.games)
        connected = asyncio.create_task(client.connect())
        done, _ = await asyncio.wait({connected, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if connected in done:
            connected.result()
    except discord.LoginFailure:
        refused = "Discord refuses DISCORD_TOKEN; copy the bot's token anew from the developer portal."
        raise ConfigError(refused) from None
    finally:
        stopping.cancel()
        await house.stop()
        await client.close()
        await house.close()

"""The bot on Discord, from login to the last goodbye."""

import asyncio
import signal

import aiohttp
import discord
import structlog

from bot.config import ConfigError, Settings
from bot.edge.bot import LongtableBot, point_at
from bot.edge.house import House, open_house

log = structlog.get_logger(__name__)

LONGEST_WAIT = 60.0
"""Seconds between two attempts to log in, at most."""


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
        running = asyncio.create_task(_run(house, token))
        done, _ = await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running in done:
            running.result()
        running.cancel()
    except discord.LoginFailure:
        refused = "Discord refuses DISCORD_TOKEN; copy the bot's token anew from the developer portal."
        raise ConfigError(refused) from None
    finally:
        stopping.cancel()
        await house.stop()
        await client.close()
        await house.close()


async def _run(house: House, token: str) -> None:
    """Log in, start the workers, and stay connected."""
    await _log_in(house.client, token)
    house.start(house.courier)
    await house.client.connect()


async def _log_in(client: LongtableBot, token: str) -> None:
    """Log in as soon as Discord can be reached; nothing is lost meanwhile."""
    wait = 1.0
    while True:
        try:
            await client.login(token)
        except discord.LoginFailure:
            raise
        except (aiohttp.ClientError, OSError, discord.DiscordServerError) as error:
            log.warning("Discord cannot be reached; trying again", seconds=wait, why=str(error))
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)
        else:
            return

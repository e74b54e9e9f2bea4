"""The bot on Discord, from login to the last goodbye."""

import asyncio
import signal
from collections.abc import Awaitable, Callable

import aiohttp
import discord
import structlog

from bot.config import ConfigError, Settings
from bot.edge.bot import LongtableBot, point_at
from bot.edge.connection import DiscordConnection
from bot.edge.house import House, open_house

log = structlog.get_logger(__name__)

LONGEST_WAIT = 60.0
"""Seconds between two attempts to log in, at most."""


async def serve(settings: Settings, token: str) -> None:
    """Run until SIGINT or SIGTERM. Raises ConfigError if Discord refuses the token, StoreError for the database."""
    point_at(settings.api_base)
    connection = DiscordConnection(settings.shard_count, settings.shards)
    client = LongtableBot(shard_count=settings.shard_count, shard_ids=settings.shards, connection=connection)
    house = await open_house(settings, client, connection=connection)
    connection.changed = house.longtable.desk.signals.changed
    house.studio.begin()
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
    client = house.client
    await _patiently(lambda: client.login(token), over=client.is_closed)
    house.start(house.courier)
    if client.connection is not None:
        house.workers.append(asyncio.create_task(client.connection.run(client), name="watching the connection"))
    await _patiently(client.connect, over=client.is_closed)


async def _patiently(reach: Callable[[], Awaitable[None]], *, over: Callable[[], bool]) -> None:
    """Try as long as Discord cannot be reached; nothing is lost meanwhile.

    The client itself comes back after a lost connection, but not from the questions before the first one.
    """
    wait = 1.0
    while True:
        try:
            return await reach()
        except (aiohttp.ClientError, OSError, discord.DiscordServerError, discord.GatewayNotFound) as error:
            if over():
                raise
            log.warning("Discord cannot be reached; trying again", seconds=wait, why=str(error))
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

"""`longtable run`: the bot on Discord."""

import asyncio
import signal

import discord

from bot.config import ConfigError, Settings
from bot.edge.bot import LongtableBot, point_at
from bot.edge.house import open_house


def run(settings: Settings) -> int:
    """Run until SIGINT or SIGTERM. Raises ConfigError for a token that is missing or that Discord refuses."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    if not token:
        raise ConfigError(
            "DISCORD_TOKEN is not set; put the bot's token into .env, or try `longtable sandbox` without one."
        )
    point_at(settings.api_base)
    try:
        asyncio.run(_run(settings, token))
    except discord.LoginFailure:
        raise ConfigError("Discord refuses DISCORD_TOKEN; copy the bot's token anew from the developer portal.") from None
    return 0


async def _run(settings: Settings, token: str) -> None:
    """Open the house, log in, and end in good order."""
    client = LongtableBot(shard_count=settings.shard_count, shard_ids=settings.shards)
    house = await open_house(settings, client)
    loop = asyncio.get_running_loop()
    stopping = asyncio.create_task(_until_signalled(loop))
    try:
        await client.login(token)
        house.start(house.courier)
        connected = asyncio.create_task(client.connect())
        done, _ = await asyncio.wait({connected, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if connected in done:
            connected.result()
    finally:
        stopping.cancel()
        await house.stop()
        await client.close()
        await house.close()


async def _until_signalled(loop: asyncio.AbstractEventLoop) -> None:
    """Return at SIGINT or SIGTERM."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()

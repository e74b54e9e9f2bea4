"""The bot on Discord, from login to the last goodbye."""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from functools import partial

import aiohttp
import discord
import structlog

from bot.app.runtime.worker import Worker
from bot.config import ConfigError, Settings
from bot.edge.application import Application, open_application
from bot.edge.bot import LongtableBot, point_at
from bot.edge.developer_portal import TOKEN_REFUSED
from bot.edge.linking.pages import LinkPages
from bot.edge.monitoring import MonitoringServer
from bot.edge.platform.connection import DiscordConnection

log = structlog.get_logger(__name__)

LONGEST_WAIT = 60.0
"""Seconds between two attempts to log in, at most."""


FINISHING = 5.0
"""Seconds that what is being answered and delivered may take when the bot is told to stop."""
LAST = 0.3
"""Seconds that refusing the last requests may take."""
CLOSING = 1.5
"""Seconds that the gateway may take to close, and the workers to end."""
LONGEST_STOP = 9.5
"""Seconds after which the process ends whatever it waits for; a kill loses nothing."""


async def serve(settings: Settings, token: str) -> None:
    """Run until SIGINT or SIGTERM. Raises ConfigError if Discord refuses the token, StoreError for the database."""
    point_at(settings.api_base)
    connection = DiscordConnection(settings.shard_count, settings.shards)
    client = LongtableBot(shard_count=settings.shard_count, shard_ids=settings.shards, connection=connection)
    application = await open_application(settings, client, connection=connection)
    connection.changed = application.services.uow.signals.notify
    oauth = application.oauth
    pages = () if oauth is None else LinkPages(application.services.linked_roles, oauth).routes()
    monitoring = MonitoringServer(application, connection, pages=pages)
    try:
        if settings.metrics_port is not None:
            await monitoring.start(settings.metrics_host, settings.metrics_port)
    except ConfigError:
        await application.close()
        raise
    application.render_pool.begin()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    stopping = asyncio.create_task(stop.wait())
    running = asyncio.create_task(_run(application, token))
    try:
        done, _ = await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running in done:
            running.result()
    except discord.LoginFailure:
        raise ConfigError(TOKEN_REFUSED) from None
    finally:
        _end_anyway()
        stopping.cancel()
        await _stop(application, running, monitoring)


async def _stop(application: Application, running: "asyncio.Task[None]", monitoring: MonitoringServer) -> None:
    """Refuse what is new, finish what runs, leave the gateway, and take everything apart."""
    log.info("stopping")
    await application.finish(FINISHING)
    await application.finish(LAST)  # those refused meanwhile are told so before the connection goes
    for ending in (application.stop, application.client.close, monitoring.close):
        try:
            async with asyncio.timeout(CLOSING):
                await ending()
        except TimeoutError:
            log.warning("something didn't end in time and was abandoned", what=ending.__qualname__)
    running.cancel()
    await asyncio.wait({running}, timeout=CLOSING)
    await application.close()
    log.info("stopped")


def _end_anyway() -> None:
    """End the process after a while, also where it waits for a picture being drawn or a computer player."""
    timer = threading.Timer(LONGEST_STOP, os._exit, (0,))
    timer.daemon = True
    timer.start()


async def _run(application: Application, token: str) -> None:
    """Log in, start the workers, and stay connected."""
    client = application.client
    await _patiently(lambda: client.login(token), over=client.is_closed)
    application.start(application.courier)
    if client.connection is not None:
        look, worker = partial(client.connection.look, client), Worker(application.services.uow, "connection")
        application.workers.append(asyncio.create_task(worker.repeat(look), name="watching the connection"))
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
            log.warning("Discord can't be reached; trying again", seconds=wait, why=str(error))
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

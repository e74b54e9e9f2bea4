"""The bot on Discord, from login to the last goodbye."""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import aiohttp
import discord
import structlog

from bot.app.clock.leases import Leases
from bot.app.runtime.worker import Worker
from bot.config import ANY, ConfigError, Settings
from bot.edge.application import Application, open_application
from bot.edge.bot import LongtableBot, point_at
from bot.edge.developer_portal import TOKEN_REFUSED
from bot.edge.linking.pages import LinkPages
from bot.edge.monitoring import MonitoringServer
from bot.edge.platform.connection import DiscordConnection
from bot.edge.platform.handover import Handover
from bot.edge.platform.identifying import IdentifyQueue
from db.engine.errors import StoreError

log = structlog.get_logger(__name__)

LONGEST_WAIT = 60.0
"""Seconds between two attempts to log in, at most."""


FINISHING = 5.0
"""Seconds that what is being answered and delivered may take when the bot is told to stop."""
LAST = 0.3
"""Seconds that refusing the last requests may take."""
CLOSING = 1.5
"""Seconds that the gateway may take to close, and the workers to end."""
LAST_DELIVERIES = 1.0
"""Seconds that deliveries may take to end when another process takes over; what is cut off it sends again, once."""
LAST_ANSWERS = 4.0
"""Seconds that answers may take to end then."""
LOOKS = (0.5, 1.0, 2.0, 3.5)
"""Seconds after taking over at which the outbox is looked at once more."""
LONGEST_STOP = 9.5
"""Seconds after which the process ends whatever it waits for; a kill loses nothing."""


class Lost(Exception):
    """Another process has a shard of this one's; whoever started this one starts it again, to wait for the shard."""


async def serve(settings: Settings, token: str, *, wait: bool = True) -> None:
    """Run until SIGINT or SIGTERM.

    ``wait`` False: where other processes have the shards, HeldElsewhere is raised. Also raises ConfigError if Discord
    refuses the token, StoreError for the database, and Lost.
    """
    point_at(settings.api_base)
    connection = DiscordConnection(settings.shard_count, settings.shards)
    client = LongtableBot(shard_count=settings.shard_count, shard_ids=settings.shards, connection=connection)
    application = await open_application(settings, client, connection=connection)
    connection.changed = application.services.uow.signals.notify
    leases = application.leases
    assert leases is not None, "it has a connection"
    oauth = application.oauth
    pages = () if oauth is None else LinkPages(application.services.linked_roles, oauth).routes()
    monitoring = MonitoringServer(application, connection, pages=pages)
    try:
        await leases.take()
        if not wait:
            await leases.expect_free(every=settings.shard_ids != ANY)
        if settings.metrics_port is not None:
            await monitoring.start(settings.metrics_host, settings.metrics_port)
    except (ConfigError, StoreError):
        with suppress(StoreError):
            await leases.release()
        await application.close()
        raise
    handover = Handover(leases, client, connection)
    client.admit, client.owns = handover.admit, application.owns
    client.identify = IdentifyQueue(application.store, client).wait
    await _serve(application, handover, monitoring, token)


async def _serve(application: Application, handover: Handover, monitoring: MonitoringServer, token: str) -> None:
    """Run until a signal, or until a lease is lost; take everything apart at the end."""
    leases = handover.leases
    leases.on_gain = partial(_serve_more, application, handover)
    keeping = asyncio.create_task(leases.run(), name="keeping leases")
    application.render_pool.begin()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    stopping, losing = (asyncio.create_task(event.wait()) for event in (stop, leases.lost))
    running = asyncio.create_task(_run(application, handover, token))
    try:
        done, _ = await asyncio.wait({running, stopping, losing}, return_when=asyncio.FIRST_COMPLETED)
        if running in done:
            running.result()
            raise ConnectionError("discord.py has given up the connection to Discord")
    except discord.LoginFailure:
        raise ConfigError(TOKEN_REFUSED) from None
    finally:
        is_lost = leases.lost.is_set()
        _end_anyway(0 if stop.is_set() and not is_lost else 1)
        for task in (stopping, losing, keeping):
            task.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await _stop(application, handover, running, monitoring)
    if is_lost:
        raise Lost


async def _serve_more(application: Application, handover: Handover) -> None:
    """Serve shards, too, that this process has got while it serves others."""
    handover.launch()
    application.lead()
    application.services.uow.signals.notify()


async def _stop(
    application: Application, handover: Handover, running: "asyncio.Task[None]", monitoring: MonitoringServer
) -> None:
    """Hand over to a process that waits, or refuse what is new; finish what runs, and take everything apart."""
    log.info("stopping")
    await _hand_over(application, handover)
    await application.finish(FINISHING)
    await application.finish(LAST)  # those refused meanwhile are told so before the connection goes
    for ending in (application.stop, handover.leases.release, application.client.close, monitoring.close):
        try:
            async with asyncio.timeout(CLOSING):
                await ending()
        except TimeoutError:
            log.warning("something didn't end in time and was abandoned", what=ending.__qualname__)
        except StoreError as error:
            log.warning("the database can't be told that the bot stops", why=str(error))
    running.cancel()
    await asyncio.wait({running}, timeout=CLOSING)
    await application.close()
    log.info("stopped")


async def _hand_over(application: Application, handover: Handover) -> None:
    """Where a process is ready to take over, let it: people are answered all the time, by one of the two.

    First the deliveries end, so that what is on its way isn't taken for a dead process's. Until the shards are given
    up, whoever presses something is answered here; what is being answered then is finished here, too.
    """
    leases, responder = handover.leases, application.client.responder
    try:
        async with asyncio.timeout(CLOSING):
            if leases.lost.is_set() or not await leases.has_heir():
                return
        await application.finish_deliveries(LAST_DELIVERIES)
        handover.leave()
        await leases.release()
    except (StoreError, TimeoutError) as error:
        log.warning("the shards couldn't be handed over", why=str(error))
        return
    if responder is not None:
        await responder.settle(LAST_ANSWERS)


def _end_anyway(code: int) -> None:
    """End the process after a while, also where it waits for a picture being drawn or a computer player."""
    timer = threading.Timer(LONGEST_STOP, os._exit, (code,))
    timer.daemon = True
    timer.start()


async def _run(application: Application, handover: Handover, token: str) -> None:
    """Log in, start the workers once there are shards, and stay connected."""
    client, leases = application.client, handover.leases
    await _patiently(lambda: client.login(token), over=client.is_closed)
    client.shard_ids = handover.choose_shards()
    connecting: asyncio.Task[None] | None = None
    if not leases.held:
        application.prepare()
        connecting = asyncio.create_task(_connect(application))
        gained = asyncio.create_task(_wait_for_shards(leases))
        await asyncio.wait({connecting, gained}, return_when=asyncio.FIRST_COMPLETED)
        if connecting.done():
            gained.cancel()
            connecting.result()
            return
    await application.services.scheduler.recover()
    application.start(application.courier)
    handover.open()
    if connecting is None:
        connecting = asyncio.create_task(_connect(application))
    else:
        for seconds in LOOKS:  # what the other process still answers calls for messages, too
            asyncio.get_running_loop().call_later(seconds, application.services.uow.signals.notify)
    handover.launch()
    await connecting


async def _wait_for_shards(leases: Leases) -> None:
    while not leases.held:
        await leases.changed.wait()


async def _connect(application: Application) -> None:
    """Connect to the gateway, and watch the connection."""
    client = application.client
    if client.connection is not None:
        look, worker = partial(client.connection.look, client), Worker(application.services.uow, "connection")
        application.run_beside(partial(worker.repeat, look), "watching the connection")
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

"""Running the bot in the simulator until somebody stops it."""

import asyncio
import signal
import webbrowser
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import structlog
from simcord.backend.errors import SetupError
from simcord.env import Env
from simcord.preview import Preview

from bot.app.match.records import Place
from bot.config import ConfigError, Settings
from bot.edge.application import Application, Overrides, open_application
from bot.edge.bot import LongtableBot
from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.speaking import Speaker
from bot.edge.messages.gallery import greeting_post
from bot.sandbox.anew import post_anew
from bot.sandbox.fidelity import answer_like_discord, look_like_discord
from bot.sandbox.page import Refresher, SeenCourier, set_clock
from bot.sandbox.world import World, build
from db.ids import ChannelId, GuildId

log = structlog.get_logger(__name__)

SETTLE_SECONDS = 30.0
"""How long the simulator waits for the bot to finish an answer: a picture on a slow machine takes seconds."""
DATABASE = "sandbox.db"
ONE_CHANNEL = (
    "-# This is a sandbox. Its page shows one channel, so matches are played right here, even if `/setup` says that "
    "they get threads or posts. Direct messages aren't shown."
)
"""For developers, in English like the page itself."""


async def sandbox(
    settings: Settings, *, data: Path, port: int, channel: str, ready: Callable[[str], None], headless: bool
) -> None:
    """Serve the page until SIGINT, SIGTERM, or the page's own *End preview session*; ``ready`` gets its address.

    ``channel`` is the one shown. The database lies in ``data`` and outlives everything here; messages do not.
    """

    def show(url: str) -> None:
        ready(url)
        if not headless:
            webbrowser.open(url)

    answer_like_discord()
    look_like_discord()
    client = LongtableBot(shard_count=1, ready_seconds=0)
    application = await open_application(
        settings, client, Overrides(database=f"sqlite+aiosqlite:///{(data / DATABASE).as_posix()}", threads=False)
    )
    env = Env(client, check_errors=False, settle_timeout=SETTLE_SECONDS)
    world = build(env)
    try:
        await env.start()
        await client.tree.sync()  # the simulator forgets the commands, the database does not
        try:
            await set_clock(env)
            await _serve(application, env, world, port=port, channel=channel, ready=show)
        finally:
            await application.stop()
            await env.shutdown()
    finally:
        await application.close()


async def _serve(
    application: Application,
    env: Env,
    world: World,
    *,
    port: int,
    channel: str,
    ready: Callable[[str], None],
) -> None:
    preview: Preview = env.preview(world.channels[channel], viewers=world.members, layout="channel", port=port)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(preview)
        except SetupError:
            raise ConfigError(f"The port {port} can't be used; choose another with --port, or 0 for any.") from None
        refresher = Refresher(env, preview)
        await _settle(application, world)
        await _welcome(application, world)
        await post_anew(application.services.uow)
        application.start(SeenCourier(application.courier, refresher))
        renewing = asyncio.create_task(refresher.run())
        refresher.want()
        ready(preview.url)
        try:
            await _wait_for_end(preview)
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)


async def _settle(application: Application, world: World) -> None:
    """Say in the server's settings what is so: the page shows one channel, so that threads would not be seen."""
    place = Place(GuildId(world.guild.id), ChannelId(world.channels["table"].id))
    await application.services.settings.set_server(place, {"threads": False})


async def _welcome(application: Application, world: World) -> None:
    """Greet in every channel: the simulator's messages are gone after a restart, so this stands there once.

    In the server's language, as whatever else is posted there. Before it, what is not as on Discord.
    """
    await Speaker(application.client, application.services.languages).in_server(GuildId(world.guild.id))
    for channel in world.channels.values():
        place = application.client.get_partial_messageable(channel.id)
        await place.send(ONE_CHANNEL, allowed_mentions=QUIET)
        await place.send(view=greeting_post().view, allowed_mentions=QUIET)


async def _wait_for_end(preview: Preview) -> None:
    """Wait for the end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    waits = [asyncio.create_task(stop.wait()), asyncio.create_task(preview.wait_closed())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waits:
            task.cancel()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)

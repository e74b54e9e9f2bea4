"""The whole stand-in as one aiohttp application, and the process that serves it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web
from msgspec import Struct

from tests.standin import threads
from tests.standin.control.app import Control
from tests.standin.gateway import Hub
from tests.standin.payloads import signature
from tests.standin.rates import Rates
from tests.standin.rest import accounts, channels, commands, emoji, events, interactions, messages, oauth, roles
from tests.standin.rest.pipeline import BIGGEST_BODY, PREFIX, ROUTES, Pipeline, not_found
from tests.standin.stand import Stand
from tests.standin.storage import Storage
from tests.standin.wire import Snowflake
from tests.standin.world import World

TOPICS = (accounts, channels, commands, emoji, events, interactions, messages, oauth, roles)
"""The modules whose import registers the routes."""


class Options(Struct, kw_only=True):
    """How a stand-in is started; ``unix`` is a socket path served besides the port."""

    port: int
    data: Path
    host: str = "127.0.0.1"
    unix: Path | None = None
    check_answers: bool = False


def make(options: Options) -> Stand:
    """Open the world's file, filling a fresh one."""
    world = World(Storage(options.data))
    world.base = f"http://{options.host}:{options.port}"
    if world.fresh:
        world.populate()
    hub = Hub(world)
    stand = Stand(world=world, hub=hub, rates=Rates(world), check_answers=options.check_answers)
    threads.sweep(stand)
    return stand


def application(stand: Stand) -> web.Application:
    """All addresses: the API, the gateway, attachments, the control API."""
    app = web.Application(client_max_size=BIGGEST_BODY)
    # Literal paths go before those with a parameter in the same place.
    for about in sorted(ROUTES, key=lambda r: [step.startswith("{") for step in r.template.split("/")]):
        app.router.add_route(about.method, PREFIX + about.template, Pipeline(stand, about).serve)
    app.router.add_get("/gateway/", stand.hub.connect)
    app.router.add_get("/gateway", stand.hub.connect)
    app.router.add_get("/", stand.hub.connect)

    async def attachment(request: web.Request) -> web.StreamResponse:
        return _attachment(stand, request)

    async def unknown(request: web.Request) -> web.StreamResponse:
        return await not_found(stand, request)

    app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", attachment)
    Control(stand).add_to(app)
    app.router.add_route("*", PREFIX + "/{rest:.*}", unknown)
    return app


def _attachment(stand: Stand, request: web.Request) -> web.StreamResponse:
    """The bytes of an attachment, if the link is signed and its day isn't over."""
    text = request.match_info["attachment_id"]
    expires = int(request.query.get("ex", "0"), 16)
    key = Snowflake(int(text)) if text.isdecimal() else Snowflake(0)
    if request.query.get("hm") != signature(key, expires) or expires * 1000 < stand.world.clock.now():
        return web.Response(status=404, text="This content is no longer available.")
    data = stand.world.storage.blob(key)
    return web.Response(body=data) if data is not None else web.Response(status=404)


@asynccontextmanager
async def running(options: Options) -> AsyncIterator[Stand]:
    """A stand-in served within this event loop, until the block ends."""
    stand = make(options)
    runner = web.AppRunner(application(stand), access_log=None, shutdown_timeout=1, handle_signals=False)
    try:
        await runner.setup()
        await web.TCPSite(runner, options.host, options.port).start()
        if options.unix is not None:
            await web.UnixSite(runner, str(options.unix)).start()
        yield stand
    finally:
        await stand.hub.close()
        await runner.cleanup()
        stand.world.storage.close()


async def serve(options: Options) -> None:
    """Serve until SIGTERM or SIGINT."""
    async with running(options):
        over = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
        await over.wait()

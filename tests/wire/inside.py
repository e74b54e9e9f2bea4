"""The bot in the test's own process, connected to a stand-in: faster than one of its own, with games and pictures of
one's choice; over the same folder it goes on with the same database, as after a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from bot.config import DATABASE_FILE, Settings
from bot.edge.application import Application, Overrides, open_application
from bot.edge.bot import LongtableBot
from games.core.contract import AnyGame
from tests.edge.sketcher import simplify
from tests.migrated import migrated
from tests.standin.client import Control
from tests.standin.small_bot import TOKEN


@asynccontextmanager
async def go_online(control: Control, folder: Path, games: Mapping[str, AnyGame]) -> AsyncIterator[Application]:
    """Run the bot with these games and without pictures; its API base must be the stand-in's (``aim``)."""
    if not (folder / DATABASE_FILE).exists():
        (folder / DATABASE_FILE).write_bytes(migrated())
    client = LongtableBot(shard_count=1, ready_seconds=0)
    quiet: Mapping[str, Any] = {"request_burst": 0, "drawing_ahead": False, "piece_emoji": False, "thinking_pause": 0}
    settings = Settings(_env_file=None, data_dir=folder, **quiet)
    application = await open_application(settings, client, Overrides(games=games, drawing=0))
    simplify(application)
    await client.login(TOKEN)
    application.start(application.courier)
    connected = asyncio.create_task(client.connect())
    try:
        await control.until_ready()
        yield application
    finally:
        await application.stop()
        await client.close()
        with suppress(asyncio.CancelledError):
            connected.cancel()
            await connected
        await application.close()

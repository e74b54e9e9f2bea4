"""The bot over discord.py's documented ``connector``: no address changed, nothing patched."""

from __future__ import annotations

import asyncio
import random
import tempfile
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from bot.config import Settings
from bot.edge.application import open_application
from bot.edge.bot import LongtableBot
from tests.standin.client import Control
from tests.standin.launch import Process
from tests.wire import checks
from tests.wire.bot import TOKEN
from tests.wire.matches import begin, by_panel
from tests.wire.troubles import PLAYED

TURNS = 8
"""So many turns of the match: to its end it takes three times as long, and nothing there depends on the connection."""


@pytest.mark.timeout(300)
async def test_a_match_over_a_connector(tmp_path: Path) -> None:
    """
    The client asks for discord.com and is connected to the stand-in; a match is played.
    """
    with tempfile.TemporaryDirectory(prefix="lt-") as short:  # the path of a Unix socket is at most 108 bytes long
        socket = Path(short) / "discord"
        with Process(tmp_path / "world.db", unix=socket, check_answers=False) as process:
            client = LongtableBot(connector=aiohttp.UnixConnector(str(socket)))
            settings = Settings(data_dir=tmp_path, drawing_processes=0, drawing_ahead=False, piece_emoji=False)
            application = await open_application(settings, client)
            try:
                await client.login(TOKEN)
                application.start(application.courier)
                connected = asyncio.create_task(client.connect())
                async with Control(process.url) as control:
                    await control.settings(rates="loose")
                    await control.until_ready(seconds=60)
                    match = await begin(control, "grunn", ["user1", "user2"])
                    await match.play(by_panel, chance=random.Random("connector"), turns=TURNS)
                    found = await checks.stored(settings.database, match)
                    wrong = await checks.wrong_requests(control)
            finally:
                await application.stop()
                await client.close()
                with suppress(asyncio.CancelledError):
                    connected.cancel()
                    await connected
                await application.close()

    assert TURNS <= sum(answer.came in PLAYED for _, answer in match.answers)
    assert [] == checks.lost(match, found)
    assert [] == wrong

"""What the tests of deliveries share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.edge.bot import LongtableBot
from bot.edge.delivery.courier import DiscordCourier
from bot.edge.imaging.render_pool import RenderPool
from tests.edge.delivery.server import Server
from tests.standin.app import Options, running
from tests.standin.client import Control
from tests.standin.launch import free_port
from tests.standin.small_bot import aim, online


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """The bot's client in the stand-in, connected."""
    options = Options(port=free_port(), data=tmp_path / "world.db", check_answers=True)
    async with running(options) as stand, Control(stand.world.base) as control:
        await control.settings(rates="loose")
        aim(f"{stand.world.base}/api/v10", monkeypatch)
        async with online(LongtableBot(shard_count=1, ready_seconds=0)) as client:  # type: ignore[arg-type]
            made = Server(control, courier=None, client=client)  # type: ignore[arg-type]  # in a moment
            made.courier = DiscordCourier(client, RenderPool(0), made)  # type: ignore[arg-type]  # servers' settings only
            yield made
        wrong = await control.requests(limit=10_000, wrong=1)
        assert [] == [one for one in wrong if one["status"] < 300], "what the bot sent is well formed"

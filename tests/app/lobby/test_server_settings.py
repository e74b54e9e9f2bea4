"""Settings of servers."""

from __future__ import annotations

import pytest

from bot.app.changes.server_rules import SERVER_DEFAULTS
from bot.app.match.records import Place
from db.ids import ChannelId
from games.core.errors import Refusal
from tests.app.scene import PLACE, Scene


async def test_a_servers_settings_are_kept(scene: Scene) -> None:
    """
    What is not set has its default; outside servers there is nothing to set.
    """
    before = await scene.app.settings.server(PLACE)
    await scene.app.settings.set_server(PLACE, {"threads": False})
    after = await scene.app.settings.server(PLACE)
    await scene.app.settings.set_server(PLACE, {})
    direct = Place(None, ChannelId(1))

    usual = {**SERVER_DEFAULTS, "expire": 14, "open": 25}
    assert (usual, {**usual, "threads": False}) == (before, after)
    assert usual == await scene.app.settings.server(direct)
    with pytest.raises(Refusal, match="BAD_SETTING"):
        await scene.app.settings.set_server(PLACE, {"events": "nobody"})
    with pytest.raises(Refusal, match="NO_SERVER"):
        await scene.app.settings.set_server(direct, {"threads": False})

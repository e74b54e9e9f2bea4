"""The page of the sandbox is renewed between the actions of its users."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

import discord
from simcord.env import Env
from simcord.preview import Preview

from bot.sandbox.page import Refresher
from bot.sandbox.world import build

LATE = {"kind": "nothing", "protocol_version": 3}


async def test_an_action_waits_until_the_page_is_renewed() -> None:
    """
    A press in the middle of a renewal is answered after it; without waiting the simulator calls the page gone.
    """
    env = Env(discord.Client(intents=discord.Intents(guilds=True)), check_errors=False)
    world = build(env)
    await env.start()
    preview: Preview = env.preview(world.channels["table"], viewers=world.members, layout="channel", port=0)
    order: list[str] = []
    renewing, go = asyncio.Event(), asyncio.Event()

    async def refresh() -> None:
        renewing.set()
        await go.wait()
        order.append("renewed")

    async def act(context: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        order.append(f"{body['kind']} for {context}")
        return {}

    cast(Any, preview).refresh = refresh
    cast(Any, preview)._action = act
    refresher = Refresher(env, preview)
    running = asyncio.create_task(refresher.run())
    try:
        refresher.want()
        await renewing.wait()
        acting = asyncio.create_task(preview._action("page", LATE))
        await asyncio.sleep(0)
        assert not acting.done()
        go.set()
        await acting
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await env.shutdown()

    assert ["renewed", "nothing for page"] == order

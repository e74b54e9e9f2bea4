"""The simulated server."""

from __future__ import annotations

import discord
from simcord.env import Env

from bot.sandbox.world import BOT, CHANNELS, GUILD, USERS, build


async def test_the_bot_goes_by_its_name() -> None:
    """
    The page shows it as Longtable, in a server of that name with two channels and six users.
    """
    client = discord.Client(intents=discord.Intents(guilds=True))
    env = Env(client, check_errors=False)
    world = build(env)
    await env.start()
    try:
        assert client.user is not None
        assert (BOT, GUILD) == (client.user.name, client.guilds[0].name)
        assert set(CHANNELS) == {channel.name for channel in client.guilds[0].text_channels}
        assert len(USERS) == len(world.members)
    finally:
        await env.shutdown()

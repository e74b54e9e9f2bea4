"""The simulated server."""

from __future__ import annotations

import discord
from simcord.env import Env

from bot.sandbox.fidelity import answer_like_discord
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


async def test_a_forum_is_made_with_its_tags() -> None:
    """
    As on Discord, where each tag gets an id; so `/setup` can be tried to its end.
    """
    answer_like_discord()
    client = discord.Client(intents=discord.Intents(guilds=True))
    env = Env(client, check_errors=False)
    build(env)
    await env.start()
    try:
        tags = [discord.ForumTag(name="Open"), discord.ForumTag(name="Finished")]
        forum = await client.guilds[0].create_forum("matches", available_tags=tags)
        known = client.guilds[0].get_channel(forum.id)
        assert isinstance(known, discord.ForumChannel)
        assert ["Open", "Finished"] == [tag.name for tag in forum.available_tags]
        assert 2 == len({tag.id for tag in known.available_tags})
    finally:
        await env.shutdown()

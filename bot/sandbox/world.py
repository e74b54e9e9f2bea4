"""The simulated server: two channels and a few users, the same ids at every start.

Everything is built before the simulator's clock is set to the present: its ids are made of its time and a counter, so
users and channels keep theirs from one start to the next, while messages get new ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

GUILD = "Longtable"
BOT = "Longtable"
"""The bot's own name, by which the page shows its messages."""
CHANNELS = {"table": "Matches are played here", "lounge": "A second channel"}
USERS = ("Anna", "Bram", "Cato", "Dirk", "Eva", "Finn")


@dataclass(frozen=True, slots=True)
class World:
    """Handles of what was built."""

    guild: GuildHandle
    channels: Mapping[str, ChannelHandle]
    members: tuple[MemberActor, ...]


def build(env: Env) -> World:
    """Build the server; the first user owns it, so that all of its settings can be tried."""
    env.backend.bot_user.name = BOT
    guild = env.create_guild(GUILD)
    keeper = guild.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    channels = {name: guild.create_text_channel(name, topic=topic) for name, topic in CHANNELS.items()}
    members = tuple(
        guild.add_member(env.create_user(name.lower(), global_name=name), roles=[keeper] if at == 0 else [])
        for at, name in enumerate(USERS)
    )
    env.backend.get_guild(guild.id).owner_id = members[0].id
    return World(guild, channels, members)

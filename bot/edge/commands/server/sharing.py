"""Servers with which a server shares its open matches, and those that its owner excludes."""

import discord

from bot.edge import limits
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, place
from bot.edge.words import _
from db.ids import GuildId


async def complete_servers(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Complete the name of a server that shares its open matches, too; only where this one does."""
    guild = place(interaction).guild
    found = () if guild is None else await responder.services.settings.list_sharing(guild)
    named = [(name_server(interaction.client, each), str(each)) for each in found]
    return [line for line in named if typed.casefold().strip() in line[0].casefold()][: limits.CHOICES]


def name_server(client: discord.Client, guild: GuildId) -> str:
    """Return the name of a server, with its id where it isn't known."""
    known = client.get_guild(guild)
    return known.name if known is not None else _("Server {id}", id=str(guild))

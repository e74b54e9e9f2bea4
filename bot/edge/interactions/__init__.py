"""How presses and commands are answered: acknowledged, queued for their match, handled, presented."""

from typing import TypeAlias

import discord

Interaction: TypeAlias = discord.Interaction[discord.Client]

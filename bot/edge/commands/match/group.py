"""``/match``: from the wish for a match to the rematch."""

from discord import app_commands

from bot.edge.commands.cog import group
from bot.edge.commands.match.export import Files
from bot.edge.commands.match.lobby import Lobby
from bot.edge.commands.match.lookups import Lookups
from bot.edge.commands.match.opening import Opening
from bot.edge.commands.match.resign import Resigning
from bot.edge.commands.match.seats import Substitutes
from bot.edge.commands.match.starts import Starting
from bot.edge.interactions.responder import Responder
from bot.edge.words import _


def match_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/match``."""
    cogs = (Opening, Lobby, Starting, Resigning, Lookups, Substitutes, Files)
    return group("match", _("Open, join, start, look up and leave matches"), *(cog(responder) for cog in cogs))

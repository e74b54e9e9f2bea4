"""*Show this match*: the board of the match that a message is about."""

import discord

from bot.edge.commands.match.lookups import show_for
from bot.edge.commands.menus.finding import find_match
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import view_for
from bot.edge.interactions.responder import Responder, Sentence, actor
from bot.edge.messages.builder import Post
from bot.edge.words import _


async def show_match(responder: Responder, interaction: Interaction, message: discord.Message) -> Post:
    """Return the board as ``/board`` does, of a match before its start what ``/match show`` tells."""
    match = await find_match(responder, interaction, message)
    if match is None:
        raise Sentence(
            _(
                "That message isn't about a match. Use this on a card, a board or a result that Longtable posted, or "
                "on any message in a match's thread."
            )
        )
    match_view = await responder.services.matches.view(match, actor(interaction).user)
    if match_view.view is None:
        return await show_for(responder, interaction, match)
    return await view_for(responder, interaction, match, Scene.BOARD)

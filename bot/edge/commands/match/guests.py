"""Joining a match of another server, from the list of open matches: a guest plays by direct messages."""

from contextlib import suppress

import discord

from bot.app.match.records import Receipt
from bot.edge.delivery.retiring import QUIET
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.messages.builder import plain
from bot.edge.words import _
from db.ids import MatchId


async def join_as_guest(responder: Responder, interaction: Interaction, match: MatchId) -> Receipt:
    """Join a match of another server; raises Sentence for who takes no direct messages, since guests are called there.

    The message that shows that they do stays as their way to the match.
    """
    words = _(
        "You're joining match #{match} on another server as a guest. When it's your turn, the bot tells you here. "
        "`/next`, `/board` and `/match leave` work here, too.",
        match=match,
    )
    try:
        greeting = await interaction.user.send(view=plain(words).view, allowed_mentions=QUIET)
    except discord.HTTPException:
        raise Sentence(
            _(
                "The bot can't send you direct messages, and guests from another server are notified there. Allow "
                "direct messages from members of this server, then press *Join* again."
            )
        ) from None
    try:
        return await responder.services.lobby.join(key(interaction), actor(interaction), match=match, as_guest=True)
    except BaseException:
        with suppress(discord.HTTPException):
            await greeting.delete()
        raise

"""Reporting a message: one of the bot's, or what a player wrote where a match is played."""

import discord
from discord import ui

from bot.app.match.records import Place
from bot.edge import limits
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.reports import report_form
from bot.edge.words import _
from db.ids import ChannelId, GuildId, MatchId

MOST_QUOTED = 400
"""Characters of a message that stand in the form of its report."""


async def report_message(responder: Responder, interaction: Interaction, message: discord.Message) -> ui.Modal:
    """Return the form that reports a message; raises Sentence where it belongs to no match."""
    match = _match_of(interaction, message)
    if match is None:
        guild = None if interaction.guild_id is None else GuildId(interaction.guild_id)
        match = await responder.services.reports.match_at(Place(guild, ChannelId(message.channel.id)))
    if match is None:
        raise Sentence(
            _("It isn't clear which match that message belongs to. Press *Details* on the match's card, then *Report*.")
        )
    quoted = ""
    if message.content:
        name = message.author.display_name
        quoted = _("{name} wrote: “{words}”", name=name, words=limits.cut(message.content, MOST_QUOTED))
        quoted += f"\n{message.jump_url}\n"
    return report_form(Press(verb=ButtonAction.REPORT, match=match), words=quoted)


def _match_of(interaction: Interaction, message: discord.Message) -> MatchId | None:
    """The match that a message of the bot shows, which its buttons name."""
    own = interaction.client.user
    if own is None or message.author.id != own.id:
        return None
    for part in ui.LayoutView.from_message(message, timeout=None).walk_children():
        try:
            press = Press.read(str(getattr(part, "custom_id", "")))
        except ValueError:
            continue
        if press.match:
            return MatchId(press.match)
    return None

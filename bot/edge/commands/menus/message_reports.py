"""Reporting a message: one of the bot's, or what a player wrote where a match is played."""

import discord
from discord import ui

from bot.edge import limits
from bot.edge.commands.menus.finding import find_match
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.reports import report_form
from bot.edge.words import _

MOST_QUOTED = 400
"""Characters of a message that stand in the form of its report."""


async def report_message(responder: Responder, interaction: Interaction, message: discord.Message) -> ui.Modal:
    """Return the form that reports a message; raises Sentence where it belongs to no match."""
    match = await find_match(responder, interaction, message)
    if match is None:
        raise Sentence(
            _("It isn't clear which match that message belongs to. Press *Details* on the match's card, then *Report*.")
        )
    quoted, about = "", ""
    if not message.author.bot:
        about = str(message.author.id)
    if message.content:
        name = message.author.display_name
        quoted = _("{name} wrote: “{words}”", name=name, words=limits.cut(message.content, MOST_QUOTED))
        quoted += f"\n{message.jump_url}\n"
    return report_form(Press(verb=ButtonAction.REPORT, match=match, value=about), words=quoted)

"""Which match a message is about: of the bot's own messages what they show, of others the match of their place."""

import re
from collections.abc import Iterator

import discord
from discord import ui

from bot.edge.commands.builder import resolve_match
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, place
from bot.edge.messages.custom_ids import Press
from bot.edge.words import _, join_list
from db.ids import MatchId

NAMED = re.compile(r"(?<![<\w])#([0-9]{1,15})\b")
"""A match as our words name it; ``<#8>`` is a channel."""
MOST_NUMBERS = 5


async def find_match(responder: Responder, interaction: Interaction, message: discord.Message) -> MatchId | None:
    """Return the match that a message is about, None if that isn't known; raises Sentence where it is about several.

    The buttons of our own messages name it. What has none is read, and then the match must be one that the person may
    name here, since players choose their names themselves.
    """
    own = interaction.client.user
    if own is not None and message.author.id == own.id:
        parts = [*ui.LayoutView.from_message(message, timeout=None).walk_children()]
        pressed = _only(dict.fromkeys(_read_presses(parts)))
        if pressed is not None:
            return MatchId(pressed)
        words = (part.content for part in parts if isinstance(part, ui.TextDisplay))
        named = _only(dict.fromkeys(int(number) for text in words for number in NAMED.findall(text)))
        if named is not None:
            return await resolve_match(responder, interaction, str(named))
    return await responder.services.reports.match_at(place(interaction))


def _read_presses(parts: list[ui.Item[ui.LayoutView]]) -> Iterator[int]:
    """The matches that the buttons of a message name."""
    for part in parts:
        try:
            press = Press.read(str(getattr(part, "custom_id", "")))
        except ValueError:
            continue
        if press.match:
            yield press.match


def _only(found: dict[int, None]) -> int | None:
    """The one match of those that a message names; None if it names none."""
    if len(found) > 1:
        numbers = join_list([f"#{number}" for number in found][:MOST_NUMBERS], either=True)
        raise Sentence(
            _("That message is about several matches. Choose one with `/board match:`: {numbers}.", numbers=numbers)
        )
    return next(iter(found), None)

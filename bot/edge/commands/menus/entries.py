"""Commands in the menus of messages and people (*Apps* in Discord): each has a name, a reach, and a form or an answer.

Their names are translated, unlike those of slash commands, since nobody types them.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui

from bot.edge.commands.contexts import ANYWHERE, NOT_DIRECT, SERVER, Reach
from bot.edge.commands.menus.inviting import choose_match
from bot.edge.commands.menus.message_reports import report_message
from bot.edge.commands.menus.showing import show_match
from bot.edge.commands.ratings import show_profile
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import open_form
from bot.edge.interactions.responder import Responder
from bot.edge.messages.builder import Post
from bot.edge.words import _

Opens = Callable[[Responder, Interaction, Any], Awaitable[ui.Modal]]
"""From what was chosen to the form; raises Sentence or Refusal where there is none."""
Answers = Callable[[Responder, Interaction, Any], Awaitable[Post]]
"""From what was chosen to what is shown in private; raises the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """One entry: ``kind`` is what it's offered on, `discord.Message` or `discord.User`; it opens or answers."""

    name: str
    kind: type
    reach: Reach
    opens: Opens | None = None
    answers: Answers | None = None


MENUS = (
    Menu(name=_("Show this match"), kind=discord.Message, reach=ANYWHERE, answers=show_match),
    Menu(name=_("Report to staff"), kind=discord.Message, reach=SERVER, opens=report_message),
    Menu(name=_("Invite to a match"), kind=discord.User, reach=NOT_DIRECT, answers=choose_match),
    Menu(name=_("Profile"), kind=discord.User, reach=ANYWHERE, answers=show_profile),
)
"""All entries; Discord takes 15 of each kind."""


def build_menu(responder: Responder, menu: Menu) -> app_commands.ContextMenu:
    """Return an entry as discord.py knows it."""
    opens, answers = menu.opens, menu.answers

    async def callback(interaction: Interaction, target: Any) -> None:  # noqa: ANN401  # as the signature below says
        if opens is not None:
            await open_form(responder, interaction, lambda: opens(responder, interaction, target))
        elif answers is not None:
            await responder.answer(interaction, lambda: answers(responder, interaction, target))

    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what discord.py reads
        [
            inspect.Parameter("interaction", positional, annotation=discord.Interaction),
            inspect.Parameter("target", positional, annotation=menu.kind),
        ]
    )
    return app_commands.ContextMenu(name=menu.name, callback=callback)

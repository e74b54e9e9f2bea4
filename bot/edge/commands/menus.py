"""Commands in the menus of messages and people (*Apps* in Discord): each has a name, a reach and a form that it opens.

Their names are translated, unlike those of slash commands, since nobody types them.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui

from bot.edge.commands.contexts import SERVER, Reach
from bot.edge.commands.staff.message_reports import report_message
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import open_form
from bot.edge.interactions.responder import Responder
from bot.edge.words import _

Opens = Callable[[Responder, Interaction, Any], Awaitable[ui.Modal]]
"""From what was chosen to the form; raises Sentence or Refusal where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """One entry: ``kind`` is what it's offered on, `discord.Message` or `discord.Member`."""

    name: str
    kind: type
    reach: Reach
    opens: Opens


MENUS = (Menu(name=_("Report to staff"), kind=discord.Message, reach=SERVER, opens=report_message),)
"""All entries; Discord takes five of each kind."""


def build_menu(responder: Responder, menu: Menu) -> app_commands.ContextMenu:
    """Return an entry as discord.py knows it."""

    async def callback(interaction: Interaction, target: Any) -> None:  # noqa: ANN401  # as the signature below says
        await open_form(responder, interaction, lambda: menu.opens(responder, interaction, target))

    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what discord.py reads
        [
            inspect.Parameter("interaction", positional, annotation=discord.Interaction),
            inspect.Parameter("target", positional, annotation=menu.kind),
        ]
    )
    return app_commands.ContextMenu(name=menu.name, callback=callback)

"""``/my display``."""

from typing import Annotated

from bot.app.match.preferences import DISPLAY, Display
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import actor
from bot.edge.messages.builder import Post, plain
from bot.edge.words import _

DISPLAYS = [
    (_("Pictures"), Display.PICTURES),
    (_("Words only, for screen readers"), Display.TEXT),
    (_("Pictures at twice the size, in parts"), Display.LARGE),
]
"""The ways to show boards."""


class Displays(Cog):
    """``/my display``."""

    @command(_("Choose how the bot shows boards to you: pictures, words only, or large pictures"), handling=UNQUEUED)
    async def display(
        self,
        interaction: Interaction,
        *,
        boards: Annotated[str, Param(_("How boards are shown in your private answers"), choices=DISPLAYS)] = "",
    ) -> Post:
        """Set it, and tell which it is."""
        who = actor(interaction)
        if boards:
            await self.services.preferences.set_person(who, {DISPLAY: boards})
        match Display(str((await self.services.preferences.person(who.user))[DISPLAY])):
            case Display.PICTURES:
                return plain(_("You see boards as pictures."))
            case Display.TEXT:
                return plain(_("You see boards in words: in panels, in your view, and in all other private answers."))
            case Display.LARGE:
                return plain(
                    _(
                        "You see boards at twice the size, in parts, with *My view*, `/board`, and `/match since`. "
                        "Panels keep their size."
                    )
                )

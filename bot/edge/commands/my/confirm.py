"""``/my confirm``."""

from typing import Annotated

from bot.app.match.preferences import CONFIRM
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import actor
from bot.edge.messages.builder import Post, plain
from bot.edge.words import _


class ConfirmCommand(Cog):
    """``/my confirm``."""

    @command(_("Choose whether a turn of a single choice waits for Confirm"), handling=UNQUEUED)
    async def confirm(
        self,
        interaction: Interaction,
        *,
        always: Annotated[bool, Param(_("No: a single choice that you can take back is played at once"))] | None = None,
    ) -> Post:
        """Set it, and tell which it is."""
        who = actor(interaction)
        if always is not None:
            await self.services.preferences.set_person(who, {CONFIRM: always})
        if (await self.services.preferences.person(who.user))[CONFIRM]:
            return plain(_("Every turn waits for *Confirm*."))
        return plain(
            _(
                "A turn of a single choice is played at once if you can take it back. So is a turn that one button "
                "fills in, if nothing useful is left to do. All other turns wait for *Confirm*."
            )
        )

"""``/tournament pause`` and ``resume`` (a tournament that stands still, as over holidays), and ``co-organizer``."""

from datetime import datetime
from typing import Annotated

from bot.app.match.records import Actor
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import moment_param, person_param
from bot.edge.commands.tournament.button_actions import receipt_words
from bot.edge.commands.tournament.named import ChosenTournament
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import actor, key, staff_of
from bot.edge.messages.builder import Post
from bot.edge.words import _

PAUSED_UNTIL = _("In your zone, like 2027-01-06 or 2 weeks (default: until you resume it, up to 60 days)")


class HostCommands(Cog):
    """Pauses of a whole tournament, and who organizes it."""

    @command(_("Pause a tournament and stop all its clocks"), handling=UNQUEUED)
    async def pause(
        self,
        interaction: Interaction,
        *,
        until: Annotated[datetime, moment_param(PAUSED_UNTIL)] | None = None,
        tournament: ChosenTournament,
    ) -> Post:
        """Pause it."""
        receipt = await self.services.tournament_pauses.pause(
            key(interaction), actor(interaction), tournament=tournament, until=until, staff=staff_of(interaction)
        )
        return receipt_words(receipt)

    @command(_("End a tournament's pause early"), handling=UNQUEUED)
    async def resume(self, interaction: Interaction, *, tournament: ChosenTournament) -> Post:
        """Let it go on."""
        receipt = await self.services.tournament_pauses.resume(
            key(interaction), actor(interaction), tournament=tournament, staff=staff_of(interaction)
        )
        return receipt_words(receipt)

    @command(_("Let someone help you organize a tournament"), handling=UNQUEUED)
    async def co_organizer(
        self,
        interaction: Interaction,
        *,
        player: Annotated[Actor, person_param(_("Person who helps you organize it"))],
        remove: Annotated[bool, Param(_("Remove this co-organizer"))] = False,
        tournament: ChosenTournament,
    ) -> Post:
        """Name a co-organizer, or remove one."""
        co_organizers = self.services.co_organizers
        receipt = await (co_organizers.remove if remove else co_organizers.name)(
            key(interaction), actor(interaction), tournament=tournament, player=player, staff=staff_of(interaction)
        )
        return receipt_words(receipt)

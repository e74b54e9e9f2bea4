"""Starting a match: now, at a time that is announced, and what the host does when that has passed without effect."""

from collections.abc import Mapping
from typing import Annotated

from discord import ui

from bot.app.views.targets import OPEN_HOST
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.parameters import ChosenMatch, seat_param
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles, handles_form, opens_form
from bot.edge.interactions.responder import Responder, actor, key, place
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.words import _, language
from db.ids import MatchId
from games.core.moves import Value
from games.core.seats import Seat

WHEN = "when"
"""The field of the form for a later time."""
LONGEST_TIME = 40
"""Characters of a time as typed."""


class StartCommand(Cog):
    """Starting a match."""

    @command(_("Start with the current players"), target=OPEN_HOST)
    async def start(
        self,
        interaction: Interaction,
        *,
        first: Annotated[Seat, seat_param(_("Seat that goes first (default: the game decides)"))] | None = None,
        match: ChosenMatch,
    ) -> Post:
        """Start it now."""
        receipt = await self.services.lobby.start(key(interaction), actor(interaction), match=match, first=first)
        return await receipt_post(self.responder, interaction, receipt)


@handles(ButtonAction.WITHOUT)
async def _start_without(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Start after a missed start without who is missing."""
    lobby, who, match = responder.services.lobby, actor(interaction), MatchId(press.match)
    receipt = await lobby.start_without(key(interaction), who, match=match, missed=press.at)
    return await receipt_post(responder, interaction, receipt)


@opens_form(ButtonAction.LATER)
async def _later_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    """Return the form that asks for a later time."""
    who = actor(interaction).user
    await responder.services.lobby.setup(actor(interaction), match=MatchId(press.match), missed=press.at)
    zone = await responder.services.absences.zone(who, guild=place(interaction).guild)
    custom_id = Press(verb=ButtonAction.LATER, match=press.match, at=press.at).custom_id()
    modal = ui.Modal(title=_("Choose a later time"), timeout=None, custom_id=custom_id)
    field: ui.TextInput[ui.LayoutView] = ui.TextInput(
        custom_id=WHEN, placeholder=_("tomorrow 20:00"), max_length=LONGEST_TIME
    )
    what = _("In {zone}, or from now: “2h”, “1d 4h”", zone=zone)
    modal.add_item(ui.Label(text=_("New start time"), description=what, component=field))
    modal.stop()  # what is handed in comes as an interaction of its own, also after a restart
    return modal


@handles_form(ButtonAction.LATER)
async def _start_later(
    responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]
) -> Post:
    """Announce the start for the time that was chosen."""
    who = actor(interaction)
    starts = await responder.services.absences.moment(
        who.user, str(values.get(WHEN, "")), guild=place(interaction).guild, language=language()
    )
    receipt = await responder.services.lobby.announce(
        key(interaction), who, match=MatchId(press.match), starts=starts, missed=press.at
    )
    return await receipt_post(responder, interaction, receipt)

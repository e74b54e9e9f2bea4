"""Starting a match: now, at a time that is announced, and what the host does when that has passed without effect."""

from collections.abc import Mapping

from discord import ui

from bot.app.views.targets import OPEN_HOST
from bot.edge.commands.builder import Command, Given, Option, command, match_option, resolve_match
from bot.edge.interactions.button_actions import handles, handles_form, opens_form, receipt_post
from bot.edge.interactions.responder import Interaction, Responder, actor, key
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.words import _
from db.ids import MatchId
from games.core.moves import Value
from games.core.seats import Seat

MOST_SEATS = 12
WHEN = "when"
"""The field of the form for a later time."""
LONGEST_TIME = 40
"""Characters of a time as typed."""


def start_commands(responder: Responder) -> list[Command]:
    """Return the commands that start a match now, and at a time that is announced."""

    async def announce(interaction: Interaction, given: Given) -> Post:
        match, who = await resolve_match(responder, interaction, given), actor(interaction)
        typed = str(given.get("when", ""))
        starts = await responder.services.absences.moment(who.user, typed) if typed else None
        receipt = await responder.services.lobby.announce(key(interaction), who, match=match, starts=starts)
        return await receipt_post(responder, interaction, receipt)

    async def start(interaction: Interaction, given: Given) -> Post:
        match, number = await resolve_match(responder, interaction, given), given.get("first")
        receipt = await responder.services.lobby.start(
            key(interaction), actor(interaction), match=match, first=None if number is None else Seat(int(number) - 1)
        )
        return await receipt_post(responder, interaction, receipt)

    one = [match_option(responder)]
    first = Option(
        name="first", what=_("Seat that begins; left out: as the game says"), type=int, least=1, most=MOST_SEATS
    )
    when = Option(
        name="when", what=_("“tomorrow 20:00” or 2027-03-14 20:00 in your zone; “2d 4h”; canceled if left out")
    )
    return [
        command(
            responder,
            "start",
            _("Start with the players there are"),
            run=start,
            options=[first, *one],
            target=OPEN_HOST,
        ),
        command(
            responder,
            "announce",
            _("Announce for when it starts"),
            run=announce,
            options=[when, *one],
            target=OPEN_HOST,
        ),
    ]


@handles(ButtonAction.WITHOUT)
async def _start_without(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Start after a missed start without who is missing."""
    lobby, who, match = responder.services.lobby, actor(interaction), MatchId(press.match)
    receipt = await lobby.start_without(key(interaction), who, match=match, missed=press.at)
    return await receipt_post(responder, interaction, receipt)


@opens_form(ButtonAction.LATER)
async def _later_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    """Return the form that asks for a later time."""
    await responder.services.lobby.setup(actor(interaction), match=MatchId(press.match), missed=press.at)
    custom_id = Press(verb=ButtonAction.LATER, match=press.match, at=press.at).custom_id()
    modal = ui.Modal(title=_("Choose a later time"), timeout=None, custom_id=custom_id)
    field: ui.TextInput[ui.LayoutView] = ui.TextInput(
        custom_id=WHEN, placeholder=_("tomorrow 20:00"), max_length=LONGEST_TIME
    )
    what = _("In your time zone, or from now: “2h”, “1d 4h”")
    modal.add_item(ui.Label(text=_("New start"), description=what, component=field))
    modal.stop()  # what is handed in comes as an interaction of its own, also after a restart
    return modal


@handles_form(ButtonAction.LATER)
async def _start_later(
    responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]
) -> Post:
    """Announce the start for the time that was chosen."""
    who = actor(interaction)
    starts = await responder.services.absences.moment(who.user, str(values.get(WHEN, "")))
    receipt = await responder.services.lobby.announce(
        key(interaction), who, match=MatchId(press.match), starts=starts, missed=press.at
    )
    return await receipt_post(responder, interaction, receipt)

"""``/host``: what the host of a running match may do with it."""

import discord
from discord import app_commands

from bot.app.changes.interventions import MOST_HOURS
from bot.app.views.targets import HOSTING, LEADING
from bot.edge.commands.builder import Command, Given, Option, command, match_option, resolve_match
from bot.edge.interactions.button_actions import handles, receipt_post
from bot.edge.interactions.responder import Interaction, Responder, actor, key, person
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.proposals import YES
from bot.edge.words import _
from db.ids import MatchId
from games.core.seats import Seat


def host_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/host``."""
    group = app_commands.Group(name="host", description=_("Look after a match that you host"))
    group.add_command(_extend(responder))
    group.add_command(_end(responder))
    group.add_command(_remove(responder))
    return group


def _extend(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        seat, hours = Seat(int(given["number"]) - 1), int(given["hours"])
        receipt = await responder.services.hosting.extend(
            key(interaction), actor(interaction), match=match, seat=seat, hours=hours
        )
        return await receipt_post(responder, interaction, receipt)

    number = Option(name="number", what=_("Number of the seat"), type=int, required=True, least=1, most=12)
    hours = Option(name="hours", what=_("How many hours"), type=int, required=True, least=1, most=MOST_HOURS)
    options = [number, hours, match_option(responder)]
    return command(responder, "extend", _("Give another player more time"), run=run, options=options, target=LEADING)


def _end(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        receipt = await responder.services.hosting.end(key(interaction), actor(interaction), match=match)
        return await receipt_post(responder, interaction, receipt)

    what = _("Propose to end the match by the score as it stands, unless a player refuses")
    return command(responder, "end", what, run=run, options=[match_option(responder)], target=LEADING)


def _remove(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match, guest = await resolve_match(responder, interaction, given), person(given["player"])
        receipt = await responder.services.lobby.remove(key(interaction), actor(interaction), match=match, guest=guest)
        return await receipt_post(responder, interaction, receipt)

    who = Option(name="player", what=_("Who"), type=discord.User, required=True)
    what = _("Cancel an invitation, or take a player out of an open match")
    return command(responder, "remove", what, run=run, options=[who, match_option(responder)], target=HOSTING)


@handles(ButtonAction.END)
async def _answered(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A button of the card that proposes the end."""
    receipt = await responder.services.hosting.answer(
        key(interaction),
        actor(interaction),
        match=MatchId(press.match),
        proposed=press.at,
        agrees=press.value == YES,
    )
    return await receipt_post(responder, interaction, receipt)

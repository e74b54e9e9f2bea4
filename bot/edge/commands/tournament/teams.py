"""Signing up with a team: the form for its name, and the buttons for a team of an earlier tournament."""

from collections.abc import Mapping

from discord import ui

from bot.edge.commands.tournament.button_actions import receipt_words
from bot.edge.commands.tournament.forms import team_form
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles, handles_form, opens_form, read_number
from bot.edge.interactions.responder import Responder, actor, key, roles_of
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.tournaments.old_teams import offer_post
from db.ids import TournamentId
from games.core.moves import Value


@opens_form(ButtonAction.TEAM)
async def _team_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal | Post:
    """Return the form; who has a team of an earlier tournament is asked first, unless they want another (a value)."""
    post = None if press.value else await find_offer(responder, interaction, TournamentId(press.at))
    return team_form(press) if post is None else post


@handles_form(ButtonAction.TEAM)
async def _team(responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]) -> Post:
    """Found or join a team."""
    receipt = await responder.services.tournaments.join(
        key(interaction),
        actor(interaction),
        tournament=TournamentId(press.at),
        roles=roles_of(interaction),
        team=str(values.get("team", "")),
    )
    return receipt_words(receipt)


async def find_offer(responder: Responder, interaction: Interaction, tournament: TournamentId) -> Post | None:
    """Return what somebody who signs up is asked about a team of an earlier tournament; None: nothing."""
    return offer_post(tournament, await responder.services.old_teams.offer(actor(interaction), tournament=tournament))


@handles(ButtonAction.OLD_TEAM)
async def _old_team(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    services, tournament, who = responder.services, TournamentId(press.at), actor(interaction)
    what, _colon, number = press.value.partition(":")
    match what:
        case "again":
            receipt = await services.old_teams.sign_up(
                key(interaction), who, tournament=tournament, roles=roles_of(interaction)
            )
        case "free":
            receipt = await services.old_teams.free(key(interaction), who, tournament=tournament)
        case "join":
            receipt = await services.tournaments.join(
                key(interaction), who, tournament=tournament, roles=roles_of(interaction), number=read_number(number)
            )
        case _:
            raise explain_outdated()
    return receipt_words(receipt)

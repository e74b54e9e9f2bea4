"""``/tournament pause`` and ``resume`` (a tournament that stands still, as over holidays), and ``co-organizer``."""

import discord

from bot.edge.commands.builder import Command, Given, Option, command
from bot.edge.commands.tournament.button_actions import receipt_words
from bot.edge.commands.tournament.named import event_option, resolve_tournament
from bot.edge.interactions.responder import Interaction, Responder, actor, key, person, staff_of
from bot.edge.messages.builder import Post
from bot.edge.words import _


def naming_command(responder: Responder) -> Command:
    """Return the command that names others who organize a tournament, and removes them."""

    async def run(interaction: Interaction, given: Given) -> Post:
        services = responder.services.co_organizers
        receipt = await (services.remove if given.get("remove") else services.name)(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            player=person(given["player"]),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    player = Option(name="player", what=_("Who helps you organize it"), type=discord.User, required=True)
    remove = Option(name="remove", what=_("Remove this co-organizer"), type=bool)
    what = _("Let somebody else organize a tournament with you")
    return command(
        responder, "co-organizer", what, run=run, options=[player, remove, event_option(responder)], queue=False
    )


def pausing_commands(responder: Responder) -> list[Command]:
    """Return the commands that pause a tournament and let it go on."""

    async def pause(interaction: Interaction, given: Given) -> Post:
        who, until = actor(interaction), None
        if "until" in given:
            until = await responder.services.absences.moment(who.user, str(given["until"]))
        receipt = await responder.services.tournament_pauses.pause(
            key(interaction),
            who,
            event=await resolve_tournament(responder, interaction, given),
            until=until,
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    async def resume(interaction: Interaction, given: Given) -> Post:
        receipt = await responder.services.tournament_pauses.resume(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    one = event_option(responder)
    until = Option(
        name="until", what=_("In your zone, like 2027-01-06 or 2 weeks (default: until you resume it, up to 60 days)")
    )
    return [
        command(
            responder,
            "pause",
            _("Pause a tournament and stop all its clocks"),
            run=pause,
            options=[until, one],
            queue=False,
        ),
        command(responder, "resume", _("End a tournament's pause early"), run=resume, options=[one], queue=False),
    ]

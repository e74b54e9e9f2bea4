"""Naming a tournament and an entrant in the commands of ``/tournament``."""

from bot.app.refusals import refuse
from bot.app.tournaments.rights import organizes
from bot.edge import limits
from bot.edge.commands.builder import Given, Option
from bot.edge.commands.choosing import ChooseFirst
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, place
from bot.edge.tournaments.formatting import STATES
from bot.edge.words import _
from db.ids import TournamentId
from db.tournaments.records import EntrantStatus

EVENT = "event"


def event_option(responder: Responder) -> Option:
    """Return the option that names a tournament; it can be left out where the channel has only one."""

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        found = await responder.services.tournaments.find(place(interaction), typed=typed)
        states = {state.value: _(words) for state, words in STATES.items()}
        return [(f"{line.event} {line.name} · {states[line.status]}", str(line.event)) for line in found]

    return Option(name=EVENT, what=_("Which event; not needed where this channel has only one"), complete=complete)


async def resolve_tournament(responder: Responder, interaction: Interaction, given: Given) -> TournamentId:
    """Return the tournament that a command is about; raises Sentence where it cannot be told."""
    typed = str(given.get(EVENT, "")).strip().lstrip("#").partition(" ")[0]
    if typed.isdecimal() and len(typed) < 16:
        return await _near(responder, interaction, TournamentId(int(typed)))
    if typed:
        raise Sentence(_("“{typed}” is no number of an event; choose one of the list.", typed=limits.cut(typed, 40)))
    here = await responder.services.tournaments.here(place(interaction))
    if here is None:
        words = _("Choose the tournament with the `event:` option. `/tournament list` shows them all.")
        raise ChooseFirst(words, hint=_("First choose the tournament with event:"))
    return here


async def _near(responder: Responder, interaction: Interaction, event: TournamentId) -> TournamentId:
    """Return the tournament if it is of this server, or who asks takes part in it; raises Refusal for others."""
    look = await responder.services.tournaments.look(event)
    user = actor(interaction).user
    known = organizes(look.record, user) or any(user in entrant.users for entrant in look.entrants)
    if not known and look.record.guild != place(interaction).guild:
        raise refuse("NO_EVENT", "no_event", event=event)
    return event


def entrant_option(responder: Responder, what: str) -> Option:
    """Return the option that names an entrant."""

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        given = {EVENT: getattr(interaction.namespace, EVENT, None) or ""}
        look = await responder.services.tournaments.look(await resolve_tournament(responder, interaction, given))
        wanted = typed.casefold()
        return [
            (f"{entrant.number} {entrant.name}", str(entrant.number))
            for entrant in look.entrants
            if entrant.status is not EntrantStatus.ABSENT and wanted in f"{entrant.number} {entrant.name}".casefold()
        ]

    return Option(name="entrant", what=what, required=True, complete=complete)


def entrant_of(given: Given) -> int:
    """Return the number of the entrant a command is about; raises Sentence for what is no number."""
    typed = str(given["entrant"]).strip().partition(" ")[0]
    if not typed.isdecimal() or len(typed) > 6:
        raise Sentence(_("“{typed}” is no number of an entrant; choose one of the list.", typed=limits.cut(typed, 40)))
    return int(typed)

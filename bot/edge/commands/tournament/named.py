"""Naming a tournament and an entrant in the commands of ``/tournament``."""

from typing import Annotated

from bot.app.runtime.refusals import refuse
from bot.app.tournaments.records import TournamentView
from bot.app.tournaments.rights import organizes
from bot.edge import limits
from bot.edge.commands.choosing import ChooseFirst
from bot.edge.commands.cog import Param
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, actor, place
from bot.edge.tournaments.formatting import STATES
from bot.edge.tournaments.names import plain_name
from bot.edge.words import _
from db.ids import TournamentId
from db.tournaments.records import EntrantStatus

TOURNAMENT = "tournament"


async def _complete_tournament(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    found = await responder.services.tournaments.find(place(interaction), typed=typed)
    states = {state.value: _(words) for state, words in STATES.items()}
    return [(f"{line.tournament} {line.name} · {states[line.status]}", str(line.tournament)) for line in found]


async def _resolve(responder: Responder, interaction: Interaction, typed: str) -> TournamentId:
    """Return the tournament that a command is about; raises Sentence where it cannot be told."""
    number = typed.strip().lstrip("#").partition(" ")[0]
    if number.isdecimal() and len(number) < 16:
        return await _near(responder, interaction, TournamentId(int(number)))
    if number:
        raise Sentence(
            _("“{typed}” isn't a tournament number. Choose one from the list.", typed=limits.cut(number, 40))
        )
    where = place(interaction)
    here = await responder.services.tournaments.here(where)
    if here is None:
        if where.guild is not None and not await responder.services.tournaments.find(where):
            words = _("There are no tournaments here yet. Open one with `/tournament create`.")
            raise ChooseFirst(words, hint=_("There are no tournaments here yet"))
        words = _("Choose the tournament with the `tournament:` option. `/tournament list` shows them all.")
        raise ChooseFirst(words, hint=_("First choose one with tournament:"))
    return here


async def _near(responder: Responder, interaction: Interaction, tournament: TournamentId) -> TournamentId:
    """Return the tournament if it is of this server, or who asks takes part in it; raises Refusal for others."""
    view = await responder.services.tournaments.view(tournament)
    user = actor(interaction).user
    known = organizes(view.record, user) or any(user in entrant.users for entrant in view.entrants)
    if not known and view.record.guild != place(interaction).guild:
        raise refuse("NO_TOURNAMENT", "no_tournament", tournament=tournament)
    return tournament


ChosenTournament = Annotated[
    TournamentId,
    Param(
        _("Which tournament (if several)"),
        complete=_complete_tournament,
        resolve=_resolve,
        implied=True,
    ),
]
"""The tournament that is named, else that of the channel; the parameter must be called ``tournament``."""


async def tournament_typed(responder: Responder, interaction: Interaction) -> TournamentView:
    """Return the tournament that a command half typed is about."""
    typed = getattr(interaction.namespace, TOURNAMENT, None) or ""
    return await responder.services.tournaments.view(await _resolve(responder, interaction, typed))


async def _complete_entrant(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    view, wanted = await tournament_typed(responder, interaction), typed.casefold()
    there = (entrant for entrant in view.entrants if entrant.status is not EntrantStatus.ABSENT)
    shown = ((f"{entrant.number} {plain_name(entrant.name)}", str(entrant.number)) for entrant in there)
    return [(name, number) for name, number in shown if wanted in name.casefold()]


def entrant_param(what: str) -> Param:
    """Return what says that an option names an entrant."""
    return Param(what, type=str, complete=_complete_entrant, read=_read_entrant)


def _read_entrant(typed: str) -> int:
    """Return the number of an entrant; raises Sentence for what is no number."""
    number = typed.strip().partition(" ")[0]
    if not number.isdecimal() or len(number) > 6:
        raise Sentence(_("“{typed}” isn't an entrant number. Choose one from the list.", typed=limits.cut(number, 40)))
    return int(number)

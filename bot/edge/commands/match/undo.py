"""``/match undo`` and ``/match redo``, and the buttons by which the others answer."""

from typing import Annotated

from bot.app.match.records import Receipt
from bot.app.views.targets import PLAYING
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles, read_number
from bot.edge.interactions.responder import Responder, actor, key
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.undo import ASK, NO, REDO, YES, preview_post, report_done
from bot.edge.words import _
from db.ids import MatchId
from games.core.errors import Refusal

MOST_TURNS = 50
"""Own turns that can be taken back with one command."""


class UndoCommands(Cog):
    """Taking turns back, and forth again."""

    @command(_("Take back your last turn, or ask the others to agree"), target=PLAYING)
    async def undo(
        self,
        interaction: Interaction,
        *,
        turns: Annotated[int, Param(_("How many of your own turns (default: 1)"), least=1, most=MOST_TURNS)] = 1,
        match: ChosenMatch,
    ) -> Post:
        """Take back, or say what that would be."""
        return await _ask(self.responder, interaction, match, turns)

    @command(_("Restore what was last taken back"), target=PLAYING)
    async def redo(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Restore, or say what that would be."""
        return await _ask(self.responder, interaction, match, None)


async def _ask(responder: Responder, interaction: Interaction, match: MatchId, turns: int | None) -> Post:
    """Do it at once if nobody else must agree; else list what would go, with a button. ``turns`` None: a redo."""
    service, who = responder.services.undo, actor(interaction)
    known = await responder.services.matches.view(match, who.user)
    if turns is None:
        undo = await service.preview_redo(who, match=match)
    else:
        undo = await service.preview(who, match=match, turns=turns)
    if undo.missing or undo.unrates:
        return preview_post(known, undo, turns=turns or 1)
    if turns is None:
        receipt = await service.redo(key(interaction), who, match=match, newest=undo.newest)
    else:
        receipt = await service.undo(key(interaction), who, match=match, turns=turns, newest=undo.newest)
    return await _undo(responder, interaction, receipt)


async def _undo(responder: Responder, interaction: Interaction, receipt: Receipt) -> Post:
    who = actor(interaction)
    match_view = await responder.services.matches.view(receipt.match, who.user)
    try:
        redo = await responder.services.undo.preview_redo(who, match=receipt.match)
    except Refusal:
        return report_done(match_view, receipt, redo=None)
    return report_done(match_view, receipt, redo=None if redo.missing else redo.newest)


@handles(ButtonAction.TAKE_BACK)
async def _answer(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    service, who, name = responder.services.undo, actor(interaction), key(interaction)
    match, newest = MatchId(press.match), press.at
    word, _space, number = press.value.partition(" ")
    if word == YES:
        receipt = await service.agree(name, who, match=match, newest=newest)
    elif word == NO:
        receipt = await service.refuse(name, who, match=match, newest=newest)
    elif word == REDO:
        receipt = await service.redo(name, who, match=match, newest=newest)
    elif word == ASK:
        receipt = await service.undo(name, who, match=match, turns=read_number(number), newest=newest)
    else:
        raise explain_outdated()
    return await _undo(responder, interaction, receipt)

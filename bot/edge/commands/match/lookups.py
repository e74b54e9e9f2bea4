"""Commands that look matches up."""

from typing import Annotated

from bot.app.views.targets import BOARD
from bot.edge.commands.builder import READ, UNQUEUED, Handling
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.listing import MINE, list_for
from bot.edge.commands.parameters import ChosenMatch, TurnNumber
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import history_for, score_for
from bot.edge.interactions.responder import Responder, actor
from bot.edge.messages.board import log_post
from bot.edge.messages.builder import Post
from bot.edge.messages.card import show_post
from bot.edge.messages.formatting import join_sentences, prose_of
from bot.edge.words import _
from db.ids import MatchId
from db.records import Status

LISTS = [
    (_("mine"), MINE),
    (_("open to join"), Status.LOBBY.value),
    (_("running"), Status.RUNNING.value),
    (_("finished"), Status.FINISHED.value),
]


class Lookups(Cog):
    """Looking at matches."""

    @command(_("List matches"), name="list", handling=READ)
    async def list_matches(
        self,
        interaction: Interaction,
        *,
        which: Annotated[str, Param(_("Which matches (default: yours)"), choices=LISTS)] = MINE,
    ) -> Post:
        """List them."""
        return await list_for(self.responder, interaction, which)

    @command(_("Show who is playing, whose turn it is, and the agreed rules"), handling=Handling(cost=0))
    async def show(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Show a match in words."""
        return await show_for(self.responder, interaction, match)

    @command(_("Read the log of a match"), target=BOARD, handling=Handling(cost=0))
    async def log(
        self,
        interaction: Interaction,
        *,
        page: Annotated[int, Param(_("Page number; 1 is the newest"), least=1, most=1000)] = 1,
        match: ChosenMatch,
    ) -> Post:
        """Show a page of the log."""
        user = actor(interaction).user
        found = await self.services.matches.log(match, user, page=page - 1)
        return log_post(await self.services.matches.view(match, user), found)

    @command(_("Step through the turns with pictures"), target=BOARD, handling=UNQUEUED)
    async def history(self, interaction: Interaction, *, turn: TurnNumber | None = None, match: ChosenMatch) -> Post:
        """Show the board as it stood at a turn."""
        return await history_for(self.responder, interaction, match, turn=turn)

    @command(_("Show the score by category"), target=BOARD)
    async def score(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Show it, final or as it stands."""
        return await score_for(self.responder, interaction, match)


async def show_for(responder: Responder, interaction: Interaction, match: MatchId) -> Post:
    """Return a match in words."""
    match_view = await responder.services.matches.view(match, actor(interaction).user)
    stops = join_sentences(await responder.services.absences.stops(match), prose_of(match_view))
    return show_post(match_view, stops=stops)

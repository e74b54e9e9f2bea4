"""``/review`` and *Review*: what decided a match that is over."""

from bot.app.views.targets import OVER
from bot.edge.commands.builder import Handling
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles
from bot.edge.interactions.progress import ProgressMessage
from bot.edge.interactions.responder import Responder, actor
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.panels.review import course_of, making_post, review_post
from bot.edge.words import _
from db.ids import MatchId


class ReviewCommand(Cog):
    """Looking back at a match."""

    @command(_("See what decided a finished match"), target=OVER, handling=Handling(queue=False, alone=True))
    async def review(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Show it, made now if it was never asked for."""
        return await review_for(self.responder, interaction, match)


@handles(ButtonAction.REVIEW)
async def _press(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await review_for(responder, interaction, MatchId(press.match))


async def review_for(responder: Responder, interaction: Interaction, match: MatchId) -> Post:
    """Return the review of a match; while it is made, the answer shows how far it has come."""
    message = ProgressMessage(interaction)

    async def show(share: float) -> None:
        await message.show(lambda: making_post(share, responder.services.uow.clock.now()))

    shown = await responder.services.reviews.review(match, actor(interaction).user, show)
    return review_post(shown, await responder.charts([course_of(shown)]))

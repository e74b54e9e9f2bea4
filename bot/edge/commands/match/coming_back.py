"""Commands for coming back: ``/match since``, ``/my matches``, ``/match history``, ``/my notes``, ``/match replay``."""

from typing import Annotated

from bot.app.views.targets import BOARD, OWN_BOARD
from bot.edge import limits
from bot.edge.commands.builder import UNQUEUED, Handling
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.progress import ProgressMessage
from bot.edge.interactions.rate_limits import FILM_COST
from bot.edge.interactions.responder import Responder, Sentence, actor
from bot.edge.messages.board import render_request
from bot.edge.messages.builder import Post
from bot.edge.messages.films import FILM_BYTES, NoFilm, Progress, Projector
from bot.edge.messages.formatting import title
from bot.edge.panels.returning import film_post, progress_post, since_post
from bot.edge.words import _

ENVELOPE = 64 * 1024
"""Bytes of a request beside the film itself."""
OWN = "own"

Part = Annotated[
    str,
    Param(
        _("How much to show (default: the whole match)"),
        choices=[(_("the whole match"), "all"), (_("since my last move"), OWN)],
    ),
]


class ReturnCommands(Cog):
    """What happened meanwhile."""

    @command(
        _("See what happened since your last move, in words and outlined on the board"),
        target=OWN_BOARD,
        handling=UNQUEUED,
    )
    async def since(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Show it."""
        happened = await self.services.history.since(match, actor(interaction).user)
        return since_post(happened, await self.responder.picture(render_request(happened.match_view, Scene.SINCE)))


class Films(Cog):
    """Films of matches."""

    def __init__(self, responder: Responder) -> None:
        """Show one film at a time to each person."""
        super().__init__(responder)
        self._projector = Projector()

    @command(
        _("Make an animated replay of a match, turn by turn"),
        target=BOARD,
        handling=Handling(queue=False, alone=True, cost=FILM_COST),
    )
    async def replay(self, interaction: Interaction, *, part: Part = "", match: ChosenMatch) -> Post:
        """Make a film."""
        user, own = actor(interaction).user, part == OWN
        if self._projector.busy(user):
            raise Sentence(_("The bot is already making a replay for you. Wait until it's done, then try again."))
        reel = await self.services.replays.reel(match, user, own=own)
        most = min(FILM_BYTES, (interaction.filesize_limit or limits.FILE_BYTES) - ENVELOPE)
        try:
            film = await self._projector.film(
                self.responder.render_pool, reel, user=user, most=most, progress=_progress(interaction)
            )
        except NoFilm:
            raise Sentence(
                _(
                    "The bot can't make a replay of this match right now. Use `/match history` to step through its "
                    "turns."
                )
            ) from None
        head = (
            _("### {title} · since your last move", title=title(reel.match_view))
            if own
            else f"### {title(reel.match_view)}"
        )
        return film_post(film, head=head, turns=reel.turns)


def _progress(interaction: Interaction) -> Progress:
    """Return what shows, now and then, how far a film has come."""
    message = ProgressMessage(interaction)

    async def show(done: int, total: int) -> None:
        if done < total:
            await message.show(lambda: progress_post(done, total))

    return show

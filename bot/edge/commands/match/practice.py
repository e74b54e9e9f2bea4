"""``/match practice``, and its buttons: a match against a computer player, at once and anywhere."""

from typing import Annotated

from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import game_param, levels
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles, receipt_post
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.interactions.rights import find_opening
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.welcome import practice_post, usual_level
from bot.edge.words import _
from games.core.game import AnyGame


class Practice(Cog):
    """Matches against a computer player."""

    @command(_("Play against a computer player right away"), handling=UNQUEUED)
    async def practice(
        self,
        interaction: Interaction,
        *,
        game: Annotated[AnyGame, game_param(_("Which game (default: choose from a list)"))] | None = None,
        level: Annotated[str, Param(_("How well the computer player plays"), choices=levels)] = "",
    ) -> Post:
        """Start one, or offer the games."""
        if game is None:
            return practice_post(self.responder.games)
        if not game.bots.players():
            raise Sentence(_("{title} has no computer players. Choose another game.", title=game.spec.title))
        return await _open(self.responder, interaction, game.spec.key, level or usual_level(game))


@handles(ButtonAction.PRACTICE)
async def _press(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    if not press.value:
        return practice_post(responder.games)
    game, _sign, level = press.value.partition("=")
    return await _open(responder, interaction, game, level)


async def _open(responder: Responder, interaction: Interaction, game: str, level: str) -> Post:
    opening = await find_opening(responder, interaction, alone=True)
    receipt = await responder.services.lobby.practice(
        key(interaction), actor(interaction), place=opening.place, game=game, level=level
    )
    return await receipt_post(responder, interaction, receipt, notes=opening.notes)

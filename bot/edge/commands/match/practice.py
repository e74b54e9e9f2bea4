"""``/practice``, and its buttons: a match against a computer player, at once and anywhere."""

from bot.edge.commands.builder import Command, Given, Option, command
from bot.edge.commands.match.group import game_option
from bot.edge.commands.parameters import find_game, levels_of
from bot.edge.interactions.button_actions import handles, receipt_post
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, key
from bot.edge.interactions.rights import find_opening
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.welcome import practice_post, usual_level
from bot.edge.words import _


def practice_command(responder: Responder) -> Command:
    """Return the command."""

    async def run(interaction: Interaction, given: Given) -> Post:
        if "game" not in given:
            return practice_post(responder.games)
        game = find_game(responder, given["game"])
        if not game.bots.players():
            raise Sentence(_("{title} has no computer players. Choose another game.", title=game.spec.title))
        level = str(given.get("level", usual_level(game)))
        return await _opened(responder, interaction, game.spec.key, level)

    which = game_option(responder)
    options = [
        Option(name="game", what=_("Which game (default: choose from a list)"), complete=which.complete),
        Option(
            name="level",
            what=_("How well the computer player plays"),
            choices=tuple((level, level) for level in levels_of(responder.games.values())),
        ),
    ]
    what = _("Play against a computer player right away")
    return command(responder, "practice", what, run=run, options=options, queue=False)


@handles(ButtonAction.PRACTICE)
async def _pressed(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    if not press.value:
        return practice_post(responder.games)
    game, _sign, level = press.value.partition("=")
    return await _opened(responder, interaction, game, level)


async def _opened(responder: Responder, interaction: Interaction, game: str, level: str) -> Post:
    opening = await find_opening(responder, interaction, alone=True)
    receipt = await responder.services.lobby.practice(
        key(interaction), actor(interaction), place=opening.place, game=game, level=level
    )
    return await receipt_post(responder, interaction, receipt, notes=opening.notes)

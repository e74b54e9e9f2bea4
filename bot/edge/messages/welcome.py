"""The card that greets newcomers: two presses lead to a drawn board against a computer player."""

from collections.abc import Mapping

from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.words import _
from games.core.game import AnyGame

WELCOME = 0xB0672E
LEVEL = "easy"


def welcome_post() -> Post:
    """Return the welcome card."""
    builder = MessageBuilder(WELCOME).say(_("### Welcome to Longtable"))
    builder.say(
        _(
            "Play turn-based board games over an evening or over weeks. To try one against a computer player "
            "right away, press the button and choose a game.\n"
            "-# To open a match with others, use `/match new`. To see how it works, use `/help`."
        )
    )
    return builder.buttons([Button(Press(verb=ButtonAction.PRACTICE), _("Start a practice match"), Style.GOOD)]).post()


def practice_post(games: Mapping[str, AnyGame]) -> Post:
    """Return a button for each game that has a computer player."""
    builder = MessageBuilder(WELCOME).say(_("### Which game?"))
    found = [game for game in games.values() if game.bots.players()]
    builder.say("\n".join(f"**{game.spec.title}** · {_about(game)}" for game in found))
    return builder.buttons([_button(game) for game in found]).post()


def _about(game: AnyGame) -> str:
    return _("about {minutes} minutes", minutes=game.spec.minutes)


def _button(game: AnyGame) -> Button:
    value = f"{game.spec.key}={usual_level(game)}"
    return Button(Press(verb=ButtonAction.PRACTICE, value=value), game.spec.title, Style.MAIN)


def usual_level(game: AnyGame) -> str:
    """Return the level of the computer player to begin with, of a game that has any."""
    levels = sorted(game.bots.players())
    return LEVEL if LEVEL in levels else levels[0]

"""Descriptions of commands and options in the languages that the bot speaks, for Discord to show by each reader's own.

Names stay English: they are what pages, answers and other players quote. Those in menus (`ContextMenu`) are translated.
"""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At

from bot.edge import limits
from bot.edge.languages import phrase
from bot.edge.words import closest
from games.core.contract import AnyGame
from games.core.language.catalogue import ENGLISH
from games.core.language.messages import fill

NAMES = (At.command_name, At.group_name, At.parameter_name)
MOST = {At.choice_name: limits.CHOICE_NAME, At.command_name: limits.COMMAND_NAME}
"""Characters of what isn't a description."""


def fill_description(sentence: str, **args: str | int) -> app_commands.locale_str:
    """Return a description with arguments, so that its translations are filled in, too."""
    return app_commands.locale_str(fill(sentence, ENGLISH, args), sentence=sentence, **args)


def game_description(words: str, game: AnyGame) -> app_commands.locale_str:
    """Return a description that a game declares, which another one may mean otherwise."""
    return app_commands.locale_str(limits.cut(words, limits.COMMAND_DESCRIPTION), sentence=words, game=game)


class Translator(app_commands.Translator):
    """Looks descriptions up in the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return what a description or a choice is called in a language; None: as in English."""
        language = closest(locale.value)
        typed = context.location in NAMES and not isinstance(context.data, app_commands.ContextMenu)
        if language == ENGLISH or typed:
            return None
        english = str(string.extras.get("sentence", string.message))
        sentence = phrase(english, language, game=string.extras.get("game"))
        if sentence == english:
            return None
        args = {name: value for name, value in string.extras.items() if name not in ("sentence", "game")}
        return limits.cut(fill(sentence, language, args), MOST.get(context.location, limits.COMMAND_DESCRIPTION))

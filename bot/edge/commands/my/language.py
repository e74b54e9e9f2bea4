"""``/my language``."""

from typing import Annotated

from bot.app.notifications.languages import LANGUAGE
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.parameters import language_param
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import actor
from bot.edge.languages import language_name, missing_words
from bot.edge.messages.builder import Post, plain
from bot.edge.words import _


class Language(Cog):
    """``/my language``."""

    @command(_("Choose the language the bot uses with you"), handling=UNQUEUED)
    async def language(
        self,
        interaction: Interaction,
        *,
        language: Annotated[str, language_param(_("Your language; “auto” follows your Discord"))] | None = None,
    ) -> Post:
        """Set it, and tell which it is."""
        who = actor(interaction)
        if language is not None:
            await self.services.preferences.set_person(who, {LANGUAGE: language})
            await self.responder.speak(interaction)
        chosen = str((await self.services.preferences.person(who.user))[LANGUAGE])
        if not chosen:
            return plain(_("The bot uses your Discord language, or English if it doesn't speak yours."))
        return plain(
            missing_words(chosen) or _("The bot now uses this language with you: {name}.", name=language_name(chosen))
        )

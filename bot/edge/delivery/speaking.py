"""In whose language a message is written: that of the server it is posted in, or of the person it is sent to."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.app.notifications.languages import Languages
from bot.edge.emoji import use_in_words
from bot.edge.messages.places import read_in
from bot.edge.words import set_locale
from db.engine.errors import StoreError
from db.ids import GuildId, UserId
from games.core.language.catalogue import ENGLISH


class Speaker:
    """Sets the language, and from where names are read, for what the current task writes next."""

    def __init__(self, client: discord.Client, languages: Languages | None) -> None:
        """``languages`` None: English."""
        self._client = client
        self._languages = languages

    async def in_server(self, guild: GuildId | None, host: int = 0) -> None:
        """Write for those who read a server, in the language it has chosen, or else its own on Discord.

        Outside servers (None) for the ``host`` of the match.
        """
        if guild is None:
            await self.to_person(UserId(host))
            return
        read_in(guild)
        use_in_words(True)
        server = self._client.get_guild(guild)
        usual = ENGLISH if server is None else server.preferred_locale.value
        await self._speak(lambda languages: languages.of_server(guild), usual)

    async def to_person(self, user: UserId) -> None:
        """Write for one person, whom nobody else reads."""
        read_in(None)
        use_in_words(False)  # the person may have a screen read to them
        await self._speak(lambda languages: languages.of_person(user), ENGLISH)

    async def _speak(self, choose: Callable[[Languages], Awaitable[str]], usual: str) -> None:
        """Speak what was chosen; the usual language where nothing was, or the database can't tell."""
        chosen = ""
        with suppress(StoreError):
            chosen = "" if self._languages is None else await choose(self._languages)
        set_locale(chosen or usual)

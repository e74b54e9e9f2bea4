"""How far something long has come, shown in place of “thinking…”."""

import time
from collections.abc import Callable
from contextlib import suppress

import discord

from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.retries import PASSING
from bot.edge.interactions import Interaction
from bot.edge.messages.builder import Post

EDIT_SECONDS = 2.0
"""Between two edits, at least."""


class ProgressMessage:
    """The private answer while it is waited for; where an edit fails it is left out."""

    def __init__(self, interaction: Interaction) -> None:
        """Nothing is shown for the first moments: what is there at once needs no bar."""
        self._interaction = interaction
        self._shown = time.monotonic()

    async def show(self, make: Callable[[], Post]) -> None:
        """Show what ``make`` returns, unless something was shown a moment ago."""
        if time.monotonic() - self._shown < EDIT_SECONDS:
            return
        self._shown = time.monotonic()
        with suppress(discord.HTTPException, *PASSING):
            await self._interaction.edit_original_response(view=make().view, allowed_mentions=QUIET)

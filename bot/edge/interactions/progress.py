"""How far something long has come, shown in place of “thinking…”."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar

import discord

from bot.edge import limits
from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.retries import PASSING
from bot.edge.interactions import Interaction
from bot.edge.messages.builder import Post
from bot.metrics import ANSWERING

EDIT_SECONDS = 2.0
"""Between two edits, at least."""

_timer: ContextVar[ExitStack | None] = ContextVar("timer", default=None)
"""What measures how long the interaction waits that is being answered."""


@contextmanager
def time_answer() -> Iterator[None]:
    """Measure how long an answer takes, until its first bar where it shows any: from then on people know how long."""
    with ExitStack() as timer:
        timer.enter_context(ANSWERING.time())
        _timer.set(timer)
        yield


class ProgressMessage:
    """The private answer while it is waited for; where an edit fails it is left out."""

    def __init__(self, interaction: Interaction) -> None:
        """Nothing is shown for the first moments: what is there at once needs no bar."""
        self._interaction = interaction
        self._shown = time.monotonic()
        self._is_over = False

    async def show(self, make: Callable[[], Post]) -> None:
        """Show what ``make`` returns, unless something was shown a moment ago, or nobody can see the answer anymore."""
        if self._is_over or time.monotonic() - self._shown < EDIT_SECONDS:
            return
        self._shown = time.monotonic()
        with suppress(*PASSING):
            try:
                await self._interaction.edit_original_response(view=make().view, allowed_mentions=QUIET)
            except discord.HTTPException as error:
                self._is_over = error.code in limits.INTERACTION_OVER | limits.GONE
                return
            if (timer := _timer.get()) is not None:
                timer.close()

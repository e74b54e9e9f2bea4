"""Private messages that go on by themselves: soon after an answer, such as when computer players have moved.

Each waits for a short time only, and only until somebody presses something in it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, field
from time import monotonic

import discord
import structlog

from bot.app.runtime.signals import wait
from bot.app.workers.computer_players import THERE
from bot.edge.delivery.retries import PASSING
from bot.edge.interactions import Interaction
from bot.edge.messages.builder import Post

log = structlog.get_logger(__name__)

Find = Callable[[], Awaitable[Post | None]]
"""Returns what a message is to show next; None while there is nothing new."""

PATIENCE = THERE.total_seconds() + 5
"""Seconds for which a message waits; later the person may be elsewhere, and a button leads on.

Whom computer players answer within ``THERE`` isn't called, so the message has to go on for as long at least.
"""
APART = 0.3
"""Seconds between two looks: every change of any match is a reason for one."""
IDLE = 60.0
"""Seconds between two looks if nothing changes."""


@dataclass(frozen=True, slots=True)
class Following:
    """One message that waits. ``context`` is that of its answer: language and display of who reads it."""

    find: Find
    show: Callable[[Post], Awaitable[None]]
    wanted: Callable[[], bool]
    context: Context
    since: float = field(default_factory=monotonic)

    @property
    def over(self) -> bool:
        """Whether it waits no longer."""
        return monotonic() - self.since > PATIENCE or not self.wanted()


class Followers:
    """All that wait, by message."""

    def __init__(self) -> None:
        """Nothing waits yet."""
        self.changed = asyncio.Event()
        """Is set when a match has changed."""
        self._waiting: dict[int, Following] = {}
        self._trying: dict[int, asyncio.Task[None]] = {}

    def add(self, message: int, following: Following) -> None:
        """Let a message wait, in place of what it waited for before."""
        self._waiting[message] = following
        self.changed.set()

    async def run(self) -> None:
        """Work until cancelled."""
        try:
            while True:
                await wait(self.changed, IDLE)
                self._begin()
                await asyncio.sleep(APART)
        finally:
            for task in self._trying.values():
                task.cancel()

    async def look(self) -> None:
        """Let all that can go on do so, and return when they have."""
        self._begin()
        await asyncio.gather(*self._trying.values())

    def _begin(self) -> None:
        self._waiting = {message: each for message, each in self._waiting.items() if not each.over}
        for message, following in self._waiting.items():
            if message not in self._trying:
                task = asyncio.create_task(self._try(message, following), context=following.context)
                self._trying[message] = task
                task.add_done_callback(lambda _, message=message: self._trying.pop(message, None))  # type: ignore[misc]

    async def _try(self, message: int, following: Following) -> None:
        """Show what a message has come to, if anything; what fails leaves it as it is, with its buttons."""
        try:
            post = await following.find()
            if post is None:
                return
            await following.show(post)
        except Exception as error:  # the person has an answer, and a button that leads on
            log.info("a private message didn't go on by itself", why=repr(error))
        if self._waiting.get(message) is following:
            del self._waiting[message]


async def find_answer(interaction: Interaction) -> int | None:
    """Return the message that an interaction was answered with; None if Discord doesn't tell."""
    try:
        return (await interaction.original_response()).id
    except (discord.HTTPException, *PASSING) as error:
        log.info("a private message doesn't go on by itself", why=repr(error))
        return None

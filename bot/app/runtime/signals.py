"""How workers hear at once that something has changed; what they find is in the database, so a lost call costs time."""

from __future__ import annotations

import asyncio
from datetime import timedelta


class Signals:
    """Wakes everybody who listens."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._events: list[asyncio.Event] = []
        self._of_what_is_due: list[asyncio.Event] = []
        self.soon = timedelta(seconds=5)
        """What is due later than this is found by the workers' own rounds."""

    def listen(self, *, due: bool = False) -> asyncio.Event:
        """Return an event that is set at every change (``due``: after which something goes by itself soon).

        The listener clears it.
        """
        event = asyncio.Event()
        (self._of_what_is_due if due else self._events).append(event)
        return event

    def notify(self, *, due: bool = True) -> None:
        """Tell that something was committed; ``due``: after it, something may go by itself soon."""
        for event in self._events:
            event.set()
        if due:
            for event in self._of_what_is_due:
                event.set()


async def wait(event: asyncio.Event, seconds: float) -> None:
    """Wait for a change or until the time is over, whichever is first."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
    event.clear()

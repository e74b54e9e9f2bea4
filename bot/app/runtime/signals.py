"""How workers hear at once that something has changed; what they find is in the database, so a lost call costs time."""

from __future__ import annotations

import asyncio


class Signals:
    """Wakes everybody who listens."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._events: list[asyncio.Event] = []

    def listen(self) -> asyncio.Event:
        """Return an event that is set at every change; the listener clears it."""
        event = asyncio.Event()
        self._events.append(event)
        return event

    def notify(self) -> None:
        """Tell everybody that something was committed."""
        for event in self._events:
            event.set()


async def wait(event: asyncio.Event, seconds: float) -> None:
    """Wait for a change or until the time is over, whichever is first."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
    event.clear()

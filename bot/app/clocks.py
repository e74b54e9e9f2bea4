"""Where the services get the time from: it is always passed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Says what time it is: aware, UTC."""

    def now(self) -> datetime:
        """Return the present time."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the machine's time."""
        return datetime.now(UTC)


class ManualClock:
    """A clock that stands still until it is moved: for tests and simulated weeks."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        """Begin at a time."""
        self._now = start

    def now(self) -> datetime:
        """Return the time it was moved to."""
        return self._now

    def forward(self, **by: float) -> datetime:
        """Move on by days, hours, minutes, seconds; returns the new time."""
        self._now += timedelta(**by)
        return self._now

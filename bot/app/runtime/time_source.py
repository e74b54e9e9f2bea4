"""Where the services get the time from: it is always passed in."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Says what time it is: aware, UTC."""

    def now(self) -> datetime:
        """Return the present time."""
        ...

    def monotonic(self) -> float:
        """Return seconds since some moment, which nobody can set: beside it a jump of ``now`` shows."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the machine's time."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return the seconds of the machine's monotonic clock, which stands still while the machine sleeps."""
        return time.monotonic()


def read_boot_time() -> float:
    """Return seconds of a clock that nobody can set, and that goes on while the machine sleeps where there is one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class ManualClock:
    """A clock that stands still until it is moved: for tests and simulated weeks."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC), *, monotonic: float = 0) -> None:
        """Begin at a time."""
        self._now = start
        self._monotonic = monotonic

    def now(self) -> datetime:
        """Return the time it was moved to."""
        return self._now

    def forward(self, **by: float) -> datetime:
        """Move on by days, hours, minutes, seconds; returns the new time."""
        passed = timedelta(**by)
        self._now += passed
        self._monotonic += passed.total_seconds()
        return self._now

    def monotonic(self) -> float:
        """Return the seconds that have passed."""
        return self._monotonic

    def jump(self, **by: float) -> datetime:
        """Set the clock by so much without any time passing, as a correction over the network does."""
        self._now += timedelta(**by)
        return self._now

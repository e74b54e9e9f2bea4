"""How much may be done in a time, by key (a channel): who wants more is told how long to wait, and waits elsewhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

SWEPT = 1000
"""Keys after which those are forgotten that have nothing to wait for."""


class Pace:
    """At most ``most`` in any ``seconds``, counted from when each was done; ``now`` is a monotonic time in seconds.

    ``most`` may be lowered for a while.
    """

    def __init__(self, most: int, seconds: float) -> None:
        """Start with nothing done."""
        self.most = most
        self._kept = most
        self._seconds = seconds
        self._done: dict[Hashable, deque[float]] = {}

    def note(self, key: Hashable, now: float) -> None:
        """Note that something was done."""
        self._done.setdefault(key, deque(maxlen=self._kept)).append(now)
        if len(self._done) > SWEPT:
            self._done = {key: done for key, done in self._done.items() if done[-1] + self._seconds > now}

    def find_wait(self, key: Hashable, now: float) -> float:
        """Return the seconds until one more may be done; 0 if it may be done now."""
        done = self._done.get(key)
        if done is None or len(done) < self.most:
            return 0.0
        return max(0.0, done[-self.most] + self._seconds - now)

"""How many requests a person may make: a bucket of tokens for each, filled slowly, taken from by what costs.

A person at play never empties it; a script does, and is told when to go on. What is only read cheaply costs nothing.
"""

from collections.abc import Callable
from time import monotonic

FILE_COST = 10
"""Requests that making or reading a whole match's file counts as."""

FILM_COST = 20
"""Requests that a film counts as: its boards are drawn for a minute."""

MOST_KEPT = 10_000
"""Buckets remembered; those that are full again are forgotten first."""


class RateLimits:
    """One per process: a person's requests all come to the process of the shard."""

    def __init__(self, burst: int, per_minute: int, *, now: Callable[[], float] = monotonic) -> None:
        """``burst``: tokens of a full bucket, 0: nobody is ever refused; ``per_minute``: how many come back."""
        self._burst = burst
        self._speed = per_minute / 60
        self._now = now
        self._buckets: dict[int, tuple[float, float]] = {}

    def take(self, user: int, cost: int) -> float:
        """Take tokens from a person's bucket; returns 0, or the seconds until there are enough (then none is taken).

        What costs more than a bucket holds takes a full one.
        """
        if not self._burst or not cost:
            return 0
        now, cost = self._now(), min(cost, self._burst)
        left = self._count_left(user, now)
        if left < cost:
            return (cost - left) / self._speed
        self._buckets.pop(user, None)
        self._buckets[user] = (left - cost, now)
        if len(self._buckets) > MOST_KEPT:
            self._forget(now)
        return 0

    def _count_left(self, user: int, now: float) -> float:
        left, at = self._buckets.get(user, (float(self._burst), now))
        return min(self._burst, left + (now - at) * self._speed)

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again; if there are none, the oldest."""
        full = [user for user in self._buckets if self._count_left(user, now) >= self._burst]
        for user in full or [next(iter(self._buckets))]:
            del self._buckets[user]

    def __len__(self) -> int:
        """Return how many buckets are remembered."""
        return len(self._buckets)

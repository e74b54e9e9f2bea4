"""The world's clock, which a fault can push ahead, and the ids made from it."""

from __future__ import annotations

import time

from tests.standin.wire import Snowflake, first_id_at


class Clock:
    """Wall time in Unix milliseconds plus an offset, so that an hour or a month can pass at once."""

    def __init__(self, ahead_ms: int = 0) -> None:
        self.ahead_ms = ahead_ms

    def now(self) -> int:
        """Unix milliseconds in the world."""
        return time.time_ns() // 1_000_000 + self.ahead_ms


class Mint:
    """Makes ids that grow strictly, also over a restart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.last = Snowflake(0)

    def new(self) -> Snowflake:
        """The next free id."""
        self.last = Snowflake(max(self.last + 1, first_id_at(self._clock.now())))
        return self.last

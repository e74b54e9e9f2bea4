"""Rate limits: a fixed window per bucket, told in headers, and 429 above it."""

from __future__ import annotations

from msgspec import Struct

from tests.standin.errors import ApiError, Code
from tests.standin.wire import Obj
from tests.standin.world import World


class Rate(Struct, frozen=True):
    """So many requests in so many seconds; ``major`` names the path parameter that splits the bucket."""

    limit: int
    seconds: float
    major: str | None = None


LOOSE = Rate(1000, 1.0)


class _Window(Struct):
    until: float
    left: int


def refusal(retry_after: float, *, everywhere: bool = False, code: int = 0, message: str | None = None) -> ApiError:
    """429 with what clients look for in its body; ``retry_after`` in seconds."""
    return ApiError(
        code,
        status=429,
        message=message or "You are being rate limited.",
        extra={"retry_after": round(retry_after, 3), "global": everywhere},
    )


class Rates:
    """The windows of all buckets. They live in memory: a restart forgives everything."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._windows: dict[tuple[str, str], _Window] = {}
        self._all = _Window(until=0, left=0)
        self._old_edits: dict[int, list[float]] = {}

    def _now(self) -> float:
        return self._world.clock.now() / 1000

    def take(self, bucket: str, key: str, *, rate: Rate) -> tuple[Obj, ApiError | None]:
        """Count one request; the headers to send, and the refusal if it was one too many."""
        rate = LOOSE if self._world.settings.rates == "loose" else rate
        now = self._now()
        window = self._windows.get((bucket, key))
        if window is None or window.until <= now:
            window = self._windows[bucket, key] = _Window(until=now + rate.seconds, left=rate.limit)
        error = None if window.left > 0 else refusal(window.until - now)
        window.left = max(0, window.left - 1)
        headers: Obj = {
            "X-RateLimit-Limit": str(rate.limit),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{window.until:.3f}",
            "X-RateLimit-Reset-After": f"{window.until - now:.3f}",
            "X-RateLimit-Bucket": bucket,
        }
        if error is not None:
            headers["X-RateLimit-Scope"] = "user"
        return headers, error

    def take_global(self) -> ApiError | None:
        """Count one request against the limit over all routes; the refusal if it was one too many."""
        now = self._now()
        if self._all.until <= now:
            self._all = _Window(until=now + 1, left=self._world.settings.global_per_second)
        if self._world.settings.rates == "loose":
            return None
        if self._all.left <= 0:
            return refusal(self._all.until - now, everywhere=True)
        self._all.left -= 1
        return None

    def old_edit(self, channel: int) -> None:
        """
        Count an edit of a message more than an hour old.

        Raises:
            ApiError: 30046 above the limit of the channel
        """
        settings, now = self._world.settings, self._now()
        recent = [at for at in self._old_edits.get(channel, ()) if at > now - settings.old_edits_s]
        if len(recent) >= settings.old_edits:
            told = ApiError(Code.OLD_EDITS)
            raise refusal(recent[0] + settings.old_edits_s - now, code=told.code, message=told.message)
        self._old_edits[channel] = [*recent, now]

"""Rate limits: a fixed window per bucket, told in headers, 429 above it; and a shut door for wrong requests."""

from __future__ import annotations

from collections import deque

from msgspec import Struct

from tests.standin.errors import ApiError, Code
from tests.standin.wire import Obj
from tests.standin.world import World


class Rate(Struct, frozen=True):
    """
    So many requests in so many seconds; ``major`` names the path parameter that splits the bucket. Routes whose rates
    have the same ``name`` share their buckets.
    """

    limit: int
    seconds: float
    major: str | None = None
    name: str = ""


LOOSE = Rate(1000, 1.0)


class _Window(Struct):
    until: float
    left: int


class TooMany(ApiError):
    """
    429 with what clients look for in its body; ``retry_after`` in seconds. ``scope`` is ``user`` (the bucket of a
    route), ``global``, or ``shared`` (a limit of the channel, whoever uses it up).
    """

    def __init__(self, retry_after: float, *, scope: str = "user", code: int = 0, message: str | None = None) -> None:
        super().__init__(
            code,
            status=429,
            message=message or "You are being rate limited.",
            extra={"retry_after": round(retry_after, 3), "global": scope == "global"},
        )
        self.scope = scope


class Rates:
    """The windows of all buckets. They live in memory: a restart forgives everything."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._windows: dict[tuple[str, str], _Window] = {}
        self._all = _Window(until=0, left=0)
        self._old_edits: dict[int, list[float]] = {}
        self._invalid: deque[float] = deque()
        self._shut_out_until = 0.0
        self._slowed: dict[tuple[str, int, int], float] = {}

    def _now(self) -> float:
        return self._world.clock.now() / 1000

    def take(self, bucket: str, key: str, *, rate: Rate) -> tuple[Obj, ApiError | None]:
        """Count one request; the headers to send, and the refusal if it was one too many."""
        rate = LOOSE if self._world.settings.rates == "loose" else rate
        now = self._now()
        window = self._windows.get((bucket, key))
        if window is None or window.until <= now:
            window = self._windows[bucket, key] = _Window(until=now + rate.seconds, left=rate.limit)
        error = None if window.left > 0 else TooMany(window.until - now)
        window.left = max(0, window.left - 1)
        headers: Obj = {
            "X-RateLimit-Limit": str(rate.limit),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{window.until:.3f}",
            "X-RateLimit-Reset-After": f"{window.until - now:.3f}",
            "X-RateLimit-Bucket": bucket,
        }
        return headers, error

    def take_global(self) -> ApiError | None:
        """Count one request against the limit over all routes; the refusal if it was one too many."""
        now = self._now()
        if self._all.until <= now:
            self._all = _Window(until=now + 1, left=self._world.settings.global_per_second)
        if self._world.settings.rates == "loose":
            return None
        if self._all.left <= 0:
            return TooMany(self._all.until - now, scope="global")
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
            raise TooMany(recent[0] + settings.old_edits_s - now, code=told.code, message=told.message)
        self._old_edits[channel] = [*recent, now]

    def webhook(self, channel: int, *, edit: bool = False) -> None:
        """
        Count a message made in a channel through the token of an interaction, be it seen by one user only; or an edit
        of one, where these count.

        Raises:
            ApiError: 429 of scope ``shared`` above the limit of the channel, which no header tells before
        """
        settings, now = self._world.settings, self._now()
        if settings.rates == "loose" or (edit and not settings.webhook_edits):
            return
        key = ("webhooks of the channel", str(channel))
        window = self._windows.get(key)
        if window is None or window.until <= now:
            window = self._windows[key] = _Window(until=now + 60, left=settings.webhook_a_minute)
        if window.left <= 0:
            raise TooMany(window.until - now, scope="shared")
        window.left -= 1

    def slow(self, what: str, channel: int, *, user: int, seconds: int) -> None:
        """
        Count a user's message or new thread (``what``) in a channel with slow mode, where it lets it pass.

        Raises:
            ApiError: 20016 if the one before was less than ``seconds`` ago
        """
        now, until = self._now(), self._slowed.get((what, channel, user), 0.0)
        if until > now:
            told = ApiError(Code.SLOW_MODE)
            raise TooMany(until - now, code=told.code, message=told.message)
        self._slowed[what, channel, user] = now + seconds

    # --- requests that are wrong -------------------------------------------------------------------------------------

    def note(self, status: int, *, scope: str | None) -> None:
        """Count an answer of 401, 403, or 429 of another scope than ``shared``; above the limit the door is shut."""
        if status not in (401, 403, 429) or scope == "shared":
            return
        settings = self._world.settings
        self._invalid.append(self._now())
        if self.invalid >= settings.invalid_requests:
            self._shut_out_until = self._now() + settings.shut_out_s
            self._invalid.clear()

    @property
    def invalid(self) -> int:
        """How many answers counted within the window."""
        while self._invalid and self._invalid[0] <= self._now() - self._world.settings.invalid_s:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def shut_out(self) -> float:
        """Seconds for which nothing more is let in; 0 if everything is."""
        return max(0.0, self._shut_out_until - self._now())

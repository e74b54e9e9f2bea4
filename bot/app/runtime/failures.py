"""What fails in a way nobody foresaw: counted by item, put off with growing pauses, and named to staff and operator."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Lock
from time import monotonic

import structlog
from msgspec import Struct

from bot.app.runtime.watchdog import RulesTimeout
from bot.metrics import FAILURES
from db.engine.errors import Conflict, Repeat, StoreError, is_of_driver
from db.ids import MatchId
from games.core.errors import Refusal
from games.core.text import say

MOST_ATTEMPTS = 8
"""Attempts before an item counts as parked."""

LONGEST_PAUSE = timedelta(hours=1)
"""Between two attempts at what is parked; before that the pauses double from two seconds."""

MOST_NAMED = 10_000
"""Kinds of failures of which it is remembered that the log has named them."""

RULES = "rules"
"""The worker of failures of a game's own code, wherever it was called."""

_log = structlog.get_logger(__name__)


class Loop:
    """How the loop of a worker is. ``name`` is what the log and the metrics call it."""

    def __init__(self, name: str) -> None:
        """Begin at rest."""
        self.name = name
        self.finished = monotonic()
        """When a round was finished last, by the monotonic clock."""
        self.pause = 0.0
        """Seconds from then until the next round was to begin, at most."""
        self.trouble = ""
        """Why the newest round could not be finished; empty while all is well."""


class RulesFault(Refusal):
    """The code of a match's game has failed, so nothing can be decided or shown; the cause is what it raised."""

    def __init__(self, match: MatchId) -> None:
        """Name the match."""
        super().__init__("RULES_FAILED", "app", say("app.rules_failed", match=match))
        self.match = match

    def __reduce__(self) -> tuple[type[RulesFault], tuple[MatchId]]:  # type: ignore[override]
        """Travel between processes."""
        return type(self), (self.match,)


class Failure(Struct, frozen=True, kw_only=True):
    """An item that fails: since when, how often, with which kind of error, and until when it is left alone.

    ``match``: the one it belongs to, if any. ``stuck``: its code did not come to an end, so it is not run at all
    until then.
    """

    worker: str
    item: Hashable
    match: MatchId | None
    attempts: int
    since: datetime
    until: datetime
    error: str
    stuck: bool = False

    @property
    def parked(self) -> bool:
        """Whether it is tried only now and then, since it will most likely fail again."""
        return self.stuck or self.attempts >= MOST_ATTEMPTS


class Failures:
    """All that fails at present in this process. Kept in memory: after a start everything is tried once more."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Begin without any; ``now`` tells the time."""
        self._now = now
        self._found: dict[tuple[str, Hashable], Failure] = {}
        self._named: set[tuple[str, Hashable, str]] = set()
        self._lock = Lock()  # rules run in the threads of the database, too

    def note(self, worker: str, item: Hashable, error: BaseException, *, match: MatchId | None = None) -> Failure:
        """Count a failure of an item and return it with its pause; the log names it once for each kind of error."""
        by_rules = isinstance(error, RulesFault)  # noted and named already where it was raised
        cause = error.__cause__ or error if by_rules else error
        stuck, kind = isinstance(cause, RulesTimeout | RulesFault), type(cause).__name__
        with self._lock:
            known = self._found.get((worker, item))
            now, attempts = self._now(), known.attempts + 1 if known else 1
            pause = LONGEST_PAUSE if stuck or attempts >= MOST_ATTEMPTS else timedelta(seconds=2**attempts)
            failure = self._found[worker, item] = Failure(
                worker=worker,
                item=item,
                match=match,
                attempts=attempts,
                since=known.since if known else now,
                until=now + pause,
                error=kind,
                stuck=stuck,
            )
            new = (worker, item, kind) not in self._named
            if len(self._named) < MOST_NAMED:
                self._named.add((worker, item, kind))
        FAILURES.labels(worker).inc()
        if new and not by_rules:
            _log.error(
                "something failed and will be tried again", worker=worker, item=item, match=match, exc_info=cause
            )
        elif failure.parked and (known is None or not known.parked):
            _log.error("something keeps failing and is parked", worker=worker, item=item, match=match)
        return failure

    def clear(self, worker: str, item: Hashable) -> None:
        """Note that an item works."""
        with self._lock:
            self._found.pop((worker, item), None)

    def is_put_off(self, worker: str, item: Hashable) -> bool:
        """Return whether an item is to be left alone now."""
        known = self._found.get((worker, item))
        return known is not None and known.until > self._now()

    def count(self, worker: str) -> int:
        """Return how many items of a worker fail."""
        with self._lock:
            return sum(each == worker for each, _ in self._found)

    def all(self) -> tuple[Failure, ...]:
        """Return everything that fails, the oldest first; what nobody has tried any more is forgotten."""
        forgotten = self._now() - LONGEST_PAUSE
        with self._lock:
            self._found = {key: each for key, each in self._found.items() if each.until > forgotten}
            return tuple(sorted(self._found.values(), key=lambda failure: failure.since))

    def of(self, match: MatchId) -> tuple[Failure, ...]:
        """Return what fails of a match, the oldest first."""
        return tuple(each for each in self.all() if each.match == match)

    def expect_runnable(self, match: MatchId) -> None:
        """Raise RulesFault if the match's code is not to be run now, since it did not come to an end before."""
        known = self._found.get((RULES, match))
        if known is not None and known.stuck and known.until > self._now():
            raise RulesFault(match)

    @contextmanager
    def rules_of(self, match: MatchId) -> Iterator[None]:
        """Run code of a match's game; raises RulesFault, which is counted, in place of what nobody foresaw."""
        self.expect_runnable(match)
        try:
            yield
        except (Refusal, Conflict, Repeat, StoreError):
            raise
        except (Exception, SystemExit) as error:  # a game may not end the bot either
            if isinstance(error, Exception) and is_of_driver(error):
                raise
            self.note(RULES, match, error, match=match)
            raise RulesFault(match) from error

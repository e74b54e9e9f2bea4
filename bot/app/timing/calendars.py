"""When a player's clock stands still: night hours, declared absence, agreed pauses, times when the bot was down.

Pure functions over times in UTC. A stop never refills a clock; it only does not count. Night hours are given in the
player's own zone by its IANA name, so that they stay at the same hours by the wall clock when daylight saving changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

LONGEST_NIGHT = timedelta(hours=12)
"""A clock that stood still for longer each day could hardly run out."""

_HORIZON = timedelta(days=3650)


class Span(Struct, frozen=True):
    """A time that does not count, from ``begin`` until before ``end`` (aware, UTC)."""

    begin: datetime
    end: datetime


class Night(Struct, frozen=True):
    """Hours of each day that do not count: minutes after midnight by the wall clock of the zone.

    ``end`` may be before ``begin``: the night goes over midnight. Equal ones are no night at all.
    """

    zone: str
    begin: int
    end: int

    @property
    def length(self) -> timedelta:
        """Return how long it is by the wall clock."""
        return timedelta(minutes=(self.end - self.begin) % (24 * 60))


class Term(Struct, frozen=True):
    """How all that has an end in a match is measured: ``length`` of time that counts, since ``since``."""

    since: datetime
    length: timedelta

    def ends(self, calendar: Calendar) -> datetime:
        """Return when it ends by what stops the time as far as is known now."""
        return due(self.since, self.length, calendar)


class Held(Struct, frozen=True):
    """Night hours (None: no night) that held until ``until`` and were changed then."""

    night: Night | None
    until: datetime


class Calendar(Struct, frozen=True):
    """All that stops one player's clock in one match.

    ``night`` holds since the last of the nights ``before`` it was changed, which are in order: a change never alters
    what time has counted already.
    """

    night: Night | None = None
    spans: tuple[Span, ...] = ()
    before: tuple[Held, ...] = ()


ALWAYS = Calendar()
"""A clock that never stops."""


def count_time(begin: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """Return how much of the time from ``begin`` to ``end`` counts."""
    total = max(end - begin, timedelta())
    for span in stops(begin, calendar):
        if span.begin >= end:
            break
        total -= min(span.end, end) - span.begin
    return total


def due(begin: datetime, left: timedelta, calendar: Calendar) -> datetime:
    """Return when ``left`` of counting time will have passed since ``begin``."""
    at = begin + left
    for span in stops(begin, calendar):
        if span.begin >= at:
            break
        at += span.end - span.begin
    return at


def stops(begin: datetime, calendar: Calendar) -> Iterator[Span]:
    """Yield the times since ``begin`` that do not count, in order, overlapping ones as one, none before ``begin``."""
    fixed = sorted((span for span in calendar.spans if span.end > begin), key=lambda span: span.begin)
    running: Span | None = None
    for span in _merge(fixed, _find_nights(begin, calendar)):
        span = Span(max(span.begin, begin), span.end)
        if span.end <= span.begin:
            continue
        if running is not None and span.begin <= running.end:
            running = Span(running.begin, max(running.end, span.end))
            continue
        if running is not None:
            yield running
        running = span
    if running is not None:
        yield running


def _merge(fixed: Iterable[Span], nights: Iterator[Span]) -> Iterator[Span]:
    """Yield both by their beginnings; the nights go on for as long as anybody asks, within ten years."""
    night = next(nights, None)
    for span in fixed:
        while night is not None and night.begin <= span.begin:
            yield night
            night = next(nights, None)
        yield span
    while night is not None:
        yield night
        night = next(nights, None)


def _find_nights(begin: datetime, calendar: Calendar) -> Iterator[Span]:
    """Yield the nights since ``begin`` in order, each as far as its hours held."""
    since = begin
    for held in calendar.before:
        if held.until > since:
            yield from _within(since, held.until, held.night)
            since = held.until
    yield from _within(since, None, calendar.night)


def _within(begin: datetime, end: datetime | None, night: Night | None) -> Iterator[Span]:
    """Yield the parts of nights between two times."""
    for span in iter(()) if night is None else _nights(begin, night):
        if end is not None and span.begin >= end:
            return
        if span.end > begin:
            yield Span(max(span.begin, begin), span.end if end is None else min(span.end, end))


def _nights(begin: datetime, night: Night) -> Iterator[Span]:
    """Yield the nights in order, from the one before the day of ``begin``; an hour that is skipped or doubled counts
    as the wall clock shows it.
    """
    if not timedelta() < night.length <= LONGEST_NIGHT:
        return
    zone = ZoneInfo(night.zone)
    day = (begin.astimezone(zone) - timedelta(days=2)).date()
    last = (begin + _HORIZON).date()
    over = timedelta(days=1 if night.end <= night.begin else 0)
    while day <= last:
        first = datetime.combine(day, _wall(night.begin), zone).astimezone(UTC)
        until = datetime.combine(day + over, _wall(night.end), zone).astimezone(UTC)
        if until > first:
            yield Span(first, until)
        day += timedelta(days=1)


def _wall(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)

"""Times as people type them: a day, a time of a day, or a length of time from now. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.app.runtime.refusals import refuse
from bot.app.runtime.typed import flatten, in_english
from games.core.language import formats
from games.core.language.catalogue import ENGLISH
from games.core.text import Text, instant

_PART = r"(\d{1,4})\s*(m|min|mins|minutes?|h|hours?|d|days?|w|weeks?)"
_LENGTH = re.compile(rf"\+?\s*{_PART}(?:\s*,?\s*{_PART}){{0,3}}", re.ASCII)
_PARTS = re.compile(_PART, re.ASCII)
_HALF = r"([ap])\.?m\.?"
_OCLOCK = r"h|o['’]clock"
_CLOCK = rf"(?=\d+(?:[:.h]\d|\s*(?:{_OCLOCK}|[ap]\.?m)))(\d{{1,2}})(?:[:.h](\d\d))?(?:\s*(?:{_OCLOCK}|{_HALF}))?"
"""The hour alone is a time only with a word that says so."""
_TIME = re.compile(rf"(?:at\s+)?{_CLOCK}", re.ASCII)
_NUMBERS = r"(\d{1,2})(?:\. ?(\d{1,2})\.(?: ?(\d{4}))?|([-/])(\d{1,2})(?:\4(\d{4}))?)"
_DAY_OF_YEAR = re.compile(rf"(?<![\d:./-]){_NUMBERS}(?![\d:./-])", re.ASCII)
_DATE = re.compile(rf"(\d{{4}})-(\d{{1,2}})-(\d{{1,2}})(?:(?:,?\s+at\s+|,? +|t){_CLOCK})?", re.ASCII)
_DAY = r"(today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_NAMED = re.compile(rf"{_DAY}(?:,?\s*(?:at\s+)?{_CLOCK})?", re.ASCII)
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ONE_DAY = timedelta(days=1)


@cache
def zone_names() -> tuple[str, ...]:
    """Return the IANA names of all time zones in order; they lie in hundreds of files, and are looked for only once."""
    return tuple(sorted(available_timezones()))


def read_moment(
    typed: str, *, zone: str, now: datetime, since: datetime | None = None, language: str = ENGLISH
) -> datetime:
    """Read a time in a zone; raises Refusal for anything else.

    A length ("3 days", "2d 4h") counts from ``since``, which is ``now`` unless given; "18:00", "6 pm" and "at 18h" are
    the next ones after it, "18h" alone is a length. "today", "tomorrow" and "friday", each with a time or for its
    beginning, are seen from ``now``; "friday" is the next one. A day (its beginning, or with a time) is "2026-03-14",
    "14.3.2026", or "14-3-2026" and "14/3" in the order of the language; without a year it is the next one. The words
    are English or those of another language (``typed``), of which the reader's is heard first.
    """
    begin, here = since or now, now.astimezone(ZoneInfo(zone or "UTC"))
    for words in dict.fromkeys((flatten(typed), in_english(typed, language))):
        try:
            dated = _DAY_OF_YEAR.sub(lambda found: _iso(found, language, here), words)
            found = _read(dated, here, begin)
        except (ValueError, OverflowError):
            break
        if found is not None:
            return found
    raise refuse("BAD_TIME", "bad_time", typed=typed.strip()[:40])


def _iso(numbers: re.Match[str], language: str, now: datetime) -> str:
    """Return a day as "2026-03-14"; raises ValueError where it may be either of two days, or there isn't one."""
    first, month_after_dot, year_after_dot, mark, second, year = numbers.groups()
    day_of_month, month = int(first), int(month_after_dot or second)
    if mark and max(day_of_month, month) <= 12:
        if language == ENGLISH and day_of_month != month:
            raise ValueError(f"{numbers[0]} is one of two days")
        if not formats.is_day_first(language):
            day_of_month, month = month, day_of_month
    elif mark and month > 12:
        day_of_month, month = month, day_of_month
    if written := year_after_dot or year:
        return f"{written}-{month}-{day_of_month}"
    is_over = (month, day_of_month) < (now.month, now.day)
    return f"{now.year + is_over}-{month}-{day_of_month}"


def _read(words: str, now: datetime, begin: datetime) -> datetime | None:
    """Read a time in English; None for anything else. Raises ValueError and OverflowError for one there isn't."""
    if _LENGTH.fullmatch(words):
        return begin + sum((int(n) * _UNITS[unit[0]] for n, unit in _PARTS.findall(words)), timedelta())
    found = _on_a_day(words, now)
    if found is not None:
        return found.astimezone(UTC)
    clock = _TIME.fullmatch(words)
    return None if clock is None else _next(_at(begin.astimezone(now.tzinfo), clock.groups()), begin)


def _on_a_day(words: str, now: datetime) -> datetime | None:
    """Read a day, with or without a time; None for anything else. Raises ValueError for a day there isn't."""
    date = _DATE.fullmatch(words)
    if date is not None:
        year, month, day_of_month = (int(number) for number in date.groups()[:3])
        return _at(datetime(year, month, day_of_month, tzinfo=now.tzinfo), date.groups()[3:])
    named = _NAMED.fullmatch(words)
    if named is None:
        return None
    if named[1] in ("today", "tomorrow"):
        ahead = int(named[1] == "tomorrow")
    else:
        ahead = (_WEEKDAYS.index(named[1][:3]) - now.weekday() - 1) % 7 + 1
    return _at(now + ahead * _ONE_DAY, named.groups()[1:])


def _at(on: datetime, clock: Sequence[str | None]) -> datetime:
    """Return a time of a day: hour, minute and "a" or "p" as typed; without an hour the day's beginning."""
    hour, minute, half = int(clock[0] or 0), int(clock[1] or 0), clock[2]
    if half and not 1 <= hour <= 12:
        raise ValueError(f"{hour} is no hour of half a day")
    if half:
        hour = hour % 12 + 12 * (half == "p")
    return on.replace(hour=hour, minute=minute, second=0, microsecond=0)


def _next(at: datetime, begin: datetime) -> datetime:
    """Return the time of that day, or of the next one where it is over."""
    return (at if at > begin else at + _ONE_DAY).astimezone(UTC)


def day(at: datetime) -> Text:
    """Return a time for a sentence."""
    return instant(int(at.timestamp()))


def utc(at: int) -> str:
    """Return a moment, in seconds since 1970, as everybody reads it the same."""
    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"

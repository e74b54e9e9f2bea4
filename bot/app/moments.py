"""Times as people type them: a day, a day and an hour, or a length of time from now. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.app.refusals import refuse
from games.core.text import Text, instant

_LENGTH = re.compile(r"\+?(\d{1,4})\s*(h|hours?|d|days?|w|weeks?)", re.ASCII | re.IGNORECASE)
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d\d))?", re.ASCII)
_HOURS = {"h": 1, "d": 24, "w": 7 * 24}


def read_moment(typed: str, *, zone: str, now: datetime) -> datetime:
    """Read "3 days", "2026-03-14" (its beginning) or "2026-03-14 18:00" in a zone; raises Refusal for anything else."""
    words = typed.strip()
    length = _LENGTH.fullmatch(words)
    if length is not None:
        return now + timedelta(hours=int(length[1]) * _HOURS[length[2][0].lower()])
    day = _DAY.fullmatch(words)
    if day is None:
        raise refuse("BAD_TIME", "bad_time", typed=words[:40])
    try:
        year, month, date, hour, minute = (int(number or 0) for number in day.groups())
        local = datetime(year, month, date, hour, minute, tzinfo=ZoneInfo(zone or "UTC"))
        return local.astimezone(UTC)
    except (ValueError, OverflowError):
        raise refuse("BAD_TIME", "bad_time", typed=words[:40]) from None


def day(at: datetime) -> Text:
    """Return a time for a sentence."""
    return instant(int(at.timestamp()))


def utc(at: int) -> str:
    """Return a moment, in seconds since 1970, as everybody reads it the same."""
    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"

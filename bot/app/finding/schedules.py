"""When a match that is played again and again is opened next. Pure."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from db.seeking.records import Every

DAYS = {Every.WEEK: 7, Every.FORTNIGHT: 14}


def find_next(due: datetime, every: Every, zone: str, *, now: datetime) -> datetime:
    """Return the first time after ``now`` that is so many weeks or months after ``due``, at the same hour in a zone.

    A month without the day of ``due`` counts to its last day.
    """
    first, count = due.astimezone(ZoneInfo(zone)), 1
    while True:
        local = datetime.combine(_move(first.date(), every, count), first.time(), first.tzinfo)
        if local.astimezone(UTC) > now:
            return local.astimezone(UTC)
        count += 1


def _move(day: date, every: Every, count: int) -> date:
    """The day that comes so many times later."""
    if every in DAYS:
        return day + timedelta(days=DAYS[every] * count)
    months = day.month - 1 + count
    year, month = day.year + months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))

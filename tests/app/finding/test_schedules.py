"""When a match that is repeated is opened next."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.finding.schedules import find_next
from db.seeking.records import Every

TIMES = st.integers(0, 4 * 365 * 24 * 60).map(
    lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


@given(due=TIMES, now=TIMES, every=st.sampled_from(Every), zone=st.sampled_from(("UTC", "Europe/Amsterdam")))
def test_the_next_time_is_the_first_after_now_at_the_same_hour(
    due: datetime, now: datetime, every: Every, zone: str
) -> None:
    """
    By the clock of the zone, whatever happened meanwhile: nothing is opened twice for what was missed.
    """
    found = find_next(due, every, zone, now=now)
    local, first = found.astimezone(ZoneInfo(zone)), due.astimezone(ZoneInfo(zone))

    assert found > now
    assert found > due
    assert local.minute == first.minute
    assert found - max(now, due) <= timedelta(days=31, hours=2)


@pytest.mark.parametrize(
    ("every", "day"),
    [(Every.WEEK, "2027-02-07"), (Every.FORTNIGHT, "2027-02-14"), (Every.MONTH, "2027-02-28")],
)
def test_a_month_without_the_day_counts_to_its_last_day(every: Every, day: str) -> None:
    """
    Of the 31st of January that is the 28th of February, and then the 31st of March again.
    """
    due = datetime(2027, 1, 31, 20, tzinfo=UTC)
    found = find_next(due, every, "UTC", now=due)
    march = find_next(due, Every.MONTH, "UTC", now=datetime(2027, 3, 1, tzinfo=UTC))

    assert f"{day} 20" == f"{found:%Y-%m-%d %H}"
    assert "03-31" == f"{march:%m-%d}"

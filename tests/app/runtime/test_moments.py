"""Times as people type them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.app.runtime.moments import read_moment
from games.core.errors import Refusal

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "zone", "meant"),
    [
        ("5 days", "", NOW + timedelta(days=5)),
        ("+2w", "", NOW + timedelta(weeks=2)),
        ("1 hour", "", NOW + timedelta(hours=1)),
        ("2026-03-14", "", datetime(2026, 3, 14, tzinfo=UTC)),
        ("2026-03-14 18:30", "Europe/Amsterdam", datetime(2026, 3, 14, 17, 30, tzinfo=UTC)),
        ("2026-07-14 18:30", "Europe/Amsterdam", datetime(2026, 7, 14, 16, 30, tzinfo=UTC)),
        ("2026-07-14 at 6:30 PM", "Europe/Amsterdam", datetime(2026, 7, 14, 16, 30, tzinfo=UTC)),
        ("2d 4h", "", NOW + timedelta(days=2, hours=4)),
        ("1 day, 12 hours", "", NOW + timedelta(days=1, hours=12)),
        ("90m", "", NOW + timedelta(minutes=90)),
        ("18:00", "", datetime(2026, 3, 1, 18, tzinfo=UTC)),
        ("at 6:00", "", datetime(2026, 3, 2, 6, tzinfo=UTC)),
        ("18:00", "America/Chicago", datetime(2026, 3, 2, 0, tzinfo=UTC)),
        ("6:00 am", "America/Chicago", datetime(2026, 3, 2, 12, tzinfo=UTC)),
        ("Today 18:00", "", datetime(2026, 3, 1, 18, tzinfo=UTC)),
        ("tomorrow  18:00", "Europe/Amsterdam", datetime(2026, 3, 2, 17, tzinfo=UTC)),
        ("tomorrow", "Asia/Tokyo", datetime(2026, 3, 1, 15, tzinfo=UTC)),
        ("friday 20:00", "", datetime(2026, 3, 6, 20, tzinfo=UTC)),
        ("Sunday", "", datetime(2026, 3, 8, tzinfo=UTC)),
        ("on Friday, 20:00", "", datetime(2026, 3, 6, 20, tzinfo=UTC)),
        ("in 3 days", "", NOW + timedelta(days=3)),
        ("14.3.2026 18.30", "", datetime(2026, 3, 14, 18, 30, tzinfo=UTC)),
    ],
)
def test_times_are_read(typed: str, zone: str, meant: datetime) -> None:
    """
    Lengths count from now; days are those of the zone, in summer time too.
    """
    assert meant == read_moment(typed, zone=zone, now=NOW)


@pytest.mark.parametrize(
    "typed", ["", "soon", "14 March", "2026-13-01", "2026-02-30", "5 years", "25:00", "18:60", "13:00 pm", "2d 4x"]
)
def test_what_is_no_time_is_refused(typed: str) -> None:
    """
    The refusal says how a time is written.
    """
    with pytest.raises(Refusal, match="BAD_TIME"):
        read_moment(typed, zone="Asia/Tokyo", now=NOW)


def test_the_end_of_what_begins_later_counts_from_its_beginning() -> None:
    """
    Lengths, and a time of the day, are seen from there; tomorrow is tomorrow in any case.
    """
    begin = NOW + timedelta(days=10)

    assert begin + timedelta(days=2) == read_moment("2 days", zone="", now=NOW, since=begin)
    assert datetime(2026, 3, 11, 18, tzinfo=UTC) == read_moment("18:00", zone="", now=NOW, since=begin)
    assert datetime(2026, 3, 2, 18, tzinfo=UTC) == read_moment("tomorrow 18:00", zone="", now=NOW, since=begin)

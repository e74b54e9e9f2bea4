"""Times as people type them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.app.moments import read_moment
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
    ],
)
def test_times_are_read(typed: str, zone: str, meant: datetime) -> None:
    """
    Lengths count from now; days are those of the zone, in summer time too.
    """
    assert meant == read_moment(typed, zone=zone, now=NOW)


@pytest.mark.parametrize("typed", ["", "soon", "14 March", "2026-13-01", "2026-02-30", "5 years", "1:00"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    """
    The refusal says how a time is written.
    """
    with pytest.raises(Refusal, match="BAD_TIME"):
        read_moment(typed, zone="Asia/Tokyo", now=NOW)

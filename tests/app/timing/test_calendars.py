"""Clocks that stand still: pure functions over calendars."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.timing.calendars import ALWAYS, LONGEST_NIGHT, Calendar, Held, Night, Span, count_time, due, stops

ZONES = ("UTC", "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia")
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def at(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    """Return a time in UTC."""
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


times = st.integers(0, 8 * 366 * 24 * 60).map(lambda minutes: at(2024, 1, 1) + timedelta(minutes=minutes))
lengths = st.integers(0, 15 * 24 * 3600).map(lambda seconds: timedelta(seconds=seconds))
nights = st.builds(
    lambda zone, begin, length: Night(zone, begin, (begin + length) % 1440),
    st.sampled_from(ZONES),
    st.integers(0, 1439),
    st.integers(0, int(LONGEST_NIGHT.total_seconds()) // 60),
)
spans = st.builds(lambda begin, length: Span(begin, begin + length), times, lengths)
held = st.lists(st.builds(Held, st.none() | nights, times), max_size=3)
calendars = st.builds(
    Calendar,
    st.none() | nights,
    st.lists(spans, max_size=4).map(tuple),
    held.map(lambda each: tuple(sorted(each, key=lambda one: one.until))),
)


def test_a_clock_without_stops_counts_everything() -> None:
    """
    Nothing stops the clock of a player without night hours and absence.
    """
    assert count_time(at(2026, 3, 1), at(2026, 3, 3), ALWAYS) == 2 * DAY
    assert due(at(2026, 3, 1), 2 * DAY, ALWAYS) == at(2026, 3, 3)


def test_a_night_over_midnight_does_not_count() -> None:
    """
    From 22:00 to 07:00 by the player's wall clock the clock stands still.
    """
    calendar = Calendar(Night("Europe/Amsterdam", 22 * 60, 7 * 60))

    assert due(at(2026, 1, 10, 20), 2 * HOUR, calendar) == at(2026, 1, 11, 7)
    assert count_time(at(2026, 1, 10, 20), at(2026, 1, 11, 7), calendar) == 2 * HOUR


@pytest.mark.parametrize(("day", "length"), [(at(2026, 3, 28, 12), 8 * HOUR), (at(2026, 10, 24, 12), 10 * HOUR)])
def test_nights_follow_the_wall_clock_when_daylight_saving_changes(day: datetime, length: timedelta) -> None:
    """
    The night in which clocks go forward is an hour shorter, the one in which they go back an hour longer.
    """
    calendar = Calendar(Night("Europe/Amsterdam", 22 * 60, 7 * 60))

    first = next(iter(stops(day, calendar)))

    assert length == first.end - first.begin


def test_a_leap_day_is_a_day() -> None:
    """
    Absence over the end of February counts the 29th where there is one.
    """
    calendar = Calendar(spans=(Span(at(2028, 2, 28), at(2028, 3, 1)),))

    assert due(at(2028, 2, 27, 12), DAY, calendar) == at(2028, 3, 1, 12)


def test_absence_and_night_that_overlap_stop_the_clock_once() -> None:
    """
    Stops that overlap are one stop: nobody gains by declaring two.
    """
    night = Night("UTC", 22 * 60, 6 * 60)
    calendar = Calendar(night, (Span(at(2026, 5, 1, 20), at(2026, 5, 2, 4)),))

    assert due(at(2026, 5, 1, 18), 3 * HOUR, calendar) == at(2026, 5, 2, 7)


def test_a_night_without_length_or_beyond_the_limit_is_none() -> None:
    """
    Equal hours are no night, and nobody stops the clock for more than twelve hours a day.
    """
    for night in (Night("UTC", 60, 60), Night("UTC", 0, 13 * 60)):
        assert due(at(2026, 1, 1), DAY, Calendar(night)) == at(2026, 1, 2)


@settings(max_examples=40, deadline=None)
@given(times, lengths, calendars)
def test_a_clock_runs_out_when_its_time_has_been_counted(begin: datetime, left: timedelta, calendar: Calendar) -> None:
    """
    Until the moment a clock runs out, exactly the time it had has counted.
    """
    assert left == count_time(begin, due(begin, left, calendar), calendar)


@settings(max_examples=40, deadline=None)
@given(times, lengths, calendars)
def test_no_match_is_immortal(begin: datetime, left: timedelta, calendar: Calendar) -> None:
    """
    A clock runs out after at most twice its time and the declared stops, whatever the calendar and the zone.
    """
    declared = sum((span.end - span.begin for span in calendar.spans), timedelta())

    # Half of each day counts; clocks that go back make one night an hour longer.
    assert due(begin, left, calendar) - begin <= 2 * left + declared + 2 * DAY


@settings(max_examples=40, deadline=None)
@given(times, lengths, lengths, calendars)
def test_a_clock_that_is_stopped_and_set_going_again_gains_nothing(
    begin: datetime, left: timedelta, later: timedelta, calendar: Calendar
) -> None:
    """
    Counting up to a moment and going on from there with what is left runs out at the same time as not stopping at all.
    """
    whole = due(begin, left, calendar)
    middle = min(begin + later, whole)
    rest = left - count_time(begin, middle, calendar)

    # At the very end of the time a stop may begin: then nothing is left on either side of it.
    assert rest == timedelta() or whole == due(middle, rest, calendar)


@settings(max_examples=40, deadline=None)
@given(times, lengths, calendars, spans)
def test_a_stop_never_brings_the_end_nearer(begin: datetime, left: timedelta, calendar: Calendar, more: Span) -> None:
    """
    Declaring one more absence can only put the end off, and by no more than its length of what counted without it.
    """
    before = due(begin, left, calendar)
    after = due(begin, left, replace(calendar, spans=(*calendar.spans, more)))

    # Where the end falls into a stop that was declared before, that stop passes too.
    assert before <= after
    assert count_time(before, after, calendar) <= more.end - more.begin


@given(times, lengths, calendars, st.none() | nights, lengths)
@settings(max_examples=200, deadline=None)
def test_a_change_of_the_night_leaves_what_has_passed(
    begin: datetime, passed: timedelta, calendar: Calendar, night: Night | None, later: timedelta
) -> None:
    """
    Up to the change the same time counts as before it; after it the new hours alone stop the clock.
    """
    change = max([begin + passed, *(held.until for held in calendar.before)])
    after = replace(calendar, night=night, before=(*calendar.before, Held(calendar.night, change)))
    new = replace(calendar, night=night, before=())

    assert count_time(begin, change, calendar) == count_time(begin, change, after)
    assert count_time(change, change + later, new) == count_time(change, change + later, after)

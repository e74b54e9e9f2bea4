"""Clocks with time in hand: pure functions, and a clock for each seat of a match."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.match.paces import PRESETS, Banked, PerMove
from bot.app.timing.calendars import ALWAYS, Calendar, Night, count_time
from bot.app.timing.calendars import due as when_over
from bot.app.timing.timekeeping import (
    calendar_of,
    measure_left,
    new_clock,
    read_night,
    start_clock,
    stop_clock,
    term_of,
    top_up,
)
from db.ids import MatchId
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, Scene
from tests.app.timing.test_calendars import calendars, times
from tests.stores import NOW

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PACE = Banked(bank=10 * 3600, increment=3600, cap=12 * 3600)
paces = st.sampled_from(list(PRESETS.values()))
pauses = st.lists(st.integers(0, 10 * 86400), max_size=12)


@given(times, paces, calendars, pauses)
@settings(max_examples=200, deadline=None)
def test_no_clock_gains_by_pausing(at: datetime, pace: Banked, calendar: Calendar, gaps: list[int]) -> None:
    """
    However often a clock is stopped and goes on, it never has more than before, nor less than nothing.
    """
    clock = start_clock(new_clock(MatchId(1), 0, pace), at)
    seen = [measure_left(clock, at, calendar)]
    for number, gap in enumerate(gaps):
        at += timedelta(seconds=gap)
        clock = stop_clock(clock, at, calendar) if number % 2 == 0 else start_clock(clock, at)
        seen.append(measure_left(clock, at, calendar))

    assert sorted(seen, reverse=True) == seen
    assert timedelta() <= seen[-1]


@given(times, paces, calendars)
@settings(max_examples=200, deadline=None)
def test_no_match_is_immortal(at: datetime, pace: Banked, calendar: Calendar) -> None:
    """
    A clock runs out within twice its time and a day of night, and all declared stops; at that moment nothing is left.
    """
    clock = start_clock(new_clock(MatchId(1), 0, pace), at)
    ends = when_over(at, timedelta(milliseconds=clock.left), calendar)
    stopped = sum((span.end - span.begin for span in calendar.spans), timedelta())

    assert ends <= at + 2 * timedelta(seconds=pace.bank) + DAY + HOUR + 2 * stopped
    assert timedelta() == measure_left(clock, ends, calendar)


@given(st.lists(st.integers(0, 20 * 86400), max_size=20), paces)
@settings(max_examples=100, deadline=None)
def test_a_clock_is_never_above_its_cap(spent: list[int], pace: Banked) -> None:
    """
    Each turn adds the increment, up to the cap and no further.
    """
    at = datetime(2026, 3, 1, tzinfo=UTC)
    clock = new_clock(MatchId(1), 0, pace)
    for seconds in spent:
        begun_at, at = at, at + timedelta(seconds=seconds)
        clock = top_up(stop_clock(start_clock(clock, begun_at), at, ALWAYS), pace)

        assert 1000 * pace.increment <= clock.left <= 1000 * pace.cap


def test_a_clock_that_stands_has_no_deadline() -> None:
    """
    Stopping twice changes nothing more.
    """
    clock = new_clock(MatchId(1), 0, PACE)

    assert clock.since is None
    assert clock == stop_clock(clock, NOW, ALWAYS)


@pytest.mark.parametrize(
    ("typed", "night"),
    [
        ("", None),
        ("22:00-07:30", Night("UTC", 22 * 60, 450)),
        ("22-7", Night("UTC", 22 * 60, 420)),
        ("0-24", Night("UTC", 0, 0)),
    ],
)
def test_night_hours_are_read(typed: str, night: Night | None) -> None:
    """
    Hours, or hours and minutes, with a dash between.
    """
    assert night == read_night("UTC", typed)


@pytest.mark.parametrize("typed", ["night", "22:00", "25-7", "22:61-7", "-1-7", "a-b"])
def test_what_is_no_night_is_not_read(typed: str) -> None:
    """
    Anything else is refused whole.
    """
    with pytest.raises(ValueError, match="is no night"):
        read_night("UTC", typed)


async def due(scene: Scene, match: MatchId, seat: int = 0) -> datetime | None:
    """Return a seat's deadline."""
    return (await scene.app.matches.view(match, None)).seats[seat].due


async def test_a_clock_runs_while_its_seat_is_asked(scene: Scene) -> None:
    """
    What is not spent stays in hand, the increment comes after the turn, and the other's clock begins.
    """
    match = await scene.match(pace=PACE)
    first = await due(scene, match)
    scene.clock.forward(hours=4)
    await scene.play(match, ANN, "1")
    second = await due(scene, match, 1)
    scene.clock.forward(hours=1)
    await scene.play(match, BEN, "2")
    third = await due(scene, match)

    assert (NOW + 10 * HOUR, NOW + 14 * HOUR, NOW + 12 * HOUR) == (first, second, third)


async def test_out_of_time_a_seat_has_its_increment(scene: Scene) -> None:
    """
    After a default move the next turn has the increment and no more.
    """
    match = await scene.match("hands", pace=replace(PACE, check_in=False))
    scene.clock.forward(hours=11)
    await scene.app.scheduler.sweep()

    assert scene.clock.now() + HOUR == await due(scene, match)


async def test_several_seats_have_their_clocks_run_at_once(scene: Scene) -> None:
    """
    A sealed turn stops its own clock; taken back, it runs on with what was left.
    """
    match = await scene.match("hands", pace=PACE)
    scene.clock.forward(hours=2)
    card = min((await scene.app.matches.view(match, ANN.user)).view.hand)
    await scene.play(match, ANN, f"lay:{card}")
    sealed = await due(scene, match)
    other = await due(scene, match, 1)
    scene.clock.forward(hours=3)
    await scene.app.matches.withdraw(scene.key(), ANN, match=match)

    assert (None, NOW + 10 * HOUR) == (sealed, other)
    assert scene.clock.now() + 8 * HOUR == await due(scene, match)


async def test_the_night_of_a_player_does_not_count(scene: Scene) -> None:
    """
    Setting night hours moves the deadlines of running matches; the hours follow the player's own zone.
    """
    match = await scene.match(pace=PACE)  # noon UTC is 13:00 in Amsterdam
    await scene.app.preferences.set_person(ANN, {"zone": "Europe/Amsterdam", "night": "20:00-08:00"})

    assert NOW + 22 * HOUR == await due(scene, match)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"night": "22-7"}, "NO_ZONE"),
        ({"zone": "UTC", "night": "dark"}, "BAD_NIGHT"),
        ({"zone": "UTC", "night": "8-21"}, "BAD_NIGHT"),
        ({"zone": "UTC", "night": "8-8"}, "BAD_NIGHT"),
    ],
)
async def test_a_night_that_cannot_be_is_refused(scene: Scene, values: dict[str, str], code: str) -> None:
    """
    No zone, unreadable hours, more than half the day: nothing is changed.
    """
    with pytest.raises(Refusal, match=code):
        await scene.app.preferences.set_person(ANN, values)
    stored = await scene.app.preferences.person(ANN.user)

    assert ("", "") == (stored["zone"], stored["night"])


async def test_the_night_cannot_be_carried_along(scene: Scene) -> None:
    """
    Once set, zone and hours stay for a week; the same again is no change.
    """
    await scene.app.preferences.set_person(ANN, {"zone": "UTC", "night": "22-7"})
    await scene.app.preferences.set_person(ANN, {"night": "22-7"})
    scene.clock.forward(days=6)
    with pytest.raises(Refusal, match="TOO_SOON"):
        await scene.app.preferences.set_person(ANN, {"zone": "Asia/Tokyo"})
    scene.clock.forward(days=1)
    await scene.app.preferences.set_person(ANN, {"zone": "Asia/Tokyo"})

    assert "Asia/Tokyo" == (await scene.app.preferences.person(ANN.user))["zone"]


async def test_a_new_night_gives_no_used_time_back(scene: Scene) -> None:
    """
    With one of 96 hours left, twelve hours of night a day stop what comes, not what has passed.
    """
    banked = await scene.match(pace=Banked(bank=96 * 3600, increment=3600, cap=97 * 3600))
    fixed = await scene.match(pace=PerMove(seconds=96 * 3600))
    scene.clock.forward(hours=95)
    now = scene.clock.now()
    await scene.app.preferences.set_person(ANN, {"zone": "UTC", "night": f"{now.hour - 11}-{now.hour + 1}"})
    with_night = [await due(scene, match) for match in (banked, fixed)]
    await scene.app.preferences.set_person(ANN, {"night": ""})
    without = [await due(scene, match) for match in (banked, fixed)]

    assert [now + 2 * HOUR] * 2 == with_night
    assert [now + HOUR] * 2 == without


@pytest.mark.parametrize("seed", range(2))
async def test_no_change_of_a_setting_gives_used_time_back(scene: Scene, seed: int) -> None:
    """
    Whatever a player sets, and whenever, the time left at that moment stays as it was.
    """
    random = Random(seed)
    matches = [
        await scene.match(pace=Banked(bank=29 * 86400, increment=3600, cap=30 * 86400)),
        await scene.match(pace=PerMove(seconds=29 * 86400)),
    ]
    kept = 0
    for _ in range(16):
        scene.clock.forward(hours=random.randint(1, 40))
        before = [await time_left(scene, match) for match in matches]
        changed = await _change_something(scene, random)
        after = [await time_left(scene, match) for match in matches]
        kept += changed

        assert before == after
    assert kept > 5


async def time_left(scene: Scene, match: MatchId) -> timedelta:
    """Return what is left of the time of the first seat's turn."""
    table = await scene.app.uow.read(match)
    row = next(row for row in table.pending if row.seat == 0)
    term = term_of(table, row, table.clocks)
    assert term is not None
    return term.length - count_time(term.since, scene.clock.now(), calendar_of(table, 0))


async def _change_something(scene: Scene, random: Random) -> bool:
    """Change a setting that has to do with time, if the rules allow it now."""
    now = scene.clock.now()
    begin = random.randrange(24)
    values = random.choice(
        [
            {"night": f"{begin}-{(begin + random.randint(1, 12)) % 24}"},
            {"night": ""},
            {"zone": random.choice(["UTC", "Asia/Tokyo", "America/New_York"])},
            {"zone": "Europe/Berlin", "night": "20:00-08:00", "quiet": "22-7"},
            {"remind": random.randint(0, 4)},
            None,
        ]
    )
    try:
        if values is not None:
            await scene.app.preferences.set_person(ANN, values)
        elif await scene.app.absences.list_declared(ANN.user):
            await scene.app.absences.back(ANN)
        else:
            await scene.app.absences.declare(ANN, begin=now - HOUR, until=now + random.randint(1, 40) * HOUR)
    except Refusal:
        return False
    return True


async def test_a_declared_absence_stops_the_clock_and_is_announced(scene: Scene) -> None:
    """
    The deadline moves by the absence, everybody reads it, and coming back early moves it back.
    """
    match = await scene.match(pace=PACE)
    await scene.app.absences.declare(ANN, begin=NOW + HOUR, until=NOW + 5 * DAY)
    away = await due(scene, match)
    scene.clock.forward(days=1)
    before = await scene.app.scheduler.sweep()
    await scene.app.absences.back(ANN)
    await scene.relay.pump()
    back = await due(scene, match)
    told = [scene.words(notice.text) for notice in scene.courier.posts if notice.text is not None]

    assert (NOW + 5 * DAY + 9 * HOUR, 0) == (away, before)
    assert NOW + DAY + 9 * HOUR == back
    assert ["away from", "is back"] == [word for word in ("away from", "is back") if any(word in t for t in told)]
    assert () == await scene.app.absences.list_declared(ANN.user)


@pytest.mark.parametrize(
    ("begin", "until", "code"),
    [(-3, 5, "PAST"), (5, 5, "PAST"), (5, 4, "PAST"), (400, 401, "FAR"), (14, 41, "TOO_LONG"), (10, 12, "OVERLAPS")],
)
async def test_an_absence_that_cannot_be_is_refused(scene: Scene, begin: int, until: int, code: str) -> None:
    """
    In the past, too far ahead, above the allowance, twice for the same time: nothing is changed.
    """
    await scene.app.absences.declare(ANN, begin=NOW + 11 * DAY, until=NOW + 13 * DAY)
    with pytest.raises(Refusal, match=code):
        await scene.app.absences.declare(ANN, begin=NOW + begin * DAY, until=NOW + until * DAY)

    assert 1 == len(await scene.app.absences.list_declared(ANN.user))
    assert 26 * DAY == await scene.app.absences.measure_allowance(ANN.user)


async def test_who_is_not_away_cannot_come_back(scene: Scene) -> None:
    """
    There is nothing to end.
    """
    with pytest.raises(Refusal, match="NOT_AWAY"):
        await scene.app.absences.back(ANN)


async def test_a_pause_begins_when_all_agree(scene: Scene) -> None:
    """
    It has an end; any player may end it early; the clock has not gained.
    """
    match = await scene.match(pace=PACE, players=(ANN, BEN, CLEO))
    pauses = scene.app.pauses
    await pauses.propose(scene.key(), ANN, match=match, until=NOW + 3 * DAY)
    await pauses.agree(scene.key(), BEN, match=match)
    not_yet = await due(scene, match)
    await pauses.agree(scene.key(), CLEO, match=match)
    paused = await due(scene, match)
    scene.clock.forward(days=1)
    await pauses.resume(scene.key(), BEN, match=match)

    assert (NOW + 10 * HOUR, NOW + 3 * DAY + 10 * HOUR) == (not_yet, paused)
    assert NOW + DAY + 10 * HOUR == await due(scene, match)
    assert ["proposes", "paused until", "is over"] == [
        word for word in ("proposes", "paused until", "is over") if any(word in each for each in await scene.log(match))
    ]


async def test_pauses_that_cannot_be_are_refused(scene: Scene) -> None:
    """
    Strangers, past and endless ones, a second one, an end of none.
    """
    match = await scene.match(pace=PACE)
    loose = await scene.match()
    pauses = scene.app.pauses
    for actor, number, until, code in (
        (CLEO, match, NOW + DAY, "NOT_A_PLAYER"),
        (ANN, match, NOW, "PAST"),
        (ANN, match, NOW + 31 * DAY, "TOO_LONG"),
        (ANN, loose, NOW + DAY, "NO_CLOCK"),
    ):
        with pytest.raises(Refusal, match=code):
            await pauses.propose(scene.key(), actor, match=number, until=until)
    with pytest.raises(Refusal, match="NO_PAUSE"):
        await pauses.agree(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="NOT_PAUSED"):
        await pauses.resume(scene.key(), ANN, match=match)
    await pauses.propose(scene.key(), ANN, match=match, until=NOW + DAY)
    await pauses.agree(scene.key(), BEN, match=match)
    with pytest.raises(Refusal, match="PAUSED"):
        await pauses.propose(scene.key(), ANN, match=match, until=NOW + DAY)

    assert NOW + DAY + 10 * HOUR == await due(scene, match)


async def test_time_without_a_bot_is_credited(scene: Scene) -> None:
    """
    From the last sign of life to the start no clock has run; a short restart is none.
    """
    match = await scene.match(pace=PACE)
    await scene.app.scheduler.sweep()
    scene.clock.forward(seconds=50)
    soon = Scene(scene.store)
    soon.clock.forward(seconds=50)
    await soon.app.scheduler.recover()
    again = Scene(scene.store)
    again.clock.forward(hours=20, seconds=50)
    await again.app.scheduler.recover()
    late = await again.app.scheduler.sweep()

    assert 0 == late
    assert again.clock.now() + 10 * HOUR - timedelta(seconds=50) == await due(again, match)

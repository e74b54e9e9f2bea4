"""Reminders: rows beside the deadlines, told once each, dropped when overtaken."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import REMINDER, Kind, Payload, call_text, read_told
from bot.app.match.paces import Banked, PerMove
from bot.app.timing.timekeeping import in_time, new_clock, silent, use_excuse
from db.ids import MatchId
from db.records import PendingKind
from games.core.errors import Refusal
from games.core.seats import AskId, Seat
from games.core.text import say
from tests.app.scene import ANN, BEN, Scene
from tests.stores import NOW

PACE = Banked(bank=100 * 3600, increment=3600, cap=120 * 3600)


def told(scene: Scene) -> list[str]:
    """Return the reminders that were posted."""
    words = [notice for notice in scene.courier.of(Kind.WORD) if notice.text is not None]
    return [scene.words(notice.text) for notice in words if notice.text and notice.text.id.startswith("app.reminder")]


async def next_step(scene: Scene, match: MatchId) -> timedelta | None:
    """Return when the next reminder is due, from the beginning."""
    table = await scene.app.uow.read(match)
    return next((row.due - NOW for row in table.pending if row.kind is PendingKind.REMINDER and row.due), None)


async def sweep(scene: Scene, **forward: float) -> None:
    """Let time pass, then let everything that is due be told."""
    scene.clock.forward(**forward)
    await scene.app.scheduler.sweep()
    await scene.relay.pump()


async def test_a_ladder_of_reminders(scene: Scene) -> None:
    """
    At 50, 80 and 95 % of the time left, each once, calling the player; then the default move.
    """
    match = await scene.match(pace=PACE)
    counts = []
    for hours in (49, 1, 1, 29, 14, 1):
        await sweep(scene, hours=hours)
        counts.append(len(told(scene)))

    assert [0, 1, 1, 2, 2, 3] == counts
    assert ["Ann, the match is still waiting for you."] * 3 == told(scene)
    assert (ANN.user,) == scene.courier.of(Kind.WORD)[-1].mention
    assert await next_step(scene, match) is None


async def test_after_a_late_sweep_one_reminder_is_told(scene: Scene) -> None:
    """
    Steps that were missed together are told as one.
    """
    await scene.match(pace=PACE)
    await sweep(scene, hours=90)

    assert 1 == len(told(scene))


async def test_a_reminder_that_was_overtaken_is_dropped(scene: Scene) -> None:
    """
    The player moved before it was delivered.
    """
    match = await scene.match(pace=PACE)
    scene.clock.forward(hours=50)
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "1")
    await scene.relay.pump()

    assert [] == told(scene)


async def test_a_clock_that_stood_still_moves_the_reminder(scene: Scene) -> None:
    """
    After an absence the share of the time left is reached later.
    """
    match = await scene.match(pace=PACE)
    first = await next_step(scene, match)
    await scene.app.absences.declare(ANN, begin=NOW, until=NOW + timedelta(days=10))
    second = await next_step(scene, match)
    await sweep(scene, hours=60)

    assert (timedelta(hours=50), timedelta(days=10, hours=50)) == (first, second)
    assert [] == told(scene)


@pytest.mark.parametrize(("hours", "step"), [(12, timedelta(hours=12)), (-1, None), (200, None)])
async def test_an_interval_of_ones_own(scene: Scene, hours: int, step: timedelta | None) -> None:
    """
    So many hours between reminders, or none at all; running matches follow at once.
    """
    match = await scene.match(pace=PACE)
    await scene.app.preferences.set_person(ANN, {"remind": hours})

    assert step == await next_step(scene, match)
    with pytest.raises(Refusal, match="BAD_SETTING"):
        await scene.app.preferences.set_person(ANN, {"remind": 9999})


async def test_short_turns_have_no_reminders(scene: Scene) -> None:
    """
    Who plays by minutes is there anyway; a turn by the move is reminded of like any other.
    """
    short = await scene.match(pace=PerMove(seconds=300))
    long = await scene.match(players=(BEN, ANN), pace=PerMove(seconds=7200))

    assert (None, timedelta(hours=1)) == (await next_step(scene, short), await next_step(scene, long))


async def test_reminders_that_could_not_be_told_are_told_as_one(scene: Scene) -> None:
    """
    Discord was away while three came due: the newest is told, with what is left when it is told.
    """
    await scene.match(pace=PACE)
    for hours in (50, 30, 15):
        scene.clock.forward(hours=hours)
        await scene.app.scheduler.sweep()
    scene.clock.forward(hours=1)
    await scene.relay.pump()

    view = scene.courier.of(Kind.WORD)[-1].match_view

    assert ["Ann, the match is still waiting for you."] == told(scene)
    assert 4 * 3600 == (view.seats[0].due or NOW).timestamp() - scene.clock.now().timestamp()


async def test_nobody_is_reminded_of_a_turn_whose_time_is_up(scene: Scene) -> None:
    """
    What came too late says nothing any more, also while the default move is not made yet.
    """
    await scene.match(pace=PACE)
    scene.clock.forward(hours=95)
    await scene.app.scheduler.sweep()
    scene.clock.forward(hours=5)
    await scene.relay.pump()

    assert [] == told(scene)


def test_a_reminder_of_an_earlier_release_is_still_one() -> None:
    """
    Rows that wait for the end of quiet hours outlive an upgrade.
    """
    text = say("app.reminder_hours", seat=1, hours=5)
    read = read_told(msgspec.json.encode(Payload(asked=((Seat(1), AskId("a")),), text=text)))

    assert call_text(REMINDER, (Seat(1), AskId("a"))) == read.text


def test_nobody_is_reminded_after_the_second_missed_turn() -> None:
    """
    Until a turn is made: of who came late as of who was there before. Eight turns in time bring an excused miss back.
    """
    for kept in (0, 1, 5):
        clock = replace(new_clock(MatchId(1), 0, PACE), kept=kept)
        once = use_excuse(clock)
        twice = use_excuse(once)
        back = in_time(twice)
        regained = back
        for _ in range(7):
            regained = in_time(regained)

        assert [False, False, True, True, False] == [
            silent(each) for each in (clock, once, twice, use_excuse(twice), back)
        ]
        assert (0, 1) == (back.excuses, regained.excuses)


async def test_a_no_show_is_reminded_of_two_turns(scene: Scene) -> None:
    """
    Of the third no more: six reminders in all for each player, however long the match goes on.
    """
    match = await scene.match("brainy", pace=PerMove(seconds=100 * 3600, check_in=False))
    for _ in range(8):
        for hours in (51, 30, 15, 5):
            await sweep(scene, hours=hours)
    ply = (await scene.app.uow.read(match)).match.ply

    assert ply > 6
    assert [6, 6] == [told(scene).count(f"{name}, the match is still waiting for you.") for name in ("Ann", "Ben")]

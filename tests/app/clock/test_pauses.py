"""Pauses that don't come about, and what is none."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.match.paces import PerMove
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.stores import NOW

DAY = timedelta(days=1)
TURN = PerMove(seconds=100 * 3600)


async def test_a_pause_is_refused_by_one_who_is_asked_or_withdrawn_by_who_proposed_it(scene: Scene) -> None:
    """
    The log says which; the clocks have run all the time, and nothing is left to agree to.
    """
    match = await scene.match(players=(ANN, BEN, CLEO), pace=TURN)
    said = []
    for actor in (CLEO, ANN):
        await scene.app.pauses.propose(scene.key(), ANN, match=match, until=NOW + DAY)
        await scene.app.pauses.refuse(scene.key(), actor, match=match)
        said.append((await scene.log(match))[-1])
    with pytest.raises(Refusal, match="NO_PAUSE"):
        await scene.app.pauses.agree(scene.key(), BEN, match=match)

    assert "Cleo refused the pause, so the clocks keep running." == said[0]
    assert "Ann withdrew the proposal to pause, so the clocks keep running." == said[1]
    assert not (await scene.app.uow.read(match)).clock_stops


async def test_an_old_button_agrees_to_no_other_pause(scene: Scene) -> None:
    """
    Of two proposals only the newest can be agreed to, and each only while its end lies ahead.
    """
    match = await scene.match(pace=TURN)
    first, second = int((NOW + DAY).timestamp()), int((NOW + 2 * DAY).timestamp())
    for days in (1, 2):
        await scene.app.pauses.propose(scene.key(), ANN, match=match, until=NOW + days * DAY)
    with pytest.raises(Refusal, match="NO_PAUSE"):
        await scene.app.pauses.agree(scene.key(), BEN, match=match, proposed=first)
    await scene.app.pauses.agree(scene.key(), BEN, match=match, proposed=second)

    assert [NOW + 2 * DAY] == [stop.ends for stop in (await scene.app.uow.read(match)).clock_stops]


async def test_only_a_pause_that_lasts_can_be_ended(scene: Scene) -> None:
    """
    Neither one that is over, nor a hold by staff, nor a player's absence.
    """
    match = await scene.match(pace=TURN)
    await scene.app.absences.declare(ANN, begin=NOW, until=NOW + 9 * DAY)
    with pytest.raises(Refusal, match="NOT_PAUSED"):
        await scene.app.pauses.resume(scene.key(), BEN, match=match)
    await scene.app.staff.pause(scene.key(), DORA, place=PLACE, match=match, until=NOW + DAY)
    scene.clock.forward(days=1)
    with pytest.raises(Refusal, match="NOT_PAUSED"):
        await scene.app.pauses.resume(scene.key(), BEN, match=match)
    await scene.app.staff.pause(scene.key(), DORA, place=PLACE, match=match, until=NOW + 2 * DAY)
    await scene.app.staff.resume(scene.key(), DORA, place=PLACE, match=match)

    assert NOW + DAY == max(stop.ends for stop in (await scene.app.uow.read(match)).clock_stops if stop.user is None)


async def test_staff_can_pause_no_longer_than_players(scene: Scene) -> None:
    """
    Nor without a clock, into the past, or a second time.
    """
    match, loose = await scene.match(pace=TURN), await scene.match()
    for number, days, code in ((match, 31, "TOO_LONG"), (match, 0, "PAST"), (loose, 1, "NO_CLOCK")):
        with pytest.raises(Refusal, match=code):
            await scene.app.staff.pause(scene.key(), DORA, place=PLACE, match=number, until=NOW + days * DAY)
    await scene.app.staff.pause(scene.key(), DORA, place=PLACE, match=match, until=NOW + 30 * DAY)
    with pytest.raises(Refusal, match="PAUSED"):
        await scene.app.staff.pause(scene.key(), DORA, place=PLACE, match=match, until=NOW + DAY)

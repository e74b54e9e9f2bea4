"""Tournaments while players cannot reach the bot: nothing goes on without them, and no date is missed by it."""

from __future__ import annotations

from datetime import timedelta

from bot.app.changes.server_rules import Access
from bot.app.match.paces import NoPace
from bot.app.tournaments.records import TournamentWish
from bot.app.tournaments.settings import TournamentSettings
from db.engine.shards import WHOLE
from db.ids import TournamentId
from db.tournaments.records import Format, TournamentStatus
from tests.app.clock.test_outages import away, connect
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.stores import NOW

DAY = timedelta(days=1)


async def announced(scene: Scene) -> TournamentId:
    """A tournament of two who have signed up; it starts in a day, after a check-in of twelve hours."""
    settings = TournamentSettings(most=9, least=2, check_in=12, pace=NoPace())
    wish = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=settings, starts=NOW + DAY)
    tournament = (
        await scene.app.tournaments.create(scene.key(), HOST, place=PLACE, wish=wish, access=Access(staff=True))
    ).tournament
    await signed(scene, tournament, people=(ANN, BEN))
    return tournament


async def test_a_start_in_an_outage_is_put_off(scene: Scene) -> None:
    """
    Who could not check in still can: the tournament starts as much later as nobody could be reached.
    """
    line = connect(scene)
    tournament = await announced(scene)
    scene.clock.forward(hours=13)
    await scene.app.tournament_runner.work()
    await scene.app.scheduler.sweep()
    line.cut = {WHOLE}
    scene.clock.forward(hours=12)
    await scene.app.scheduler.sweep()
    await scene.app.tournament_runner.work()
    waiting = (await scene.app.tournaments.view(tournament)).record.status
    pause = await scene.app.tournament_runner._until_next()
    line.cut = set()
    await scene.app.scheduler.sweep()
    await scene.app.tournament_runner.work()
    record = (await scene.app.tournaments.view(tournament)).record

    assert (TournamentStatus.CHECK_IN, TournamentStatus.CHECK_IN) == (waiting, record.status)
    assert NOW + DAY + timedelta(hours=12) == record.starts == record.due
    assert 0.05 == pause, "it looks again by itself, and does not spin"


async def test_a_check_in_has_its_full_length_of_time_in_which_people_can_press(scene: Scene) -> None:
    """
    An outage in the middle of it, over long before the start, moves the start as well.
    """
    line = connect(scene)
    tournament = await announced(scene)
    scene.clock.forward(hours=13)
    await scene.app.tournament_runner.work()
    await scene.app.scheduler.sweep()
    await away(scene, line, hours=7)
    await scene.app.tournament_runner.work()
    record = (await scene.app.tournaments.view(tournament)).record

    assert TournamentStatus.CHECK_IN is record.status
    assert NOW + DAY + timedelta(hours=7) == record.starts == record.due


async def test_a_check_in_that_was_missed_as_a_whole_is_held_later(scene: Scene) -> None:
    """
    Where no outage is known, so that nothing was put off, it opens for its whole length; nothing is canceled.
    """
    tournament = await announced(scene)
    scene.clock.forward(hours=40)
    await scene.app.tournament_runner.work()
    record = (await scene.app.tournaments.view(tournament)).record
    for actor in (ANN, BEN):
        await scene.app.tournaments.join(scene.key(), actor, tournament=tournament)
    scene.clock.forward(hours=12)
    await scene.app.tournament_runner.work()

    assert (TournamentStatus.CHECK_IN, NOW + timedelta(hours=52)) == (record.status, record.starts)
    assert TournamentStatus.RUNNING is (await scene.app.tournaments.view(tournament)).record.status


async def test_the_last_day_of_a_match_is_put_off(scene: Scene) -> None:
    """
    An outage is not held against a match that its tournament would decide.
    """
    line = connect(scene)
    tournament = await opened(scene, limit_days=5, rounds=1)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await away(scene, line, days=6)
    await scene.app.tournament_runner.work()
    during = await scene.app.tournaments.view(tournament)
    scene.clock.forward(days=5)
    await scene.app.tournament_runner.work()
    after = await scene.app.tournaments.view(tournament)

    assert TournamentStatus.RUNNING is during.record.status
    assert NOW + 11 * DAY == during.pairings[0].due
    assert TournamentStatus.FINISHED is after.record.status


async def test_nothing_goes_on_in_a_server_without_the_bot(scene: Scene) -> None:
    """
    The days of a match that its tournament would decide stand still, and so does the tournament.
    """
    tournament = await opened(scene, limit_days=5, rounds=1)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    assert PLACE.guild is not None
    scene.app.scheduler.membership.note_left(PLACE.guild)
    await scene.app.scheduler.sweep()
    scene.clock.forward(days=6)
    await scene.app.tournament_runner.work()
    during = (await scene.app.tournaments.view(tournament)).record
    scene.app.scheduler.membership.note_joined(PLACE.guild)
    await scene.app.scheduler.sweep()
    await scene.app.tournament_runner.work()
    after = await scene.app.tournaments.view(tournament)

    assert TournamentStatus.RUNNING is during.status
    assert (TournamentStatus.RUNNING, NOW + 11 * DAY) == (after.record.status, after.pairings[0].due)

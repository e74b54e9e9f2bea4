"""Pauses of a whole tournament: nothing runs through them, and what falls into them is later by as much."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.app.changes.server_rules import Access
from bot.app.match.paces import NoPace, PerMove
from bot.app.tournaments.records import PairingView, TournamentView, TournamentWish
from bot.app.tournaments.running.pauses import LONGEST_PAUSE
from bot.app.tournaments.settings import TournamentSettings
from db.ids import TournamentId
from db.records import PendingKind
from db.tournaments.records import Format, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.clock.test_outages import away, connect
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.stores import NOW

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PACE = PerMove(seconds=86400)
ONE_STORE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For rules above the database: the others run on both kinds."""


async def begun(scene: Scene, **settings: Any) -> tuple[TournamentId, PairingView]:  # noqa: ANN401
    """Start a Swiss of Ann and Ben, and return it with its match."""
    tournament = await opened(scene, **{"pace": PACE, "limit_days": 5, "rounds": 1, **settings})
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    return tournament, (await scene.app.tournaments.view(tournament)).pairings[0]


async def turn_due(scene: Scene, pairing: PairingView) -> datetime | None:
    """When the turn runs out that a match waits for."""
    assert pairing.match is not None
    table = await scene.app.uow.read(pairing.match)
    return next(row.due for row in table.pending if row.kind is PendingKind.SEAT)


async def later(scene: Scene, tournament: TournamentId, by: timedelta) -> TournamentView:
    """Let time pass and everything be done that is due; return the tournament."""
    scene.clock.forward(seconds=by.total_seconds())
    await scene.app.scheduler.sweep()
    await scene.app.tournament_runner.work()
    return await scene.app.tournaments.view(tournament)


async def test_nothing_runs_through_a_pause_and_it_ends_by_itself(scene: Scene) -> None:
    """
    Clocks and the days of a match are later by it, and no default move is made; at its date all
    goes on. It is told in the channel and in the match.
    """
    tournament, pairing = await begun(scene)
    await later(scene, tournament, 12 * HOUR)
    told = await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=NOW + 10 * DAY)
    moved = await turn_due(scene, pairing)
    during = await later(scene, tournament, 9 * DAY)
    after = await later(scene, tournament, 12 * HOUR)
    await scene.relay.pump()
    said = [scene.words(notice.text) for notice, _ in scene.courier.told if notice.text is not None]
    posted = [scene.words(notice.text) for notice in scene.courier.posts if notice.text is not None]
    assert pairing.match is not None
    log = await scene.log(pairing.match)

    assert "paused until" in scene.words(told.told[0])
    assert NOW + 10 * DAY + 12 * HOUR == moved == await turn_due(scene, pairing)
    assert (NOW + 10 * DAY, NOW + 5 * DAY) == (during.record.due, during.pairings[0].due)
    assert (None, NOW + 14 * DAY + 12 * HOUR) == (after.record.paused, after.pairings[0].due)
    assert PairingStatus.PLAYING is after.pairings[0].status
    assert (1, 1) == (sum("paused until" in words for words in said), sum("paused until" in words for words in posted))
    assert 1 == sum("The pause of Cup is over" in words for words in said)
    assert any("Cup is paused" in line for line in log)


@ONE_STORE
async def test_a_pause_ended_early_gives_back_no_more_than_it_took(scene: Scene) -> None:
    """
    Who has less time than the board said is called; another time named in the pause moves its end.
    """
    tournament, pairing = await begun(scene)
    await later(scene, tournament, 12 * HOUR)
    await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament)
    unnamed = (await scene.app.tournaments.view(tournament)).record.resumes
    await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=NOW + 4 * DAY)
    moved = await turn_due(scene, pairing)
    await later(scene, tournament, DAY)
    await scene.app.tournament_pauses.resume(scene.key(), HOST, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)
    await scene.relay.pump()
    called = [notice for notice in scene.courier.posts if notice.text and notice.text.id == "app.deadline_sooner"]

    assert NOW + 12 * HOUR + LONGEST_PAUSE == unnamed
    assert NOW + 4 * DAY + 12 * HOUR == moved
    assert NOW + 2 * DAY == await turn_due(scene, pairing)
    assert NOW + 6 * DAY == view.pairings[0].due == view.record.due
    assert called
    assert view.record.paused is None


@ONE_STORE
async def test_a_round_a_check_in_and_a_start_wait_for_the_end(scene: Scene) -> None:
    """
    A check-in that would open in it has its full length afterwards; a date beyond it stays as announced.
    """
    settings = TournamentSettings(most=9, least=2, check_in=12, pace=NoPace())
    tournaments = []
    for start in (2 * DAY, 20 * DAY):
        wish = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=settings, starts=NOW + start)
        tournaments.append(
            (
                await scene.app.tournaments.create(scene.key(), HOST, place=PLACE, wish=wish, access=Access(staff=True))
            ).tournament
        )
    for tournament in tournaments:
        await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=NOW + 10 * DAY)
        await signed(scene, tournament, people=(ANN, BEN))
    with pytest.raises(Refusal, match="PAUSED"):
        await scene.app.tournaments.start(scene.key(), HOST, tournament=tournaments[0])
    during = await later(scene, tournaments[0], 9 * DAY)
    await later(scene, tournaments[0], DAY)
    records = [(await scene.app.tournaments.view(tournament)).record for tournament in tournaments]

    assert TournamentStatus.OPEN is during.record.status
    assert [NOW + 12 * DAY, NOW + 20 * DAY] == [record.starts for record in records]
    assert [NOW + 11 * DAY + 12 * HOUR, NOW + 19 * DAY + 12 * HOUR] == [record.due for record in records]


@ONE_STORE
async def test_results_come_in_but_the_next_round_waits(scene: Scene) -> None:
    """
    People may play on; what is decided meanwhile stands, and the next round is paired when the pause is over.
    """
    tournament, pairing = await begun(scene, rounds=3, pace=NoPace())
    await signed(scene, tournament)
    await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=NOW + 3 * DAY)
    assert pairing.match is not None
    await scene.app.matches.resign(scene.key(), BEN, match=pairing.match)
    during = await later(scene, tournament, DAY)
    after = await later(scene, tournament, 2 * DAY)

    assert (PairingStatus.DONE, TournamentStatus.RUNNING) == (during.pairings[0].status, during.record.status)
    assert 1 == len(during.pairings)
    assert TournamentStatus.FINISHED is after.record.status, "two have met, so that nothing is left to pair"


async def test_an_outage_in_a_pause_counts_once(scene: Scene) -> None:
    """
    Over before the pause is, or longer than it: the days of a match stand still for both together, not twice.
    """
    line = connect(scene)
    tournament, pairing = await begun(scene)
    await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=NOW + 10 * DAY)
    await away(scene, line, days=2)
    await later(scene, tournament, 6 * DAY)
    await away(scene, line, days=4)
    await scene.app.tournament_runner.work()
    view = await scene.app.tournaments.view(tournament)

    assert NOW + 17 * DAY == view.pairings[0].due
    assert NOW + 13 * DAY == await turn_due(scene, pairing)


@ONE_STORE
async def test_a_ladder_lasts_as_many_days_longer(scene: Scene) -> None:
    """
    Its last day is later by pauses and outages.
    """
    tournament = await opened(scene, Format.LADDER, rounds=9, days=5)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=NOW + 7 * DAY)
    after = await later(scene, tournament, 7 * DAY)

    assert 7 * DAY == timedelta(milliseconds=after.record.stood)
    assert NOW + 12 * DAY == after.record.due


@ONE_STORE
async def test_a_canceled_event_pauses_no_match(scene: Scene) -> None:
    """
    Its matches go on by themselves, with the time they had.
    """
    tournament, pairing = await begun(scene)
    await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=NOW + 4 * DAY)
    await later(scene, tournament, DAY)
    await scene.app.tournaments.cancel(scene.key(), HOST, tournament=tournament)

    assert NOW + 2 * DAY == await turn_due(scene, pairing)


@ONE_STORE
async def test_what_cannot_be_paused_is_told(scene: Scene) -> None:
    """
    By a stranger, into the past, for too long, resumed when it isn't paused, over: a sentence, and nothing changes.
    """
    tournament, _ = await begun(scene)
    pauses, before = scene.app.tournament_pauses, await scene.app.tournaments.view(tournament)
    for actor, until, code in (
        (ANN, NOW + DAY, "NOT_HOST"),
        (HOST, NOW - DAY, "PAST"),
        (HOST, NOW + 61 * DAY, "TOO_LONG"),
    ):
        with pytest.raises(Refusal, match=code):
            await pauses.pause(scene.key(), actor, tournament=tournament, until=until)
    with pytest.raises(Refusal, match="NOT_PAUSED"):
        await pauses.resume(scene.key(), HOST, tournament=tournament)
    after = await scene.app.tournaments.view(tournament)
    await scene.app.tournaments.cancel(scene.key(), HOST, tournament=tournament)
    with pytest.raises(Refusal, match="OVER"):
        await pauses.pause(scene.key(), HOST, tournament=tournament)

    assert before == after

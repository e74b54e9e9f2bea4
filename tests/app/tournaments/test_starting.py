"""``/tournament start`` while a check-in is open: nobody who has not checked in is let in, or left out, unsaid."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.app.changes.server_rules import Access
from bot.app.match.paces import NoPace
from bot.app.match.records import Actor
from bot.app.tournaments.records import Start, TournamentWish
from bot.app.tournaments.settings import TournamentSettings
from db.ids import TournamentId
from db.tournaments.records import EntrantStatus, Format, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST

HERE = (ANN, BEN, CLEO, DORA)


async def checking_in(scene: Scene, *present: Actor, hours: int = 13, **settings: Any) -> TournamentId:  # noqa: ANN401
    """A tournament for which four have signed up and some of them have checked in."""
    chosen = TournamentSettings(**{"most": 9, "least": 2, "check_in": 12, "pace": NoPace(), **settings})
    starts = scene.clock.now() + timedelta(days=1)
    wish = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=chosen, starts=starts)
    tournament = (
        await scene.app.tournaments.create(scene.key(), HOST, place=PLACE, wish=wish, access=Access(staff=True))
    ).tournament
    for actor in HERE:
        await scene.app.tournaments.join(scene.key(), actor, tournament=tournament)
    scene.clock.forward(hours=hours)
    await scene.app.tournament_runner.work()
    for actor in present:
        await scene.app.tournaments.join(scene.key(), actor, tournament=tournament)
    return tournament


async def refused(scene: Scene, tournament: TournamentId, how: Start = Start.ASK) -> tuple[str, str]:
    """Return the code and the sentence by which a start is refused; nothing has changed."""
    before = await scene.app.tournaments.view(tournament)
    with pytest.raises(Refusal) as refusal:
        await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament, how=how)

    assert before.entrants == (await scene.app.tournaments.view(tournament)).entrants
    assert before.record.status is (await scene.app.tournaments.view(tournament)).record.status
    return refusal.value.code, scene.words(refusal.value.text)


async def started(
    scene: Scene, tournament: TournamentId, how: Start
) -> tuple[TournamentStatus, list[EntrantStatus], list[str]]:
    """Start a tournament; return what became of it and its entrants, and its log."""
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament, how=how)
    view = await scene.app.tournaments.view(tournament)
    return view.record.status, [each.status for each in view.entrants], [scene.words(text) for _, text in view.log]


async def test_a_start_during_check_in_names_who_is_missing(scene: Scene) -> None:
    """
    Nothing starts before the organizer says what becomes of them; without them only those who checked in play.
    """
    tournament = await checking_in(scene, ANN, BEN)
    code, words = await refused(scene, tournament)
    status, entrants, log = await started(scene, tournament, Start.WITHOUT)

    assert "NOT_CHECKED_IN" == code
    assert "Not checked in yet for Cup: Cleo and Dora." in words
    assert TournamentStatus.RUNNING is status
    assert [EntrantStatus.PLAYING] * 2 + [EntrantStatus.ABSENT] * 2 == entrants
    assert any("Cleo" in line and "Dora" in line for line in log)


async def test_a_check_in_can_be_canceled(scene: Scene) -> None:
    """
    Then everyone who signed up plays, and the channel is told; also before it has opened.
    """
    tournament = await checking_in(scene, ANN)
    early = await checking_in(scene, hours=1)
    code, words = await refused(scene, early)
    status, entrants, log = await started(scene, tournament, Start.EVERYONE)
    before = await started(scene, early, Start.EVERYONE)

    assert ("NO_CHECK_IN_YET", True) == (code, "hasn't opened yet" in words)
    assert TournamentStatus.RUNNING is status is before[0]
    assert {EntrantStatus.PLAYING} == set(entrants) == set(before[1])
    assert "The check-in for Cup was canceled: everyone who signed up takes part." in log


async def test_too_few_do_not_start(scene: Scene) -> None:
    """
    A sentence says how many have checked in and who is missing; the tournament isn't canceled by it. With all it
    starts.
    """
    tournament = await checking_in(scene, ANN, least=3)
    few = await refused(scene, tournament)
    without = await refused(scene, tournament, Start.WITHOUT)
    for actor in HERE[1:]:
        await scene.app.tournaments.join(scene.key(), actor, tournament=tournament)
    status, entrants, _ = await started(scene, tournament, Start.ASK)
    crowd = await checking_in(scene, *HERE, least=5)
    all_here = await refused(scene, crowd, Start.EVERYONE)

    assert (TournamentStatus.RUNNING, [EntrantStatus.PLAYING] * 4) == (status, entrants)
    assert "FEW_CHECKED_IN" == few[0]
    assert few == without
    assert "Cup needs 3 players, and 1 has checked in. Not checked in yet: Ben, Cleo and Dora." in few[1]
    assert ("TOO_FEW", "Cup needs 5 entrants, but only 4 would take part. Wait until more have signed up.") == all_here


async def test_a_card_keeps_saying_why_it_was_canceled(scene: Scene) -> None:
    """
    Too few entrants at the time of the start, and what lets fewer start; or that the organizer canceled it.
    """
    few = await checking_in(scene, check_in=0, hours=25, least=5)
    called_off = await checking_in(scene, least=2, hours=1)
    await scene.app.tournaments.cancel(scene.key(), HOST, tournament=called_off)
    ends = [(await scene.app.tournaments.view(number)).end for number in (few, called_off)]

    why, word = [scene.words(end) for end in ends if end is not None]
    assert why.startswith("Cup was canceled: it needs 5 entrants, but only 4 would have taken part.")
    assert why.endswith("`/tournament create` with `least:`.")
    assert "Cup was canceled." == word


async def test_too_few_are_told_what_changes_the_number(scene: Scene) -> None:
    """
    Without a check-in, or before it, the number can be lowered: the option that does it is named.
    """
    code, words = await refused(scene, await checking_in(scene, check_in=0, hours=1, least=5))

    assert "TOO_FEW" == code
    assert words.endswith("or lower the number: `/tournament change least:`.")

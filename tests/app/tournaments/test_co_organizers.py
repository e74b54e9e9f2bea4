"""Those who organize a tournament beside who opened it.

What they may do, what they hear, who may name and remove them.
"""

from __future__ import annotations

import pytest

from bot.app.match.records import Actor
from bot.app.tournaments.running.co_organizers import MOST_CO_ORGANIZERS
from db.ids import UserId
from db.tournaments.records import TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST, finished, opened, signed

ONE_STORE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@ONE_STORE
async def test_a_co_organizer_may_do_what_the_organizer_may(scene: Scene) -> None:
    """
    Hears about an appeal as the organizer does, answers it, names another, and cancels; the card shows both.
    """
    tournament, _ = await finished(scene)
    running = await opened(scene, name="League")
    hosts = scene.app.co_organizers
    await hosts.name(scene.key(), HOST, tournament=running, player=CLEO)
    with pytest.raises(Refusal, match="OVER"):
        await hosts.name(scene.key(), HOST, tournament=tournament, player=CLEO)
    await hosts.name(scene.key(), CLEO, tournament=running, player=DORA)
    view = await scene.app.tournaments.view(running)
    await scene.app.tournaments.cancel(scene.key(), DORA, tournament=running)
    await scene.relay.pump()
    told = [(notice.user, scene.words(notice.text)) for notice, _ in scene.courier.told if notice.text is not None]

    assert ("Host", "Cleo", "Dora") == view.organizers
    assert TournamentStatus.CANCELLED is (await scene.app.tournaments.view(running)).record.status
    assert {CLEO.user, DORA.user} == {user for user, words in told if "co-organizer of League" in words}


async def test_appeals_are_told_to_all_who_organize(scene: Scene) -> None:
    """
    Any of them answers.
    """
    tournament = await opened(scene, rounds=1)
    await scene.app.co_organizers.name(scene.key(), HOST, tournament=tournament, player=CLEO)

    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), CLEO, tournament=tournament)
    (pairing,) = (await scene.app.tournaments.view(tournament)).pairings
    assert pairing.match is not None
    await scene.app.matches.resign(scene.key(), BEN, match=pairing.match)
    await scene.app.tournament_runner.work()
    await scene.app.disputes.appeal(scene.key(), BEN, match=pairing.match, words="my phone was stolen")
    (appeal,) = await scene.app.disputes.appeals(PLACE)
    with pytest.raises(Refusal, match="NOT_STAFF"):
        await scene.app.disputes.answer(scene.key(), DORA, appeal=appeal.id, words="no", staff=None)
    await scene.app.disputes.answer(scene.key(), CLEO, appeal=appeal.id, words="agreed", places=(1, 1), staff=None)
    await scene.relay.pump()
    told = [notice.user for notice, _ in scene.courier.told if notice.text and notice.text.id == "app.appeal_told"]

    assert {HOST.user, CLEO.user} == set(told)


@ONE_STORE
async def test_the_organizer_stays(scene: Scene) -> None:
    """
    Co-organizers remove each other, but not who opened it; strangers name nobody; there are ten at most.
    """
    tournament = await opened(scene)
    hosts = scene.app.co_organizers
    for number in range(MOST_CO_ORGANIZERS - 1):
        await hosts.name(scene.key(), HOST, tournament=tournament, player=Actor(UserId(900 + number), f"P{number}"))
    await hosts.name(scene.key(), HOST, tournament=tournament, player=CLEO)
    for actor, player, code in ((BEN, DORA, "NOT_HOST"), (HOST, CLEO, "ALREADY"), (CLEO, DORA, "TOO_MANY")):
        with pytest.raises(Refusal, match=code):
            await hosts.name(scene.key(), actor, tournament=tournament, player=player)
    for actor, player, code in ((CLEO, HOST, "HOST"), (CLEO, DORA, "NOT_ONE"), (BEN, CLEO, "NOT_HOST")):
        with pytest.raises(Refusal, match=code):
            await hosts.remove(scene.key(), actor, tournament=tournament, player=player)
    await hosts.remove(scene.key(), DORA, tournament=tournament, player=CLEO, staff=PLACE.guild)
    with pytest.raises(Refusal, match="NOT_HOST"):
        await scene.app.tournaments.cancel(scene.key(), CLEO, tournament=tournament)

    assert "Cleo" not in (await scene.app.tournaments.view(tournament)).organizers

"""Players who leave a running tournament and come back: the old entry goes on."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.app.match.records import Actor
from bot.app.tournaments.records import Replacement
from db.ids import UserId
from db.tournaments.records import EntrantStatus, Format, PairingStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, Scene
from tests.app.tournaments.held import HOST, opened, play_on, signed

EVE = Actor(UserId(777), "Eve")
FIVE = (ANN, BEN, CLEO, DORA, EVE)


async def test_who_leaves_and_joins_again_goes_on_as_the_same_entrant(scene: Scene) -> None:
    """
    Of five in a Swiss the one who had the bye leaves and returns: same points, no second bye, nobody met twice.
    """
    tournament = await opened(scene, rounds=4, late_rounds=4)
    await signed(scene, tournament, people=FIVE)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    first = await scene.app.tournaments.view(tournament)
    (bye,) = [pairing for pairing in first.pairings if pairing.status is PairingStatus.BYE]
    leaver = next(actor for actor in FIVE if actor.name == bye.names[0])
    await scene.app.tournaments.leave(scene.key(), leaver, tournament=tournament)
    receipt = await scene.app.tournaments.join(scene.key(), leaver, tournament=tournament)
    back = await scene.app.tournaments.view(tournament)
    with pytest.raises(Refusal, match="ALREADY_IN"):
        await scene.app.tournaments.join(scene.key(), leaver, tournament=tournament)
    done = await play_on(scene, tournament)
    byes = Counter(pairing.entrants[0] for pairing in done.pairings if pairing.status is PairingStatus.BYE)
    met = Counter(frozenset(pairing.entrants) for pairing in done.pairings if len(pairing.entrants) == 2)

    assert "You're back" in scene.words(receipt.told[0])
    assert 5 == len(back.entrants) == len(done.standings.rows)
    assert [60] == [row.points for row in back.standings.rows if row.name == leaver.name]
    assert 1 == byes[bye.entrants[0]]
    assert 1 == max(met.values())


async def test_who_was_taken_out_does_not_come_back_by_joining(scene: Scene) -> None:
    """
    The organizer can let them back in; once late entry is closed, nobody returns by joining.
    """
    tournament = await opened(scene, rounds=3, late_rounds=3)
    await signed(scene, tournament, people=FIVE)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await scene.app.tournaments.drop(scene.key(), HOST, tournament=tournament, entrant=1)
    with pytest.raises(Refusal, match="TAKEN_OUT") as refusal:
        await scene.app.tournaments.join(scene.key(), ANN, tournament=tournament)
    await scene.app.tournaments.substitute(
        scene.key(), HOST, tournament=tournament, replacement=Replacement(entrant=1, into=ANN)
    )
    view = await scene.app.tournaments.view(tournament)
    closed = await opened(scene, rounds=3, name="Closed")
    await signed(scene, closed, people=FIVE)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=closed)
    await scene.app.tournaments.leave(scene.key(), BEN, tournament=closed)

    assert "organizer" in scene.words(refusal.value.text)
    assert (5, EntrantStatus.PLAYING) == (len(view.entrants), view.entrants[0].status)
    with pytest.raises(Refusal, match="LATE"):
        await scene.app.tournaments.join(scene.key(), BEN, tournament=closed)


async def test_who_comes_back_to_a_ladder_begins_at_the_bottom(scene: Scene) -> None:
    """
    As the same entrant, below all others.
    """
    tournament = await opened(scene, Format.LADDER, rounds=9, late_rounds=1)
    await signed(scene, tournament, people=FIVE)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    top = (await scene.app.tournaments.view(tournament)).standings.rows[0].name
    leaver = next(actor for actor in FIVE if actor.name == top)
    await scene.app.tournaments.leave(scene.key(), leaver, tournament=tournament)
    await scene.app.tournaments.join(scene.key(), leaver, tournament=tournament)
    rows = (await scene.app.tournaments.view(tournament)).standings.rows

    assert (5, top) == (len(rows), rows[-1].name)


async def test_a_team_that_has_left_is_brought_back_by_one_of_its_players(scene: Scene) -> None:
    """
    Under its name and with its points, once all its boards are taken; strangers found no team of that name.
    """
    tournament = await opened(scene, team=2, rounds=3, late_rounds=3)
    people = [Actor(UserId(900 + at), f"T{at}") for at in range(8)]
    for at, actor in enumerate(people[:6]):
        await scene.app.tournaments.join(scene.key(), actor, tournament=tournament, team=f"Team {at // 2}")
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    for actor in people[:2]:
        await scene.app.tournaments.leave(scene.key(), actor, tournament=tournament)
    with pytest.raises(Refusal, match="FULL"):
        await scene.app.tournaments.join(scene.key(), people[6], tournament=tournament, team="Team 0")
    await scene.app.tournaments.join(scene.key(), people[1], tournament=tournament, team="team 0")
    await scene.app.tournaments.join(scene.key(), people[6], tournament=tournament, team="Team 0")
    view = await scene.app.tournaments.view(tournament)

    assert 3 == len(view.entrants)
    assert EntrantStatus.PLAYING is view.entrants[0].status
    assert ["T1", "T6"] == sorted(view.entrants[0].members)

"""Roles from tournaments: who is to have them follows the tournaments and the server's settings."""

from __future__ import annotations

from bot.app.notifications.courier import Permanent
from games.core.moves import Value
from games.core.text import say
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.app.tournaments.held import HOST, finished, opened, signed

CHAMPIONS, PARTICIPANTS, OTHER = 71, 72, 73


async def choose(scene: Scene, **values: Value) -> None:
    """Set what the server gives."""
    await scene.app.settings.set_server(PLACE, values)


async def told(scene: Scene) -> list[tuple[int, int, bool]]:
    """What has been done about roles since the last time, in order of role and person."""
    await scene.relay.pump()
    done, scene.courier.roles = sorted(scene.courier.roles), []
    return [(role, user, held) for role, user, held in done]


async def test_participants_have_a_role_from_sign_up_to_the_end(scene: Scene) -> None:
    """
    Who signs up gets it, who leaves loses it, and all others do when the tournament is over or called off.
    """
    await choose(scene, participants=PARTICIPANTS)
    cup = await opened(scene)
    await signed(scene, cup, people=(ANN, BEN), computers=1)
    given = await told(scene)
    await scene.app.tournaments.leave(scene.key(), BEN, tournament=cup)
    left = await told(scene)
    await scene.app.tournaments.cancel(scene.key(), HOST, tournament=cup)

    assert [(PARTICIPANTS, ANN.user, True), (PARTICIPANTS, BEN.user, True)] == given
    assert [(PARTICIPANTS, BEN.user, False)] == left
    assert [(PARTICIPANTS, ANN.user, False)] == await told(scene)


async def test_who_waits_in_reserve_has_none(scene: Scene) -> None:
    """
    It comes with the place of somebody who leaves.
    """
    await choose(scene, participants=PARTICIPANTS)
    cup = await opened(scene, most=2)
    await signed(scene, cup, people=(ANN, BEN, CLEO))
    first = await told(scene)
    await scene.app.tournaments.leave(scene.key(), ANN, tournament=cup)

    assert [(PARTICIPANTS, ANN.user, True), (PARTICIPANTS, BEN.user, True)] == first
    assert [(PARTICIPANTS, ANN.user, False), (PARTICIPANTS, CLEO.user, True)] == await told(scene)


async def test_who_is_in_another_tournament_keeps_the_role(scene: Scene) -> None:
    """
    It goes with the last one.
    """
    await choose(scene, participants=PARTICIPANTS)
    first, second = await opened(scene), await opened(scene, name="Second")
    for cup in (first, second):
        await signed(scene, cup, people=(ANN,))
    await told(scene)
    await scene.app.tournaments.leave(scene.key(), ANN, tournament=first)
    kept = await told(scene)
    await scene.app.tournaments.leave(scene.key(), ANN, tournament=second)

    assert [] == kept
    assert [(PARTICIPANTS, ANN.user, False)] == await told(scene)


async def test_the_newest_champion_has_the_role(scene: Scene) -> None:
    """
    The winner gets it at the end; with the next tournament it goes from one to the other.
    """
    await choose(scene, champions=CHAMPIONS)
    await finished(scene)
    first = await told(scene)
    cup = await opened(scene, name="Second", rounds=1)
    await signed(scene, cup, people=(BEN, CLEO))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=cup)
    match = (await scene.app.tournaments.view(cup)).pairings[0].match
    assert match is not None
    await scene.app.matches.resign(scene.key(), CLEO, match=match)
    await scene.app.tournament_runner.work()

    assert [(CHAMPIONS, ANN.user, True)] == first
    assert [(CHAMPIONS, ANN.user, False), (CHAMPIONS, BEN.user, True)] == await told(scene)


async def test_another_role_is_given_in_its_place(scene: Scene) -> None:
    """
    Who holds the old one loses it when the setting changes, and gets the new one.
    """
    await choose(scene, champions=CHAMPIONS)
    await finished(scene)
    await told(scene)
    await choose(scene, champions=OTHER)
    changed = await told(scene)
    await choose(scene, champions=0)

    assert [(CHAMPIONS, ANN.user, False), (OTHER, ANN.user, True)] == changed
    assert [(OTHER, ANN.user, False)] == await told(scene)


async def test_what_is_refused_is_kept_for_staff_and_tried_again(scene: Scene) -> None:
    """
    It stands among the server's faults; at the next try what counts is who is to have the role then.
    """
    await choose(scene, participants=PARTICIPANTS)
    cup = await opened(scene)
    await scene.relay.pump()
    scene.courier.before = [
        Permanent(50013, say("app.undelivered_role_gone")),
        Permanent(50013, say("app.undelivered_role_gone")),
    ]
    await signed(scene, cup, people=(ANN, BEN))
    refused = await told(scene)
    assert PLACE.guild is not None
    faults = (await scene.app.delivery_health.server_health(PLACE.guild)).faults
    await scene.app.tournaments.leave(scene.key(), BEN, tournament=cup)
    await told(scene)
    await scene.relay.retry(PLACE.guild)

    assert [] == refused
    assert {"app.undelivered_role_gone"} == {fault.reason.id for fault in faults}
    assert [(PARTICIPANTS, ANN.user, True), (PARTICIPANTS, BEN.user, False)] == await told(scene)

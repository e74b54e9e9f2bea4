"""Roles from tournaments: who is to have them follows the tournaments and the server's settings."""

from __future__ import annotations

from bot.app.changes.server_rules import Made, read_made
from bot.app.notifications.courier import Doubtful, Permanent
from db.tournaments.records import TournamentStatus
from games.core.moves import Value
from games.core.text import say
from tests.app.scene import ANN, BEN, CLEO, OWN_ROLE, PLACE, Scene
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


def own_roles(scene: Scene) -> list[int]:
    """The tournaments that have a role of their own now."""
    return sorted(scene.courier.own_roles)


async def test_each_tournament_has_a_role_until_its_end(scene: Scene) -> None:
    """
    The first who signs up has it made; it is given and taken, and deleted when the tournament is over.
    """
    await choose(scene, own_roles="ends")
    first, second = await opened(scene), await opened(scene, name="Second")
    nobody = await told(scene), own_roles(scene)
    await signed(scene, first, people=(ANN, BEN))
    given = await told(scene)
    await signed(scene, second, people=(CLEO,))
    await scene.app.tournaments.leave(scene.key(), BEN, tournament=first)
    changed = await told(scene)
    both = own_roles(scene)
    await scene.app.tournaments.cancel(scene.key(), HOST, tournament=first)

    assert ([], []) == nobody
    assert [(OWN_ROLE + first, ANN.user, True), (OWN_ROLE + first, BEN.user, True)] == given
    assert [(OWN_ROLE + first, BEN.user, False), (OWN_ROLE + second, CLEO.user, True)] == changed
    assert [first, second] == both
    assert [] == await told(scene)
    assert [second] == own_roles(scene)


async def test_the_role_of_a_tournament_may_stay(scene: Scene) -> None:
    """
    Whoever took part keeps it; it stands among what the bot has made.
    """
    await choose(scene, own_roles="stays")
    cup = await opened(scene, rounds=1)
    await signed(scene, cup, people=(ANN, BEN))
    await scene.relay.pump()
    await scene.app.tournaments.start(scene.key(), HOST, tournament=cup)
    match = (await scene.app.tournaments.view(cup)).pairings[0].match
    assert match is not None
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    await scene.app.tournament_runner.work()
    over = (await scene.app.tournaments.view(cup)).record.status
    await scene.relay.pump()
    held, scene.courier.roles = {(role, user): held for role, user, held in scene.courier.roles}, []
    values = await scene.app.settings.server(PLACE)

    assert over is TournamentStatus.FINISHED
    assert {(OWN_ROLE + cup, ANN.user), (OWN_ROLE + cup, BEN.user)} <= held.keys()
    assert all(held.values())
    assert [cup] == own_roles(scene)
    assert [Made("role", OWN_ROLE + cup, cup)] == read_made(values)


async def test_roles_come_and_go_with_the_setting(scene: Scene) -> None:
    """
    Chosen while a tournament has participants, it gets its role; without the choice, no further one is made.
    """
    cup = await opened(scene)
    await signed(scene, cup, people=(ANN,))
    await choose(scene, own_roles="ends")
    given = await told(scene)
    await choose(scene, own_roles="")
    other = await opened(scene, name="Second")
    await signed(scene, other, people=(BEN,))
    await told(scene)
    during = own_roles(scene)
    await scene.app.tournaments.cancel(scene.key(), HOST, tournament=cup)
    await told(scene)

    assert [(OWN_ROLE + cup, ANN.user, True)] == given
    assert [cup] == during
    assert [] == own_roles(scene)


async def test_the_last_who_leaves_loses_it_and_the_next_gets_it(scene: Scene) -> None:
    """
    An empty tournament that isn't over keeps its role.
    """
    await choose(scene, own_roles="ends")
    cup = await opened(scene)
    await signed(scene, cup, people=(ANN,))
    await told(scene)
    await scene.app.tournaments.leave(scene.key(), ANN, tournament=cup)
    left = await told(scene)
    await signed(scene, cup, people=(BEN,))

    assert [(OWN_ROLE + cup, ANN.user, False)] == left
    assert [(OWN_ROLE + cup, BEN.user, True)] == await told(scene)
    assert [cup] == own_roles(scene)


async def test_a_role_whose_making_was_doubtful_is_made_once(scene: Scene) -> None:
    """
    The answer was lost: the next try looks for it, also where the tournament has ended meanwhile.
    """
    await choose(scene, own_roles="ends")
    cup = await opened(scene)
    await scene.relay.pump()
    scene.courier.after = [Doubtful("lost")]
    await signed(scene, cup, people=(ANN,))
    await told(scene)
    await scene.app.tournaments.cancel(scene.key(), HOST, tournament=cup)
    lost = scene.courier.after == []
    unknown = read_made(await scene.app.settings.server(PLACE))
    scene.clock.forward(hours=1)
    await told(scene)

    assert ([], True) == (unknown, lost)
    assert [] == own_roles(scene)

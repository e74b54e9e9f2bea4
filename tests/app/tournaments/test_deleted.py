"""Who has their data deleted and organizes a tournament, or has roles from one."""

from __future__ import annotations

import asyncio

import pytest

from bot.app.notifications.courier import Permanent
from bot.app.tournaments.running.co_organizers import CoOrganizers
from db.ids import UserId
from games.core.errors import Refusal
from games.core.text import say
from tests.app.privacy.dump import dump, find
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST, finished, opened, play_on, signed
from tests.app.tournaments.test_holders import CHAMPIONS, PARTICIPANTS, choose, told


async def news(scene: Scene) -> list[str]:
    """Return the sentences that were told, those to persons with their id."""
    await scene.relay.pump()
    notices = [notice for notice, _ in scene.courier.told if notice.text is not None]
    scene.courier.told = []
    return [
        f"{notice.user or ''} {len(notice.mention)} {scene.words(notice.text)}" for notice in notices if notice.text
    ]


async def test_who_takes_part_takes_a_tournament_over_that_lost_its_only_organizer(scene: Scene) -> None:
    """
    Those who take part are called; the first who presses organizes it, and is host of its matches.
    """
    cup = await opened(scene)
    await signed(scene, cup, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=cup)
    await news(scene)
    await scene.app.privacy.deletions.delete(HOST.user)
    said = await news(scene)
    hosts = scene.app.co_organizers
    refused = []
    for actor in (CLEO, ANN, BEN):
        try:
            await hosts.take_over(scene.key(), actor, tournament=cup)
        except Refusal as refusal:
            refused.append(refusal.code)
    view = await scene.app.tournaments.view(cup)
    matches = [await scene.app.uow.read(each.match) for each in view.pairings if each.match is not None]

    assert next(line for line in said if "Take over" in line).startswith(" 2 ")
    assert ["NOT_IN", "ORGANIZED"] == refused
    assert ANN.user == view.record.host
    assert {ANN.user} == {table.match.host for table in matches}
    assert [" 0 Ann now organizes Cup."] == await news(scene)


async def test_the_first_co_organizer_organizes_it_then_and_is_told(scene: Scene) -> None:
    """
    Also where they play in it themselves; a co-organizer who is deleted only goes.
    """
    cup = await opened(scene)
    for player in (CLEO, DORA):
        await scene.app.co_organizers.name(scene.key(), HOST, tournament=cup, player=player)
    await scene.app.privacy.deletions.delete(DORA.user)
    first = (await scene.app.tournaments.view(cup)).record
    await news(scene)
    await scene.app.privacy.deletions.delete(HOST.user)
    after = (await scene.app.tournaments.view(cup)).record
    said = await news(scene)

    assert (HOST.user, (CLEO.user,)) == (first.host, first.organizers)
    assert (CLEO.user, ()) == (after.host, after.organizers)
    assert sorted(line.split(" ")[0] for line in said) == ["", f"{CLEO.user}"]


async def test_a_deletion_that_is_cut_short_tells_it_once(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The next process goes on after it.
    """
    cup = await opened(scene)
    await signed(scene, cup, people=(ANN,))
    hand_over = CoOrganizers.hand_over

    async def die(self: CoOrganizers, user: UserId, into: UserId) -> None:
        await hand_over(self, user, into)
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(CoOrganizers, "hand_over", die)
        with pytest.raises(KeyboardInterrupt):
            await scene.app.privacy.deletions.delete(HOST.user)
    await scene.app.privacy.retention.tidy()

    assert 1 == len([line for line in await news(scene) if "Take over" in line])
    assert 0 > (await scene.app.tournaments.view(cup)).record.host


async def test_nobody_who_was_deleted_is_told_anything(scene: Scene) -> None:
    """
    What a tournament without an organizer would tell its organizer goes nowhere.
    """
    cup = await opened(scene, rounds=2)
    await signed(scene, cup, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=cup)
    await scene.app.privacy.deletions.delete(HOST.user)
    await play_on(scene, cup)
    await scene.relay.pump()

    assert not [notice for notice, _ in scene.courier.told if notice.user is not None and notice.user < 0]
    assert not [notice for notice in scene.courier.reached if notice.user < 0]
    assert not [notice for notice in scene.courier.posts if (notice.user or 0) < 0]


async def test_roles_are_taken_from_who_is_deleted(scene: Scene) -> None:
    """
    Those of champions and of people who take part, before the answer comes; nothing of the person is left then.
    """
    await choose(scene, champions=CHAMPIONS, participants=PARTICIPANTS)
    await finished(scene)
    cup = await opened(scene, name="Second")
    await signed(scene, cup, people=(ANN, BEN))
    given = await told(scene)
    extent = await scene.app.privacy.deletions.measure(ANN.user)
    organizer = await scene.app.privacy.deletions.measure(HOST.user)
    number = await scene.store.run(lambda tx: tx.privacy.is_known(ANN.user))
    await _delete_while_sending(scene)

    assert number
    assert (CHAMPIONS, ANN.user, True) in given
    assert (2, 0, 1) == (extent.roles, extent.organized, organizer.organized)
    assert [(CHAMPIONS, ANN.user, False), (PARTICIPANTS, ANN.user, False)] == await told(scene)
    assert [] == find(await dump(scene.store), ANN.user)


async def test_a_role_that_cannot_be_taken_yet_is_taken_later(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The person is deleted all the same; only that row has their id, until it is done.
    """
    monkeypatch.setattr("bot.app.privacy.deleting.WAITS", 1)
    await choose(scene, participants=PARTICIPANTS)
    cup = await opened(scene)
    await signed(scene, cup, people=(ANN, BEN))
    await told(scene)
    scene.courier.before = [Permanent(50013, say("app.undelivered_role_gone"))]
    await _delete_while_sending(scene)
    await told(scene)
    left = find(await dump(scene.store), ANN.user)
    assert PLACE.guild is not None
    await scene.relay.retry(PLACE.guild)

    assert ["outbox.data"] == [each.split(":")[0] for each in left]
    assert [(PARTICIPANTS, ANN.user, False)] == await told(scene)
    assert [] == find(await dump(scene.store), ANN.user)


async def _delete_while_sending(scene: Scene) -> None:
    """Delete Ann while the relay works, as it does beside."""
    relay = asyncio.create_task(scene.relay.run())
    await scene.app.privacy.deletions.delete(ANN.user)
    relay.cancel()
    await asyncio.gather(relay, return_exceptions=True)

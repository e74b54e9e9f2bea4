"""The list of a server's open matches: what it shows, when it changes, and where it stands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.records import Actor, MessageRef, Place
from bot.app.notifications.courier import Permanent, ServerNotice
from bot.app.views.lists import MOST_LISTED
from bot.app.views.openings import MOST_OPEN, find_open
from db.ids import ChannelId, GuildId, UserId
from db.records import InviteRecord
from db.tx import Tx
from games.core.text import raw
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene

LIST = 88
EVE = Actor(UserId(105), "Eve")


async def shown(scene: Scene) -> ServerNotice:
    """Let some time pass, and return the list as it is shown then."""
    scene.clock.forward(seconds=6)
    await scene.relay.pump()
    return scene.courier.listed[-1]


def free(notice: ServerNotice) -> dict[int, int]:
    """Return the free seats of the matches in a list."""
    return {int(match.match): match.free for match in notice.matches or ()}


async def set_up(scene: Scene) -> MessageRef:
    """Have a channel list the open matches; return its message."""
    await scene.app.settings.set_server(PLACE, {"openings": LIST})
    await scene.relay.pump()
    await scene.app.settings.set_server(PLACE, {"language": "de"})
    match = await scene.open()
    ref = (await shown(scene)).before
    await scene.app.lobby.cancel(scene.key(), ANN, match=match)
    await shown(scene)
    assert ref is not None
    return ref


async def test_the_list_follows_what_is_open(scene: Scene) -> None:
    """
    In one message: a match that opens, is joined, and starts; one that is canceled. The empty list stands, too.
    """
    message = await set_up(scene)
    empty = free(scene.courier.listed[-1])
    first, second = await scene.open(seats=3), await scene.open(seats=2, host=CLEO)
    opened = await shown(scene)
    await scene.app.lobby.join(scene.key(), BEN, match=first)
    joined = await shown(scene)
    await scene.app.lobby.start(scene.key(), ANN, match=first)
    await scene.app.lobby.cancel(scene.key(), CLEO, match=second)
    over = await shown(scene)

    assert [{}, {first: 2, second: 1}, {first: 1, second: 1}, {}] == [empty, *map(free, (opened, joined, over))]
    assert {message} == {each.before for each in (opened, joined, over)}
    assert Place(PLACE.guild, ChannelId(LIST)) == over.place


async def test_what_happens_at_once_is_one_edit(scene: Scene) -> None:
    """
    Five matches opened within a moment are shown together, and nothing is edited while nothing is open or closed.
    """
    await set_up(scene)
    before = len(scene.courier.listed)
    for _ in range(3):
        match = await scene.open()
        await scene.relay.pump()
    await shown(scene)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await shown(scene)
    await scene.play(match, ANN, "1")
    await shown(scene)

    assert before + 2 == len(scene.courier.listed)


async def test_only_what_anybody_can_join_is_listed(scene: Scene) -> None:
    """
    No private or practice match, none whose seats are all kept, and none of another server.
    """
    await set_up(scene)
    before = len(scene.courier.listed)
    await scene.open("brainy", practice=True, private=True)
    await scene.open(private=True)
    await scene.open(place=Place(GuildId(10), ChannelId(66)))
    await shown(scene)
    unseen = len(scene.courier.listed)
    full = await scene.open(invite=(BEN,))
    kept = free(await shown(scene))
    await scene.app.lobby.decline(scene.key(), BEN, match=full)

    assert before == unseen
    assert {} == kept
    assert {full: 1} == free(await shown(scene))


async def test_private_matches_do_not_crowd_out_what_can_be_joined(scene: Scene) -> None:
    """
    However many are newer: private ones, and those whose seats are all kept.
    """
    await set_up(scene)
    match, guild = await scene.open(), PLACE.guild
    assert guild is not None

    def crowd(tx: Tx) -> None:
        record, seed = tx.matches.get(match), tx.matches.seed(match)
        assert record is not None
        for number in range(MOST_OPEN + 5):
            made = tx.matches.add(replace(record, private=number % 2 == 0), seed=seed)
            for kept in range(record.seats):
                tx.matches.put_invite(
                    InviteRecord(match=made.id, user=UserId(900 + kept), kept=True, at=scene.clock.now())
                )

    await scene.store.run(crowd)
    found = await scene.store.read(lambda tx: find_open(tx, scene.app.uow.match_reader, guild))
    listed = await scene.app.matches.list_matches(PLACE, status=None)

    assert [match] == [each.match for each in found]
    assert MOST_LISTED == len(listed)


async def test_offered_seats_of_running_matches_are_listed(scene: Scene) -> None:
    """
    Once somebody offers one, until it is taken or the match is over; those of private matches aren't.
    """
    await set_up(scene)
    match, other = await scene.match(), await scene.match(players=(CLEO, DORA))
    await shown(scene)
    await scene.app.substitutes.offer(scene.key(), ANN, match=match)
    await scene.app.substitutes.offer(scene.key(), DORA, match=other)
    offered = await shown(scene)
    await scene.app.substitutes.take(scene.key(), EVE, match=match)
    taken = await shown(scene)
    await scene.app.matches.resign(scene.key(), CLEO, match=other)
    over = await shown(scene)

    assert [{match: 1, other: 1}, {other: 1}, {}] == [free(each) for each in (offered, taken, over)]
    assert all(each.running for each in offered.matches or ())


async def test_the_list_moves_and_ends_with_its_setting(scene: Scene) -> None:
    """
    Its message leaves the former channel; a channel that never had one is not touched.
    """
    message = await set_up(scene)
    await scene.app.settings.set_server(PLACE, {"openings": 99})
    await scene.relay.pump()
    moved = {notice.place.channel: notice for notice in scene.courier.listed[-2:]}
    await scene.app.settings.set_server(PLACE, {"openings": 0})
    await scene.relay.pump()
    ended = scene.courier.listed[-1]
    count = len(scene.courier.listed)
    await scene.open()
    await shown(scene)

    assert (None, message) == (moved[ChannelId(LIST)].matches, moved[ChannelId(LIST)].before)
    assert ((), None) == (moved[ChannelId(99)].matches, moved[ChannelId(99)].before)
    assert (99, None) == (ended.place.channel, ended.matches)
    assert count == len(scene.courier.listed)


@pytest.mark.parametrize("openings", [1, 3])
async def test_a_list_that_is_refused_is_kept_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, *, openings: int
) -> None:
    """
    Nobody is written to, and it is shown when the permission is back.
    """

    async def refuse(notice: ServerNotice) -> MessageRef | None:
        raise Permanent(50013, raw("No."))

    guild = PLACE.guild
    assert guild is not None
    await scene.app.settings.set_server(PLACE, {"openings": LIST})
    with monkeypatch.context() as patch:
        patch.setattr(scene.courier, "list_open", refuse)
        for _ in range(openings):
            await scene.open()
            scene.clock.forward(seconds=6)
            await scene.relay.pump()
    parked = await scene.store.read(lambda tx: tx.outbox.find_parked_in(guild, most=9))
    await scene.relay.retry(guild)
    notice = await shown(scene)

    assert [Kind.OPENINGS] == [row.kind for row in parked]
    assert openings == len(free(notice))
    assert [] == scene.courier.reached

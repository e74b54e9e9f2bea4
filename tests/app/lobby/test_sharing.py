"""Open matches that servers share: who sees them, who joins as a guest, how guests are called, and how sharing ends."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.paces import PerMove
from bot.app.match.records import Actor, Place
from bot.app.views.openings import OpenMatch, find_shared
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.moderation.records import BarRecord
from db.ratings.records import Unrated
from db.records import Status
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene

HOME, AWAY = GuildId(9), GuildId(10)
THERE = Place(AWAY, ChannelId(66))
GUEST = Actor(UserId(201), "Gus the Great", AWAY, "gus")
HOST = replace(ANN, guild=HOME, name="Annie", account="Ann")


async def share(scene: Scene) -> None:
    """Let both servers share."""
    for place in (PLACE, THERE):
        await scene.app.settings.set_server(place, {"share": True})


async def shared(scene: Scene, guild: GuildId = AWAY) -> list[OpenMatch]:
    """Return what is shared with a server."""
    now, reader = scene.clock.now(), scene.app.uow.match_reader
    return [*await scene.store.read(lambda tx: find_shared(tx, reader, guild, now=now))]


async def bar(scene: Scene, guild: GuildId, user: UserId) -> None:
    """Bar somebody from a server's matches."""
    record = BarRecord(
        guild=guild, user=user, name="X", at=scene.clock.now(), until=None, why="rude", by=UserId(1), by_name="Y"
    )
    await scene.store.run(lambda tx: tx.moderation.put_bar(record))


async def join(scene: Scene, match: MatchId, actor: Actor = GUEST) -> None:
    """Join from the other server's list."""
    await scene.app.lobby.join(scene.key(), actor, match=match, as_guest=True)


async def test_matches_are_shared_while_both_servers_want_it(scene: Scene) -> None:
    """
    Not by one alone, not with an excluded server, and nothing that is private; the host is called as everywhere.
    """
    match = await scene.open(seats=3, host=HOST)
    await scene.open(private=True)
    seen = [await shared(scene)]
    await scene.app.settings.set_server(PLACE, {"share": True})
    seen.append(await shared(scene))
    await scene.app.settings.set_server(THERE, {"share": True})
    seen.append(await shared(scene))
    own = await shared(scene, HOME)
    await scene.app.settings.set_server(PLACE, {"apart": str(AWAY)})
    seen.append(await shared(scene))
    await scene.app.settings.set_server(PLACE, {"apart": "", "share": False})
    seen.append(await shared(scene))

    assert [[], [], [match], [], []] == [[each.match for each in found] for found in seen]
    assert ("Ann", 2, True) == (seen[2][0].host, seen[2][0].free, seen[2][0].shared)
    assert [] == own


async def test_a_guest_plays_by_direct_messages_and_the_match_is_unrated(scene: Scene) -> None:
    """
    Members are called in the channel, the guest in private; who sits there stays when a server shares no more.
    """
    await share(scene)
    match = await scene.open(host=HOST)
    await join(scene, match)
    await scene.app.settings.set_server(PLACE, {"share": False})
    await scene.relay.pump()
    for plot in ("1", "2"):
        table = await scene.app.uow.read(match)
        seat = table.open_asks()[0].seat
        await scene.play(match, HOST if table.seats[seat].user == HOST.user else GUEST, plot)
        await scene.relay.pump()
    await scene.app.matches.resign(scene.key(), HOST, match=match)
    table = await scene.app.uow.read(match)
    notices = [notice for kind in (Kind.BOARD, Kind.WORD) for notice in scene.courier.of(kind)]
    private = {notice.user for notice in notices}
    public = {user for notice in notices if notice.user is None for user in notice.mention}
    await scene.app.rating_calculator.work()
    result = await scene.store.read(lambda tx: tx.results.get(match))

    assert Status.FINISHED is table.match.status
    assert GUEST.user in private
    assert GUEST.user not in public
    assert HOST.user in public
    assert result is not None
    assert Unrated.GUESTS is result.why


async def test_a_guest_has_not_left_the_server(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    They never were there: when their time is up, what was agreed happens; Discord isn't asked.
    """
    asked = []

    async def has_left(guild: GuildId, user: UserId) -> bool:
        asked.append(user)
        return True

    await share(scene)
    match = await scene.open(host=HOST, pace=PerMove(seconds=3600))
    await join(scene, match)
    monkeypatch.setattr(scene.app.uow.members, "has_left", has_left)
    table = await scene.app.uow.read(match)
    if table.seats[table.open_asks()[0].seat].user == HOST.user:
        await scene.play(match, HOST, "1")
    scene.clock.forward(hours=2)
    await scene.app.scheduler.sweep()
    after = await scene.app.uow.read(match)

    assert GUEST.user not in asked
    assert all(clock.offered is None for clock in after.clocks)


async def test_bars_of_both_servers_hold(scene: Scene) -> None:
    """
    A guest who is barred on either one doesn't come; nor does a guest where somebody sits who is barred on theirs, nor
    somebody who is barred on a guest's.
    """
    await share(scene)
    match = await scene.open(seats=3, host=HOST)
    await bar(scene, AWAY, GUEST.user)
    with pytest.raises(Refusal, match="BARRED"):
        await join(scene, match)
    await scene.store.run(lambda tx: tx.moderation.drop_bar(AWAY, GUEST.user))
    await bar(scene, HOME, GUEST.user)
    with pytest.raises(Refusal, match="BARRED"):
        await join(scene, match)
    await scene.store.run(lambda tx: tx.moderation.drop_bar(HOME, GUEST.user))
    await bar(scene, AWAY, HOST.user)
    hidden = await shared(scene)
    with pytest.raises(Refusal, match="APART"):
        await join(scene, match)
    await scene.store.run(lambda tx: tx.moderation.drop_bar(AWAY, HOST.user))
    await bar(scene, AWAY, BEN.user)
    await join(scene, match)
    with pytest.raises(Refusal, match="APART"):
        await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.app.lobby.join(scene.key(), CLEO, match=match)

    assert [] == hidden


async def test_what_is_not_shared_is_not_joined(scene: Scene) -> None:
    """
    By the button of a list that has not changed yet; nor is a rematch opened by a guest.
    """
    await share(scene)
    match, other = await scene.open(host=HOST), await scene.open(seats=3, host=HOST)
    await join(scene, match)
    await scene.app.settings.set_server(PLACE, {"share": False})
    with pytest.raises(Refusal, match="NOT_SHARED"):
        await join(scene, other)
    await scene.app.matches.resign(scene.key(), GUEST, match=match)
    with pytest.raises(Refusal, match="GUEST"):
        await scene.app.lobby.rematch(scene.key(), GUEST, match=match)
    again = (await scene.app.lobby.rematch(scene.key(), HOST, match=match)).match

    assert () == (await scene.app.uow.read(again)).invites


async def test_lists_follow_what_is_shared(scene: Scene) -> None:
    """
    Within a look: what is opened and what is withdrawn, once each; the list's message shows both servers' matches.
    """
    await share(scene)
    for place in (PLACE, THERE):
        await scene.app.settings.set_server(place, {"openings": 88 + int(place.guild or 0)})
    looks = [await scene.app.shared_lists.sweep()]
    match = await scene.open(seats=3, host=HOST)
    looks += [await scene.app.shared_lists.sweep(), await scene.app.shared_lists.sweep()]
    scene.clock.forward(seconds=30)
    await scene.relay.pump()
    (listed,) = [each for each in scene.courier.listed[-2:] if each.place.guild == AWAY]
    await scene.app.settings.set_server(PLACE, {"share": False})
    looks.append(await scene.app.shared_lists.sweep())
    scene.clock.forward(seconds=timedelta(seconds=30).seconds)
    await scene.relay.pump()

    assert [0, 1, 0, 1] == looks
    assert [match] == [each.match for each in listed.matches or ()]
    assert () == [each for each in scene.courier.listed if each.place.guild == AWAY][-1].matches

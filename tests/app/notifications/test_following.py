"""Following a match: boards by direct message or in a channel, not too many, late in tournaments, and its end."""

from __future__ import annotations

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.preferences import Where
from bot.app.match.records import Actor
from bot.app.notifications.courier import Notice, Refused
from bot.app.notifications.following import MOST_FOLLOWED
from db.ids import ChannelId
from games.core.errors import Refusal
from games.core.text import say
from tests.app.notifications.test_notices import choose, pump, whispers
from tests.app.scene import ANN, BEN, CLEO, DORA, Permanent, Scene
from tests.app.tournaments.held import HOST, opened, signed

FEED = ChannelId(900)


async def sweep(scene: Scene, **forward: float) -> list[Notice]:
    """Let time pass and everything be told; return the boards that followers got by this."""
    before = len(scene.courier.of(Kind.WATCH))
    scene.clock.forward(**forward)
    await scene.app.following.sweep()
    await pump(scene)
    return scene.courier.of(Kind.WATCH)[before:]


async def test_a_follower_gets_the_newest_board_now_and_then(scene: Scene) -> None:
    """
    What is known already isn't sent; then one board at once, the next after a quarter of an hour, and only the newest.
    """
    match = await scene.match()
    await scene.app.following.follow(CLEO, match=match)
    known = await sweep(scene)
    await scene.play(match, ANN, "1")
    first = await sweep(scene)
    await scene.play(match, BEN, "2")
    await scene.play(match, ANN, "3")
    soon = await sweep(scene, minutes=5)
    later = await sweep(scene, minutes=10)
    quiet = await sweep(scene, hours=1)

    assert [] == known
    assert [CLEO.user] == [notice.user for notice in first]
    assert None is first[0].match_view.viewer
    assert [] == soon
    assert [True] == [notice.match_view.ply > first[0].match_view.ply for notice in later]
    assert [] == quiet


async def test_the_end_is_told_at_once_and_is_the_last(scene: Scene) -> None:
    """
    However short ago the last board was; then nobody follows the match.
    """
    match = await scene.match()
    await scene.app.following.follow(CLEO, match=match)
    await scene.play(match, ANN, "1")
    await sweep(scene)
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    end = await sweep(scene)

    assert [True] == [notice.match_view.outcome is not None for notice in end]
    assert () == await scene.app.following.list_followed(CLEO.user)
    assert [] == await sweep(scene, hours=1)


async def test_boards_of_a_tournament_are_a_round_late(scene: Scene) -> None:
    """
    As many turns old as there are seats; the end is told when it comes.
    """
    tournament = await opened(scene, rounds=1)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    pairing = (await scene.app.tournaments.view(tournament)).pairings[0]
    assert pairing.match is not None
    order = [{"Ann": ANN, "Ben": BEN}[name] for name in pairing.names]
    followed = await scene.app.following.follow(CLEO, match=pairing.match)
    start = (await scene.app.matches.view(pairing.match, None)).ply
    await scene.play(pairing.match, order[0], "1")
    first = await sweep(scene)
    after_one = (await scene.app.matches.view(pairing.match, None)).ply
    await scene.play(pairing.match, order[1], "2")
    await scene.play(pairing.match, order[0], "3")
    third = await sweep(scene, hours=1)
    await scene.app.matches.resign(scene.key(), order[0], match=pairing.match)
    end = await sweep(scene)

    assert followed.delayed
    assert [] == first
    assert start < after_one
    assert [after_one] == [notice.match_view.ply for notice in third]
    assert [True] == [notice.watch is not None and notice.watch.delayed for notice in third]
    assert [True] == [notice.match_view.outcome is not None for notice in end]


async def test_a_channel_follows_too(scene: Scene) -> None:
    """
    Its boards go to that channel and call nobody; a person's own way of following isn't touched.
    """
    match = await scene.match()
    await scene.app.following.follow(ANN, match=match, channel=FEED)
    await scene.app.following.follow(CLEO, match=match, spoilers=True)
    await scene.play(match, ANN, "1")
    told = await sweep(scene)
    stopped = await scene.app.following.stop(ANN.user, match=match, channel=FEED)

    assert [FEED] == [notice.place.channel for notice in told if notice.user is None]
    assert {(None, False), (CLEO.user, True)} == {
        (notice.user, notice.watch is not None and notice.watch.spoilers) for notice in told
    }
    assert stopped
    assert [CLEO.user] == [each.record.user for each in await scene.app.following.list_followed(CLEO.user)]


async def test_quiet_hours_hold_the_boards_back_and_the_newest_is_told_after_them(scene: Scene) -> None:
    """
    Of all that came meanwhile one board is sent.
    """
    await choose(scene, CLEO, zone="UTC", quiet="11:00-15:00")
    match = await scene.match()
    await scene.app.following.follow(CLEO, match=match)
    await scene.play(match, ANN, "1")
    first = await sweep(scene)
    await scene.play(match, BEN, "2")
    second = await sweep(scene, minutes=30)
    morning = await sweep(scene, hours=4)

    assert [] == [*first, *second]
    assert 1 == len(morning)
    assert morning[0].match_view.ply == (await scene.app.matches.view(match, None)).ply


@pytest.mark.parametrize("closes", [False, True], ids=["stopped", "closed"])
async def test_a_board_that_waits_is_not_sent_to_who_may_not_or_does_not_want_to_see_it(
    scene: Scene, *, closes: bool
) -> None:
    """
    Quiet hours hold it back; meanwhile the follower stops, or the host closes the match to watchers.
    """
    await choose(scene, CLEO, zone="UTC", quiet="11:00-15:00")
    match = await scene.match()
    await scene.app.following.follow(CLEO, match=match)
    await scene.play(match, ANN, "1")
    await sweep(scene)
    if closes:
        await scene.app.hosts.close(scene.key(), ANN, match=match, closed=True)
    else:
        await scene.app.following.stop(CLEO.user, match=match)
    morning = await sweep(scene, hours=5)

    assert [] == morning


async def test_boards_count_among_the_notices_of_a_day(scene: Scene) -> None:
    """
    Beyond them the newest is told on the next day, and no digest is made for it.
    """
    await choose(scene, CLEO, cap=1)
    match = await scene.match()
    await scene.app.following.follow(CLEO, match=match)
    await scene.play(match, ANN, "1")
    first = await sweep(scene)
    await scene.play(match, BEN, "2")
    second = await sweep(scene, hours=1)
    reach = await scene.store.read(lambda tx: tx.reach.get(CLEO.user))
    tomorrow = await sweep(scene, hours=13)

    assert (1, 0, 1) == (len(first), len(second), len(tomorrow))
    assert None is reach.digest


async def test_who_takes_no_direct_messages_follows_nothing_and_sees_why(scene: Scene) -> None:
    """
    Nobody is called in the match's thread instead; asking again begins anew.
    """
    match, other = await scene.match(), await scene.match()
    for each in (match, other):
        await scene.app.following.follow(CLEO, match=each)
    await scene.play(match, ANN, "1")
    scene.courier.closed = Refused(50007, say("app.undelivered_closed"))
    await sweep(scene)
    listed = await scene.app.following.list_followed(CLEO.user)
    called = [notice for notice in scene.courier.posts if CLEO.user in notice.mention]
    scene.courier.closed = None
    again = await scene.app.following.follow(CLEO, match=match)
    await scene.play(match, BEN, "2")
    next_day = await sweep(scene, hours=25)

    assert [True, True] == [each.record.stopped is not None for each in listed]
    assert [] == called
    assert again.refused
    assert [CLEO.user] == [notice.user for notice in next_day]


async def test_the_host_closes_a_match_and_followers_are_told(scene: Scene) -> None:
    """
    They follow it no more, nobody can look at it who doesn't play, and nobody can follow it, until it is opened.
    """
    match = await scene.match()
    await scene.app.following.follow(CLEO, match=match)
    await scene.play(match, ANN, "1")
    await scene.app.hosts.close(scene.key(), ANN, match=match, closed=True)
    told = await sweep(scene, hours=1)
    refused = []
    for look in (
        lambda: scene.app.matches.look(match, CLEO.user),
        lambda: scene.app.matches.log(match, CLEO.user),
        lambda: scene.app.history.turn(match, CLEO.user),
        lambda: scene.app.replays.reel(match, CLEO.user),
        lambda: scene.app.files.sheet(match, CLEO.user),
        lambda: scene.app.files.match_file(match, CLEO.user),
        lambda: scene.app.following.follow(CLEO, match=match),
    ):
        with pytest.raises(Refusal) as caught:
            await look()
        refused.append(caught.value.code)
    own = await scene.app.matches.look(match, BEN.user)
    await scene.app.hosts.close(scene.key(), ANN, match=match, closed=False)
    opened_again = await scene.app.matches.look(match, CLEO.user)

    assert [] == told
    assert [f"The host has closed match #{match} to watchers, so you don't follow it anymore."] == whispers(scene, CLEO)
    assert ["CLOSED"] * 7 == refused
    assert [True, False] == [view.viewer is not None for view in (own, opened_again)]


@pytest.mark.parametrize("actor", [BEN, CLEO])
async def test_only_the_host_closes_it(scene: Scene, actor: Actor) -> None:
    """
    Neither another player nor a watcher.
    """
    match = await scene.match()
    with pytest.raises(Refusal) as caught:
        await scene.app.hosts.close(scene.key(), actor, match=match, closed=True)

    assert "NOT_HOST" == caught.value.code


async def test_an_open_match_can_be_closed_and_so_is_its_rematch(scene: Scene) -> None:
    """
    After the end everybody may look at it.
    """
    match = await scene.open(seats=2)
    await scene.app.hosts.close(scene.key(), ANN, match=match, closed=True)
    again = await scene.app.hosts.close(scene.key(), ANN, match=match, closed=True)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    over = await scene.app.matches.look(match, CLEO.user)
    rematch = (await scene.app.lobby.rematch(scene.key(), ANN, match=match)).match

    assert "is closed to watchers" in scene.words(again.told[0])
    assert over.view is not None
    assert (await scene.app.matches.view(rematch, None)).match.closed


async def test_what_cannot_be_followed_is_refused(scene: Scene) -> None:
    """
    One's own match, one that is over, more than so many, and anything by who wants no notifications.
    """
    match = await scene.match()
    codes = []
    for actor in (ANN, DORA):
        if actor is DORA:
            await choose(scene, DORA, where=str(Where.SILENCE))
        with pytest.raises(Refusal) as caught:
            await scene.app.following.follow(actor, match=match)
        codes.append(caught.value.code)
    gone = await scene.open(host=DORA)
    await scene.app.lobby.cancel(scene.key(), DORA, match=gone)
    for channel in range(MOST_FOLLOWED):
        await scene.app.following.follow(ANN, match=match, channel=ChannelId(900 + channel))
    places: tuple[ChannelId | None, ...] = (None, ChannelId(1))
    for actor, wanted, place in zip((CLEO, ANN), (gone, match), places, strict=True):
        with pytest.raises(Refusal) as caught:
            await scene.app.following.follow(actor, match=wanted, channel=place)
        codes.append(caught.value.code)

    assert ["PLAYER", "SILENT", "CANCELLED", "TOO_MANY"] == codes


async def test_a_feed_that_fails_ends(scene: Scene) -> None:
    """
    Where nothing can be posted nothing is tried again, and the list says since when.
    """
    match = await scene.match()
    await pump(scene)
    await scene.app.following.follow(ANN, match=match, channel=FEED)
    await scene.play(match, ANN, "1")
    await pump(scene, seconds=5)
    scene.courier.before = [Permanent(50013, say("app.undelivered_permission"))]
    await sweep(scene, hours=1)
    listed = await scene.app.following.list_followed(ANN.user)

    assert [True] == [each.record.stopped is not None for each in listed]
    assert [] == await sweep(scene, hours=1)

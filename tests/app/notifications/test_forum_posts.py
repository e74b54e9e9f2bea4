"""The place of a match is a post of a forum, which brings its card along."""

from __future__ import annotations

from bot.app.changes.outbox import Kind
from bot.app.match.records import MessageRef
from db.ids import ChannelId, MessageId
from tests.app.scene import ANN, BEN, PLACE, THREAD, Scene


async def test_in_a_forum_the_card_of_the_post_is_the_matchs_card(scene: Scene) -> None:
    """
    What the place has brought along is edited from then on; the card in the channel is left.
    """
    scene.courier.forum = True
    match = await scene.match()
    await scene.relay.pump()
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    await scene.relay.pump()

    assert [MessageRef(ChannelId(5001), MessageId(5001))] == [ref for _notice, ref in scene.courier.edits]


async def test_in_a_servers_forum_a_match_has_its_post_when_it_is_opened(scene: Scene) -> None:
    """
    Its card is edited there from then on, and it is played there. A private match has none before it starts.
    """
    await scene.app.settings.set_server(PLACE, {"forum": 66})
    scene.courier.forum = True
    match, private = await scene.open(), await scene.open(private=True)
    await scene.relay.pump()
    places = [(await scene.app.matches.view(each, None)).match.thread for each in (match, private)]
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.relay.pump()

    assert [THREAD + match, None] == places
    assert {MessageRef(ChannelId(THREAD + match), MessageId(THREAD + match))} == {
        ref for _notice, ref in scene.courier.edits
    }
    assert [THREAD + match] == [notice.place.channel for notice in scene.courier.of(Kind.BOARD)]


async def test_without_a_forum_a_match_that_waits_has_no_thread(scene: Scene) -> None:
    """
    Nor where matches are played in the channel itself.
    """
    first = await scene.open()
    await scene.app.settings.set_server(PLACE, {"threads": False, "forum": 66})
    second = await scene.open()
    await scene.relay.pump()

    assert [None, None] == [(await scene.app.matches.view(each, None)).match.thread for each in (first, second)]


async def test_no_post_is_asked_for_once_a_match_is_canceled(scene: Scene) -> None:
    """
    Canceled before the bot came to it, it has neither card nor post.
    """
    await scene.app.settings.set_server(PLACE, {"forum": 66})
    match = await scene.open()
    await scene.app.lobby.cancel(scene.key(), ANN, match=match)
    await scene.relay.pump()

    assert None is (await scene.app.matches.view(match, None)).match.thread
    assert [] == scene.courier.of(Kind.CARD)

"""The place of a match is a post of a forum, which brings its card along."""

from __future__ import annotations

from bot.app.match.records import MessageRef
from db.ids import ChannelId, MessageId
from tests.app.scene import ANN, Scene


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

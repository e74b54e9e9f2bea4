"""Matches in the posts of a forum, and in the threads of an announcement channel, played over the wire."""

from __future__ import annotations

import pytest

from tests.standin.client import Control
from tests.wire.bot import Bot
from tests.wire.troubles import NOTHING_WRONG, begun, left, play

pytestmark = pytest.mark.timeout(300)
USERS = ["user1", "user2"]


async def test_a_match_is_a_post_of_the_servers_forum(control: Control, bot: Bot) -> None:
    """
    The forum requires a tag; without one that the bot may set it is not taken. The post's card is the match's card.
    """
    bare = await control.create("forum", "bare", tags=["!Staff"], require_tag=True)
    await control.fault("rights", channel="bare", remove=["MANAGE_THREADS"])
    forum = await control.create("forum", "posts", tags=["Grumpf", "Grunn"], require_tag=True)
    refused = await control.interact("user1", "tables", f"/settings forum:{bare['id']}")
    settings = await control.interact("user1", "tables", f"/settings forum:{forum['id']}")
    match = await begun(control, bot, USERS)
    post = next(one for one in (await control.world())["guilds"][0]["threads"] if one["id"] == match.place)
    head = next(one for one in await control.messages(match.place) if one.id == match.place)
    card = next(one for one in await control.messages("tables") if f"#{match.number}" in one.text and not one.ephemeral)
    ended = await control.interact("user1", match.place, "/settings threads:thread")

    assert "nothing was changed" in refused.message.text
    assert "requires a tag" in refused.message.text
    assert f"its own post in <#{forum['id']}>" in settings.message.text
    assert "⚠️" not in settings.message.text
    assert (forum["id"], [forum["available_tags"][1]["id"]]) == (post["parent_id"], post["applied_tags"])
    assert {"standin", *USERS} == set(post["members"])
    assert f"#{match.number}" in head.text
    assert (f"<#{match.place}>" in card.text, []) == (True, card.ids())
    assert "in its own thread" in ended.message.text
    assert NOTHING_WRONG == await left(match, bot)


async def test_a_match_in_an_announcement_channel(control: Control, bot: Bot) -> None:
    """
    Its thread is of the type that the channel takes.
    """
    await control.create("announcement", "news")
    match = await begun(control, bot, USERS, channel="news")
    thread = next(one for one in (await control.world())["guilds"][0]["threads"] if one["id"] == match.place)

    assert 10 == thread["type"]
    assert await play(match, turns=1) >= 1
    assert NOTHING_WRONG == await left(match, bot)

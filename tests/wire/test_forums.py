"""Matches in the posts of a forum, and in the threads of an announcement channel, played over the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from tests.standin.client import Control, Seen
from tests.wire.bot import Bot
from tests.wire.matches import Match
from tests.wire.players import held
from tests.wire.troubles import NOTHING_WRONG, begun, left, play

pytestmark = pytest.mark.timeout(300)
USERS = ["user1", "user2"]


async def test_a_match_is_a_post_of_the_servers_forum(control: Control, bot: Bot) -> None:
    """
    The forum requires a tag; without one that the bot may set it is not taken. The post is there while the match waits
    for players, who join in it, and it is played there. Its card is the match's card.
    """
    bare = await control.create("forum", "bare", tags=["!Staff"], require_tag=True)
    await control.fault("rights", channel="bare", remove=["MANAGE_THREADS"])
    tags = ["Grumpf", "Grunn", "Open", "Running", "Finished"]
    forum = await control.create("forum", "posts", tags=tags, require_tag=True)
    refused = await control.interact("user1", "tables", f"/settings forum:{bare['id']}")
    settings = await control.interact("user1", "tables", f"/settings forum:{forum['id']}")
    match, card = await _open(control)
    waiting = await _tags(control, forum)
    link = f"<#{match.place}>"
    pointer = await control.until("tables", lambda one: link in one.text, public=True, seconds=20)
    await _join(control, match, card)
    post = next(one for one in (await control.world("guilds"))["guilds"][0]["threads"] if one["id"] == match.place)
    head = next(one for one in await control.messages(match.place) if one.id == match.place)
    running = await _tags(control, forum)
    ended = await control.interact("user1", match.place, "/settings threads:thread")

    assert "nothing was changed" in refused.message.text
    assert "requires a tag" in refused.message.text
    assert f"its own post in <#{forum['id']}>" in settings.message.text
    assert "⚠️" not in settings.message.text
    assert [["Grunn", "Open"]] == waiting
    assert [["Grunn", "Running"]] == running
    assert {"standin", *USERS} == set(post["members"])
    assert f"Grunn #{match.number}: User1, User2" == post["name"]
    assert f"#{match.number}" in head.text
    assert [] == pointer.ids()
    assert "in its own thread" in ended.message.text
    assert NOTHING_WRONG == await left(match, bot)


async def test_the_post_of_a_canceled_match_is_finished(control: Control, bot: Bot) -> None:
    """
    Its card has no buttons to join, its tag says that it is over.
    """
    forum = await control.create("forum", "canceled", tags=["Grunn", "Open", "Finished"])
    await control.interact("user1", "tables", f"/settings forum:{forum['id']}")
    match, card = await _open(control)
    await control.press("user1", card, str(held(card, "leave")[0]["custom_id"]))
    for _ in range(100):
        if [["Finished", "Grunn"]] == await _tags(control, forum):
            break
        await asyncio.sleep(0.1)
    head = next(one for one in await control.messages(match.place) if one.id == match.place)
    await control.interact("user1", "tables", "/settings threads:thread")

    assert [["Finished", "Grunn"]] == await _tags(control, forum)
    assert [] == held(head, "join")


async def test_a_post_deleted_while_its_match_waits(control: Control, bot: Bot) -> None:
    """
    The link in the channel becomes the card again, with *Join*. The match starts in a new post, to which it leads.
    """
    forum = await control.create("forum", "tidied", tags=["Grunn", "Open", "Running", "Finished"])
    await control.interact("user1", "tables", f"/settings forum:{forum['id']}")
    match, card = await _open(control)
    link = await control.until("tables", lambda one: f"<#{match.place}>" in one.text, public=True)
    await control.fault("delete_channel", channel=match.place)
    again = await control.until("tables", lambda one: one.id == link.id and bool(held(one, "join")), public=True)
    listed = await control.interact("user2", "tables", "/match list which:open to join")
    await control.press("user2", again, str(held(again, "join")[0]["custom_id"]))
    anew = await control.until(
        "tables", lambda one: one.id == link.id and "You'll find" in one.text, public=True, seconds=20
    )
    (post,) = [
        one for one in (await control.world("guilds"))["guilds"][0]["threads"] if one["parent_id"] == forum["id"]
    ]
    (head, *_) = [one for one in await control.messages(post["id"]) if one.id == post["id"]]
    await control.interact("user1", "tables", "/settings threads:thread")

    assert card.id != again.id
    assert f"#{match.number}" in listed.message.text
    assert f"<#{post['id']}>" in anew.text
    assert [["Grunn", "Running"]] == await _tags(control, forum)
    assert "Played in" not in head.text


async def test_the_bot_is_killed_after_the_post_was_made(control: Control, bot: Bot) -> None:
    """
    The answer was lost: the next start finds the post. There is one, the channel leads to it, and it is played there.
    """
    forum = await control.create("forum", "killed", tags=["Grunn", "Open", "Running", "Finished"])
    await control.interact("user1", "tables", f"/settings forum:{forum['id']}")
    await control.http_fault("reset", method="POST", path=f"/channels/{forum['id']}/threads", after=True)
    match, card = await _open(control)
    bot.kill()
    await control.fault("archive", thread=match.place)
    bot.start()
    await control.until_ready(seconds=60)
    await control.until("tables", lambda one: f"<#{match.place}>" in one.text, public=True)
    await _join(control, match, card)
    await control.interact("user1", "tables", "/settings threads:thread")

    assert [["Grunn", "Running"]] == await _tags(control, forum)
    assert 1 == sum("Players" in one.text for one in await control.messages(match.place))
    assert NOTHING_WRONG == await left(match, bot)


async def _open(control: Control) -> tuple[Match, Seen]:
    """A match of Grunn for two that waits for the second, once it has a post; the post's card."""
    before = {one["id"] for guild in (await control.world("guilds"))["guilds"] for one in guild["threads"]}
    await control.interact("user1", "tables", "/match new game:grunn seats:2")
    for _ in range(200):
        known = [one for guild in (await control.world("guilds"))["guilds"] for one in guild["threads"]]
        made = [one for one in known if one["id"] not in before]
        if made:
            break
        await asyncio.sleep(0.05)
    (post,) = made
    match = Match(control, int(post["name"].split("#")[1].split(":")[0]), game="grunn", users=USERS, place=post["id"])
    return match, await control.until(match.place, lambda one: bool(held(one, "join")), public=True)


async def _join(control: Control, match: Match, card: Seen) -> None:
    """The second player joins in the post, and two turns are made there."""
    await control.press("user2", card, str(held(card, "join")[0]["custom_id"]))
    await play(match, turns=2)


async def _tags(control: Control, forum: Mapping[str, Any]) -> list[list[str]]:
    """The names of each post's tags."""
    names = {str(tag["id"]): tag["name"] for tag in forum["available_tags"]}
    posts = [one for guild in (await control.world("guilds"))["guilds"] for one in guild["threads"]]
    posts = [one for one in posts if one["parent_id"] == forum["id"]]
    return [sorted(names[str(tag)] for tag in one["applied_tags"]) for one in posts]


async def test_a_match_in_an_announcement_channel(control: Control, bot: Bot) -> None:
    """
    Its thread is of the type that the channel takes.
    """
    await control.create("announcement", "news")
    match = await begun(control, bot, USERS, channel="news")
    thread = next(one for one in (await control.world("guilds"))["guilds"][0]["threads"] if one["id"] == match.place)

    assert 10 == thread["type"]
    assert await play(match, turns=1) >= 1
    assert NOTHING_WRONG == await left(match, bot)

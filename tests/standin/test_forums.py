"""Announcement channels, forums, who comes into a thread how, AutoMod and slow mode."""

from __future__ import annotations

import time
from collections.abc import Awaitable

import discord
import pytest

from tests.standin.client import Control, NotPossible
from tests.standin.small_bot import SmallBot

PUBLIC, NEWS = discord.ChannelType.public_thread, discord.ChannelType.news_thread


async def _code(call: Awaitable[object]) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await call
    return refused.value.code


async def _text(bot: SmallBot, made: dict[str, str]) -> discord.TextChannel:
    found = await bot.fetch_channel(int(made["id"]))
    assert isinstance(found, discord.TextChannel)
    return found


async def _forum(bot: SmallBot, control: Control, what: str = "forum", **more: object) -> discord.ForumChannel:
    made = await control.create(what, "games", **more)
    found = await bot.fetch_channel(int(made["id"]))
    assert isinstance(found, discord.ForumChannel)
    return found


async def _users(control: Control) -> dict[str, int]:
    return {user["username"]: int(user["id"]) for user in (await control.world("users"))["users"]}


async def _members(control: Control, name: str) -> set[str]:
    found = (thread for guild in (await control.world("guilds"))["guilds"] for thread in guild["threads"])
    return set(next(thread["members"] for thread in found if thread["name"] == name))


async def test_threads_of_an_announcement_channel(bot: SmallBot, control: Control) -> None:
    """
    They are of a type of their own: another is 50024, at a message it comes by itself; in a text channel it is refused.
    """
    news = await _text(bot, await control.create("announcement", "news"))
    sent = await news.send("x")
    at_message = await sent.create_thread(name="#1")
    alone = await news.create_thread(name="#2", type=NEWS)

    assert 50024 == await _code(news.create_thread(name="#3", type=PUBLIC))
    assert 50024 == await _code(news.create_thread(name="#3"))
    assert 50024 == await _code(bot.place("tables").create_thread(name="#3", type=NEWS))
    assert [NEWS, NEWS] == [at_message.type, alone.type]


@pytest.mark.parametrize("what", ["forum", "media"])
async def test_a_forum_takes_posts_alone(bot: SmallBot, control: Control, *, what: str) -> None:
    """
    No message, no command in the channel itself; in a post both. The first message has the post's id.
    """
    forum = await _forum(bot, control, what)
    thread, message = await forum.create_thread(name="#5", content="board")

    assert 40058 == await _code(bot.get_partial_messageable(forum.id).send("x"))
    with pytest.raises(NotPossible, match="only in its posts"):
        await control.interact("user1", "games", "/grunn take count:1")
    assert thread.id == message.id
    assert str(thread.id) == (await control.interact("user1", "#5", "/grunn take count:1 loud:True")).message.channel_id


async def test_a_required_tag(bot: SmallBot, control: Control) -> None:
    """
    Without one 40067, or 40066 where there is none for the bot; a moderated one takes the right to manage threads.
    """
    forum = await _forum(bot, control, tags=["!Staff", "Grunn"], require_tag=True)
    staff, grunn = forum.available_tags
    post, _ = await forum.create_thread(name="a", content="x", applied_tags=[grunn])
    await forum.create_thread(name="b", content="x", applied_tags=[staff])

    assert [grunn.id] == [tag.id for tag in post.applied_tags]
    assert 40067 == await _code(forum.create_thread(name="c", content="x"))
    assert 50035 == await _code(forum.create_thread(name="c", content="x", applied_tags=[discord.ForumTag(name="x")]))
    await control.fault("rights", remove=["MANAGE_THREADS"])
    assert 50013 == await _code(forum.create_thread(name="c", content="x", applied_tags=[staff]))
    assert 40067 == await _code(forum.create_thread(name="c", content="x"))
    bare = await _forum(bot, control, tags=["!Staff"], require_tag=True)
    assert 40066 == await _code(bare.create_thread(name="c", content="x"))


async def test_who_comes_into_a_thread(bot: SmallBot, control: Control) -> None:
    """
    Added: with a line that notifies and stays. By an edit that mentions: without. A mention that may not notify: not.
    """
    users = await _users(control)
    thread = await bot.place("tables").create_thread(name="#6", type=PUBLIC)
    await thread.add_user(discord.Object(users["user2"]))
    line = (await control.messages("#6"))[-1]
    sent = await thread.send("players")
    loud = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(users["user3"])])
    await sent.edit(content=f"<@{users['user3']}> <@{users['user4']}>", allowed_mentions=loud)
    await thread.send(f"<@{users['user5']}>", allowed_mentions=discord.AllowedMentions.none())

    assert (1, ["user2"]) == (line.type, line.pinged)
    assert 50021 == await _code(thread.get_partial_message(int(line.id)).delete())
    assert {"standin", "user2", "user3"} == await _members(control, "#6")
    assert [1, 0, 0] == [message.type for message in await control.messages("#6")]
    assert [[], []] == [message.pinged for message in (await control.messages("#6"))[1:]]


async def test_a_stranger_is_not_mentioned_in(bot: SmallBot, control: Control) -> None:
    """
    Somebody who has left the server comes in by no mention, and cannot be added (10007).
    """
    users = await _users(control)
    thread = await bot.place("tables").create_thread(name="#7", type=PUBLIC)
    await control.fault("leave", who="user3")
    sent = await thread.send("players")
    await sent.edit(content=f"<@{users['user3']}>")

    assert {"standin"} == await _members(control, "#7")
    assert 10007 == await _code(thread.add_user(discord.Object(users["user3"])))


async def test_lines_of_the_system(bot: SmallBot, control: Control) -> None:
    """
    Pins and new names leave a line: that of a pin can be deleted, that of a name can't; nor who was taken out.
    """
    users = await _users(control)
    thread = await bot.place("tables").create_thread(name="#8", type=PUBLIC)
    await (await thread.send(f"<@{users['user2']}>")).pin()
    await thread.edit(name="#9")
    await thread.remove_user(discord.Object(users["user2"]))
    lines = {message.type: int(message.id) for message in await control.messages("#9") if message.type}
    await thread.get_partial_message(lines[6]).delete()

    assert {6, 4, 2} == set(lines)
    assert 50021 == await _code(thread.get_partial_message(lines[4]).delete())
    assert 50021 == await _code(thread.get_partial_message(lines[2]).delete())


async def test_automod(bot: SmallBot, control: Control) -> None:
    """
    Blocked words are refused in messages, edits, titles and posts, whole words or parts; not with Manage Server.
    """
    await control.settings(rates="loose")
    channel, forum = bot.place("tables"), await _forum(bot, control)
    sent = await channel.send("fine")
    thread = await channel.create_thread(name="a", type=PUBLIC)
    await control.fault("automod", words=["bad", "*worse*"])

    assert 200000 == await _code(channel.send("a BAD word"))
    assert 200000 == await _code(
        channel.send(view=discord.ui.LayoutView().add_item(discord.ui.TextDisplay("unworsened")))
    )
    assert 200000 == await _code(sent.edit(content="bad"))
    assert 200001 == await _code(channel.create_thread(name="bad", type=PUBLIC))
    assert 200001 == await _code(thread.edit(name="bad"))
    assert 200001 == await _code(forum.create_thread(name="bad", content="fine"))
    assert 200000 == await _code(forum.create_thread(name="fine", content="bad"))
    assert "badly" == (await channel.send("badly")).content
    await control.fault("rights", add=["MANAGE_GUILD"])
    assert "bad" == (await channel.send("bad")).content


async def test_slow_mode(bot: SmallBot, control: Control) -> None:
    """
    One message and one thread in so many seconds, for bots too; 20016 says how long to wait. Not with Bypass Slowmode.
    """
    channel = bot.place("tables")
    await control.fault("slow", channel="tables", seconds=40)
    await channel.send("one")
    await channel.create_thread(name="a", type=PUBLIC)
    began = time.monotonic()
    with pytest.raises(discord.RateLimited) as message:
        await channel.send("two")
    with pytest.raises(discord.RateLimited):
        await channel.create_thread(name="b", type=PUBLIC)
    refused = [one["answer"] for one in await control.requests(limit=1000) if one["status"] == 429]

    assert time.monotonic() - began < 5
    assert 30 < message.value.retry_after <= 40
    assert [20016, 20016] == [answer["code"] for answer in refused]
    with pytest.raises(NotPossible, match="slowmode"):
        [await control.say("user2", "tables", "hi") for _ in range(2)]
    await control.settings(slow_bots=False)
    await channel.send("three")
    await control.settings(slow_bots=True)
    await control.fault("rights", add=["BYPASS_SLOWMODE"])
    await channel.send("four")


async def test_tags_of_a_forum_that_is_made(bot: SmallBot, control: Control) -> None:
    """
    It takes the right to manage channels; up to 20 tags, each of 1 to 20 characters, no two alike (50035).
    """
    guild = bot.guilds[0]
    tags = [discord.ForumTag(name=name) for name in ("Open", "Running")]

    assert 50013 == await _code(guild.create_forum("games", available_tags=tags))
    await control.fault("rights", add=["MANAGE_CHANNELS"])
    for wrong in (["x" * 21], [""], ["a", "A"], [str(number) for number in range(21)]):
        bad = [discord.ForumTag(name=name) for name in wrong]
        assert 50035 == await _code(guild.create_forum("games", available_tags=bad))
    made = await guild.create_forum("games", available_tags=tags)
    again = await made.edit(available_tags=[*made.available_tags, discord.ForumTag(name="Grunn")])
    assert again is not None
    assert [tag.id for tag in made.available_tags] == [tag.id for tag in again.available_tags][:2]
    assert "Grunn" == again.available_tags[2].name


async def test_tags_of_a_post_are_changed(bot: SmallBot, control: Control) -> None:
    """
    By who opened it; up to five; not while it is archived (50083), unless it is opened with it.
    """
    forum = await _forum(bot, control, tags=[*"abcdef"])
    post, _ = await forum.create_thread(name="#1", content="x", applied_tags=forum.available_tags[:1])
    changed = await post.edit(applied_tags=forum.available_tags[1:3])
    assert isinstance(changed, discord.Thread)

    assert ["b", "c"] == [tag.name for tag in changed.applied_tags]
    assert 50035 == await _code(post.edit(applied_tags=forum.available_tags))
    await post.edit(archived=True)
    assert 50083 == await _code(post.edit(applied_tags=forum.available_tags[:1]))
    await post.edit(archived=False, applied_tags=forum.available_tags[:1])

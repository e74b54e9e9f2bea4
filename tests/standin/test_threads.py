"""Threads: opened three ways, joined, archived, locked, deleted, counted."""

from __future__ import annotations

from collections.abc import Awaitable

import discord
import pytest

from tests.standin.client import Control, NotPossible
from tests.standin.small_bot import SmallBot


async def _code(call: Awaitable[object]) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await call
    return refused.value.code


async def test_thread_from_message(bot: SmallBot, control: Control) -> None:
    """
    A thread at a message has the message's id; a second one is refused with 160004.
    """
    sent = await bot.place("tables").send("x")
    thread = await sent.create_thread(name="#142 Grunn", auto_archive_duration=1440)
    await thread.send("inside")

    assert sent.id == thread.id
    assert [21, 0] == [message.type for message in await control.messages("#142 Grunn")]
    assert 160004 == await _code(sent.create_thread(name="again"))


async def test_thread_without_message(bot: SmallBot, control: Control) -> None:
    """
    A public thread without a message leaves a notice in the channel; commands work inside, and see the thread.
    """
    thread = await bot.place("tables").create_thread(name="#1", type=discord.ChannelType.public_thread)
    outcome = await control.interact("user1", "#1", "/grunn take count:1 loud:True")

    assert [18] == [message.type for message in await control.messages("tables")]
    assert str(thread.id) == outcome.message.channel_id
    assert bot.guilds[0].get_thread(thread.id) is not None


async def test_private_thread_hides(bot: SmallBot, control: Control) -> None:
    """
    A private thread is seen by its members only; someone added is notified, a mention adds too.
    """
    users = {user["username"]: int(user["id"]) for user in (await control.world("users"))["users"]}
    assert 50013 == await _code(bot.place("tables").create_thread(name="#2"))
    await control.fault("rights", add=["CREATE_PRIVATE_THREADS"])
    thread = await bot.place("tables").create_thread(name="#2")
    await thread.add_user(discord.Object(users["user2"]))
    await thread.send(f"<@{users['user3']}>")

    assert ["user2"] == (await control.messages("#2", "user2"))[0].pinged
    assert 2 == len(await control.messages("#2", "user3"))
    with pytest.raises(NotPossible, match="doesn't see"):
        await control.messages("#2", "user4")


async def test_archived_thread(bot: SmallBot, control: Control) -> None:
    """
    Archived: edits, pins and new members are 50083, a new message opens it again.
    """
    users = {user["username"]: int(user["id"]) for user in (await control.world("users"))["users"]}
    thread = await bot.place("tables").create_thread(name="#3", type=discord.ChannelType.public_thread)
    sent = await thread.send("x")
    await control.fault("archive", thread="#3")

    assert 50083 == await _code(sent.edit(content="y"))
    assert 50083 == await _code(sent.pin())
    assert 50083 == await _code(thread.add_user(discord.Object(users["user2"])))
    with pytest.raises(NotPossible, match="archived"):
        await control.interact("user1", "#3", "/grunn take count:1")
    await thread.send("awake")
    await sent.edit(content="y")


async def test_locked_thread(bot: SmallBot, control: Control) -> None:
    """
    Locked and archived: a moderator's message is 50083 until it is opened; without MANAGE_THREADS 160005.
    """
    thread = await bot.place("tables").create_thread(name="#4", type=discord.ChannelType.public_thread)
    await thread.edit(archived=True, locked=True)

    assert 50083 == await _code(thread.send("x"))
    await thread.edit(archived=False)
    await thread.send("open, though locked")
    await control.fault("rights", remove=["MANAGE_THREADS"])
    assert 160005 == await _code(thread.send("x"))


async def test_idle_threads_are_archived(bot: SmallBot, control: Control) -> None:
    """
    A thread archives itself when its time without activity is over, and the bot hears of it.
    """
    channel = bot.place("tables")
    public = discord.ChannelType.public_thread
    await channel.create_thread(name="hour", auto_archive_duration=60, type=public)
    await channel.create_thread(name="week", auto_archive_duration=10080, type=public)
    await control.fault("clock", ahead_s=2 * 3600)
    archived = [thread.name async for thread in channel.archived_threads()]

    assert ["hour"] == archived
    assert ["week"] == [thread.name for thread in await bot.guilds[0].active_threads()]


async def test_archived_threads_are_listed_by_when_they_were_archived(bot: SmallBot, control: Control) -> None:
    """
    The one archived last first, whenever it was made; in pages.
    """
    channel = bot.place("tables")
    made = [await channel.create_thread(name=name, type=discord.ChannelType.public_thread) for name in "abc"]
    for at, thread in enumerate((made[1], made[2], made[0])):
        await control.fault("clock", ahead_s=60 * (at + 1))
        await thread.edit(archived=True)
    listed = [thread.name async for thread in channel.archived_threads()]
    raw = await bot.http.get_public_archived_threads(channel.id, limit=2)
    rest = await bot.http.get_public_archived_threads(
        channel.id, before=raw["threads"][-1]["thread_metadata"]["archive_timestamp"], limit=2
    )

    assert ["a", "c", "b"] == listed
    assert (["a", "c"], True) == ([each["name"] for each in raw["threads"]], raw["has_more"])
    assert (["b"], False) == ([each["name"] for each in rest["threads"]], rest["has_more"])


async def test_deleted_thread_and_cap(bot: SmallBot, control: Control) -> None:
    """
    A deleted thread is 10003; above the cap of active threads a new one is 160006.
    """
    channel, public = bot.place("tables"), discord.ChannelType.public_thread
    first = await channel.create_thread(name="a", type=public)
    await control.settings(active_threads=1)

    assert 160006 == await _code(channel.create_thread(name="b", type=public))
    await first.delete()
    assert 10003 == await _code(first.send("x"))
    assert "b" == (await channel.create_thread(name="b", type=public)).name


async def test_rights_to_open_threads(bot: SmallBot, control: Control) -> None:
    """
    Opening needs the right for that sort of thread, writing inside has a right of its own.
    """
    channel, public = bot.place("tables"), discord.ChannelType.public_thread
    thread = await channel.create_thread(name="a", type=public)
    await control.fault("rights", remove=["CREATE_PUBLIC_THREADS", "SEND_MESSAGES_IN_THREADS"])

    assert 50013 == await _code(channel.create_thread(name="b", type=public))
    assert 50013 == await _code(thread.send("x"))
    await channel.send("still allowed here")


async def test_forum_post(bot: SmallBot, control: Control) -> None:
    """
    A forum takes no messages, only posts: a thread with its first message.
    """
    made = await control.create("forum", "games")
    forum = bot.get_channel(int(made["id"])) or await bot.fetch_channel(int(made["id"]))
    assert isinstance(forum, discord.ForumChannel)
    thread, message = await forum.create_thread(name="#5", content="board")

    assert thread.id == message.channel.id
    assert ["board"] == [seen.text for seen in await control.messages("#5")]

"""Posts of a forum in which matches wait for players, and where they are played once they begin."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from bot.app.notifications.courier import Notice, Opened
from bot.edge.delivery.match_threads import MatchThreads
from db.records import Status
from tests.edge.delivery.server import Server


def _begun(notice: Notice, opened: Opened) -> Notice:
    """The start of a match of two that waited in a post."""
    record = replace(notice.match_view.match, thread=opened.thread)
    return replace(notice, nonce="o2", card=opened.card, match_view=replace(notice.match_view, match=record))


async def test_a_match_that_waits_has_a_post_and_is_played_there(server: Server) -> None:
    """
    Nobody is brought in before the start. The start makes no second post, and a repeat of it says nothing twice.
    """
    channel = await server.channel()
    server.settings["forum"] = await server.channel("forum")
    opened = await server.courier.open(await server.waiting(channel))
    assert opened is not None
    alone, before = (await server.thread())["members"], await server.seen(opened.thread)
    start = _begun(await server.notice(channel), opened)
    results = [await server.courier.open(start), await server.courier.open(start)]
    thread, messages = await server.thread(), await server.seen(opened.thread)

    assert (["standin"], 1, True) == (alone, len(before), bool(before[0].ids()))
    assert [Opened(opened.thread)] * 2 == results
    assert {"standin", "user2", "user3"} == set(thread["members"])
    assert "Grunn #142: Anna, Rude Bram" == thread["name"]
    assert 1 == sum("Players" in message.text for message in messages)


async def test_without_a_forum_that_can_be_used_a_match_waits_in_the_channel(server: Server) -> None:
    """
    It gets no thread before it starts, and its card is not pinned; it gets one at the start.
    """
    channel, forum = await server.channel(), await server.channel("forum")
    server.settings["forum"] = forum
    await server.control.fault("rights", channel=str(forum), remove=["SEND_MESSAGES"])
    refused = await server.courier.open(await server.waiting(channel))
    await server.control.fault("delete_channel", channel=str(forum))
    gone = await server.courier.open(await server.waiting(channel))
    before = await server.threads()
    opened = await server.courier.open(await server.notice(channel))

    assert (None, None, []) == (refused, gone, before)
    assert [] == await server.asked("/pins")
    assert opened is not None
    assert str(channel) == (await server.thread())["parent_id"]


async def test_a_post_deleted_while_a_match_waits_is_made_anew_at_the_start(server: Server) -> None:
    """
    The players come into the new one.
    """
    channel = await server.channel()
    server.settings["forum"] = await server.channel("forum")
    first = await server.courier.open(await server.waiting(channel))
    assert first is not None
    await server.control.fault("delete_channel", channel=str(first.thread))
    second = await server.courier.open(_begun(await server.notice(channel), first))
    assert second is not None
    thread = await server.thread()

    assert first.thread != second.thread
    assert str(second.thread) == thread["id"]
    assert second.card is not None
    assert {"standin", "user2", "user3"} == set(thread["members"])


async def test_a_post_locked_while_a_match_waits_stays_locked(server: Server) -> None:
    """
    The start is not held up: what can't be written there is told in the channel, as in any locked thread.
    """
    channel = await server.channel()
    server.settings["forum"] = await server.channel("forum")
    opened = await server.courier.open(await server.waiting(channel))
    assert opened is not None
    await server.control.fault("archive", thread=str(opened.thread), locked=True)
    again = await server.courier.open(_begun(await server.notice(channel), opened))
    thread = await server.thread()

    assert Opened(opened.thread) == again
    assert (True, True) == (thread["thread_metadata"]["archived"], thread["thread_metadata"]["locked"])


async def test_no_post_is_made_for_a_match_that_was_canceled(server: Server) -> None:
    """
    One that may have been made before is found, so that its card can say that the match is over.
    """
    channel = await server.channel()
    server.settings["forum"] = await server.channel("forum")
    waiting = await server.waiting(channel)
    record = replace(waiting.match_view.match, status=Status.CANCELLED)
    canceled = replace(waiting, match_view=replace(waiting.match_view, match=record))
    nothing = await server.courier.open(canceled)
    none = await server.threads()
    opened = await server.courier.open(waiting)

    assert (None, []) == (nothing, none)
    assert opened == await server.courier.open(canceled)


async def test_the_tags_of_a_post_that_the_client_does_not_know_are_set(server: Server) -> None:
    """
    An archived post isn't in the client's cache, where it would be after it was opened again; it is read.
    """
    channel = await server.channel()
    server.settings["forum"] = await server.channel("forum", tags=["Grunn", "Open", "Running"])
    waiting = await server.waiting(channel)
    opened = await server.courier.open(waiting)
    assert opened is not None
    before = (await server.thread())["applied_tags"]
    await server.control.fault("archive", thread=str(opened.thread))
    for _ in range(100):
        if server.client.get_channel(opened.thread) is None:
            break
        await asyncio.sleep(0.05)
    assert server.client.get_channel(opened.thread) is None
    threads = MatchThreads(server.client, server, threads=True)  # type: ignore[arg-type]  # servers' settings only
    await threads.tag(opened.thread, _begun(await server.notice(channel), opened).match_view)
    thread = await server.thread()
    (guild,) = (await server.control.world("guilds"))["guilds"]
    known = {tag["id"]: tag["name"] for one in guild["channels"] for tag in one.get("available_tags", ())}

    assert {"Grunn", "Open"} == {known[key] for key in before}
    assert {"Grunn", "Running"} == {known[key] for key in thread["applied_tags"]}

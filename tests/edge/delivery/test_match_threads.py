"""Where matches are played: announcement channels, forums, what a server's own rules refuse, and who comes in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.records import MessageRef, Place
from bot.app.notifications.courier import Opened, Permanent, Transient
from bot.edge.delivery.match_threads import players, thread_names
from bot.edge.limits import THREAD_NAME
from db.ids import GuildId, MessageId, NoticeId, UserId
from db.records import Status
from games.core.text import raw
from tests.edge.delivery.server import GRUNN, Server
from tests.edge.views import positions, view_of
from tests.standin.world import BOT, GUILD

PUBLIC, NEWS = 11, 10


# --- Who comes in ------------------------------------------------------------------------------------------


async def test_all_players_come_into_the_thread_and_nobody_is_pinged(server: Server) -> None:
    """
    Also those whom no board calls. They are brought in by an edit: adding them would notify, and leave a line each.
    """
    opened = await server.courier.open(await server.notice(await server.channel()))
    assert opened is not None
    thread, messages = await server.thread(), await server.seen(opened.thread)

    assert {"standin", "user2", "user3"} == set(thread["members"])
    assert [[], []] == [message.pinged for message in messages]
    assert [21, 0] == [message.type for message in messages]
    assert f"-# Players: <@{BOT + 2}> <@{BOT + 3}>" == messages[-1].text
    assert [] == await server.asked("/thread-members/")


async def test_who_has_left_the_server_keeps_nobody_out(server: Server) -> None:
    """
    The other comes in, the match is opened.
    """
    await server.control.fault("leave", who="user2")
    opened = await server.courier.open(await server.notice(await server.channel()))

    assert opened is not None
    assert {"standin", "user3"} == set((await server.thread())["members"])


async def test_a_repeat_finds_the_thread_and_says_nothing_twice(server: Server) -> None:
    """
    Also where AutoMod had it called otherwise, and where the players had not been brought in.
    """
    channel = await server.channel()
    await server.control.fault("automod", words=["rude"])
    notice = await server.notice(channel)
    await server.control.http_fault("error", method="POST", path="/channels/*/messages", status=403, code=50013)
    first = await server.courier.open(notice)
    again = [await server.courier.open(notice) for _ in range(2)]
    assert first is not None

    assert [first, first] == again
    assert {"standin", "user2", "user3"} == set((await server.thread())["members"])
    assert 1 == sum("Players" in message.text for message in await server.seen(first.thread))


async def test_players_who_cannot_be_brought_in_hold_up_nothing(server: Server) -> None:
    """
    A refusal is a line in the log; the thread is there.
    """
    notice = await server.notice(await server.channel())
    await server.control.http_fault("error", method="POST", path="/channels/*/messages", status=403, code=50013)

    assert await server.courier.open(notice) is not None
    assert ["standin"] == (await server.thread())["members"]


@pytest.mark.parametrize("called", [True, False])
async def test_a_newcomer_comes_in_and_who_left_is_seen_off(server: Server, *, called: bool) -> None:
    """
    By the mention that calls them; who wants none is brought in like all others.
    """
    notice = await server.notice(await server.channel())
    opened = await server.courier.open(notice)
    assert opened is not None
    there = replace(notice.match_view.match, thread=opened.thread)
    (_, bram) = notice.match_view.seats
    seats = (replace(notice.match_view.seats[0], user=UserId(BOT + 4)), bram)
    word = replace(
        notice,
        kind=Kind.WORD,
        id=NoticeId(2),
        nonce="o2",
        match_view=replace(notice.match_view, match=there, seats=seats),
        place=Place(GuildId(GUILD), opened.thread),
        text=raw("A new player."),
        joins=UserId(BOT + 4),
        leaves=UserId(BOT + 2),
        mention=(UserId(BOT + 4),) if called else (),
    )
    await server.courier.post(word)
    messages = await server.seen(opened.thread)

    assert {"standin", "user3", "user4"} == set((await server.thread())["members"])
    assert (["user4"] if called else []) == [name for message in messages for name in message.pinged]
    assert (1 if called else 2) == sum("Players" in message.text for message in messages)
    assert ["DELETE"] == await server.asked("/thread-members/")


# --- Announcement channels ---------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [True, False])
async def test_in_an_announcement_channel_the_thread_is_of_its_own_type(server: Server, *, card: bool) -> None:
    """
    At the card, and where that is gone: Discord takes no other type there.
    """
    opened = await server.courier.open(await server.notice(await server.channel("announcement"), card=card))

    assert opened is not None
    assert NEWS == (await server.thread())["type"]


async def test_a_channel_that_takes_no_threads_is_played_in(server: Server) -> None:
    """
    50024: the match goes on in the channel, its card pinned.
    """
    channel = await server.channel("announcement")
    notice = await server.notice(channel)
    await server.control.http_fault("error", method="POST", path="/channels/*/threads", status=400, code=50024)
    await server.control.http_fault(
        "error", method="POST", path="/channels/*/messages/*/threads", status=400, code=50024
    )

    assert await server.courier.open(notice) is None
    assert [True] == [message.pinned for message in await server.seen(channel) if message.type == 0]


async def test_where_a_server_wants_no_threads_only_those_that_have_to_be_are_made(server: Server) -> None:
    """
    A match is played in its channel; one of a tournament has a thread all the same.
    """
    server.settings["threads"] = False
    channel = await server.channel()

    assert await server.courier.open(await server.notice(channel)) is None
    assert await server.courier.open(await server.notice(channel, thread=True)) is not None


# --- Forums ------------------------------------------------------------------------------------------------


async def test_a_match_becomes_a_post_with_its_card_at_the_head(server: Server) -> None:
    """
    The post carries the game's tag. The card in the channel leads there; the card of the post is edited from then on.
    """
    channel = await server.channel()
    forum = await server.channel("forum", tags=["Walnut", "grunn!"], require_tag=True)
    server.settings["forum"] = forum
    notice = await server.notice(channel)
    opened = await server.courier.open(notice)
    assert opened is not None
    over = replace(notice.match_view.match, status=Status.FINISHED, thread=opened.thread)
    assert opened.card is not None
    await server.courier.edit(
        replace(notice, kind=Kind.CARD, match_view=replace(notice.match_view, match=over)), opened.card
    )
    thread = await server.thread()
    head, line = await server.seen(opened.thread)

    assert Opened(opened.thread, MessageRef(opened.thread, MessageId(opened.thread))) == opened
    assert (str(forum), PUBLIC) == (thread["parent_id"], thread["type"])
    assert "Grunn #142: Anna, Rude Bram" == thread["name"]
    assert 1 == len(thread["applied_tags"])
    assert (2, "Grunn #142" in head.text) == (head.versions, True)
    assert "Players" in line.text
    (old,) = await server.seen(channel)
    assert (f"<#{opened.thread}>" in old.text, []) == (True, old.ids())
    assert opened == await server.courier.open(notice)


async def test_a_repeat_leads_from_the_card_to_the_post(server: Server) -> None:
    """
    The answer to the post was lost: the card in the channel keeps no button of a match that has begun elsewhere.
    """
    channel = await server.channel()
    server.settings["forum"] = await server.channel("forum")
    notice = await server.notice(channel)
    await server.control.http_fault("error", method="POST", path="/channels/*/threads", after=True, status=400, code=1)
    with pytest.raises(Permanent):
        await server.courier.open(notice)
    opened = await server.courier.open(notice)
    assert opened is not None
    (old,) = await server.seen(channel)

    assert 1 == len(await server.threads())
    assert (f"<#{opened.thread}>" in old.text, []) == (True, old.ids())


@pytest.mark.parametrize("what", ["channel", "forum"])
async def test_a_repeat_finds_a_thread_that_was_archived_meanwhile(server: Server, *, what: str) -> None:
    """
    The answer was lost, and the bot comes back a week later: no second one is made, and it is opened again.
    """
    channel = await server.channel()
    if what == "forum":
        server.settings["forum"] = await server.channel("forum")
    notice = await server.notice(channel, card=what == "forum")
    await server.control.http_fault("error", method="POST", path="/channels/*/threads", after=True, status=400, code=1)
    with pytest.raises(Permanent):
        await server.courier.open(notice)
    made = await server.thread()
    await server.control.fault("archive", thread=made["id"])
    opened = await server.courier.open(replace(notice, since=datetime.now(UTC) - timedelta(days=7)))
    thread = await server.thread()

    assert opened is not None
    assert (made["id"], False) == (str(opened.thread), thread["thread_metadata"]["archived"])
    assert {"standin", "user2", "user3"} == set(thread["members"])


@pytest.mark.parametrize("locked", [False, True])
async def test_the_card_of_an_archived_post_is_edited_all_the_same(server: Server, *, locked: bool) -> None:
    """
    The post is opened for it; where it is locked against that the card stands in the channel from then on.
    """
    channel = await server.channel()
    server.settings["forum"] = await server.channel("forum")
    notice = await server.notice(channel)
    opened = await server.courier.open(notice)
    assert opened is not None
    assert opened.card is not None
    await server.control.fault("archive", thread=str(opened.thread), locked=locked)
    ref = await server.courier.edit(replace(notice, kind=Kind.CARD, nonce="c2"), opened.card)

    assert (channel if locked else opened.thread) == ref.channel
    assert (1 if locked else 2) == (await server.seen(opened.thread))[0].versions


@pytest.mark.parametrize(
    ("tags", "manages", "chosen"),
    [
        (["!Staff", "Other"], False, "Other"),
        (["!Staff", "Other"], True, "Staff"),
        (["!Grunn", "Other"], False, "Other"),
        (["Other", "!Grunn"], True, "Grunn"),
    ],
)
async def test_a_required_tag_is_the_games_else_the_first_that_the_bot_may_set(
    server: Server, *, tags: list[str], manages: bool, chosen: str
) -> None:
    """
    Moderated ones only with the right to manage threads.
    """
    forum = await server.channel("forum", tags=tags, require_tag=True)
    server.settings["forum"] = forum
    if not manages:
        await server.control.fault("rights", remove=["MANAGE_THREADS"])
    await server.courier.open(await server.notice(await server.channel()))
    (guild,) = (await server.control.world("guilds"))["guilds"]
    known = {tag["id"]: tag["name"] for one in guild["channels"] for tag in one.get("available_tags", ())}

    assert [chosen] == [known[key] for key in (await server.thread())["applied_tags"]]


async def test_without_need_no_other_games_tag_is_set(server: Server) -> None:
    """
    A tag that says nothing of the match is set only where one is required.
    """
    server.settings["forum"] = await server.channel("forum", tags=["Other"])
    await server.courier.open(await server.notice(await server.channel()))

    assert "applied_tags" not in await server.thread()


@pytest.mark.parametrize("trouble", ["tags", "gone", "rights"])
async def test_where_the_forum_takes_no_post_the_thread_is_in_the_channel(server: Server, *, trouble: str) -> None:
    """
    No tag that the bot may set, a forum that was deleted, or a right that it lacks there.
    """
    forum = await server.channel("forum", tags=["!Staff"], require_tag=True)
    server.settings["forum"] = forum
    await server.control.fault("rights", remove=["MANAGE_THREADS"])
    if trouble == "gone":
        await server.control.fault("delete_channel", channel=str(forum))
    if trouble == "rights":
        await server.control.fault("rights", channel=str(forum), remove=["SEND_MESSAGES"])
    channel = await server.channel()
    opened = await server.courier.open(await server.notice(channel))

    assert opened is not None
    assert opened.card is None
    assert str(channel) == (await server.thread())["parent_id"]


async def test_a_private_match_is_no_post(server: Server) -> None:
    """
    The forum would list it to everybody who sees that; it has its thread where it was opened.
    """
    server.settings["forum"] = await server.channel("forum")
    channel = await server.channel()
    notice = await server.notice(channel)
    private = replace(notice.match_view, match=replace(notice.match_view.match, private=True))
    opened = await server.courier.open(replace(notice, match_view=private))

    assert opened is not None
    assert opened.card is None
    assert str(channel) == (await server.thread())["parent_id"]


# --- AutoMod and slow mode ---------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["channel", "forum"])
async def test_a_title_that_automod_blocks_goes_without_names(server: Server, *, what: str) -> None:
    """
    A name may hold anything; the thread is then called by game and number, and the post's card numbers the players.
    """
    channel = await server.channel()
    server.settings["forum"] = await server.channel("forum") if what == "forum" else 0
    notice = await server.notice(channel)
    await server.control.fault("automod", words=["rude"])
    opened = await server.courier.open(notice)
    assert opened is not None

    assert "Grunn #142" == (await server.thread())["name"]
    assert ("Player 2" in (await server.seen(opened.thread))[0].text) == (what == "forum")


async def test_a_game_whose_name_is_blocked_is_played_in_the_channel(server: Server) -> None:
    """
    The plain title is tried once, then the match goes on without a thread.
    """
    notice = await server.notice(await server.channel())
    await server.control.fault("automod", words=["grunn"])

    assert await server.courier.open(notice) is None
    assert [] == await server.threads()


async def test_a_board_that_automod_blocks_goes_without_names(server: Server) -> None:
    """
    The match is not held up by what somebody calls themself; what holds no name is parked with a reason that says so.
    """
    channel = await server.channel()
    await server.control.fault("automod", words=["rude"])
    notice = await server.notice(channel, kind=Kind.BOARD, card=False)
    ref = await server.courier.post(notice)
    same = await server.courier.edit(notice, ref)
    (message,) = await server.seen(channel)
    await server.control.fault("automod", words=["*grunn*"])

    assert ref == same
    assert "Rude" not in message.text
    assert "Player 2" in message.text or "Player 1" in message.text
    with pytest.raises(Permanent, match="AutoMod"):
        await server.courier.post(replace(notice, id=NoticeId(3), nonce="o3"))


async def test_slow_mode_is_waited_for_as_long_as_discord_says(server: Server) -> None:
    """
    The relay is told how long; nothing sleeps in a request, and nothing is in doubt.
    """
    channel = await server.channel()
    notice = await server.notice(channel)
    await server.control.fault("slow", channel=str(channel), seconds=120)
    await server.courier.post(replace(notice, kind=Kind.CARD, nonce="o4", id=NoticeId(4)))

    with pytest.raises(Transient) as waiting:
        await server.courier.post(replace(notice, kind=Kind.CARD, nonce="o5", id=NoticeId(5)))

    assert waiting.value.after is not None
    assert 100 < waiting.value.after <= 120


def test_only_people_who_play_are_brought_in() -> None:
    """
    No computer players, nobody who has resigned, and each person once.
    """
    position, _ = next(positions(GRUNN, seats=2))
    seen = view_of(GRUNN, position)
    first, second = seen.seats
    anna = UserId(5)

    assert () == players(replace(seen, seats=(replace(first, user=None, level="easy"), replace(second, user=None))))
    assert () == players(replace(seen, seats=(replace(first, user=anna, resigned=True),)))
    assert (anna,) == players(replace(seen, seats=(replace(first, user=anna), replace(second, user=anna))))


def test_titles_keep_to_the_limit() -> None:
    """
    Names may be long and of several lines; what is cut ends with an ellipsis.
    """
    position, _ = next(positions(GRUNN, seats=2))
    seen = view_of(GRUNN, position)
    long = tuple(replace(seat, name="long\nname " * 20) for seat in seen.seats)
    full, bare = thread_names(replace(seen, seats=long))

    assert THREAD_NAME == len(full)
    assert "\n" not in full
    assert "Grunn #142" == bare


def test_discords_type_of_news_threads_is_the_one_of_the_library() -> None:
    """
    The number that announcement channels want.
    """
    assert (NEWS, PUBLIC) == (discord.ChannelType.news_thread.value, discord.ChannelType.public_thread.value)

"""Deliveries in the simulator: what is posted, and what each of Discord's refusals leads to."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from msgspec.structs import replace
from simcord.builders import ChannelHandle
from simcord.env import Env

from bot.app.changes.outbox import Kind
from bot.app.match.records import Place
from bot.app.notifications.courier import (
    Doubtful,
    Elsewhere,
    Notice,
    Opened,
    Permanent,
    PersonNotice,
    Refused,
    Transient,
)
from bot.edge.delivery.courier import DiscordCourier, marker_of
from bot.edge.delivery.retiring import files_of
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.limits import Code
from db.ids import ChannelId, GuildId, MatchId, NoticeId, UserId
from db.records import Status
from games.core.moves import Value
from games.core.registry import games
from games.core.text import raw, say
from tests.edge.payloads import check_all
from tests.edge.views import positions, view_of

GRUNN = games()["grunn"]


class OneServer:
    """Settings of the only server."""

    def __init__(self, *, threads: bool = False) -> None:
        """Play in threads, or in the channel."""
        self.threads = threads

    async def server(self, place: Place) -> Mapping[str, Value]:
        """Return them."""
        return {"threads": self.threads}


@dataclass
class Office:
    """A courier in a simulated server with one channel and one user."""

    env: Any
    courier: DiscordCourier
    settings: OneServer
    guild: Any
    channel: ChannelHandle
    user: Any

    def notice(self, kind: Kind = Kind.BOARD, *, number: int = 1, **changes: object) -> Notice:
        """Return a notice about a match of Grunn that has just begun."""
        position, _ = next(positions(GRUNN, seats=2))
        seen = view_of(GRUNN, position)
        record = replace(seen.match, guild=GuildId(self.guild.id), channel=ChannelId(self.channel.id))
        seats = tuple(replace(seat, user=UserId(self.user.id + seat.seat)) for seat in seen.seats)
        base = Notice(
            id=NoticeId(number),
            nonce=f"o{number}",
            marker=f"n{number}",
            kind=kind,
            match=MatchId(142),
            place=Place(GuildId(self.guild.id), ChannelId(self.channel.id)),
            match_view=replace(seen, match=record, seats=seats),
        )
        return replace(base, **changes)

    def messages(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """Return what stands in the channel."""
        return (channel or self.channel).history()

    async def read(self, item: discord.MediaGalleryItem) -> bytes:
        """Return the file of a picture."""
        data: bytes = await self.courier._client.http.get_from_cdn(item.media.url)
        return data

    def sent(self, method: str = "POST") -> list[dict[str, Any]]:
        """Return the bodies of the requests made so far."""
        return [entry.json for entry in self.env.http_requests if entry.method == method and entry.json]


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    """A courier, its client logged in."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=1)
    env = Env(client, check_errors=False)
    await env.start()
    try:
        guild = env.create_guild()
        channel = guild.create_text_channel("table")
        user = guild.add_member(env.create_user("anna"))
        settings = OneServer()
        courier = DiscordCourier(client, RenderPool(0), settings)  # type: ignore[arg-type]  # servers' settings only
        yield Office(env, courier, settings, guild, channel, user)
        assert [] == check_all(env)
    finally:
        await env.shutdown()


async def test_a_board_is_posted_with_its_nonce_and_mentions_nobody_else(office: Office) -> None:
    """
    The nonce goes with the message, and only the users named may be notified.
    """
    ref = await office.courier.post(office.notice(mention=(UserId(office.user.id),)))

    (message,) = office.messages()
    body = office.sent()[-1]
    assert ref.message == message.id
    assert "o1" == body["nonce"]
    assert body["enforce_nonce"]
    assert {"parse": [], "users": [office.user.id]} == body["allowed_mentions"]
    assert ["board-1.png"] == pictures(message)


async def test_an_edit_replaces_the_message(office: Office) -> None:
    """
    The card is one message, edited in place.
    """
    card = office.notice(Kind.CARD)
    ref = await office.courier.post(card)

    assert ref == await office.courier.edit(replace(card, id=NoticeId(2)), ref)
    assert 1 == len(office.messages())


async def test_a_message_that_was_deleted_is_posted_anew(office: Office) -> None:
    """
    10008: another message takes its place; retiring it is no error.
    """
    card = office.notice(Kind.CARD)
    ref = await office.courier.post(card)
    (message,) = office.messages()
    await message.delete()
    newer = await office.courier.edit(card, ref)
    await office.courier.retire(card, ref)

    assert newer != ref
    assert [newer.message] == [message.id for message in office.messages() if message.type.value == 0]
    assert [True] == [message.pinned for message in office.messages() if message.id == newer.message]


async def test_a_message_too_old_to_be_edited_often_is_posted_anew(office: Office) -> None:
    """
    30046: a new message instead, which takes over the pin.
    """
    card = office.notice(Kind.CARD)
    ref = await office.courier.post(card)
    office.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=Code.TOO_MANY_OLD_EDITS)
    newer = await office.courier.edit(card, ref)
    pins = {message.id: message.pinned for message in office.messages() if message.type.value == 0}

    assert newer != ref
    assert {ref.message: False, newer.message: True} == pins


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (Code.MISSING_PERMISSION, "“Send Messages”"),
        (Code.MISSING_ACCESS, "“View Channel”"),
        (Code.UNKNOWN_CHANNEL, "is gone"),
        (Code.INVALID_BODY, "bug in the bot"),
        (Code.BLOCKED_BY_AUTOMOD, "AutoMod"),
    ],
)
async def test_a_permanent_refusal_carries_a_sentence(office: Office, code: Code, sentence: str) -> None:
    """
    What will never work is parked with its reason, naming the right that is missing.
    """
    office.env.inject_error("POST", "/channels/*/messages", status=403, code=code, times=None)

    with pytest.raises(Permanent, match=sentence) as caught:
        await office.courier.post(office.notice())

    assert code == caught.value.code


@pytest.mark.parametrize(("status", "kind"), [(500, Doubtful), (503, Doubtful), (429, Transient)])
async def test_a_passing_failure_may_be_repeated(office: Office, status: int, kind: type[Exception]) -> None:
    """
    A 5xx may have had effect, a 429 has not.
    """
    office.env.inject_error("POST", "/channels/*/messages", status=status, times=None)

    with pytest.raises(kind):
        await office.courier.post(office.notice())


async def test_a_message_is_found_again_by_its_marker(office: Office) -> None:
    """
    After a doubtful failure the channel is looked through for the notice's own message.
    """
    before = discord.utils.utcnow()
    notice = office.notice(number=7)
    ref = await office.courier.post(notice)

    assert ref == await office.courier.find(notice, before.replace(year=2025))
    assert await office.courier.find(office.notice(number=8), before.replace(year=2025)) is None
    assert 1_000_007 == marker_of(notice)


async def test_b7_it_is_found_in_any_channel_to_which_it_was_sent(office: Office) -> None:
    """
    Also where the thread to which it was sent first is gone, and that by the bot only.
    """
    office.settings.threads = True
    opened = await office.courier.open(office.notice(Kind.OPEN))
    assert opened is not None
    thread = opened.thread
    other, before = office.guild.create_text_channel("other"), office.env.now()
    ref = await office.courier.post(office.notice(number=7))
    tried = (thread, ChannelId(other.id), ChannelId(office.channel.id))
    notice = office.notice(number=7, place=Place(GuildId(office.guild.id), thread), tried=tried)
    await office.courier._client.http.delete_channel(thread)

    assert ref == await office.courier.find(notice, before)
    assert await office.courier.find(replace(notice, tried=tried[:2]), before) is None


@pytest.mark.parametrize("code", [Code.THREAD_LOCKED, Code.UNKNOWN_CHANNEL])
async def test_b7_a_thread_that_takes_nothing_is_told_to_the_relay_before_it_is_posted_elsewhere(
    office: Office, code: Code
) -> None:
    """
    The relay notes the channel first, so that a post whose answer is lost is looked for there.
    """
    notice = office.notice(place=Place(GuildId(office.guild.id), ChannelId(office.channel.id + 1)))
    office.env.inject_error("POST", "/channels/*/messages", status=400, code=code)
    with pytest.raises(Elsewhere) as caught:
        await office.courier.post(notice)

    assert office.channel.id == caught.value.channel
    assert [] == office.messages()


async def test_b13_a_direct_message_is_found_in_the_direct_channel(office: Office) -> None:
    """
    A sentence of a match, and what tells a person beside any match.
    """
    before, user = office.env.now(), UserId(office.user.id)
    word = office.notice(Kind.WORD, number=4, text=raw("Your plan stopped."), user=user)
    test = PersonNotice(id=NoticeId(5), nonce="o5-x", marker="o5-x", kind=Kind.TEST, user=user, text=raw("A test."))
    refs = [await office.courier.post(word), await office.courier.reach(test)]

    assert refs == [await office.courier.find(word, before), await office.courier.find(test, before)]
    assert await office.courier.find(replace(test, id=NoticeId(6)), before) is None


@pytest.mark.parametrize(("status", "code"), [(401, 0), (400, 99999), (403, 40333)])
async def test_b9_a_refusal_of_unknown_meaning_is_not_sure(office: Office, status: int, code: int) -> None:
    """
    Only a code that says why it will never work parks a row at once.
    """
    office.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=3 if status == 400 else 1)
    with pytest.raises(Permanent) as unknown:
        await office.courier.post(office.notice())
    office.env.inject_error("POST", "/channels/*/messages", status=403, code=Code.MISSING_PERMISSION)
    with pytest.raises(Permanent) as known:
        await office.courier.post(office.notice())

    assert (False, True) == (unknown.value.sure, known.value.sure)


async def test_a_match_has_one_thread(office: Office) -> None:
    """
    A repeat of the opening finds the thread that was made.
    """
    office.settings.threads = True
    notice = office.notice(Kind.OPEN)
    first = await office.courier.open(notice)

    assert first is not None
    assert first == await office.courier.open(notice)
    assert 1 == len(office.channel.threads)


async def test_the_thread_hangs_under_the_card(office: Office) -> None:
    """
    The card stands at the thread's head; 160004 on a repeat leads to the same thread.
    """
    office.settings.threads = True
    card = await office.courier.post(office.notice(Kind.CARD))
    notice = office.notice(Kind.OPEN, card=card)

    assert Opened(ChannelId(card.message)) == await office.courier.open(notice)
    assert Opened(ChannelId(card.message)) == await office.courier.open(notice)
    office.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=Code.HAS_THREAD_ALREADY)
    other = replace(
        notice, match_view=replace(notice.match_view, match=replace(notice.match_view.match, id=MatchId(9)))
    )
    assert Opened(ChannelId(card.message)) == await office.courier.open(other)


@pytest.mark.parametrize("code", [Code.TOO_MANY_THREADS, Code.MISSING_PERMISSION])
async def test_without_a_thread_the_channel_serves(office: Office, code: Code) -> None:
    """
    160006 or a missing right: the match is played in the channel.
    """
    office.settings.threads = True
    office.env.inject_error("POST", "/channels/*/threads", status=400, code=code)

    assert await office.courier.open(office.notice(Kind.OPEN)) is None


async def test_by_the_servers_setting_there_is_no_thread(office: Office) -> None:
    """
    The channel itself, by the server's setting.
    """
    assert await office.courier.open(office.notice(Kind.OPEN)) is None
    assert [] == office.channel.threads


async def test_in_the_channel_the_card_is_pinned_until_the_end(office: Office) -> None:
    """
    Without a thread the card is pinned when play begins, once; the pin goes when the match is over.
    """
    notice = office.notice(Kind.CARD)
    ref = await office.courier.post(notice)
    opening = office.notice(Kind.OPEN, card=ref)
    await office.courier.open(opening)
    await office.courier.open(opening)
    await office.courier.edit(notice, ref)
    pinned = [message.id for message in office.messages() if message.pinned]
    over = replace(notice.match_view, match=replace(notice.match_view.match, status=Status.FINISHED))
    await office.courier.edit(replace(notice, match_view=over), ref)

    assert [ref.message] == pinned
    assert not any(message.pinned for message in office.messages())


async def test_in_a_thread_nothing_is_pinned(office: Office) -> None:
    """
    The thread keeps the match together; the channel's pins are left to its people.
    """
    office.settings.threads = True
    ref = await office.courier.post(office.notice(Kind.CARD))
    await office.courier.open(office.notice(Kind.OPEN, card=ref))

    assert not any(message.pinned for message in office.messages())


@pytest.mark.parametrize(("status", "code"), [(403, Code.MISSING_PERMISSION), (400, Code.TOO_MANY_PINS), (503, 0)])
async def test_without_the_right_to_pin_the_match_begins_all_the_same(office: Office, status: int, code: int) -> None:
    """
    A pin that Discord refuses (50013, 30003) or fails is a line in the log, never an error.
    """
    ref = await office.courier.post(office.notice(Kind.CARD))
    office.env.inject_error("PUT", "/channels/*/messages/pins/*", status=status, code=code, times=None)

    assert await office.courier.open(office.notice(Kind.OPEN, card=ref)) is None
    assert not any(message.pinned for message in office.messages())


async def test_an_archived_thread_is_opened_again(office: Office) -> None:
    """
    50083: the thread is opened again, and the board posted in it.
    """
    office.settings.threads = True
    opened = await office.courier.open(office.notice(Kind.OPEN))
    assert opened is not None
    thread = opened.thread
    notice = office.notice(place=Place(GuildId(office.guild.id), thread))
    office.env.inject_error("POST", "/channels/*/messages", status=400, code=Code.THREAD_ARCHIVED)
    ref = await office.courier.post(notice)

    assert thread == ref.channel


async def test_a_private_word_goes_by_direct_message(office: Office) -> None:
    """
    What concerns one person is told to that person alone, with a link to the match, also after a post in the server.
    """
    await office.courier.post(office.notice())
    posted = len(office.messages())
    word = office.notice(Kind.WORD, text=raw("Your plan stopped."), user=UserId(office.user.id))
    await office.courier.post(word)
    (message,) = office.messages(office.user.user.dm_channel)

    assert posted == len(office.messages())
    assert f"](https://discord.com/channels/{office.guild.id}/{office.channel.id})**\nYour plan" in shown(message)


async def test_a_question_in_a_direct_message_has_its_buttons(office: Office) -> None:
    """
    Whoever wants to be called in private decides there, too.
    """
    lack, stamp = raw("1 seat is free"), 60
    text = say("app.start_missed", title="Grunn", match=142, lack=lack, choice=raw(""), stamp=stamp)
    word = office.notice(Kind.WORD, text=text, user=UserId(office.user.id))
    await office.courier.post(word)
    (message,) = office.messages(office.user.user.dm_channel)
    view = discord.ui.LayoutView.from_message(message)
    labels = [part.label for part in view.walk_children() if isinstance(part, discord.ui.Button)]

    assert "but 1 seat is free" in shown(message)
    assert ["Later", "Cancel"] == labels


async def test_who_takes_no_direct_messages_is_told_to_the_relay(office: Office) -> None:
    """
    50007: nothing is posted where others read it; the relay notes it and calls the person another way.
    """
    word = office.notice(Kind.WORD, text=raw("Your secret plan stopped."), user=UserId(office.user.id))
    office.env.inject_error("POST", "/channels/*/messages", status=403, code=Code.NO_PRIVATE_MESSAGES)
    with pytest.raises(Refused, match="50007"):
        await office.courier.post(word)

    assert [] == office.messages()


@pytest.mark.parametrize("place", [None, "channel"])
async def test_a_person_is_told_beside_any_match(office: Office, place: str | None) -> None:
    """
    In private, or by a mention in a place that notifies nobody else.
    """
    where = Place(GuildId(office.guild.id), ChannelId(office.channel.id)) if place else None
    user = UserId(office.user.id)
    notice = PersonNotice(
        id=NoticeId(5), nonce="o5-x", marker="o5-x", kind=Kind.TEST, user=user, place=where, text=raw("A test.")
    )
    await office.courier.reach(notice)
    (message,) = office.messages() if place else office.messages(office.user.user.dm_channel)

    assert "A test." in shown(message)
    assert bool(place) == (f"<@{user}>" in shown(message))


def pictures(message: discord.Message) -> list[str]:
    """The names of the files that a message shows."""
    assert [] == message.attachments, "Discord names what a gallery shows in the gallery alone"
    return [name for _item, name in files_of(message)]


def shown(message: discord.Message) -> str:
    """The words of a message."""
    words: str = discord.ui.LayoutView.from_message(message).children[0].children[0].content  # type: ignore[attr-defined]
    return words

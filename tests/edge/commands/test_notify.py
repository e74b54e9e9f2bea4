"""/my notify by commands: choices, the test of delivery, health, and what goes by direct message."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.records import MatchLine, Place
from bot.app.notifications.courier import PersonNotice
from bot.edge.delivery.private import digest_post
from bot.edge.limits import Code
from db.ids import ChannelId, GuildId, MatchId, NoticeId, UserId
from db.records import Status
from tests.edge.payloads import components_of, faults_of, texts
from tests.edge.table import Table, asked, said, sit_down, words_in
from tests.games.tiny import TINY

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        yield table
        table.clean()


def direct(table: Table, seat: int) -> list[str]:
    """The direct messages to a member, oldest first."""
    messages: list[discord.Message] = table.members[seat].user.dm_channel.history()
    return [words_in(message) for message in sorted(messages, key=lambda message: message.id)]


@contextmanager
def relaying(table: Table) -> Iterator[None]:
    """Let the relay work beside, as in a running bot."""
    task = asyncio.create_task(table.relay.run())
    try:
        yield
    finally:
        task.cancel()


async def test_one_match_notifies_as_it_is_told(table: Table) -> None:
    """
    Chosen for it alone, shown, and taken back; the settings of all other matches stay.
    """
    chosen = await table.slash(0, "my notify match", where="dm", reminders="8", match="1")
    shown = await table.slash(0, "my notify match", match="1")
    silent = await table.slash(0, "my notify match", where="none", match="1")
    everywhere = await table.slash(0, "my notify show")
    usual = await table.slash(0, "my notify match", where="usual", match="1")

    assert chosen == shown
    assert "with a direct message only" in chosen
    assert "every 8 hours" in chosen
    assert "You aren't notified" in silent
    assert "with a mention in the match" in everywhere
    assert "with a mention in the match" in usual


async def test_choices_are_shown_as_they_stand(table: Table) -> None:
    """
    What is usual, then what was chosen; a number of hours is an interval of one's own.
    """
    usual = await table.slash(0, "my notify show")
    chosen = await table.slash(
        0, "my notify set", where="both", next=True, quiet="22:00-07:00", zone="UTC", digest=18, most=5, reminders="8"
    )
    off = await table.slash(0, "my notify set", quiet="off", digest=-1, reminders="never")

    assert "with a mention in the match" in usual
    assert "50%, 80%, and 95%" in usual
    for words in (
        "a mention and a direct message",
        "every 8 hours",
        "22:00 to 07:00",
        "at 18:00",
        "Up to 5 notifications",
    ):
        assert words in chosen
    assert "Quiet hours: none." in off
    assert "Daily digest: none." in off
    assert "never" in off


async def test_a_turn_is_told_by_direct_message_with_the_way_to_it(table: Table) -> None:
    """
    Who chose it is told in private too, in the same breath as the mention.
    """
    await table.slash(0, "my notify set", where="both")
    await table.slash(1, "my notify set", where="both")
    await table.press(1, "join")
    await table.work()
    seat = asked(await table.match())[0].seat
    (message,) = direct(table, seat)

    assert "it's your turn" in message
    assert "https://discord.com/channels/" in message
    assert any(f"<@{table.members[seat].id}>" in words for words in table.texts())


async def test_a_test_tells_what_arrives(table: Table) -> None:
    """
    Both messages arrive and the answer says so.
    """
    with relaying(table):
        result = await table.members[0].slash(table.channel, "my notify test")
    words = said(result)

    assert 2 == words.count("✅ delivered")
    assert "This is a test" in direct(table, 0)[-1]
    assert any(f"<@{table.members[0].id}> This is a test" in text for text in table.texts())


async def test_a_test_tells_what_fails(table: Table) -> None:
    """
    A refused direct message is told with Discord's code, and shown in the health view until one arrives.
    """
    private = f"/channels/{table.members[0].user.dm_channel.id}/messages"
    table.env.inject_error("POST", private, status=403, code=Code.NO_PRIVATE_MESSAGES)
    with relaying(table):
        words = said(await table.members[0].slash(table.channel, "my notify test"))
        health = said(await table.members[0].slash(table.channel, "my notify health"))
        await table.members[0].slash(table.channel, "my notify test")
    after = await table.slash(0, "my notify health")

    assert 1 == words.count("❌")
    assert "50007" in words or "refused" in words
    assert "50007" in health
    assert "50007" not in after


async def test_health_shows_the_server_to_its_staff_only(table: Table) -> None:
    """
    Members see what concerns them.
    """
    own = await table.slash(0, "my notify health")

    assert "### Your notifications" in own
    assert "None of your notifications have failed." in own
    assert "This server" not in own


async def test_health_shows_staff_what_failed_in_the_server(table: Table) -> None:
    """
    Who manages the server sees what could not be delivered, with match and reason, and how far behind the bot is.
    """
    role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    staff = table.guild.add_member(table.env.create_user("sam"), roles=[role])
    await table.press(1, "join")
    seat = asked(await table.match())[0].seat
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=Code.MISSING_ACCESS)
    await table.resign(seat)
    words = said(await staff.slash(table.channel, "my notify health"))

    assert "This server" in words
    assert "1 notification couldn't be delivered." in words
    assert "⚠️ #1 <t:" in words
    assert "View Channel" in words
    assert "No notifications are late" in words


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Choose at least one option"),
        ({"quiet": "22-7"}, "Set it first"),
        ({"zone": "Moon"}, "isn't a valid time zone"),
        ({"reminders": "sometimes"}, "isn't an interval"),
    ],
)
async def test_what_cannot_be_gets_a_private_sentence(table: Table, options: dict[str, Any], sentence: str) -> None:
    """
    The sentence says what is wrong; nothing is changed.
    """
    before = await table.slash(0, "my notify show")

    assert sentence in await table.slash(0, "my notify set", **options)
    assert before == await table.slash(0, "my notify show")


def test_a_digest_keeps_discords_limits() -> None:
    """
    With 200 matches it is cut, and says how many more there are.
    """
    lines = tuple(
        (
            "Grunn",
            MatchLine(
                match=MatchId(number),
                game="grunn",
                status=Status.RUNNING,
                names=("Anna " * 6, "Bram " * 6),
                free=0,
                waiting=("Anna " * 6,),
                yours=number < 9,
                due=NOW,
                place=Place(GuildId(1), ChannelId(2)),
                moved=NOW,
            ),
        )
        for number in range(200)
    )
    notice = PersonNotice(
        id=NoticeId(1), nonce="o1", marker="o1", kind=Kind.DIGEST, user=UserId(3), lines=lines, merged=4
    )
    post = digest_post(notice, marker=1_000_001)
    words = texts(components_of(post))

    assert [] == faults_of(post)
    assert "### 9 matches are waiting for you" in words
    assert "4 notifications were held back" in words
    assert "and 175 more" in words

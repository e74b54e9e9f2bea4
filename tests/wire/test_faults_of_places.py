"""Trouble with places and people: rights taken away, threads archived, things deleted, people gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.standin.client import Control
from tests.wire.bot import Bot
from tests.wire.matches import Match
from tests.wire.players import held
from tests.wire.troubles import NOTHING_WRONG, begun, called, in_channel, left, one_turn, play

PICTURES = True
"""Its bot draws; others do not (`bot` in `conftest.py`)."""

pytestmark = pytest.mark.timeout(300)
WRITE = ["SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"]
USERS = ["user1", "user2"]


@pytest.fixture(autouse=True)
async def _as_before(control: Control) -> AsyncIterator[None]:
    """Leave rights and limits as they were."""
    yield
    await control.fault("rights", add=WRITE)
    await control.settings(file_bytes=10 * 1024 * 1024, invalid_requests=10_000)
    for user in USERS:
        await control.fault("dms", user=user, closed=False)


async def test_a_right_taken_away(control: Control, bot: Bot) -> None:
    """
    Who is to move is told in private what the bot lacks, and so is who looks. Given again, the board comes at once.
    """
    match = await begun(control, bot, USERS)
    before = await match.board()
    await control.fault("rights", remove=WRITE)
    mover = await one_turn(match)
    told = await called(control, match)
    looked = await control.interact(mover, match.place, "/board")
    await control.fault("rights", add=WRITE)
    await match.board(after=before, patience=60)
    made = await play(match, turns=3)

    assert "Send Messages" in told.text
    assert "Send Messages" in looked.message.text
    assert made >= 3
    assert NOTHING_WRONG == await left(match, bot)


async def test_rights_that_change_all_the_time(control: Control, bot: Bot) -> None:
    """
    Another bot changes rights in the server again and again while ours may not post: what waits is not tried each time,
    so that Discord, which counts refusals, does not shut the bot out.
    """
    match = await begun(control, bot, USERS)
    before = (await control.world("invalid_requests"))["invalid_requests"]
    await control.settings(invalid_requests=before + 50)
    await control.fault("rights", remove=WRITE)
    await one_turn(match)
    await called(control, match)
    for change in ["remove", "add"] * 40:
        await control.fault("rights", who="user1", channel="lobby", **{change: ["ADD_REACTIONS"]})
        await asyncio.sleep(0.03)
    refused = (await control.world("invalid_requests"))["invalid_requests"] - before

    assert 1 <= refused <= 5


async def test_an_archived_thread(control: Control, bot: Bot) -> None:
    """
    The next board opens it again.
    """
    match = await begun(control, bot, USERS)
    before = await match.board()
    await control.fault("archive", thread=match.place)
    await one_turn(match, channel="tables")
    await match.board(after=before, patience=60)

    assert await play(match, turns=2) >= 2
    assert NOTHING_WRONG == await left(match, bot)


@pytest.mark.parametrize("kind", ["locked", "deleted"])
async def test_a_thread_that_is_gone(control: Control, bot: Bot, *, kind: str) -> None:
    """
    The match goes on in the channel that held its thread.
    """
    name = f"gone-{kind}"
    await control.create("channel", name)
    match = await begun(control, bot, USERS, channel=name)
    thread = match.place
    if kind == "locked":
        await control.fault("archive", thread=thread, locked=True)
    else:
        await control.fault("delete_channel", channel=thread)
    match.place = name
    await one_turn(match, channel=name)
    board = await match.board(patience=60)

    assert f"#{match.number}" in board.text
    assert await play(match, turns=2) >= 2
    assert NOTHING_WRONG == await left(match, bot, places=[thread] if kind == "locked" else [])


async def test_a_channel_deleted(control: Control, bot: Bot) -> None:
    """
    With the channel went the thread: who is to move is told in private, or if they take no messages, when they look.
    The turn made meanwhile stands, and the match can be played from another channel.
    """
    await control.create("channel", "doomed")
    match = await begun(control, bot, USERS, channel="doomed")
    await control.fault("delete_channel", channel=match.place)
    await control.fault("delete_channel", channel="doomed")
    mover = await one_turn(match, channel="lobby")
    match.place = "lobby"
    whom = await called(control, match)
    await control.fault("dms", user=mover)
    looked = await control.interact(mover, "lobby", f"/board match:#{match.number}")
    await one_turn(match, channel="lobby")
    found = await left(match, bot)

    assert "/move" in whom.text
    assert "is gone" in looked.message.text
    assert () == found.lost
    assert () == found.malformed


async def test_messages_deleted(control: Control, bot: Bot) -> None:
    """
    A board that somebody deletes comes again with the next turn, a card when something on it changes.
    """
    match = await begun(control, bot, USERS)
    board = await match.board()
    card = next(
        one
        for one in reversed(await control.messages("tables"))
        if f"#{match.number}" in one.text and not one.ephemeral
    )
    await control.fault("delete_message", message=board.id)
    await control.fault("delete_message", message=card.id)
    await one_turn(match)
    again = await match.board(after=board, patience=60)
    await stop_and_go_on(match)
    posted = await control.until(
        "tables", lambda one: int(one.id) > int(board.id) and f"#{match.number}" in one.text, seconds=60
    )

    assert int(again.id) > int(board.id)
    assert not posted.ephemeral
    assert await play(match, turns=2) >= 2
    assert NOTHING_WRONG == await left(match, bot, places=["tables"])


async def stop_and_go_on(match: Match) -> None:
    """Let staff stop the match for a moment, which its card shows."""
    for command in ("hold", "release"):
        outcome = await match.control.interact(
            "user1", match.place, f"/staff {command} match:{match.number}", wait_s=20
        )
        assert "⚠️" not in outcome.message.text, outcome.message.text


async def test_a_pinned_card_deleted(control: Control, bot: Bot) -> None:
    """
    Where matches are played in the channel itself the card is posted and pinned again, once something on it changes.
    """
    await control.create("guild", "Threadless", with_bot=True)
    channel = str((await control.create("channel", "plain", guild="Threadless"))["id"])
    await control.interact("user1", channel, "/settings threads:channel")
    match = await in_channel(control, channel)
    cards = [one for one in await control.messages(channel) if one.pinned]
    await match.board(patience=60)
    await control.fault("delete_message", message=cards[-1].id)
    await stop_and_go_on(match)
    again = await control.until(channel, lambda one: one.pinned and one.id != cards[-1].id, seconds=60)

    assert [f"#{match.number}" in one.text for one in (*cards, again)] == [True, True]
    assert NOTHING_WRONG == await left(match, bot)


async def test_a_server_is_greeted_once(control: Control, bot: Bot) -> None:
    """
    A server that adds the bot reads what it is and how to begin; added again, it isn't told twice.
    """
    await control.create("guild", "Newcomers", with_bot=True)
    greeting = await control.until("Newcomers/tables", lambda one: "Welcome to Longtable" in one.text, seconds=20)
    await control.fault("leave", guild="Newcomers")
    await control.fault("join", guild="Newcomers")
    await asyncio.sleep(1)
    found = await control.messages("Newcomers/tables")

    assert ["Set up", "Try a game"] == [part["label"] for part in greeting.controls]
    assert [greeting.id] == [one.id for one in found]


async def test_a_player_who_has_left_the_server(control: Control, bot: Bot) -> None:
    """
    The others play on as far as they are asked; who comes back finds their turn waiting.
    """
    match = await begun(control, bot, USERS)
    before = await match.board()
    gone = next(user for user in USERS if user not in match.asked(before))
    match.reader = next(user for user in USERS if user != gone)
    await control.fault("leave", who=gone)
    try:
        await one_turn(match)
        await match.board(after=before, patience=60)
    finally:
        await control.fault("join", who=gone)

    assert await play(match, turns=2) >= 2
    assert NOTHING_WRONG == await left(match, bot)


@pytest.mark.parametrize(("share", "pictures"), [(0.7, True), (0.01, False)])
async def test_pictures_too_large(control: Control, bot: Bot, *, share: float, pictures: bool) -> None:
    """
    Where a place takes no large files the boards and private panels come with smaller pictures, then in words.
    """
    match = await begun(control, bot, USERS)
    before = await match.board()
    await control.settings(file_bytes=int(max(each["size"] for each in before.attachments) * share))
    await one_turn(match)
    board = await match.board(after=before, patience=60)
    user = match.asked(board)[0]
    panel = await control.press(user, board, str(held(board, "play")[0]["custom_id"]), wait_s=30)
    looked = await control.interact(user, match.place, "/board", wait_s=30)
    shown = (board, panel.message, looked.message)

    assert [pictures] * 3 == [bool(one.attachments) for one in shown]
    assert all(one.text and not one.loading for one in shown)
    assert held(panel.message, "verb") or held(panel.message, "choose")
    assert await play(match, turns=2) >= 2
    assert NOTHING_WRONG == await left(match, bot)


async def test_the_bot_is_removed_and_added_again(control: Control, bot: Bot) -> None:
    """
    The match stands still meanwhile. Its board says so when the bot is back, and it is played on.
    """
    match = await begun(control, bot, USERS)
    before = await match.board()
    await control.fault("leave")
    await asyncio.sleep(0.5)
    await control.fault("join")
    board = await match.board(after=before, patience=60)
    made = await play(match, turns=3)

    assert "The bot couldn't be used on this server" in board.text
    assert made >= 3
    assert NOTHING_WRONG == await left(match, bot)

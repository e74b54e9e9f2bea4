"""Where only a person installed the app: on a server without the bot, and in group messages; and names by place."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.config import DATABASE_FILE
from games.core.registry import games
from tests.standin.app import Options, running
from tests.standin.client import Control, NotPossible, Outcome
from tests.standin.launch import free_port
from tests.standin.small_bot import aim
from tests.wire.inside import go_online

FOREIGN, GROUP = "Foreign/tables", "friends"
OUTSIDE = pytest.mark.parametrize("place", [FOREIGN, GROUP])


@pytest.fixture
async def control(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Control]:
    """The bot on its own server; *user1* has installed it, and is on another server and in a group without it."""
    options = Options(port=free_port(), data=tmp_path / "world.db")
    async with running(options) as stand, Control(stand.world.base) as control:
        aim(f"{control.url}/api/v10", monkeypatch)
        await control.settings(rates="loose")
        async with go_online(control, tmp_path, {"grunn": games()["grunn"]}):
            await control.create("guild", "Foreign", with_bot=False)
            await control.create("group", GROUP, users=["user1", "user2"])
            await control.fault("install", user="user1")
            yield control


def words(outcome: Outcome) -> str:
    """The private answer."""
    assert outcome.message.ephemeral
    assert [] == outcome.refusals
    return outcome.message.text


async def choose(control: Control, panel: Outcome) -> Outcome:
    """Choose the first that the first menu of a panel offers."""
    menu = next(part for part in panel.message.controls if part.get("options"))
    return await control.press(
        "user1", panel.message, menu["custom_id"], values=[menu["options"][0]["value"]], wait_s=5
    )


@OUTSIDE
async def test_practice_is_played_in_direct_messages(control: Control, place: str) -> None:
    """
    The answer says where; board and buttons are there, and the match goes on from the outside too, by panels.
    """
    opened = await control.interact("user1", place, "/play game:grunn level:easy")
    board = await control.until("dm:user1", lambda message: "Play" in [part.get("label") for part in message.controls])
    listed = await control.interact("user1", place, "/my matches")
    shown = await control.interact("user1", place, "/board")
    panel = await control.interact("user1", place, "/next")
    pressed = await choose(control, panel)
    wrong = [entry for entry in await control.requests() if entry["status"] >= 400]

    assert "can't post here" in words(opened)
    assert f"https://discord.com/channels/@me/{board.channel_id}" in words(opened)
    assert "#1 Grunn" in words(listed)
    assert "#1" in words(shown)
    assert pressed.kind in ("update", "deferred_update")
    assert [] == [(entry["method"], entry["path"], entry["status"]) for entry in wrong]


@OUTSIDE
async def test_what_has_to_be_posted_says_what_is_possible(control: Control, place: str) -> None:
    """
    Nothing is opened and nothing is tried there, nor results handed out; server commands are not even offered.
    """
    before = len(await control.requests())
    answer = words(await control.interact("user1", place, "/match new game:grunn seats:2"))
    tried = [entry["path"] for entry in (await control.requests())[before:] if "/channels/" in entry["path"]]
    results = words(await control.interact("user1", place, "/ratings results"))
    with pytest.raises(NotPossible):
        await control.interact("user1", place, "/tournament list")

    assert answer.startswith(
        "⚠️ Longtable isn't a member of this server" if place == FOREIGN else "⚠️ Longtable isn't part of this"
    )
    assert re.search(r"</play:\d+> opens a match against the computer in your direct messages\.", answer)
    assert results.startswith("⚠️ This command is about a server that has Longtable. Use it there. To play with others")
    assert "(https://discord.com/oauth2/authorize?client_id=" in results
    assert [] == tried
    assert "There are no matches" in words(await control.interact("user1", place, "/my matches"))


async def test_a_match_of_one_person_and_a_test_of_delivery(control: Control) -> None:
    """
    A match for oneself is opened in direct messages, too; the test of delivery doesn't try to post outside.
    """
    opened = words(await control.interact("user1", GROUP, "/match new game:grunn seats:2 practice:True"))
    card = await control.until("dm:user1", lambda message: "Join" in [part.get("label") for part in message.controls])
    tested = words(await control.interact("user1", GROUP, "/my notify test"))

    assert card.channel_id in opened
    assert "✅" in tested.splitlines()[0]
    assert "can't post here" in tested.splitlines()[1]


async def test_closed_direct_messages_leave_the_panel(control: Control) -> None:
    """
    Where direct messages are refused the match runs all the same; it is played from the answer's own button.
    """
    await control.fault("dms", user="user1")
    opened = await control.interact("user1", FOREIGN, "/play game:grunn level:easy")
    panel = await control.interact("user1", FOREIGN, "/next", wait_s=5)
    pressed = await choose(control, panel)

    assert re.search(r"use </next:\d+> and </board:\d+>", words(opened))
    async with asyncio.timeout(10):
        while "(50007)" not in words(await control.interact("user1", FOREIGN, "/match show")):
            await asyncio.sleep(0.1)

    assert pressed.kind in ("update", "deferred_update")
    assert [] == await control.messages("dm:user1")


async def test_names_are_those_of_the_place(control: Control, tmp_path: Path) -> None:
    """
    A match shows the nicknames of its server, whatever people are called where they act from, and follows new ones; a
    match in direct messages shows the account's name. Nicknames of a server without the bot are not kept.
    """
    await control.fault("rename", user="user1", name="Annie", guild="Longtable")
    await control.fault("rename", user="user1", name="Spy", guild="Foreign")
    await control.interact("user1", "tables", "/match new game:grunn seats:2")
    card = await control.until("tables", lambda message: "Grunn #1" in message.text)
    await control.interact("user1", FOREIGN, "/play game:grunn level:easy")
    private = await control.until("dm:user1", lambda message: "Grunn #2" in message.text)
    listed = words(await control.interact("user1", FOREIGN, "/match show match:1"))
    await control.fault("rename", user="user1", name="Ann II", guild="Longtable")
    await control.interact("user1", "tables", "/match seat computer level:easy")
    changed = await control.until("tables", lambda message: "Ann II" in message.text and not message.ephemeral)

    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        kept = database.execute("SELECT name FROM nickname").fetchall()

    assert "Annie" in card.text
    assert "Annie" in listed
    assert "User1" in private.text
    assert [("Ann II",)] == kept
    assert card.channel_id == changed.channel_id
    assert "Spy" not in card.text + private.text + listed + changed.text

"""A server is set up over the wire: what is made takes a right, is listed, follows the matches, and is taken away."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from tests.standin.client import Control, Seen
from tests.wire.bot import Bot
from tests.wire.troubles import begun

pytestmark = pytest.mark.timeout(300)


async def _forum(control: Control) -> dict[str, Any] | None:
    """The forum of the server, if there is one."""
    (guild,) = (await control.world("guilds"))["guilds"]
    found = [channel for channel in guild["channels"] if channel["type"] == 15]
    return found[0] if found else None


async def test_a_forum_is_made_used_and_removed(control: Control, bot: Bot) -> None:
    """
    Without the right the panel says how to grant it. The post's tags follow the match; removing names the posts first.
    """
    panel = (await control.interact("user1", "tables", "/setup")).message
    page = (await control.press("user1", panel, panel.custom_id("Start"))).message
    plan = (await control.press("user1", page, page.custom_id("set:place"), values=["new"])).message
    refused = (await control.press("user1", plan, plan.custom_id("Make it"))).message
    before = await _forum(control)
    await control.fault("rights", add=["MANAGE_CHANNELS"])
    plan = (await control.press("user1", refused, refused.custom_id("set:place"), values=["new"])).message
    made = (await control.press("user1", plan, plan.custom_id("Make it"))).message
    page = (await control.press("user1", made, made.custom_id("Next"))).message
    plan = (await control.press("user1", page, page.custom_id("Make a channel"))).message
    await control.press("user1", plan, plan.custom_id("Make it"))
    forum = await _forum(control)
    assert forum is not None
    tags = {tag["id"]: tag["name"] for tag in forum["available_tags"]}
    match = await begun(control, bot, ["user1", "user2"])

    async def tagged() -> set[str]:
        (guild,) = (await control.world("guilds"))["guilds"]
        post = next(one for one in guild["threads"] if one["id"] == match.place)
        return {tags[number] for number in post["applied_tags"]}

    running = await tagged()
    asked = (await control.interact("user1", match.place, f"/match resign match:{match.number}")).message
    await control.press("user1", asked, asked.ids()[0])
    for _attempt in range(200):
        if "Finished" in await tagged():
            break
        await asyncio.sleep(0.1)
    finished = await tagged()
    result = await control.until("results", lambda seen: f"#{match.number}" in seen.text, seconds=20)
    report = (await control.interact("user1", "tables", "/setup")).message
    sure = (await control.press("user1", report, report.custom_id("Remove what it made"))).message
    gone = (await control.press("user1", sure, sure.custom_id("Remove it"))).message

    assert "Manage Channels" in refused.text
    assert "discord.com/oauth2/authorize" in refused.text
    assert before is None
    assert "Made: <#" in made.text
    assert {"Open", "Running", "Finished", "Grunn"} <= set(tags.values())
    assert ({"Running", "Grunn"}, {"Finished", "Grunn"}) == (running, finished)
    assert f"Played in <#{match.place}>" in result.text
    assert "1 post is deleted with it" in sure.text
    assert "1 message is deleted with it" in sure.text
    assert "is gone" in gone.text
    assert await _forum(control) is None


async def test_a_role_and_a_private_channel_are_made_and_removed(control: Control, bot: Bot) -> None:
    """
    The role takes a right of its own. The bot can give it; the channel for reports is closed to others.
    """
    page = await _at_step(control, "Roles from tournaments")
    plan = (await control.press("user1", page, page.custom_id("Make a champions' role"))).message
    refused = (await control.press("user1", plan, plan.custom_id("Make it"))).message
    await control.fault("rights", add=["MANAGE_ROLES", "MANAGE_CHANNELS"])
    page = await _at_step(control, "Roles from tournaments")
    plan = (await control.press("user1", page, page.custom_id("Make a champions' role"))).message
    made = (await control.press("user1", plan, plan.custom_id("Make it"))).message
    page = await _at_step(control, "Staff")
    plan = (await control.press("user1", page, page.custom_id("Make a channel"))).message
    private = (await control.press("user1", plan, plan.custom_id("Make it"))).message
    page = await _at_step(control, "Puzzle of the day")
    plan = (await control.press("user1", page, page.custom_id("Make a channel"))).message
    puzzles = (await control.press("user1", plan, plan.custom_id("Make it"))).message
    (guild,) = (await control.world("guilds"))["guilds"]
    roles = [role["name"] for role in guild["roles"]]
    report = (await control.interact("user1", "tables", "/setup")).message
    sure = (await control.press("user1", report, report.custom_id("Remove what it made"))).message
    gone = (await control.press("user1", sure, sure.custom_id("Remove it"))).message
    (after,) = (await control.world("guilds"))["guilds"]

    assert "Manage Roles" in refused.text
    assert "Made: <@&" in made.text
    assert "⚠️" not in made.text
    assert "Made: <#" in private.text
    assert "Made: <#" in puzzles.text
    assert "The puzzle of the day is posted in <#" in puzzles.text
    assert re.search(r"soon after <t:\d+:t>", puzzles.text)
    assert "Tournament champion" in roles
    assert "people who have it lose it" in sure.text
    assert "is gone" in gone.text
    assert "Tournament champion" not in [role["name"] for role in after["roles"]]


async def _at_step(control: Control, title: str) -> Seen:
    """The page of a step, by *Next* from the first."""
    page = (await control.interact("user1", "tables", "/setup")).message
    page = (await control.press("user1", page, page.custom_id("Start"))).message
    while title not in page.text:
        page = (await control.press("user1", page, page.custom_id("Next"))).message
    return page

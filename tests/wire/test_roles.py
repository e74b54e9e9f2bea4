"""Roles from tournaments and events for announced starts, over the wire: each takes a right, and comes with it."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from db.tournaments.records import Format
from tests.standin.client import Control
from tests.standin.permissions import Right
from tests.wire.bot import Bot
from tests.wire.tournaments import Held

OPTIONAL = (Right.MANAGE_CHANNELS, Right.MANAGE_ROLES, Right.CREATE_EVENTS)
"""The rights that only what somebody chooses takes."""

pytestmark = pytest.mark.timeout(300)


async def _server(control: Control) -> dict[str, Any]:
    (guild,) = (await control.world("guilds"))["guilds"]
    return dict(guild)


async def _until(control: Control, role: str, *wanted: str) -> list[str]:
    """Who has a role, as soon as it is who is wanted, or after ten seconds."""
    for _attempt in range(100):
        found = list((await _server(control))["holders"].get(role, ()))
        if found == list(wanted):
            return found
        await asyncio.sleep(0.1)
    return found


async def _events(control: Control, count: int) -> list[tuple[int, str, str]]:
    """The events as soon as there are so many, or after 20 seconds: each with its status, name and place."""
    for _attempt in range(200):
        found = (await _server(control))["events"]
        if len(found) == count and all(event["status"] == 1 for event in found):
            break
        await asyncio.sleep(0.1)
    return [(each["status"], each["name"], each["entity_metadata"]["location"]) for each in found]


async def test_a_role_comes_with_the_right_and_goes_with_the_tournament(control: Control, bot: Bot) -> None:
    """
    `/setup` says which right is missing and where the bot's role must stand. Once both are mended the role is given.
    """
    await control.create("role", "Cup", position=9)
    chosen = (await control.interact("user1", "tables", "/settings participants:Cup")).message
    await control.fault("move_role", role="standin", position=10)
    cup = Held(control, bot, channel="tables", chance=random.Random(1))
    await cup.create("user1", Format.SWISS, name="Cup", game="greentown")
    await cup.say("user2", f"join tournament:{cup.number}")
    await cup.until(lambda: cup.one("SELECT 1 FROM outbox WHERE kind = 'role' AND state = 'parked'"), seconds=20)
    stuck = (await control.interact("user1", "tables", "/staff stuck", wait_s=20)).message
    without = await _until(control, "Cup")
    await control.fault("rights", add=["MANAGE_ROLES"])
    given = await _until(control, "Cup", "user2")
    shown = (await control.interact("user1", "tables", "/settings")).message
    await cup.say("user2", f"leave tournament:{cup.number}")

    assert "Missing permission “Manage Roles”" in chosen.text
    assert "stands above the bot's own role" in chosen.text
    assert "it needs the permission “Manage Roles”" in stuck.text
    assert ([], ["user2"]) == (without, given)
    assert "Manage Roles" not in shown.text
    assert [] == await _until(control, "Cup")


async def test_each_tournament_has_a_role_that_setup_takes_away(control: Control, bot: Bot) -> None:
    """
    It is made at the first sign-up and called as the tournament. `/setup` lists it, and *Remove* deletes it alone.
    """
    await control.fault("rights", remove=["MANAGE_ROLES"])
    chosen = (await control.interact("user1", "tables", "/settings roles:stays")).message
    await control.fault("rights", add=["MANAGE_ROLES"])
    cup = Held(control, bot, channel="tables", chance=random.Random(1))
    await cup.create("user1", Format.SWISS, name="Spring Cup", game="greentown")
    before = [*(await _server(control))["holders"]]
    await cup.say("user2", f"join tournament:{cup.number}")
    given = await _until(control, "Spring Cup", "user2")
    panel = (await control.interact("user1", "tables", "/setup", wait_s=20)).message
    asked = await control.press("user1", panel, label="Remove what it made", wait_s=20)
    words = asked.message.text
    done = await control.press("user1", asked.message, label="Remove it", wait_s=20)
    after = [*(await _server(control))["holders"]]
    await cup.say("user3", f"join tournament:{cup.number}")
    await asyncio.sleep(1)

    assert "Missing permission “Manage Roles”" in chosen.text
    assert ["user2"] == given
    assert "people who have it lose it" in words
    assert "What the bot had made is gone" in done.message.text
    assert before == after == [*(await _server(control))["holders"]]


async def test_an_announced_start_is_an_event(control: Control, bot: Bot) -> None:
    """
    It is made once the bot may, links to the match's card, and is called off with the match.
    """
    refused = (await control.interact("user1", "tables", "/settings calendar:yes")).message
    granted = int(refused.text.partition("permissions=")[2].partition("&")[0])
    await control.fault("rights", add=["CREATE_EVENTS"])
    await control.interact("user1", "tables", "/match new game:greentown seats:3", options={"starts": "2h"}, wait_s=20)
    card = await control.until("tables", lambda seen: "Starts <t:" in seen.text, public=True, seconds=20)
    planned = await _events(control, 1)
    number = planned[0][1].partition("#")[2]
    asked = await control.interact("user1", "tables", f"/match cancel match:{number}", wait_s=20)
    for part in asked.message.controls[:1]:
        await control.press("user1", asked.message, str(part["custom_id"]))
    for _attempt in range(150):
        statuses = [event["status"] for event in (await _server(control))["events"]]
        if statuses == [4]:
            break
        await asyncio.sleep(0.1)

    assert "Missing permission “Create Events”" in refused.text
    assert [Right.CREATE_EVENTS] == [each for each in OPTIONAL if granted & each]
    assert [1] == [status for status, _name, _place in planned]
    assert planned[0][2].endswith(f"/{card.id}")
    assert [4] == statuses

"""Roles of members and scheduled events: who may give and make them, and what Discord refuses."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from discord.http import HTTPClient

from tests.standin.client import Control
from tests.standin.small_bot import SmallBot


async def refused(call: Awaitable[Any]) -> int:
    """The code of a refusal."""
    with pytest.raises(discord.HTTPException) as error:
        await call
    return error.value.code


async def holders(control: Control, role: str) -> list[str]:
    """Who has a role."""
    (guild,) = (await control.world("guilds"))["guilds"]
    return list(guild["holders"][role])


async def test_roles_need_a_right_and_a_place_above(bot: SmallBot, control: Control) -> None:
    """
    Without MANAGE_ROLES, and for a role above the bot's own, it is 50013; @everyone and managed roles are 50028.
    """
    guild, http = bot.guilds[0], bot.http
    low, high = await control.create("role", "low"), await control.create("role", "high", position=9)
    user = next(iter(await guild.query_members("user2"))).id
    codes = [await refused(http.add_role(guild.id, user, low["id"]))]
    await control.fault("rights", add=["MANAGE_ROLES"])
    for who, role in ((user, high["id"]), (user, guild.id), (user, guild.me.top_role.id), (1, low["id"]), (user, 1)):
        codes.append(await refused(http.add_role(guild.id, who, role)))
    await http.add_role(guild.id, user, low["id"])
    await http.add_role(guild.id, user, low["id"])
    had = await holders(control, "low")
    await http.remove_role(guild.id, user, low["id"])
    left = await holders(control, "low")
    await control.fault("move_role", role="standin", position=10)
    await http.add_role(guild.id, user, high["id"])

    assert [50013, 50013, 50028, 50028, 10007, 10011] == codes
    assert (["user2"], []) == (had, left)
    assert ["user2"] == await holders(control, "high")


def event(starts: datetime, **more: object) -> dict[str, Any]:
    """The body of an event of two hours."""
    told = {"name": "Cup", "entity_type": 3, "privacy_level": 2, "entity_metadata": {"location": "here"}}
    ends = starts + timedelta(hours=2)
    return {**told, "scheduled_start_time": starts.isoformat(), "scheduled_end_time": ends.isoformat(), **more}


async def make(http: HTTPClient, guild: int, body: dict[str, Any]) -> int:
    """Make an event; its id."""
    return int((await http.create_guild_scheduled_event(guild, **body))["id"])


async def test_events_need_a_right_and_a_time_to_come(bot: SmallBot, control: Control) -> None:
    """
    Without CREATE_EVENTS it is 50013; a past time, no place, and no end are 50035.
    """
    guild, http = bot.guilds[0].id, bot.http
    soon = discord.utils.utcnow() + timedelta(hours=1)
    codes = [await refused(make(http, guild, event(soon)))]
    await control.fault("rights", add=["CREATE_EVENTS"])
    for body in (
        event(soon - timedelta(hours=3)),
        event(soon, entity_metadata={"location": ""}),
        event(soon, scheduled_end_time=None),
    ):
        codes.append(await refused(make(http, guild, body)))
    made = await make(http, guild, event(soon))
    listed = [int(each["id"]) for each in await http.get_scheduled_events(guild, False)]

    assert [50013, 50035, 50035, 50035] == codes
    assert [made] == listed


async def test_an_event_begins_and_ends_and_is_then_left_alone(bot: SmallBot, control: Control) -> None:
    """
    It goes from scheduled to active at its time and can't move then; what is over takes no change (180000).
    """
    guild, http = bot.guilds[0].id, bot.http
    await control.fault("rights", add=["CREATE_EVENTS"])
    soon = discord.utils.utcnow() + timedelta(hours=1)
    first, second = [await make(http, guild, event(soon)) for _ in range(2)]
    await http.edit_scheduled_event(guild, second, status=4)
    again = await refused(http.edit_scheduled_event(guild, second, name="Late"))
    skipped = await refused(http.edit_scheduled_event(guild, first, status=3))
    await control.fault("clock", ahead_s=3700)
    status = (await http.get_scheduled_event(guild, first, False))["status"]
    later = (soon + timedelta(hours=5)).isoformat()
    moved = await refused(http.edit_scheduled_event(guild, first, scheduled_start_time=later, scheduled_end_time=later))
    await http.edit_scheduled_event(guild, first, status=3)
    gone = await refused(http.get_scheduled_event(guild, 1, False))

    assert (180000, 50035, 2, 50035, 10070) == (again, skipped, status, moved, gone)
    assert [] == await http.get_scheduled_events(guild, False)


async def test_a_guild_has_a_hundred_events(bot: SmallBot, control: Control) -> None:
    """
    One more is 30038.
    """
    guild, http = bot.guilds[0].id, bot.http
    await control.settings(rates="loose")
    await control.fault("rights", add=["CREATE_EVENTS"])
    soon = discord.utils.utcnow() + timedelta(hours=1)
    for _ in range(100):
        await make(http, guild, event(soon))

    assert 30038 == await refused(make(http, guild, event(soon)))


async def test_roles_are_made_and_deleted_with_the_right_alone(bot: SmallBot, control: Control) -> None:
    """
    A new one stands below the bot's, has a name and no right that the bot lacks; one above the bot's stays.
    """
    guild, http = bot.guilds[0], bot.http
    high = await control.create("role", "high", position=9)
    codes = [await refused(http.create_role(guild.id, reason=None, name="x"))]
    await control.fault("rights", add=["MANAGE_ROLES"])
    role = await http.create_role(guild.id, reason=None, name="champion", permissions="0")
    codes.append(await refused(http.create_role(guild.id, reason=None, name="y", permissions="8")))
    codes.append(await refused(http.create_role(guild.id, reason=None, name="z" * 101)))
    codes.append(await refused(http.delete_role(guild.id, high["id"])))
    user = next(iter(await guild.query_members("user2"))).id
    await http.add_role(guild.id, user, role["id"])
    held = await holders(control, "champion")
    await http.delete_role(guild.id, role["id"])
    codes.append(await refused(http.delete_role(guild.id, role["id"])))

    assert [50013, 50013, 50035, 50013, 10011] == codes
    assert 1 == len(held)


async def test_a_private_channel_grants_no_right_that_the_bot_lacks(bot: SmallBot, control: Control) -> None:
    """
    What an exception allows or denies, the bot must have itself.
    """
    guild = bot.guilds[0]
    await control.fault("rights", add=["MANAGE_CHANNELS"])
    hidden, seen = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    beyond = discord.PermissionOverwrite(manage_webhooks=True)
    channel = await guild.create_text_channel("reports", overwrites={guild.default_role: hidden, guild.me: seen})
    code = await refused(guild.create_text_channel("more", overwrites={guild.me: beyond}))

    assert not channel.permissions_for(guild.default_role).view_channel
    assert channel.permissions_for(guild.me).view_channel
    assert 50013 == code


async def test_a_guild_has_250_roles(bot: SmallBot, control: Control) -> None:
    """
    One more is 30005.
    """
    guild, http = bot.guilds[0], bot.http
    await control.settings(rates="loose")
    await control.fault("rights", add=["MANAGE_ROLES"])
    for number in range(250 - len(await http.get_roles(guild.id))):
        await http.create_role(guild.id, name=f"role {number}", permissions=0)

    assert 30005 == await refused(http.create_role(guild.id, name="one more", permissions=0))

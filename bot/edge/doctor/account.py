"""Checks of what surrounds the messages: token, settings of the application, permissions, commands, clock, gateway."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, cast

import discord
from discord import http

from bot.config import ConfigError
from bot.edge.bot import LongtableBot
from bot.edge.developer_portal import find_missing
from bot.edge.doctor.checks import Check
from bot.edge.doctor.report import Outcome, Result, Skip
from bot.edge.doctor.session import Obj, Session
from bot.edge.interactions.responder import Responder
from bot.edge.platform.permissions import PERMISSIONS
from games.core.registry import games as installed

NOTICEABLE = timedelta(seconds=5)
"""So far our clock may be from Discord's before players see deadlines that are off."""
TOO_FAR = timedelta(minutes=5)
"""Beyond this, messages that may have been posted aren't found again."""
FEW_SESSIONS = 20
"""Connections to the gateway that may be left; an unsteady line takes so many within an hour."""


async def check_application(session: Session) -> Outcome:
    """The token is good; settings of the developer portal."""
    info = await session.client.application_info()
    missing = find_missing(info)
    words = f"The token belongs to the application {info.name} ({info.id})."
    if missing:
        return Outcome(Result.DIFFERS, words, lines=tuple(missing))
    return Outcome(Result.WORKS, f"{words} Nothing is missing in the developer portal.")


async def check_intents(session: Session) -> Outcome:
    """No privileged intent is needed."""
    flags = (await session.client.application_info()).flags
    names = ("gateway_presence", "gateway_guild_members", "gateway_message_content")
    extra = [
        name.removeprefix("gateway_") for name in names if getattr(flags, name) or getattr(flags, f"{name}_limited")
    ]
    if extra:
        return Outcome(Result.DIFFERS, f"Privileged intents are on: {', '.join(extra)}.")
    return Outcome(Result.WORKS, "No privileged intent is on.")


async def check_channel(session: Session) -> Outcome:
    """The test channel is one in which matches can be played; raises ConfigError where it can't be used at all."""
    try:
        found = await session.client.fetch_channel(session.channel_id)
    except discord.NotFound:
        raise ConfigError(
            f"There is no channel {session.channel_id}; right-click a text channel and choose “Copy Channel ID”."
        ) from None
    if not isinstance(found, discord.TextChannel):
        raise ConfigError(
            f"{session.channel_id} isn't a text channel of a server; use a text channel, not a thread or forum."
        )
    guild = await session.client.fetch_guild(found.guild.id)
    channel = await guild.fetch_channel(found.id)
    assert isinstance(channel, discord.TextChannel), "it was one a moment ago"
    session.channel = channel
    kind = "an announcement channel" if channel.is_news() else "a text channel"
    words = f"#{channel.name} is {kind} of the server {guild.name}."
    if channel.slowmode_delay:
        slow = f"{words} It has slow mode: one message in {channel.slowmode_delay} s."
        return Outcome(Result.DIFFERS, slow, "If Discord applies slow mode to bots, boards come late. Turn it off.")
    return Outcome(Result.WORKS, words)


async def check_permissions(session: Session) -> Outcome:
    """Each permission of the invite link, in the test channel."""
    channel = session.place()
    held = channel.permissions_for(await channel.guild.fetch_member(session.own))
    lacking = [each for each in PERMISSIONS if not getattr(held, each.key)]
    lines = tuple(f"{'missing' if each in lacking else 'granted'}: {each.name}, {each.use}" for each in PERMISSIONS)
    words = f"{len(PERMISSIONS) - len(lacking)} of {len(PERMISSIONS)} are granted:"
    return Outcome(Result.FAILS if lacking else Result.WORKS, words, lines=lines)


async def check_commands(session: Session) -> Outcome:
    """What Discord has registered is what this version would register."""
    route = http.Route("GET", "/applications/{application_id}/commands", application_id=session.application)
    found: Any = await session.client.http.request(route)
    if not found:
        raise Skip("No command is registered yet; the bot registers them at its first start.")
    own = own_commands()
    theirs = {command["name"]: command for command in found}
    wrong = [f"/{name} is missing" for name in own if name not in theirs]
    wrong += [f"/{name} doesn't belong to this version" for name in theirs if name not in own]
    wrong += [
        f"/{name}: {different}"
        for name, command in own.items()
        if name in theirs and (different := difference(command, theirs[name]))
    ]
    if wrong:
        return Outcome(
            Result.FAILS, f"{len(found)} are registered. These don't match this version:", lines=tuple(wrong)
        )
    return Outcome(Result.WORKS, f"{len(found)} are registered, and all match this version.")


def own_commands() -> dict[str, Obj]:
    """Return the commands of this version by name, as they are told to Discord."""
    bot = LongtableBot()
    nothing = cast("Any", None)  # commands look for services only when they are used
    bot.furnish(Responder(nothing, nothing, installed()))
    return {command.name: command.to_dict(bot.tree) for command in bot.tree.get_commands()}


def difference(ours: Mapping[str, Any], theirs: Mapping[str, Any], path: str = "") -> str:
    """Return where a command that Discord has differs from ours, "" if nowhere.

    What we leave to Discord (None) isn't compared; what is off Discord may leave out.
    """
    for key, value in ours.items():
        found = theirs.get(key)
        if value is None:
            continue
        if isinstance(value, list) and len(value) != len(found or ()):
            return f"{path} {key}: {len(found or ())} instead of {len(value)}".strip()
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for mine, other in zip(value, found or (), strict=True):
                below = difference(mine, other, f"{path} {mine.get('name', '')}".strip())
                if below:
                    return below
        elif _plain(value) != _plain(found):
            return f"{path} {key}".strip()
    return ""


def _plain(value: object) -> object:
    """Return a value as it is compared: numbers as text, lists in any order, off and absent alike."""
    if isinstance(value, list):
        return sorted(map(str, value))
    return str(value) if value else ""


async def check_clock(session: Session) -> Outcome:
    """Discord's clock against that of this computer."""
    ahead = session.traffic.ahead
    if ahead is None:
        raise Skip("Discord's answers didn't include the time.")
    off = abs(ahead)
    side = "ahead of" if ahead > timedelta() else "behind"
    words = f"Discord's clock is {off.total_seconds():.0f} s {side} this computer's."
    if off <= NOTICEABLE:
        return Outcome(Result.WORKS, "This computer's clock agrees with Discord's within seconds.")
    return Outcome(Result.FAILS if off > TOO_FAR else Result.DIFFERS, words)


async def check_gateway(session: Session) -> Outcome:
    """How often the bot may connect, and how many shards Discord wants; nothing connects for this."""
    told: Any = await session.client.http.request(http.Route("GET", "/gateway/bot"))
    limit = told["session_start_limit"]
    left, total, once = limit["remaining"], limit["total"], limit["max_concurrency"]
    words = (
        f"{left} of {total} connections are left for the next {limit['reset_after'] / 3_600_000:.1f} h, "
        f"{once} at a time; recommended shards: {told['shards']}."
    )
    if left < FEW_SESSIONS:
        return Outcome(Result.FAILS, words)
    if session.shard_count is not None and session.shard_count < told["shards"]:
        return Outcome(
            Result.DIFFERS, words, f"Set SHARD_COUNT to {told['shards']} or more; it is {session.shard_count}."
        )
    return Outcome(Result.WORKS, words)


async def check_limits(session: Session) -> Outcome:
    """The limits that answers told in this run."""
    shown = tuple(
        f"`{name}`: {route.words()}"
        for name, route in sorted(session.traffic.routes.items())
        if re.search(r"messages|callback|threads|webhooks", name)
    )
    if not shown:
        raise Skip("Nothing was posted.")
    refused = sum(route.refused for route in session.traffic.routes.values())
    words = f"Requests refused for being too fast (429): {refused}." if refused else "No request was too fast."
    return Outcome(Result.DIFFERS if refused else Result.WORKS, words, lines=shown)


BEFORE = (
    Check(
        "Token and application",
        "Ask for the application, and read its settings in the developer portal.",
        "The bot still works in servers that it is in. `docs/launch.md` says what each setting is for.",
        check_application,
    ),
    Check(
        "Intents",
        "Read which privileged intents are on.",
        "Switch them off under “Bot” in the developer portal; the bot uses none.",
        check_intents,
    ),
    Check(
        "Test channel",
        "Ask for the channel and its server.",
        "Add the bot to the server (`longtable invite`), and give it “View Channel” there.",
        check_channel,
    ),
    Check(
        "Permissions",
        "Compute the bot's permissions in the test channel from its roles and the channel's settings.",
        "Grant them to the bot's role, or open the link of `longtable invite` again.",
        check_permissions,
    ),
    Check(
        "Commands",
        "Compare the registered slash commands with those of this version.",
        "Start the bot: it registers commands that have changed. Its log says what Discord refuses.",
        check_commands,
    ),
    Check(
        "Clock",
        "Compare the time in Discord's answers with that of this computer.",
        "Sync this computer's clock with a time server: deadlines depend on it, and so does finding messages again.",
        check_clock,
    ),
    Check(
        "Gateway",
        "Ask how many connections are left, and how many shards Discord recommends.",
        "When none are left, the bot can't connect until that time is over. Find out what connects so often.",
        check_gateway,
    ),
)

AFTER = (
    Check(
        "Limits",
        "Read the rate limits that Discord's answers named during this run.",
        "No action needed: the bot waits as long as it is told. If there are many, another bot may use this token.",
        check_limits,
    ),
)

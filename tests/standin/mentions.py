"""Whom a message mentions, and whom it really notifies."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.standin import components
from tests.standin.model import Channel, Message
from tests.standin.permissions import Right
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def _ids(pattern: re.Pattern[str], texts: Sequence[str]) -> list[Snowflake]:
    found = [Snowflake(int(key)) for text in texts for key in pattern.findall(text)]
    return list(dict.fromkeys(found))


def settle(world: World, message: Message, *, channel: Channel, allowed: Obj | None) -> None:
    """Fill in a new message's mentions: only those that ``allowed_mentions`` lets through count and notify."""
    texts = [message.content, *components.texts(message.components)]
    rights = world.rights(message.author, channel)
    guild = world.guilds[channel.guild] if channel.guild is not None else None
    parse = None if allowed is None else set(allowed.get("parse") or ())
    users = {int(key) for key in (allowed or {}).get("users") or ()}
    roles = {int(key) for key in (allowed or {}).get("roles") or ()}
    message.mentions = [
        key for key in _ids(_USER, texts) if key in world.users and (parse is None or "users" in parse or key in users)
    ]
    replied = world.messages.get(message.reference.message) if message.reference is not None else None
    if replied is not None and (allowed is None or allowed.get("replied_user")) and message.kind.name == "REPLY":
        message.mentions = list(dict.fromkeys([*message.mentions, replied.author]))
    message.mention_roles = [
        key
        for key in _ids(_ROLE, texts)
        if guild is not None and key in guild.roles and (parse is None or "roles" in parse or key in roles)
    ]
    may = bool(rights & Right.MENTION_EVERYONE)
    called = any(_EVERYONE.search(text) for text in texts)
    message.everyone = called and may and guild is not None and (parse is None or "everyone" in parse)
    if message.ephemeral_to is None:
        message.pinged = _notified(world, message, channel=channel, roles_too=may)


def settle_edit(world: World, message: Message, *, channel: Channel, allowed: Obj | None) -> None:
    """
    The same after an edit, which notifies nobody: who was mentioned before and still is, stays so.
    """
    pinged, before = message.pinged, message.mentions
    settle(world, message, channel=channel, allowed=allowed)
    still = set(_ids(_USER, [message.content, *components.texts(message.components)]))
    kept = [key for key in before if key in still]
    message.mentions = list(dict.fromkeys([*kept, *message.mentions]))
    message.pinged = pinged


def _notified(world: World, message: Message, *, channel: Channel, roles_too: bool) -> list[Snowflake]:
    wanted = list(message.mentions)
    guild = world.guilds[channel.guild] if channel.guild is not None else None
    if guild is None:
        wanted = [channel.recipient] if channel.recipient is not None else list(channel.recipients)
    else:
        for key, member in guild.members.items():
            by_role = roles_too and any(role in message.mention_roles for role in member.roles)
            if by_role or message.everyone:
                wanted.append(key)
    return [key for key in dict.fromkeys(wanted) if key != message.author and world.sees(key, channel)]

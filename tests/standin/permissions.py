"""Discord's permission bits and how they are computed for a user in a channel."""

from __future__ import annotations

from enum import IntFlag

from tests.standin.errors import ApiError, Code
from tests.standin.model import THREADS, Channel, ChannelKind, Guild, Role
from tests.standin.wire import Snowflake


class Right(IntFlag):
    """Permission bits, under Discord's names."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


ALL = (1 << 53) - 1

PLAYER = (
    Right.VIEW_CHANNEL
    | Right.SEND_MESSAGES
    | Right.SEND_MESSAGES_IN_THREADS
    | Right.CREATE_PUBLIC_THREADS
    | Right.EMBED_LINKS
    | Right.ATTACH_FILES
    | Right.ADD_REACTIONS
    | Right.READ_MESSAGE_HISTORY
    | Right.USE_APPLICATION_COMMANDS
    | Right.USE_EXTERNAL_APPS
)
"""What the role ``players`` of a fresh world may do."""

BOT = (
    Right.VIEW_CHANNEL
    | Right.SEND_MESSAGES
    | Right.SEND_MESSAGES_IN_THREADS
    | Right.CREATE_PUBLIC_THREADS
    | Right.EMBED_LINKS
    | Right.ATTACH_FILES
    | Right.READ_MESSAGE_HISTORY
    | Right.MANAGE_THREADS
    | Right.PIN_MESSAGES
)
"""What the bot's own role in a fresh world may do: what the invite link of Longtable asks for, and no more."""

_IN_DM = (
    Right.VIEW_CHANNEL
    | Right.SEND_MESSAGES
    | Right.EMBED_LINKS
    | Right.ATTACH_FILES
    | Right.ADD_REACTIONS
    | Right.READ_MESSAGE_HISTORY
    | Right.USE_APPLICATION_COMMANDS
    | Right.USE_EXTERNAL_APPS
    | Right.PIN_MESSAGES
)


def in_guild(guild: Guild, user: Snowflake) -> int:
    """A member's permission bits before any channel has its say; 0 for someone who isn't a member."""
    member = guild.members.get(user)
    if member is None:
        return 0
    if user == guild.owner:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role in member.roles:
        bits |= guild.roles[role].permissions if role in guild.roles else 0
    return ALL if bits & Right.ADMINISTRATOR else bits


def stands_below(guild: Guild, role: Role, *, user: Snowflake) -> bool:
    """Whether a role is below the highest of a member's; of two at one height the older one is the higher."""
    mine = [guild.roles[key] for key in guild.members[user].roles if key in guild.roles]
    height = max(((each.position, -each.id) for each in mine), default=(0, 0))
    return user == guild.owner or (role.position, -role.id) < height


def in_channel(guild: Guild, channel: Channel, *, user: Snowflake) -> int:
    """Permission bits in a channel of a guild: @everyone's overwrite, then roles', then the member's own."""
    bits = in_guild(guild, user)
    if bits == ALL or user not in guild.members:
        return bits
    roles = set(guild.members[user].roles)
    steps = (
        [o for o in channel.overwrites if o.id == guild.id],
        [o for o in channel.overwrites if o.kind == 0 and o.id in roles],
        [o for o in channel.overwrites if o.kind == 1 and o.id == user],
    )
    for step in steps:
        for overwrite in step:
            bits &= ~overwrite.deny
        for overwrite in step:
            bits |= overwrite.allow
    return bits if bits & Right.VIEW_CHANNEL else 0


def in_dm(channel: Channel, *, user: Snowflake, bot: Snowflake) -> int:
    """Permission bits in direct or group messages: all there are for its people, nothing for others, the bot too."""
    people = (channel.recipient, bot) if channel.kind is ChannelKind.DM else tuple(channel.recipients)
    return int(_IN_DM) if user in people else 0


def sending(channel: Channel) -> Right:
    """The right that sending needs there: threads have their own."""
    return Right.SEND_MESSAGES_IN_THREADS if channel.kind in THREADS else Right.SEND_MESSAGES


def demand(bits: int, *rights: Right) -> None:
    """
    Raise 50001 if the channel can't be seen, 50013 if one of the rights is missing.

    Raises:
        ApiError: the refusal
    """
    if not bits & Right.VIEW_CHANNEL:
        raise ApiError(Code.MISSING_ACCESS)
    if any(not bits & right for right in rights):
        raise ApiError(Code.MISSING_PERMISSION)

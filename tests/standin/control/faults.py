"""Faults and changes of the world that a test asks for, each a small record told by its ``kind``."""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec import Struct

from tests.standin import messages, payloads, threads
from tests.standin.control import names
from tests.standin.control.names import guild as guild_named
from tests.standin.errors import ApiError
from tests.standin.faults import HttpFault
from tests.standin.gateway import Op
from tests.standin.model import Channel, Member, Overwrite
from tests.standin.permissions import Right
from tests.standin.slash import Refused
from tests.standin.stand import Stand
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import BOT


class Fault(Struct, tag_field="kind", kw_only=True):
    """Base of all faults."""


class Http(Fault, tag="http"):
    """One or more requests go wrong: ``fault`` has the fields of :class:`tests.standin.faults.HttpFault`."""

    fault: HttpFault


class Clear(Fault, tag="clear"):
    """No more waiting faults, doubled interactions, deafness or muteness."""


class Drop(Fault, tag="drop"):
    """Close the gateway sockets with a code, or cut the connection if there is none; of one shard or all."""

    shard: int | None = None
    code: int | None = None


class Reconnect(Fault, tag="reconnect"):
    """Opcode 7."""

    shard: int | None = None


class InvalidSession(Fault, tag="invalid_session"):
    """Opcode 9; unless ``resumable`` the session is gone."""

    shard: int | None = None
    resumable: bool = False


class ForgetSessions(Fault, tag="forget_sessions"):
    """All sessions are gone, so the next RESUME fails; the sockets stay open."""


class Deaf(Fault, tag="deaf"):
    """The gateway refuses new connections (503) for so many seconds."""

    seconds: float


class HangUp(Fault, tag="hang_up"):
    """The next ``times`` connections to the gateway are cut before HELLO."""

    times: int = 1


class Mute(Fault, tag="mute"):
    """Heartbeats aren't acknowledged any more."""

    on: bool = True


class Double(Fault, tag="double"):
    """The next ``times`` interactions are delivered twice."""

    times: int = 1


EVERYONE = "everyone"
"""The role that all members of a guild have; a fresh one of the stand-in allows nothing by it."""


class Rights(Fault, tag="rights"):
    """
    Take rights away or give them: in one channel by an overwrite, or in the whole guild by the roles. ``who`` is
    ``bot``, ``everyone`` (only in the whole guild) or a user; ``remove`` and ``add`` hold Discord's names such as
    ``SEND_MESSAGES``.
    """

    who: str = "bot"
    remove: list[str] = []
    add: list[str] = []
    channel: str | None = None
    guild: str | None = None


class MoveRole(Fault, tag="move_role"):
    """A role is dragged to another height; the bot's own is called ``standin``."""

    role: str
    position: int
    guild: str | None = None


class DeleteRole(Fault, tag="delete_role"):
    """A moderator deletes a role."""

    role: str
    guild: str | None = None


class Archive(Fault, tag="archive"):
    """Archive a thread (or reopen it), lock it (or unlock it)."""

    thread: str
    archived: bool = True
    locked: bool | None = None


class DeleteChannel(Fault, tag="delete_channel"):
    """A moderator deletes a channel or thread."""

    channel: str


class DeleteMessage(Fault, tag="delete_message"):
    """A moderator deletes a message."""

    message: str


class AutoMod(Fault, tag="automod"):
    """A guild's AutoMod blocks these words (``*`` at an end: also parts of words); none: nothing any more."""

    words: list[str] = []
    guild: str | None = None


class Slow(Fault, tag="slow"):
    """Slow mode in a channel or thread: so many seconds between two messages of one person; 0: none."""

    channel: str
    seconds: int


class Dms(Fault, tag="dms"):
    """A user closes (or opens) their direct messages to the bot."""

    user: str
    closed: bool = True


class Leave(Fault, tag="leave"):
    """A user, or the bot, is out of a guild."""

    who: str = "bot"
    guild: str | None = None


class Join(Fault, tag="join"):
    """A user, or the bot, comes (back) into a guild."""

    who: str = "bot"
    guild: str | None = None


class Install(Fault, tag="install"):
    """A user installs the application for themself."""

    user: str
    installed: bool = True


class Rename(Fault, tag="rename"):
    """A user shows another name: everywhere, or (``guild``) as a nickname there; "" for none of its own."""

    user: str
    name: str
    guild: str | None = None


class LoseCommands(Fault, tag="lose_commands"):
    """Discord loses commands that the bot has registered: those of these names, or all of them."""

    names: list[str] = []


class Pass(Fault, tag="clock"):
    """So many seconds pass at once; threads idle for long enough are archived."""

    ahead_s: float


class Set(Fault, tag="settings"):
    """Change numbers of :class:`tests.standin.model.Settings`."""

    values: dict[str, int | float | str | bool]


Gateway = Drop | Reconnect | InvalidSession | ForgetSessions | Deaf | HangUp | Mute
Places = Rights | Archive | DeleteChannel | DeleteMessage | AutoMod | Slow
Roles = MoveRole | DeleteRole
People = Dms | Leave | Join | Install | Rename
AnyFault = (
    Http | Clear | Double | LoseCommands | Pass | Set
    | Drop | Reconnect | InvalidSession | ForgetSessions | Deaf | HangUp | Mute
    | Rights | Archive | DeleteChannel | DeleteMessage | AutoMod | Slow
    | MoveRole | DeleteRole
    | Dms | Leave | Join | Install | Rename
)  # fmt: skip


async def apply(stand: Stand, fault: AnyFault) -> Obj:
    """
    Do what a fault says; what there is to tell of it.

    Raises:
        Refused: it names what doesn't exist
    """
    match fault:
        case Http():
            return {"id": stand.faults.add(fault.fault)}
        case Clear():
            stand.faults.waiting.clear()
            stand.faults.double_next = 0
            stand.hub.deaf_until_ms, stand.hub.hang_ups, stand.hub.mute = 0, 0, False
        case Double():
            stand.faults.double_next += fault.times
        case LoseCommands():
            _lose_commands(stand, fault)
        case Pass():
            stand.world.clock.ahead_ms += int(fault.ahead_s * 1000)
            stand.world.save_settings()
            threads.sweep(stand)
        case Set():
            _set(stand, fault)
        case Drop() | Reconnect() | InvalidSession() | ForgetSessions() | Deaf() | HangUp() | Mute():
            return await _gateway(stand, fault)
        case Rights() | Archive() | DeleteChannel() | DeleteMessage() | AutoMod() | Slow():
            _places(stand, fault)
        case MoveRole() | DeleteRole():
            _roles(stand, fault)
        case Dms() | Leave() | Join() | Install() | Rename():
            _people(stand, fault)
        case _:
            assert_never(fault)
    return {}


def _lose_commands(stand: Stand, fault: LoseCommands) -> None:
    found = list(stand.world.commands.values())
    unknown = set(fault.names) - {command.body["name"] for command in found}
    if unknown:
        raise Refused(f"There is no command {min(unknown)!r}.")
    for command in found:
        if not fault.names or command.body["name"] in fault.names:
            stand.world.forget_command(command)


def _set(stand: Stand, fault: Set) -> None:
    settings = stand.world.settings
    try:
        changed = msgspec.convert({**msgspec.to_builtins(settings), **fault.values}, type=type(settings))
    except msgspec.ValidationError as error:
        raise Refused(str(error)) from error
    unknown = [name for name in fault.values if name not in settings.__struct_fields__]
    if unknown:
        raise Refused(f"There is no setting {unknown[0]!r}. There are: {', '.join(settings.__struct_fields__)}.")
    stand.world.settings = changed
    stand.world.clock.ahead_ms = changed.ahead_ms
    stand.world.save_settings()


async def _gateway(stand: Stand, fault: Gateway) -> Obj:
    hub = stand.hub
    match fault:
        case Drop():
            return {"sockets": await hub.drop(shard=fault.shard, code=fault.code)}
        case Reconnect():
            return {"sockets": hub.order(shard=fault.shard, op=Op.RECONNECT, data=None)}
        case InvalidSession():
            return {"sockets": hub.order(shard=fault.shard, op=Op.INVALID, data=fault.resumable)}
        case ForgetSessions():
            hub.sessions.clear()
        case Deaf():
            hub.deaf_until_ms = stand.world.clock.now() + int(fault.seconds * 1000)
        case HangUp():
            hub.hang_ups = fault.times
        case Mute():
            hub.mute = fault.on
        case _:
            assert_never(fault)
    return {}


def _bits(rights: list[str]) -> int:
    unknown = [name for name in rights if name not in Right.__members__]
    if unknown:
        raise Refused(f"There is no right {unknown[0]!r}. There are: {', '.join(Right.__members__)}.")
    return sum(Right[name] for name in dict.fromkeys(rights))


def _places(stand: Stand, fault: Places) -> None:
    world = stand.world
    match fault:
        case Rights(channel=None):
            _rights_everywhere(stand, fault)
        case Rights():
            assert fault.channel is not None
            _rights_in(stand, fault, channel=names.channel(stand, fault.channel))
        case Archive():
            channel = names.channel(stand, fault.thread)
            if channel.thread is None:
                raise Refused(f"{fault.thread} is no thread.")
            threads.set_archived(stand, channel, archived=fault.archived, locked=fault.locked)
        case DeleteChannel():
            threads.delete(stand, names.channel(stand, fault.channel))
        case DeleteMessage():
            found = world.messages.get(Snowflake(int(fault.message)))
            if found is None or found.deleted:
                raise Refused(f"There is no message {fault.message}.")
            try:
                messages.delete(stand, found)
            except ApiError as error:
                raise Refused(str(error)) from error
        case AutoMod():
            guild = guild_named(world, fault.guild)
            guild.blocked = fault.words
            world.save(guild)
        case Slow():
            channel = names.channel(stand, fault.channel)
            channel.slow = fault.seconds
            world.save(channel)
            stand.hub.tell("CHANNEL_UPDATE", payloads.channel(world, channel), guild=channel.guild)
        case _:
            assert_never(fault)


def _roles(stand: Stand, fault: Roles) -> None:
    guild = guild_named(stand.world, fault.guild)
    role = next((each for each in guild.roles.values() if each.name == fault.role), None)
    if role is None:
        raise Refused(f"There is no role {fault.role!r} in {guild.name}.")
    if isinstance(fault, MoveRole):
        role.position = fault.position
        told: Obj = {"guild_id": str(guild.id), "role": payloads.role(role)}
        stand.hub.tell("GUILD_ROLE_UPDATE", told, guild=guild.id)
    else:
        del guild.roles[role.id]
        for member in guild.members.values():
            member.roles = [key for key in member.roles if key != role.id]
        stand.hub.tell("GUILD_ROLE_DELETE", {"guild_id": str(guild.id), "role_id": str(role.id)}, guild=guild.id)
    stand.world.save(guild)


def _rights_everywhere(stand: Stand, fault: Rights) -> None:
    world, guild = stand.world, guild_named(stand.world, fault.guild)
    who = None if fault.who == EVERYONE else names.user(world, fault.who).id
    if who is not None and who not in guild.members:
        raise Refused(f"{fault.who} isn't in {guild.name}.")
    for key in [guild.id] if who is None else guild.members[who].roles:
        role = guild.roles[key]
        role.permissions = role.permissions & ~_bits(fault.remove) | _bits(fault.add)
        stand.hub.tell("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": payloads.role(role)}, guild=guild.id)
    world.save(guild)


def _rights_in(stand: Stand, fault: Rights, *, channel: Channel) -> None:
    world = stand.world
    who = names.user(world, fault.who).id
    if channel.thread is not None and channel.parent is not None:
        channel = world.channels[channel.parent]
    found = next((o for o in channel.overwrites if o.id == who), None)
    if found is None:
        found = Overwrite(id=who, kind=1)
        channel.overwrites.append(found)
    found.deny = (found.deny | _bits(fault.remove)) & ~_bits(fault.add)
    found.allow = (found.allow | _bits(fault.add)) & ~_bits(fault.remove)
    world.save(channel)
    stand.hub.tell("CHANNEL_UPDATE", payloads.channel(world, channel), guild=channel.guild)


def _people(stand: Stand, fault: People) -> None:
    world = stand.world
    match fault:
        case Dms():
            user = names.user(world, fault.user)
            user.dms_closed = fault.closed
            world.save(user)
        case Install():
            user = names.user(world, fault.user)
            user.installed = fault.installed
            world.save(user)
        case Leave():
            guild = guild_named(world, fault.guild)
            who = names.user(world, fault.who).id
            if who == BOT:
                stand.hub.tell("GUILD_DELETE", {"id": str(guild.id)}, guild=guild.id)
            guild.members.pop(who, None)
            world.save(guild)
        case Join():
            _join(stand, fault)
        case Rename():
            _rename(stand, fault)
        case _:
            assert_never(fault)


def _rename(stand: Stand, fault: Rename) -> None:
    """Nobody is told: events of members and of users need a privileged intent."""
    world, user = stand.world, names.user(stand.world, fault.user)
    if fault.guild is None:
        user.display = fault.name
        world.save(user)
        return
    guild = guild_named(world, fault.guild)
    if user.id not in guild.members:
        raise Refused(f"{fault.user} isn't in {guild.name}.")
    guild.members[user.id].nick = fault.name or None
    world.save(guild)


def _join(stand: Stand, fault: Join) -> None:
    world, guild = stand.world, guild_named(stand.world, fault.guild)
    who = names.user(world, fault.who).id
    roles = [key for key, role in guild.roles.items() if key != guild.id and role.managed == (who == BOT)]
    guild.members[who] = Member(roles=roles, joined=world.clock.now())
    world.save(guild)
    if who == BOT:
        stand.hub.tell_guild(guild)

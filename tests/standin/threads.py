"""Threads: opened, joined, archived, locked; and what an archived one refuses."""

from __future__ import annotations

from collections.abc import Iterable

from tests.standin import moderation, payloads
from tests.standin.errors import ApiError, Code
from tests.standin.model import Channel, ChannelKind, Message, MessageKind, ThreadState
from tests.standin.permissions import Right
from tests.standin.stand import Stand
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import BOT

MOST_MEMBERS = 1000
_UNCOUNTED = (MessageKind.THREAD_STARTER,)
_SPOKEN = (MessageKind.DEFAULT, MessageKind.REPLY, MessageKind.COMMAND, MessageKind.CONTEXT_COMMAND)
"""Messages that bring their author, and those they mention, into a thread; lines of the system don't."""


def refuse_archived(channel: Channel) -> None:
    """
    Edits, pins and new members are refused in an archived thread.

    Raises:
        ApiError: 50083
    """
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(Code.ARCHIVED)


def wake(stand: Stand, channel: Channel, *, rights: int) -> None:
    """
    Before a message: an archived thread opens again, unless it is locked.

    Raises:
        ApiError: 160005 if it is locked for the sender, 50083 if it is locked and archived even for a moderator
    """
    thread = channel.thread
    if thread is None:
        return
    if thread.locked and not rights & Right.MANAGE_THREADS:
        raise ApiError(Code.LOCKED)
    if thread.archived:
        if thread.locked:
            raise ApiError(Code.ARCHIVED)
        set_archived(stand, channel, archived=False)


def set_archived(stand: Stand, channel: Channel, *, archived: bool, locked: bool | None = None) -> None:
    """Archive or reopen a thread (and lock or unlock it), and tell the bot."""
    thread = channel.thread
    assert thread is not None
    now = stand.world.clock.now()
    if thread.archived != archived:
        thread.archived, thread.archive_changed = archived, now
    if not archived:
        thread.active = now
    if locked is not None:
        thread.locked = locked
    changed(stand, channel)


def changed(stand: Stand, channel: Channel) -> None:
    """Store a thread and tell the bot of its new state."""
    stand.world.save(channel)
    stand.hub.tell_in("THREAD_UPDATE", payloads.channel(stand.world, channel), channel=channel)


def sweep(stand: Stand) -> None:
    """Archive every thread that has been idle for its time: called after the clock was moved, and at the start."""
    now = stand.world.clock.now()
    for channel in list(stand.world.channels.values()):
        thread = channel.thread
        if thread is None or channel.deleted or thread.archived:
            continue
        if now - thread.active >= thread.auto_archive * 60_000:
            set_archived(stand, channel, archived=True)


def open_thread(
    stand: Stand, parent: Channel, *, body: Obj, kind: ChannelKind, key: Snowflake | None = None
) -> Channel:
    """
    A new thread, with the bot as owner and first member, told to the bot.

    Raises:
        ApiError: 160006 if the guild has too many active threads, 20016 by slow mode, 200001 for a title that AutoMod
            blocks
    """
    world = stand.world
    assert parent.guild is not None
    moderation.check_title(world, parent, author=BOT, title=body["name"])
    moderation.check_slow(stand, parent, author=BOT, what="thread")
    active = sum(1 for t in world.threads(parent.guild) if t.thread is not None and not t.thread.archived)
    if active >= world.settings.active_threads:
        raise ApiError(Code.TOO_MANY_THREADS)
    now = world.clock.now()
    state = ThreadState(owner=BOT, created=now, archive_changed=now, active=now)
    state.auto_archive = body.get("auto_archive_duration") or 4320
    state.invitable = body.get("invitable") is not False
    state.members[BOT] = now
    channel = Channel(
        id=key or world.mint.new(),
        kind=kind,
        name=body["name"],
        guild=parent.guild,
        parent=parent.id,
        thread=state,
    )
    world.save(channel)
    stand.hub.tell_in("THREAD_CREATE", {**payloads.channel(world, channel), "newly_created": True}, channel=channel)
    return channel


def join(stand: Stand, channel: Channel, *, users: Iterable[Snowflake]) -> list[Snowflake]:
    """
    Add those users who aren't in yet, and tell the bot; who is new.

    Raises:
        ApiError: 30033 above 1000 members
    """
    thread = channel.thread
    assert thread is not None
    new = [user for user in dict.fromkeys(users) if user not in thread.members]
    if len(thread.members) + len(new) > MOST_MEMBERS:
        raise ApiError(Code.MAX_THREAD_MEMBERS)
    if new:
        thread.members |= dict.fromkeys(new, stand.world.clock.now())
        stand.world.save(channel)
        added = [payloads.thread_member(channel, user) for user in new]
        _members_changed(stand, channel, data={"added_members": added})
    return new


def leave(stand: Stand, channel: Channel, *, user: Snowflake) -> None:
    """Take a user out of a thread, and tell the bot."""
    thread = channel.thread
    assert thread is not None
    if thread.members.pop(user, None) is not None:
        stand.world.save(channel)
        _members_changed(stand, channel, data={"removed_member_ids": [str(user)]})


def _members_changed(stand: Stand, channel: Channel, *, data: Obj) -> None:
    assert channel.thread is not None
    about = {
        "id": str(channel.id),
        "guild_id": str(channel.guild),
        "member_count": min(50, len(channel.thread.members)),
    }
    stand.hub.tell_in("THREAD_MEMBERS_UPDATE", {**about, **data}, channel=channel)


def posted(stand: Stand, channel: Channel, *, message: Message) -> None:
    """Count a new message; its author and those it mentions become members, as Discord does it."""
    thread = channel.thread
    assert thread is not None
    thread.active = stand.world.clock.now()
    if message.kind not in _UNCOUNTED:
        thread.message_count += 1
        thread.total += 1
    if message.kind in _SPOKEN:
        join(stand, channel, users=[message.author])
        called_in(stand, channel, message=message)


def called_in(stand: Stand, channel: Channel, *, message: Message) -> None:
    """Whom a message mentions, also after an edit, becomes a member of its thread, if they can see the channel."""
    if channel.thread is None or message.ephemeral_to is not None:
        return
    parent = stand.world.channels[channel.parent] if channel.parent is not None else channel
    join(stand, channel, users=[user for user in message.mentions if stand.world.sees(user, parent)])


def delete(stand: Stand, channel: Channel) -> None:
    """Delete a channel or thread (a channel with its threads), and tell the bot."""
    world = stand.world
    for thread in [c for c in world.channels.values() if c.parent == channel.id and not c.deleted]:
        delete(stand, thread)
    data = payloads.channel(world, channel)
    if channel.thread is not None:
        kept = ("id", "guild_id", "parent_id", "type")
        stand.hub.tell_in("THREAD_DELETE", {key: data[key] for key in kept}, channel=channel)
    else:
        stand.hub.tell_in("CHANNEL_DELETE", data, channel=channel)
    channel.deleted = True
    world.save(channel)

"""Channels and threads."""

from __future__ import annotations

from tests.standin import media, messages, moderation, payloads, threads
from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.messages import Sender
from tests.standin.model import (
    FORUMS,
    REQUIRE_TAG,
    THREADS,
    Channel,
    ChannelKind,
    Flag,
    Message,
    MessageKind,
    Reference,
    Tag,
)
from tests.standin.permissions import Right, demand, sending
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.wire import Obj, Snowflake, from_iso
from tests.standin.world import BOT


def visible(call: Call) -> tuple[Channel, int]:
    """
    The channel of the path and the bot's rights there.

    Raises:
        ApiError: 10003, 50001
    """
    channel = call.stand.world.channel(call.key("channel_id"))
    rights = call.stand.world.rights(BOT, channel)
    demand(rights)
    return channel, rights


def _thread(call: Call) -> tuple[Channel, int]:
    channel, rights = visible(call)
    if channel.thread is None:
        raise ApiError(Code.WRONG_CHANNEL_TYPE)
    return channel, rights


@route("GET", "/channels/{channel_id}")
def get(call: Call) -> Reply:
    """Any channel."""
    return Reply(payloads.channel(call.stand.world, visible(call)[0]))


@route("PATCH", "/channels/{channel_id}")
def patch(call: Call) -> Reply:
    """Change a thread, or the name and topic of a channel."""
    channel, rights = visible(call)
    world = call.stand.world
    if channel.thread is None:
        if channel.guild is None:
            raise ApiError(Code.NOT_IN_DM)
        demand(rights, Right.MANAGE_CHANNELS)
        channel.name = call.body.get("name") or channel.name
        channel.topic = call.body.get("topic", channel.topic)
        if "available_tags" in call.body and channel.kind in FORUMS:
            channel.tags = read_tags(call, channel.tags)
        world.save(channel)
        call.stand.hub.tell_in("CHANNEL_UPDATE", payloads.channel(world, channel), channel=channel)
    else:
        _patch_thread(call, channel, rights=rights)
    return Reply(payloads.channel(world, channel))


def _patch_thread(call: Call, channel: Channel, *, rights: int) -> None:
    thread = channel.thread
    assert thread is not None
    body = {key: value for key, value in call.body.items() if value is not None}
    manages = bool(rights & Right.MANAGE_THREADS)
    if not manages and (thread.owner != BOT or "locked" in body):
        raise ApiError(Code.MISSING_PERMISSION)
    if thread.archived and body.get("archived", True):
        raise ApiError(Code.ARCHIVED)
    if thread.locked and not manages:
        raise ApiError(Code.LOCKED)
    if body.get("name") == "":
        raise invalid([Problem(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")])
    if body.get("name", channel.name) != channel.name:
        moderation.check_title(call.stand.world, channel, author=BOT, title=body["name"])
        notice = Message(call.stand.world.mint.new(), channel.id, BOT, MessageKind.NAME_CHANGED, content=body["name"])
        messages.publish(call.stand, channel, message=notice)
    if "applied_tags" in body and channel.parent is not None:
        parent = call.stand.world.channel(channel.parent)
        channel.tags = _applied(call, parent, rights=rights) if parent.kind in FORUMS else []
    channel.name = body.get("name", channel.name)
    thread.auto_archive = body.get("auto_archive_duration", thread.auto_archive)
    thread.invitable = body.get("invitable", thread.invitable)
    archived = body.get("archived", thread.archived)
    threads.set_archived(call.stand, channel, archived=archived, locked=body.get("locked"))


@route("DELETE", "/channels/{channel_id}")
def delete(call: Call) -> Reply:
    """Delete a thread (needs MANAGE_THREADS) or channel (MANAGE_CHANNELS)."""
    channel, rights = visible(call)
    world = call.stand.world
    data = payloads.channel(world, channel)
    if channel.guild is not None:
        demand(rights, Right.MANAGE_THREADS if channel.thread is not None else Right.MANAGE_CHANNELS)
        threads.delete(call.stand, channel)
    return Reply(data)


@route("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> Reply:
    """Show that the bot is typing."""
    channel, rights = visible(call)
    demand(rights, sending(channel))
    return NOTHING


# --- opening threads -------------------------------------------------------------------------------------------------

_THREADS_OF = {
    ChannelKind.TEXT: (ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD),
    ChannelKind.ANNOUNCEMENT: (ChannelKind.ANNOUNCEMENT_THREAD,),
}
"""What sorts of threads a channel takes, first the one that a thread at a message is."""

MOST_TAGS = 5
MOST_OF_FORUM = 20
LONGEST_TAG = 20


def read_tags(call: Call, known: list[Tag]) -> list[Tag]:
    """
    The tags that a forum is to have: those with an id of one that it has stay that one.

    Raises:
        ApiError: 50035 for more than 20, for two of one name, or a name that isn't 1 to 20 characters long
    """
    told = call.body.get("available_tags") or ()
    names = [str(each.get("name") or "") for each in told]
    if len(told) > MOST_OF_FORUM or len({name.casefold() for name in names}) < len(names):
        raise invalid([Problem(("available_tags",), "BASE_TYPE_MAX_LENGTH", "Must be 20 or fewer, no two alike.")])
    for at, name in enumerate(names):
        if not 1 <= len(name) <= LONGEST_TAG:
            where = ("available_tags", at, "name")
            raise invalid([Problem(where, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 20 in length.")])
    kept = {int(tag.id): tag.id for tag in known}
    numbers = [kept.get(int(each.get("id") or 0)) or call.stand.world.mint.new() for each in told]
    flags = [bool(each.get("moderated")) for each in told]
    return [Tag(number, name, flag) for number, name, flag in zip(numbers, names, flags, strict=True)]


@route("POST", "/channels/{channel_id}/threads")
def open_thread(call: Call) -> Reply:
    """A thread without a message, or a forum post."""
    parent, rights = visible(call)
    world = call.stand.world
    if parent.kind in FORUMS:
        return _forum_post(call, parent, rights=rights)
    if parent.kind not in _THREADS_OF:
        raise ApiError(Code.WRONG_CHANNEL_TYPE)
    kind = ChannelKind(call.body.get("type") or ChannelKind.PRIVATE_THREAD)
    if kind not in THREADS:
        raise invalid([Problem(("type",), "BASE_TYPE_CHOICES", "Value must be one of {10, 11, 12}.")])
    if kind not in _THREADS_OF[parent.kind]:
        raise ApiError(Code.WRONG_CHANNEL_TYPE)
    public = kind is not ChannelKind.PRIVATE_THREAD
    demand(rights, Right.CREATE_PUBLIC_THREADS if public else Right.CREATE_PRIVATE_THREADS)
    channel = threads.open_thread(call.stand, parent, body=call.body, kind=kind)
    if public:
        notice = Message(world.mint.new(), parent.id, BOT, MessageKind.THREAD_CREATED, content=channel.name)
        notice.reference = Reference(channel=channel.id, message=channel.id, guild=parent.guild)
        messages.publish(call.stand, parent, message=notice)
    return Reply(payloads.channel(world, channel), status=201)


def _forum_post(call: Call, parent: Channel, *, rights: int) -> Reply:
    demand(rights, Right.SEND_MESSAGES)
    told = call.body.get("message")
    if told is None:
        raise invalid([Problem(("message",), "BASE_TYPE_REQUIRED", "This field is required")])
    world = call.stand.world
    media.check(world, told, uploads=call.uploads, kept=(), under=("message",))
    tags = _applied(call, parent, rights=rights)
    moderation.check_message(world, parent, author=BOT, body=told)
    channel = threads.open_thread(call.stand, parent, body=call.body, kind=ChannelKind.PUBLIC_THREAD)
    channel.tags = tags
    sender = Sender(author=BOT, under=("message",), key=channel.id)
    message = messages.create(call.stand, channel, body=told, uploads=call.uploads, sender=sender)
    data = {**payloads.channel(world, channel), "message": payloads.message(world, message)}
    return Reply(data, status=201)


def _applied(call: Call, parent: Channel, *, rights: int) -> list[Tag]:
    """
    The tags that a post is to carry.

    Raises:
        ApiError: 50035 for what is no tag there, 50013 for a moderated one, 40066 and 40067 where one is needed
    """
    wanted = [int(key) for key in call.body.get("applied_tags") or ()]
    manages = bool(rights & Right.MANAGE_THREADS)
    found = [tag for tag in parent.tags if tag.id in wanted]
    if len(found) < len(set(wanted)) or len(wanted) > MOST_TAGS:
        problem = Problem(("applied_tags",), "INVALID_FORUM_TAG", "Not a tag of this channel, or too many.")
        raise invalid([problem])
    if any(tag.moderated for tag in found) and not manages:
        raise ApiError(Code.MISSING_PERMISSION)
    if parent.flags & REQUIRE_TAG and not found:
        usable = any(manages or not tag.moderated for tag in parent.tags)
        raise ApiError(Code.TAG_REQUIRED if usable else Code.NO_USABLE_TAG)
    return found


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def open_thread_at(call: Call) -> Reply:
    """A thread hung at a message, under the message's own id."""
    parent, rights = visible(call)
    world = call.stand.world
    if parent.kind not in _THREADS_OF:
        raise ApiError(Code.WRONG_CHANNEL_TYPE)
    demand(rights, Right.CREATE_PUBLIC_THREADS, Right.READ_MESSAGE_HISTORY)
    message = world.message(parent.id, call.key("message_id"))
    if message.flags & Flag.HAS_THREAD:
        raise ApiError(Code.HAS_THREAD)
    kind = _THREADS_OF[parent.kind][0]
    channel = threads.open_thread(call.stand, parent, body=call.body, kind=kind, key=message.id)
    message.flags |= Flag.HAS_THREAD
    world.save(message)
    messages.event(call.stand, "MESSAGE_UPDATE", message=message, channel=parent)
    threads.join(call.stand, channel, users=[message.author])
    starter = Message(world.mint.new(), channel.id, message.author, MessageKind.THREAD_STARTER)
    starter.reference = Reference(channel=parent.id, message=message.id, guild=parent.guild)
    messages.publish(call.stand, channel, message=starter)
    return Reply(payloads.channel(world, channel), status=201)


# --- thread members --------------------------------------------------------------------------------------------------


def _who(call: Call) -> Snowflake:
    return call.key("user_id") if "user_id" in call.params else BOT


@route("PUT", "/channels/{channel_id}/thread-members/@me")
@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_member(call: Call) -> Reply:
    """Add someone to a thread; Discord shows that as a system message, which notifies them."""
    channel, rights = _thread(call)
    world = call.stand.world
    threads.refuse_archived(channel)
    user = world.user(_who(call))
    assert channel.guild is not None
    assert channel.thread is not None
    if user.id not in world.guilds[channel.guild].members:
        raise ApiError(Code.UNKNOWN_MEMBER)
    if user.id != BOT:
        demand(rights, Right.SEND_MESSAGES_IN_THREADS)
        if not channel.thread.invitable and not rights & Right.MANAGE_THREADS and channel.thread.owner != BOT:
            raise ApiError(Code.MISSING_PERMISSION)
    if threads.join(call.stand, channel, users=[user.id]) and user.id != BOT:
        notice = Message(world.mint.new(), channel.id, BOT, MessageKind.MEMBER_ADDED)
        notice.mentions = notice.pinged = [user.id]
        messages.publish(call.stand, channel, message=notice)
    return NOTHING


@route("DELETE", "/channels/{channel_id}/thread-members/@me")
@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_member(call: Call) -> Reply:
    """Take someone out of a thread; of others needs MANAGE_THREADS (or a private thread of one's own)."""
    channel, rights = _thread(call)
    threads.refuse_archived(channel)
    assert channel.thread is not None
    user = _who(call)
    own = channel.kind is ChannelKind.PRIVATE_THREAD and channel.thread.owner == BOT
    if user != BOT and not own:
        demand(rights, Right.MANAGE_THREADS)
    there = user in channel.thread.members
    threads.leave(call.stand, channel, user=user)
    if there and user != BOT:
        notice = Message(call.stand.world.mint.new(), channel.id, BOT, MessageKind.MEMBER_REMOVED, mentions=[user])
        messages.publish(call.stand, channel, message=notice)
    return NOTHING


@route("GET", "/channels/{channel_id}/thread-members")
def thread_members(call: Call) -> Reply:
    """Who is in a thread: the list takes the privileged intent for members, asking for one of them doesn't."""
    channel, _ = _thread(call)
    if not call.stand.world.settings.privileged_intents:
        raise ApiError(Code.MISSING_ACCESS)
    assert channel.thread is not None
    return Reply([payloads.thread_member(channel, user) for user in channel.thread.members])


@route("GET", "/channels/{channel_id}/thread-members/@me")
@route("GET", "/channels/{channel_id}/thread-members/{user_id}")
def thread_member(call: Call) -> Reply:
    """One member of a thread."""
    channel, _ = _thread(call)
    assert channel.thread is not None
    if _who(call) not in channel.thread.members:
        raise ApiError(Code.UNKNOWN_MEMBER)
    return Reply(payloads.thread_member(channel, _who(call)))


MOST_ARCHIVED = 50
"""Archived threads in one answer, unless told."""


def _archived(call: Call, kind: ChannelKind, *, joined: bool) -> Reply:
    parent, rights = visible(call)
    demand(rights, Right.READ_MESSAGE_HISTORY)
    if kind is ChannelKind.PRIVATE_THREAD and not joined:
        demand(rights, Right.MANAGE_THREADS)
    world = call.stand.world
    threads.sweep(call.stand)
    assert parent.guild is not None
    kinds = {kind} if kind is ChannelKind.PRIVATE_THREAD else THREADS - {ChannelKind.PRIVATE_THREAD}
    found = [
        t
        for t in world.threads(parent.guild)
        if t.parent == parent.id and t.kind in kinds and t.thread is not None and t.thread.archived
    ]
    found = [t for t in found if not joined or (t.thread is not None and BOT in t.thread.members)]
    page, more = _page(call, found, joined=joined)
    mine = [payloads.thread_member(t, BOT) for t in page if t.thread is not None and BOT in t.thread.members]
    answer: Obj = {"threads": [payloads.channel(world, t) for t in page], "members": mine, "has_more": more}
    return Reply(answer)


def _page(call: Call, found: list[Channel], *, joined: bool) -> tuple[list[Channel], bool]:
    """The page asked for: the thread archived last comes first (of those joined: the newest), 50 unless told."""

    def order(channel: Channel) -> int:
        assert channel.thread is not None
        return int(channel.id) if joined else channel.thread.archive_changed

    before = call.query.get("before")
    end = None if before is None else int(before) if joined else from_iso(before)
    there = sorted((t for t in found if end is None or order(t) < end), key=order, reverse=True)
    most = int(call.query.get("limit") or MOST_ARCHIVED)
    return there[:most], len(there) > most


@route("GET", "/channels/{channel_id}/threads/archived/public")
def archived_public(call: Call) -> Reply:
    """Archived public threads of a channel."""
    return _archived(call, ChannelKind.PUBLIC_THREAD, joined=False)


@route("GET", "/channels/{channel_id}/threads/archived/private")
def archived_private(call: Call) -> Reply:
    """Archived private threads of a channel; needs MANAGE_THREADS."""
    return _archived(call, ChannelKind.PRIVATE_THREAD, joined=False)


@route("GET", "/channels/{channel_id}/users/@me/threads/archived/private")
def archived_joined(call: Call) -> Reply:
    """Archived private threads that the bot is in."""
    return _archived(call, ChannelKind.PRIVATE_THREAD, joined=True)

"""Messages: made, edited, deleted, pinned; for the bot's endpoints, for interactions, and for the world's users."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tests.standin import components, installs, limits, media, mentions, moderation, payloads, threads
from tests.standin.errors import ApiError, Code
from tests.standin.gateway import DM_MESSAGES, GUILD_MESSAGES
from tests.standin.media import Upload
from tests.standin.model import Channel, ChannelKind, Flag, Interaction, Message, MessageKind, Reference
from tests.standin.permissions import Right, demand
from tests.standin.stand import Stand
from tests.standin.wire import Obj, Snowflake, iso, made_at
from tests.standin.world import BOT

OLD_MS = 3_600_000
MOST_PINS = 250
_SENDABLE = Flag.SILENT | Flag.V2
_LASTING = (MessageKind.MEMBER_ADDED, MessageKind.MEMBER_REMOVED, MessageKind.NAME_CHANGED, MessageKind.THREAD_STARTER)
"""System lines that nobody can delete."""
_EDITABLE = (MessageKind.DEFAULT, MessageKind.REPLY, MessageKind.COMMAND, MessageKind.CONTEXT_COMMAND)


class Sender(Struct, frozen=True, kw_only=True):
    """
    On whose behalf a message is made; ``ephemeral`` only by an interaction's answer. ``key``: its id, where that is
    known beforehand.
    """

    author: Snowflake
    kind: MessageKind = MessageKind.DEFAULT
    interaction: Interaction | None = None
    ephemeral: bool = False
    loading: bool = False
    under: tuple[str, ...] = ()
    key: Snowflake | None = None


def event(stand: Stand, name: str, *, message: Message, channel: Channel) -> None:
    """Tell the bot of a message that isn't ephemeral; the words of others reach it only where Discord shows them."""
    if message.ephemeral_to is not None:
        return
    data = payloads.message(stand.world, message, nonce=name == "MESSAGE_CREATE", gateway=True)
    if message.author != BOT and channel.guild is not None and BOT not in message.mentions:
        data |= {"content": "", "embeds": [], "attachments": [], "components": []}
    intent = GUILD_MESSAGES if channel.guild is not None else DM_MESSAGES
    stand.hub.tell_in(name, data, channel=channel, intent=intent)


def create(stand: Stand, channel: Channel, *, body: Obj, uploads: Sequence[Upload] = (), sender: Sender) -> Message:
    """
    Make a message from a body that the description found good.

    Raises:
        ApiError: 50006 if it is empty, 50035 and 40005 for what the limits refuse, 200000 for what AutoMod does
    """
    world = stand.world
    flags = (body.get("flags") or 0) & _SENDABLE
    v2 = limits.is_v2(flags)
    media.check(world, body, uploads=uploads, kept=(), under=sender.under)
    limits.check_message(body, v2=v2, files=media.names(body, uploads, kept=()), under=sender.under)
    limits.check_emoji(body.get("components") or (), known=world.emoji, under=sender.under)
    empty = not (body.get("content") or body.get("embeds") or body.get("components") or uploads)
    if empty and not sender.loading:
        raise ApiError(Code.EMPTY_MESSAGE)
    if not sender.ephemeral:
        moderation.check_message(world, channel, author=sender.author, body=body)
    if sender.ephemeral:
        flags |= Flag.EPHEMERAL
    if sender.loading:
        flags |= Flag.LOADING
    made_for = sender.interaction
    message = Message(
        id=sender.key or world.mint.new(),
        channel=channel.id,
        author=sender.author,
        kind=sender.kind,
        content=body.get("content") or "",
        embeds=body.get("embeds") or [],
        components=components.numbered(body.get("components") or []),
        flags=int(flags),
        nonce=body.get("nonce"),
        interaction=made_for.id if made_for else None,
        ephemeral_to=made_for.user if made_for and sender.ephemeral else None,
        reference=_reply(stand, channel, body=body),
    )
    if message.reference is not None:
        message.kind = MessageKind.REPLY
    message.attachments = media.attach(world, body, uploads=uploads, kept=())
    if not sender.loading:
        mentions.settle(world, message, channel=channel, allowed=body.get("allowed_mentions"))
    publish(stand, channel, message=message)
    return message


def _reply(stand: Stand, channel: Channel, *, body: Obj) -> Reference | None:
    told = body.get("message_reference")
    if not told:
        return None
    if not stand.world.rights(BOT, channel) & Right.READ_MESSAGE_HISTORY:
        raise ApiError(Code.NO_HISTORY_FOR_REPLY)
    key = Snowflake(int(told["message_id"]))
    target = stand.world.messages.get(key)
    if target is None or target.deleted or target.channel != channel.id:
        if told.get("fail_if_not_exists") is False:
            return None
        raise ApiError(Code.UNKNOWN_MESSAGE)
    return Reference(channel=channel.id, message=key, guild=channel.guild)


def publish(stand: Stand, channel: Channel, *, message: Message) -> None:
    """Store a finished message, count it in its channel, and tell the bot."""
    stand.world.save(message)
    if message.ephemeral_to is None:
        channel.last_message = message.id
        if channel.thread is not None:
            threads.posted(stand, channel, message=message)
        stand.world.save(channel)
    event(stand, "MESSAGE_CREATE", message=message, channel=channel)


def edit(
    stand: Stand,
    message: Message,
    *,
    body: Obj,
    uploads: Sequence[Upload] = (),
    under: tuple[str, ...] = (),
    shows_uploads: bool = True,
) -> None:
    """
    Change a message: keys that are absent stay, ``attachments`` keeps those it names, the v2 flag never goes.

    ``shows_uploads``: whether components may show a file that comes along.

    Raises:
        ApiError: 50021, 50083 (archived thread), 50006, 50035, 40005, 200000
    """
    world = stand.world
    channel = world.channel(message.channel)
    if message.kind not in _EDITABLE:
        raise ApiError(Code.NOT_ON_SYSTEM_MESSAGE)
    if message.ephemeral_to is None:
        threads.refuse_archived(channel)
    flags = message.flags | ((body.get("flags") or 0) & Flag.V2)
    parts = body["components"] if body.get("components") is not None else message.components
    after: Obj = {
        "content": (body.get("content") or "") if "content" in body else message.content,
        "embeds": (body.get("embeds") or []) if "embeds" in body else message.embeds,
        "components": [] if "components" in body and body["components"] is None else parts,
        "attachments": body.get("attachments"),
    }
    media.check(world, after, uploads=uploads, kept=message.attachments, under=under)
    v2 = limits.is_v2(flags)
    kept = message.attachments if world.settings.kept_references or not v2 else []
    files = media.names(after, uploads if shows_uploads or not v2 else (), kept=kept)
    limits.check_message(after, v2=v2, files=files, under=under)
    limits.check_emoji(body.get("components") or (), known=world.emoji, under=under)
    if message.ephemeral_to is None:
        moderation.check_message(world, channel, author=message.author, body=after)
    message.attachments = media.attach(world, after, uploads=uploads, kept=message.attachments)
    message.content, message.embeds = after["content"], after["embeds"]
    message.components = components.numbered(after["components"])
    if not (message.content or message.embeds or message.components or message.attachments):
        raise ApiError(Code.EMPTY_MESSAGE)
    _mention_anew(stand, message, channel=channel, allowed=body.get("allowed_mentions"))
    message.flags = int(flags & ~Flag.LOADING)
    message.versions += 1
    world.save(message)
    event(stand, "MESSAGE_UPDATE", message=message, channel=channel)


def _mention_anew(stand: Stand, message: Message, *, channel: Channel, allowed: Obj | None) -> None:
    """Note an edit, and let those whom it mentions into a thread; what fills a placeholder is a new message's first."""
    if message.flags & Flag.LOADING:
        mentions.settle(stand.world, message, channel=channel, allowed=allowed)
        return
    message.edited = stand.world.clock.now()
    mentions.settle_edit(stand.world, message, channel=channel, allowed=allowed)
    threads.called_in(stand, channel, message=message)


def edit_by_bot(stand: Stand, message: Message, *, body: Obj, uploads: Sequence[Upload]) -> None:
    """
    An edit through the ordinary endpoint: only the bot's own messages, and old ones seldom.

    Raises:
        ApiError: 50005, 50013, 30046 and those of :func:`edit`
    """
    channel = stand.world.channel(message.channel)
    demand(stand.world.rights(BOT, channel))
    if message.author != BOT:
        raise ApiError(Code.OTHERS_MESSAGE)
    threads.refuse_archived(channel)
    if stand.world.clock.now() - made_at(message.id) > OLD_MS:
        stand.rates.old_edit(channel.id)
    edit(stand, message, body=body, uploads=uploads)


def delete(stand: Stand, message: Message) -> None:
    """
    Delete a message; its row stays, since its nonce is still remembered.

    Raises:
        ApiError: 50021 for a system line that stays
    """
    if message.kind in _LASTING:
        raise ApiError(Code.NOT_ON_SYSTEM_MESSAGE)
    message.deleted = True
    stand.world.save(message)
    channel = stand.world.channels[message.channel]
    if message.ephemeral_to is not None:
        return
    if channel.thread is not None:
        channel.thread.message_count = max(0, channel.thread.message_count - 1)
        stand.world.save(channel)
    data: Obj = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild is not None:
        data["guild_id"] = str(channel.guild)
    intent = GUILD_MESSAGES if channel.guild is not None else DM_MESSAGES
    stand.hub.tell_in("MESSAGE_DELETE", data, channel=channel, intent=intent)


def pin(stand: Stand, message: Message, *, pinned: bool) -> None:
    """
    Pin or unpin; a new pin leaves a system message.

    Raises:
        ApiError: 50083, 30003
    """
    world = stand.world
    channel = world.channel(message.channel)
    threads.refuse_archived(channel)
    if (message.pinned is not None) == pinned:
        return
    if pinned and sum(1 for m in world.history(channel.id) if m.pinned is not None) >= MOST_PINS:
        raise ApiError(Code.MAX_PINS)
    message.pinned = world.clock.now() if pinned else None
    channel.last_pin = world.clock.now()
    world.save(message, channel)
    event(stand, "MESSAGE_UPDATE", message=message, channel=channel)
    data = {"channel_id": str(channel.id), "last_pin_timestamp": iso(channel.last_pin)}
    if channel.guild is not None:
        data["guild_id"] = str(channel.guild)
    stand.hub.tell_in("CHANNEL_PINS_UPDATE", data, channel=channel)
    if pinned:
        reference = Reference(channel=channel.id, message=message.id, guild=channel.guild)
        notice = Message(world.mint.new(), channel.id, BOT, MessageKind.PINNED, reference=reference)
        publish(stand, channel, message=notice)


def open_dm(stand: Stand, user: Snowflake) -> Channel:
    """
    The direct-message channel with a user, made at the first call.

    Raises:
        ApiError: 10013
    """
    world = stand.world
    world.user(user)
    found = world.dm(user)
    if found is None:
        found = Channel(id=world.mint.new(), kind=ChannelKind.DM, recipient=user)
        world.save(found)
        stand.hub.tell("CHANNEL_CREATE", payloads.channel(world, found), guild=None)
    return found


def refuse_dm(stand: Stand, channel: Channel) -> None:
    """
    Refuse the bot's message to a user who takes none.

    Raises:
        ApiError: 50007 if the user closed them, 50278 if they share no guild
    """
    if channel.kind is not ChannelKind.DM or channel.recipient is None:
        return
    world = stand.world
    user = world.user(channel.recipient)
    if not installs.shares_guild(world, user) and not user.installed:
        raise ApiError(Code.NO_SHARED_GUILD)
    if user.dms_closed:
        raise ApiError(Code.CANNOT_DM)

"""The world's records as Discord writes them: users, guilds, channels, threads, messages."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import quote

from tests.standin import components, installs
from tests.standin.model import (
    FORUMS,
    Attachment,
    Channel,
    ChannelKind,
    Command,
    Emoji,
    Event,
    Flag,
    Guild,
    Interaction,
    Kind,
    Member,
    Message,
    Role,
    User,
)
from tests.standin.wire import Obj, Snowflake, iso, made_at
from tests.standin.world import BOT, World

LINK_LIVES_S = 24 * 3600
_KEY = b"stand-in"


def user(record: User) -> Obj:
    """A user object."""
    answer: Obj = {
        "id": str(record.id),
        "username": record.name,
        "discriminator": "0",
        "global_name": _global_name(record),
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return {**answer, "bot": True} if record.bot else answer


def _global_name(record: User) -> str | None:
    if record.bot:
        return None
    return record.name.capitalize() if record.display is None else record.display or None


def own_user(record: User) -> Obj:
    """The bot's user object as it sees itself."""
    return {**user(record), "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None, "premium_type": 0}


def member(record: Member, account: User | None) -> Obj:
    """A guild member object; without ``account`` as it rides beside a message's author."""
    answer: Obj = {
        "roles": [str(role) for role in record.roles],
        "joined_at": iso(record.joined),
        "nick": record.nick,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "premium_since": None,
        "pending": False,
        "flags": 0,
        "mute": False,
        "deaf": False,
    }
    return answer if account is None else {**answer, "user": user(account)}


def role(record: Role) -> Obj:
    """A role object."""
    return {
        "id": str(record.id),
        "name": record.name,
        "description": None,
        "permissions": str(record.permissions),
        "position": record.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": record.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def event(record: Event, guild: Snowflake) -> Obj:
    """A scheduled event of a guild."""
    return {
        "id": str(record.id),
        "guild_id": str(guild),
        "channel_id": None,
        "creator_id": str(record.creator),
        "name": record.name,
        "description": record.description,
        "image": None,
        "scheduled_start_time": iso(record.starts),
        "scheduled_end_time": iso(record.ends),
        "status": int(record.status),
        "entity_type": 3,
        "entity_id": None,
        "recurrence_rule": None,
        "privacy_level": 2,
        "user_count": 0,
        "guild_scheduled_event_exceptions": [],
        "entity_metadata": {"location": record.location},
    }


def channel(world: World, record: Channel, *, sees: Snowflake | None = None) -> Obj:
    """A channel object of any kind; with ``sees`` it carries that user's permissions, as interactions want it."""
    last = None if record.last_message is None else str(record.last_message)
    answer: Obj = {"id": str(record.id), "type": int(record.kind), "flags": record.flags, "last_message_id": last}
    if record.last_pin is not None:
        answer["last_pin_timestamp"] = iso(record.last_pin)
    if sees is not None:
        answer["permissions"] = str(world.rights(sees, record))
    if record.kind is ChannelKind.DM:
        assert record.recipient is not None
        return {**answer, "recipients": [user(world.users[record.recipient])]}
    if record.kind is ChannelKind.GROUP:
        owner = str(record.recipients[0])
        people = [user(world.users[key]) for key in record.recipients]
        return {**answer, "name": record.name, "icon": None, "owner_id": owner, "recipients": people}
    answer |= {"guild_id": str(record.guild), "name": record.name, "rate_limit_per_user": record.slow}
    answer["parent_id"] = None if record.parent is None else str(record.parent)
    if record.thread is not None:
        return (
            answer | _thread(record) | ({"applied_tags": [str(tag.id) for tag in record.tags]} if record.tags else {})
        )
    answer |= {
        "position": record.position,
        "topic": record.topic,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)} for o in record.overwrites
        ],
    }
    if record.kind in FORUMS:
        tags = [
            {"id": str(tag.id), "name": tag.name, "moderated": tag.moderated, "emoji_id": None, "emoji_name": None}
            for tag in record.tags
        ]
        answer |= {"available_tags": tags, "default_reaction_emoji": None, "default_sort_order": None}
    return answer


def _thread(record: Channel) -> Obj:
    thread = record.thread
    assert thread is not None
    metadata: Obj = {
        "archived": thread.archived,
        "archive_timestamp": iso(thread.archive_changed),
        "auto_archive_duration": thread.auto_archive,
        "locked": thread.locked,
        "create_timestamp": iso(thread.created),
    }
    if record.kind is ChannelKind.PRIVATE_THREAD:
        metadata["invitable"] = thread.invitable
    answer: Obj = {
        "owner_id": str(thread.owner),
        "thread_metadata": metadata,
        "message_count": min(thread.message_count, 50),
        "member_count": min(len(thread.members), 50),
        "total_message_sent": thread.total,
    }
    if BOT in thread.members:
        answer["member"] = thread_member(record, BOT)
    return answer


def thread_member(record: Channel, who: Snowflake) -> Obj:
    """A thread member object."""
    assert record.thread is not None
    return {
        "id": str(record.id),
        "user_id": str(who),
        "join_timestamp": iso(record.thread.members[who]),
        "flags": 0,
    }


def partial_guild(record: Guild) -> Obj:
    """What an interaction tells of a guild."""
    return {"id": str(record.id), "locale": "en-US", "features": []}


_GUILD_NULLS = [
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "max_presences",
    "vanity_url_code",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "public_updates_channel_id",
    "incidents_data",
]


def guild(record: Guild) -> Obj:
    """A guild object as REST gives it."""
    return {
        **dict.fromkeys(_GUILD_NULLS),
        "region": "deprecated",
        "widget_enabled": False,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_progress_bar_enabled": False,
        "id": str(record.id),
        "name": record.name,
        "owner_id": str(record.owner),
        "roles": [role(r) for r in record.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "afk_timeout": 300,
        "max_members": 500_000,
        "system_channel_flags": 0,
    }


def guild_create(world: World, record: Guild) -> Obj:
    """The GUILD_CREATE event: what the bot can see, with itself as the only member told."""
    seen = [c for c in list(world.channels.values()) if c.guild == record.id and not c.deleted and world.sees(BOT, c)]
    return {
        **guild(record),
        "joined_at": iso(record.members[BOT].joined),
        "large": False,
        "unavailable": False,
        "member_count": len(record.members),
        "members": [member(record.members[BOT], world.users[BOT])],
        "channels": [channel(world, c) for c in seen if c.thread is None],
        "threads": [channel(world, c) for c in seen if c.thread is not None and not c.thread.archived],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [event(each, record.id) for each in record.events.values()],
        "soundboard_sounds": [],
    }


def signature(key: Snowflake, expires_s: int) -> str:
    """The ``hm`` of a signed attachment link."""
    return hmac.new(_KEY, f"{key}:{expires_s}".encode(), hashlib.sha256).hexdigest()


def link(world: World, place: Snowflake, *, file: Attachment) -> str:
    """A fresh signed link to an attachment; it works for a day."""
    now = world.clock.now() // 1000
    expires = now + LINK_LIVES_S
    query = f"ex={expires:x}&is={now:x}&hm={signature(file.id, expires)}"
    return f"{world.base}/attachments/{place}/{file.id}/{quote(file.filename)}?{query}"


def attachment(world: World, place: Snowflake, *, file: Attachment) -> Obj:
    """An attachment object of a message in the channel ``place``."""
    url = link(world, place, file=file)
    answer: Obj = {
        "id": str(file.id),
        "filename": file.filename,
        "size": file.size,
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    }
    if file.width is not None:
        answer |= {"width": file.width, "height": file.height}
    if file.description:
        answer["description"] = file.description
    return answer


def _file_at(record: Message, url: str) -> Attachment | None:
    name = url.removeprefix("attachment://") if url.startswith("attachment://") else None
    return next((file for file in record.attachments if file.filename == name), None)


def _media(world: World, record: Message, *, url: str) -> Obj:
    file = _file_at(record, url)
    if file is None:
        return {"id": str(record.id), "url": url, "proxy_url": url, "width": 0, "height": 0, "content_type": None}
    shown = attachment(world, record.channel, file=file)
    answer = {key: shown.get(key) for key in ("id", "url", "proxy_url", "width", "height", "content_type", "size")}
    return {**answer, "attachment_id": shown["id"]}


def _component(world: World, record: Message, *, part: Obj) -> Obj:
    return components.shown(part, lambda url: _media(world, record, url=url))


def _embed(world: World, record: Message, *, embed: Obj) -> Obj:
    answer: Obj = {key: value for key, value in embed.items() if value is not None}
    answer["type"] = "rich"
    for key in ("image", "thumbnail"):
        if key in answer:
            url = answer[key]["url"]
            file = _file_at(record, url)
            shown = attachment(world, record.channel, file=file) if file else {"url": url, "proxy_url": url}
            kept = ("url", "proxy_url", "width", "height")
            answer[key] = {name: shown[name] for name in kept if name in shown}
    for key in ("footer", "author"):
        if key in answer:
            answer[key] = {name: value for name, value in answer[key].items() if value is not None}
    if "fields" in answer:
        answer["fields"] = [{**field, "inline": bool(field.get("inline"))} for field in answer["fields"]]
    return answer


def _metadata(world: World, record: Interaction) -> Obj:
    answer: Obj = {
        "id": str(record.id),
        "type": int(record.kind),
        "user": user(world.users[record.user]),
        "authorizing_integration_owners": record.owners,
    }
    match record.kind:
        case Kind.COMPONENT:
            answer["interacted_message_id"] = str(record.source)
        case Kind.MODAL:
            assert record.parent is not None
            answer["triggering_interaction_metadata"] = _metadata(world, world.interactions[record.parent])
        case _:
            pass
    return answer


def _interaction_of(world: World, record: Message) -> Obj:
    if record.interaction is None:
        return {}
    made_by = world.interactions[record.interaction]
    answer: Obj = {
        "application_id": str(BOT),
        "webhook_id": str(BOT),
        "interaction_metadata": _metadata(world, made_by),
    }
    if made_by.kind is Kind.COMMAND:
        who = user(world.users[made_by.user])
        answer["interaction"] = {"id": str(made_by.id), "type": 2, "name": made_by.name, "user": who}
    return answer


def message(world: World, record: Message, *, nonce: bool = False, gateway: bool = False) -> Obj:
    """
    A message object; ``nonce`` as in the answer to its creation, ``gateway`` with what only events tell.

    Files that a component shows stand in that component alone, not among the attachments.
    """
    place = world.channels[record.channel]
    shown = components.named_files(record.components) if record.flags & Flag.V2 else set()
    answer: Obj = {
        "id": str(record.id),
        "type": int(record.kind),
        "channel_id": str(record.channel),
        "author": user(world.users[record.author]),
        "content": record.content,
        "timestamp": iso(made_at(record.id)),
        "edited_timestamp": None if record.edited is None else iso(record.edited),
        "tts": False,
        "mention_everyone": record.everyone,
        "mentions": [user(world.users[who]) for who in record.mentions],
        "mention_roles": [str(key) for key in record.mention_roles],
        "attachments": [
            attachment(world, record.channel, file=file) for file in record.attachments if file.filename not in shown
        ],
        "embeds": [_embed(world, record, embed=embed) for embed in record.embeds],
        "components": [_component(world, record, part=part) for part in record.components],
        "pinned": record.pinned is not None,
        "flags": record.flags,
    }
    answer |= _interaction_of(world, record)
    if nonce and record.nonce is not None:
        answer["nonce"] = record.nonce
    if record.reference is not None:
        answer |= _reference(world, record)
    thread = world.channels.get(record.id) if record.flags & Flag.HAS_THREAD else None
    if thread is not None and not thread.deleted:
        answer["thread"] = channel(world, thread)
    if gateway and place.guild is not None:
        answer["guild_id"] = str(place.guild)
        author = world.guilds[place.guild].members.get(record.author)
        if author is not None:
            answer["member"] = member(author, None)
    return answer


def _reference(world: World, record: Message) -> Obj:
    reference = record.reference
    assert reference is not None
    told: Obj = {"type": 0, "channel_id": str(reference.channel), "message_id": str(reference.message)}
    if reference.guild is not None:
        told["guild_id"] = str(reference.guild)
    target = world.messages.get(reference.message)
    answer: Obj = {"message_reference": told}
    if record.kind.name in ("REPLY", "THREAD_STARTER"):
        answer["referenced_message"] = None if target is None or target.deleted else message(world, target)
    return answer


def command(world: World, record: Command) -> Obj:
    """
    A registered command, with nulls for what was left out only where Discord has them; the types of installation are
    the application's where it names none.
    """
    body = {key: value for key, value in record.body.items() if value is not None}
    answer: Obj = {
        **body,
        "id": str(record.id),
        "application_id": str(BOT),
        "version": str(record.version),
        "type": body.get("type") or 1,
        "description": body.get("description") or "",
        "default_member_permissions": None,
        "nsfw": bool(body.get("nsfw")),
    }
    needed = body.get("default_member_permissions")
    if needed is not None:
        answer["default_member_permissions"] = str(needed)
    if record.guild is not None:
        answer["guild_id"] = str(record.guild)
    else:
        answer["contexts"] = body.get("contexts")
        answer["integration_types"] = installs.types_of(world, record)
    return answer


def emoji(world: World, record: Emoji) -> Obj:
    """An emoji of the application."""
    return {
        "id": str(record.id),
        "name": record.name,
        "roles": [],
        "user": user(world.users[BOT]),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }

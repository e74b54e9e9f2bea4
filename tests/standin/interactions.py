"""Interactions: sent to the bot, answered once within three seconds, then followed up through their token."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from msgspec import Struct

from tests.standin import installs, limits, messages, payloads, threads
from tests.standin.components import numbered
from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.media import Upload
from tests.standin.messages import Sender
from tests.standin.model import Answer, Channel, Command, Flag, Interaction, Kind, Message, MessageKind
from tests.standin.permissions import ALL, Right
from tests.standin.stand import Stand
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import BOT, World

MOST_FOLLOWUPS = 5
"""Follow-ups of an interaction where only the user installed the app."""

_ANSWERS: dict[Kind, frozenset[Answer]] = {
    Kind.COMMAND: frozenset({Answer.MESSAGE, Answer.DEFERRED, Answer.MODAL}),
    Kind.COMPONENT: frozenset(
        {Answer.MESSAGE, Answer.DEFERRED, Answer.DEFERRED_UPDATE, Answer.UPDATE, Answer.MODAL},
    ),
    Kind.COMPLETION: frozenset({Answer.CHOICES}),
    Kind.MODAL: frozenset({Answer.MESSAGE, Answer.DEFERRED, Answer.DEFERRED_UPDATE, Answer.UPDATE}),
}


class Trigger(Struct, frozen=True, kw_only=True):
    """What a user did: where, with what data; ``source`` is the message pressed, ``parent`` what opened the modal."""

    kind: Kind
    user: Snowflake
    channel: Channel
    data: Obj
    name: str = ""
    command: Command | None = None
    source: Message | None = None
    parent: Interaction | None = None


def send(stand: Stand, trigger: Trigger) -> tuple[Interaction, bool]:
    """Make an interaction and send it to the bot; the second value tells whether any session took it."""
    world = stand.world
    guild = world.guilds[trigger.channel.guild] if trigger.channel.guild is not None else None
    owners = _owners(world, trigger)
    may_show = guild is None or "0" in owners or world.rights(trigger.user, trigger.channel) & Right.USE_EXTERNAL_APPS
    interaction = Interaction(
        id=world.mint.new(),
        token=secrets.token_urlsafe(48),
        kind=trigger.kind,
        user=trigger.user,
        channel=trigger.channel.id,
        created=world.clock.now(),
        guild=guild.id if guild else None,
        name=trigger.name,
        owners=owners,
        forced_ephemeral=not may_show,
        source=trigger.source.id if trigger.source else None,
        parent=trigger.parent.id if trigger.parent else None,
    )
    world.save(interaction)
    stand.watch(interaction)
    payload = _payload(stand, interaction, trigger=trigger)
    taken = stand.hub.tell("INTERACTION_CREATE", payload, guild=interaction.guild, intent=0)
    if stand.faults.double_next > 0:
        stand.faults.double_next -= 1
        stand.hub.tell("INTERACTION_CREATE", payload, guild=interaction.guild, intent=0)
    return interaction, taken


def _owners(world: World, trigger: Trigger) -> dict[str, str]:
    """By whose installation it comes: a form as what opened it, a press as the message's, a command as it declares."""
    if trigger.parent is not None:
        return trigger.parent.owners
    user = world.users[trigger.user]
    if trigger.source is not None:
        return installs.owners_by_message(world, user, channel=trigger.channel, source=trigger.source)
    assert trigger.command is not None, "what has neither form nor message is a command"
    types = installs.types_of(world, trigger.command)
    return installs.owners_of(world, user, channel=trigger.channel, types=types)


def _payload(stand: Stand, interaction: Interaction, *, trigger: Trigger) -> Obj:
    world = stand.world
    user = world.users[trigger.user]
    guild = world.guilds[interaction.guild] if interaction.guild is not None else None
    channel = payloads.channel(world, trigger.channel, sees=trigger.user)
    payload: Obj = {
        "id": str(interaction.id),
        "application_id": str(BOT),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": trigger.data,
        "channel_id": str(trigger.channel.id),
        "channel": installs.interaction_channel(channel, guild=guild),
        "locale": "en-US",
        "context": installs.context_of(trigger.channel),
        "app_permissions": str(installs.app_permissions(world, interaction, channel=trigger.channel)),
        "entitlements": [],
        "authorizing_integration_owners": interaction.owners,
        "attachment_size_limit": world.settings.file_bytes,
    }
    if guild is None:
        payload["user"] = payloads.user(user)
    else:
        person = payloads.member(guild.members[user.id], user)
        rights = world.rights(user.id, trigger.channel)
        payload |= {
            "guild_id": str(guild.id),
            "guild": payloads.partial_guild(guild),
            "guild_locale": "en-US",
            "member": {**person, "permissions": str(rights)},
        }
    if trigger.source is not None:
        payload["message"] = payloads.message(world, trigger.source)
    return payload


# --- the first answer ------------------------------------------------------------------------------------------------


def answer(stand: Stand, interaction: Interaction, *, body: Obj, uploads: Sequence[Upload]) -> Obj:
    """
    The bot's first answer; what ``with_response`` tells of it.

    Raises:
        ApiError: 10062 after three seconds, 40060 the second time, 50035 and the like for what it says
    """
    late = stand.world.clock.now() - interaction.created
    if interaction.acked is not None:
        raise ApiError(Code.ALREADY_ACKNOWLEDGED)
    if late > stand.world.settings.ack_ms:
        raise ApiError(Code.UNKNOWN_INTERACTION)
    kind = Answer(body["type"]) if body["type"] in Answer.__members__.values() else None
    if kind is None or kind not in _ANSWERS[interaction.kind] or (kind is Answer.UPDATE and interaction.source is None):
        raise invalid([Problem(("type",), "BASE_TYPE_CHOICES", "This interaction can't be answered so.")])
    message = _carry_out(stand, interaction, kind=kind, data=body.get("data") or {}, uploads=uploads)
    interaction.acked, interaction.answer = late, kind
    interaction.original = message.id if message is not None else interaction.original
    stand.touched(interaction, *([message.id] if message is not None and kind is not Answer.DEFERRED_UPDATE else []))
    told: Obj = {"id": str(interaction.id), "type": int(interaction.kind)}
    if message is None:
        return {"interaction": told}
    told["response_message_id"] = str(message.id)
    told["response_message_loading"] = bool(message.flags & Flag.LOADING)
    told["response_message_ephemeral"] = message.ephemeral_to is not None
    if kind not in (Answer.MESSAGE, Answer.UPDATE):
        return {"interaction": told}
    resource = {"type": int(kind), "message": payloads.message(stand.world, message)}
    return {"interaction": told, "resource": resource}


def _carry_out(
    stand: Stand, interaction: Interaction, *, kind: Answer, data: Obj, uploads: Sequence[Upload]
) -> Message | None:
    world = stand.world
    source = world.messages[interaction.source] if interaction.source is not None else None
    match kind:
        case Answer.MESSAGE | Answer.DEFERRED:
            loading = kind is Answer.DEFERRED
            return _say(stand, interaction, body=data, uploads=uploads, loading=loading, under=("data",))
        case Answer.UPDATE:
            assert source is not None
            if source.deleted:
                raise ApiError(Code.UNKNOWN_MESSAGE)
            shows = world.settings.deferred_files
            messages.edit(stand, source, body=data, uploads=uploads, under=("data",), shows_uploads=shows)
            return source
        case Answer.DEFERRED_UPDATE:
            return source
        case Answer.CHOICES:
            interaction.choices = data["choices"]
        case Answer.MODAL:
            limits.check_modal(data)
            interaction.modal = {**data, "components": numbered(data["components"])}
    return None


def _say(
    stand: Stand,
    interaction: Interaction,
    *,
    body: Obj,
    uploads: Sequence[Upload],
    loading: bool,
    under: tuple[str, ...],
) -> Message:
    channel = stand.world.channel(interaction.channel)
    ephemeral = bool((body.get("flags") or 0) & Flag.EPHEMERAL) or interaction.forced_ephemeral
    if not ephemeral:
        threads.wake(stand, channel, rights=ALL)
    first = interaction.acked is None and interaction.kind is Kind.COMMAND
    sender = Sender(
        author=BOT,
        kind=MessageKind.COMMAND if first else MessageKind.DEFAULT,
        interaction=interaction,
        ephemeral=ephemeral,
        loading=loading,
        under=under,
    )
    return messages.create(stand, channel, body=body, uploads=uploads, sender=sender)


# --- through the token -----------------------------------------------------------------------------------------------


def by_token(stand: Stand, application: Snowflake, *, token: str) -> Interaction:
    """
    The answered interaction that a token still opens.

    Raises:
        ApiError: 10015 for an unknown token or one not answered yet, 50027 after 15 minutes
    """
    interaction = stand.world.by_token(token)
    if interaction is None or application != BOT or interaction.acked is None:
        raise ApiError(Code.UNKNOWN_WEBHOOK)
    if stand.world.clock.now() - interaction.created > stand.world.settings.token_s * 1000:
        raise ApiError(Code.TOKEN_OVER)
    return interaction


def reach(stand: Stand, interaction: Interaction, *, key: str) -> Message:
    """
    A message that a token may read, edit and delete: those it made, and the one that was pressed.

    Raises:
        ApiError: 10008
    """
    found = interaction.original if key == "@original" else Snowflake(int(key)) if key.isdecimal() else None
    message = stand.world.messages.get(found) if found is not None else None
    if message is None or message.deleted:
        raise ApiError(Code.UNKNOWN_MESSAGE)
    if message.id not in (interaction.original, interaction.source) and message.interaction != interaction.id:
        raise ApiError(Code.UNKNOWN_MESSAGE)
    return message


def follow_up(stand: Stand, interaction: Interaction, *, body: Obj, uploads: Sequence[Upload]) -> Message:
    """
    A follow-up; the first after a deferral fills the placeholder instead.

    Raises:
        ApiError: 40094 for a sixth one where only the user installed the app, and those of a message
    """
    original = stand.world.messages.get(interaction.original) if interaction.original is not None else None
    if original is not None and not original.deleted and original.flags & Flag.LOADING:
        _edit(stand, original, body=body, uploads=uploads)
        stand.touched(interaction, original.id)
        return original
    if installs.by_user_alone(interaction) and interaction.followups >= MOST_FOLLOWUPS:
        raise ApiError(Code.MAX_FOLLOWUPS)
    message = _say(stand, interaction, body=body, uploads=uploads, loading=False, under=())
    interaction.followups += 1
    stand.touched(interaction, message.id)
    return message


def rewrite(stand: Stand, interaction: Interaction, *, key: str, body: Obj, uploads: Sequence[Upload]) -> Message:
    """
    Edit a message through the token.

    Raises:
        ApiError: 10008 and those of an edit
    """
    message = reach(stand, interaction, key=key)
    _edit(stand, message, body=body, uploads=uploads)
    stand.touched(interaction, message.id)
    return message


def _edit(stand: Stand, message: Message, *, body: Obj, uploads: Sequence[Upload]) -> None:
    messages.edit(stand, message, body=body, uploads=uploads, shows_uploads=stand.world.settings.deferred_files)


def remove(stand: Stand, interaction: Interaction, *, key: str) -> None:
    """
    Delete a message through the token.

    Raises:
        ApiError: 10008
    """
    message = reach(stand, interaction, key=key)
    messages.delete(stand, message)
    stand.touched(interaction, message.id)

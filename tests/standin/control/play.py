"""What users do: type commands, complete, press, choose, submit modals, and write messages."""

from __future__ import annotations

import asyncio

from msgspec import Struct, field

from tests.standin import interactions, messages, moderation, threads
from tests.standin.components import ENTITIES, LINK, Part, controls
from tests.standin.control import names, views
from tests.standin.control.forms import filled
from tests.standin.errors import ApiError, Code
from tests.standin.interactions import Trigger
from tests.standin.messages import Sender
from tests.standin.model import FORUMS, Answer, Channel, Command, Flag, Interaction, Kind, Message, User
from tests.standin.permissions import demand, sending
from tests.standin.slash import Place, Reader, Refused, context_data, offered, read
from tests.standin.stand import Stand
from tests.standin.wire import Obj, Snowflake

UPDATE_S = 0.3
"""How long to wait for an edit after a deferred update: there need not be one."""


class Wait(Struct, kw_only=True):
    """How long an answer may take: ``wait_s`` for what was deferred, ``settle_ms`` on top for follow-ups."""

    wait_s: float = 10
    settle_ms: int = 0


class Interact(Wait, kw_only=True):
    """A command line, with more option texts by name, files for attachment options, or a context menu's target."""

    user: str
    channel: str
    command: str
    options: dict[str, str] = field(default_factory=dict)
    files: dict[str, Obj] = field(default_factory=dict)
    target: str | None = None


class Complete(Struct, kw_only=True):
    """A command line whose option ``focused`` is being typed."""

    user: str
    channel: str
    command: str
    focused: str
    options: dict[str, str] = field(default_factory=dict)


class Press(Wait, kw_only=True):
    """A button pressed or a select's values chosen; ``label`` instead of ``custom_id`` if that is unambiguous."""

    user: str
    message: str
    custom_id: str | None = None
    label: str | None = None
    values: list[str] | None = None


class Submit(Wait, kw_only=True):
    """A modal sent; ``modal`` is the interaction that opened it, by default the user's last one."""

    user: str
    values: dict[str, str | bool | list[str]] = field(default_factory=dict)
    modal: str | None = None


class Say(Struct, kw_only=True):
    """A plain message of a user."""

    user: str
    channel: str
    content: str


async def _finish(stand: Stand, trigger: Trigger, *, reader: User, wait: Wait) -> Obj:
    """Send an interaction, wait for its answer and for what was deferred; the outcome."""
    interaction, taken = interactions.send(stand, trigger)
    live = stand.watch(interaction)
    if taken:
        limit = stand.world.settings.ack_ms / 1000 + 0.1
        await live.until(lambda: interaction.acked is not None, seconds=limit)
    if interaction.answer is Answer.DEFERRED:
        await live.until(lambda: _filled(stand, interaction), seconds=wait.wait_s)
    elif interaction.answer is Answer.DEFERRED_UPDATE:
        await live.until(lambda: bool(interaction.messages), seconds=min(UPDATE_S, wait.wait_s))
    if wait.settle_ms:
        await asyncio.sleep(wait.settle_ms / 1000)
    return views.outcome(stand, interaction, reader=reader, taken=taken)


def _filled(stand: Stand, interaction: Interaction) -> bool:
    original = stand.world.messages[interaction.original] if interaction.original is not None else None
    return original is None or original.deleted or not original.flags & Flag.LOADING


async def interact(stand: Stand, told: Interact) -> Obj:
    """
    Run a slash command, or a context-menu command by its bare name and a target.

    Raises:
        Refused: the client wouldn't send it
    """
    place = names.place(stand, told.user, channel_name=told.channel)
    thread = place.channel.thread
    if thread is not None and thread.archived:
        raise Refused("Commands can't be used in an archived thread.")
    if place.channel.kind in FORUMS:
        raise Refused("Commands can't be used in a forum or media channel itself, only in its posts.")
    if told.command.startswith("/"):
        typed = read(place, told.command, given=told.options)
        command, data = typed.command, Reader(place, told.files).data(typed)
        name = " ".join([typed.command.body["name"], *(word for _, word in typed.path)])
    else:
        found = [c for kind in (2, 3) for c in offered(place, kind) if c.body["name"] == told.command]
        if not found or told.target is None:
            raise Refused(f"There is no context menu {told.command!r} here, or no target was given.")
        command, name = found[0], told.command
        data = context_data(place, command, target=told.target)
    return await _command(stand, place, command, data=data, name=name, kind=Kind.COMMAND, wait=told)


async def _command(
    stand: Stand, place: Place, command: Command, *, data: Obj, name: str, kind: Kind, wait: Wait
) -> Obj:
    trigger = Trigger(kind=kind, user=place.user.id, channel=place.channel, data=data, name=name, command=command)
    return await _finish(stand, trigger, reader=place.user, wait=wait)


async def complete(stand: Stand, told: Complete) -> Obj:
    """
    Ask for completion of an option as it stands.

    Raises:
        Refused: the option has no completion
    """
    place = names.place(stand, told.user, channel_name=told.channel)
    typed = read(place, told.command, given=told.options)
    option = next((o for o in typed.options if o["name"] == told.focused), None)
    if option is None or not option.get("autocomplete"):
        raise Refused(f"{told.focused} has no completion.")
    data = Reader(place).data(typed, focused=told.focused)
    name = typed.command.body["name"]
    return await _command(stand, place, typed.command, data=data, name=name, kind=Kind.COMPLETION, wait=Wait())


async def press(stand: Stand, told: Press) -> Obj:
    """
    Press a button or choose from a select.

    Raises:
        Refused: it isn't there, is disabled, is a link, or the values don't fit or are chosen already
    """
    world = stand.world
    user = names.user(world, told.user)
    message = names.message(world, told.message, reader=user)
    channel = world.channel(message.channel)
    part = _control(message, told)
    data: Obj = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"]}
    if part["type"] != Part.BUTTON:
        place = Place(world=world, user=user, channel=channel)
        data |= _chosen(place, part, values=told.values or [])
        _keep(stand, user, message, part=part, values=frozenset(data["values"]))
    trigger = Trigger(kind=Kind.COMPONENT, user=user.id, channel=channel, data=data, source=message)
    return await _finish(stand, trigger, reader=user, wait=told)


def _control(message: Message, told: Press) -> Obj:
    parts = controls(message.components)
    by_id = told.custom_id is not None
    fits = [p for p in parts if (p.get("custom_id") == told.custom_id if by_id else p.get("label") == told.label)]
    if len(fits) != 1:
        known = ", ".join(str(p.get("custom_id") or p.get("url")) for p in parts)
        raise Refused(f"{len(fits)} controls fit {told.custom_id or told.label!r}. There are: {known or 'none'}.")
    part = fits[0]
    if part.get("disabled"):
        raise Refused("That control is disabled.")
    if part["type"] == Part.BUTTON and part["style"] == LINK:
        raise Refused("That button opens a link.")
    return part


def _chosen(place: Place, part: Obj, *, values: list[str]) -> Obj:
    low = 1 if part.get("min_values") is None else part["min_values"]
    high = part.get("max_values") or 1
    if not low <= len(values) <= high:
        raise Refused(f"Choose {low} to {high} values, not {len(values)}.")
    if part["type"] == Part.SELECT:
        known = {text: o["value"] for o in part["options"] for text in (o["label"], o["value"])}
        unknown = [value for value in values if value not in known]
        if unknown:
            raise Refused(
                f"{unknown[0]!r} is not offered. There are: {', '.join(o['value'] for o in part['options'])}."
            )
        return {"values": [known[value] for value in values]}
    reader = Reader(place)
    keys = [reader.entity(ENTITIES[part["type"]], value) for value in values]
    return {"values": keys, "resolved": reader.resolved}


def _keep(stand: Stand, user: User, message: Message, *, part: Obj, values: frozenset[str]) -> None:
    """Note a choice as the client does: it shows it for that custom id from now on, whatever an edit says.

    Raises:
        Refused: it shows these values already, so that choosing them sends nothing
    """
    key = (user.id, message.id, part["custom_id"])
    preset = frozenset(option["value"] for option in part.get("options") or () if option.get("default"))
    if stand.chosen.get(key, preset) == values:
        raise Refused(f"{', '.join(sorted(values))} is chosen already: choosing it again sends nothing.")
    stand.chosen[key] = values


async def submit(stand: Stand, told: Submit) -> Obj:
    """
    Fill in and send a modal.

    Raises:
        Refused: none is open, or a field doesn't fit
    """
    world = stand.world
    user = names.user(world, told.user)
    opened = [
        i
        for i in world.interactions.values()
        if i.user == user.id and i.modal is not None and not i.submitted and told.modal in (None, str(i.id))
    ]
    if not opened:
        raise Refused(f"{user.name} has no such modal open.")
    parent = opened[-1]
    assert parent.modal is not None
    channel = world.channel(parent.channel)
    place = Place(world=world, user=user, channel=channel)
    data = filled(place, parent.modal, values=told.values)
    parent.submitted = True
    world.save(parent)
    source = world.messages[parent.source] if parent.source is not None else None
    trigger = Trigger(kind=Kind.MODAL, user=user.id, channel=channel, data=data, source=source, parent=parent)
    return await _finish(stand, trigger, reader=user, wait=told)


def say(stand: Stand, told: Say) -> Obj:
    """
    Write a message as a user would.

    Raises:
        Refused: they may not
    """
    place = names.place(stand, told.user, channel_name=told.channel)
    channel: Channel = place.channel
    rights = stand.world.rights(place.user.id, channel)
    try:
        demand(rights, sending(channel))
        if channel.kind in FORUMS:
            raise ApiError(Code.NO_MESSAGES_IN_FORUM)
        threads.wake(stand, channel, rights=rights)
        moderation.check_slow(stand, channel, author=place.user.id)
        message = messages.create(stand, channel, body={"content": told.content}, sender=Sender(author=place.user.id))
    except ApiError as error:
        raise Refused(str(error)) from error
    return views.message(stand.world, message)


def outcome(stand: Stand, key: str) -> Obj:
    """
    What became of an interaction so far.

    Raises:
        Refused: there is none
    """
    found = stand.world.interactions.get(Snowflake(int(key))) if key.isdecimal() else None
    if found is None:
        raise Refused(f"There is no interaction {key}.")
    return views.outcome(stand, found, reader=stand.world.users[found.user])

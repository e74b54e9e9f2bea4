"""What a user sees of messages, and what became of an interaction."""

from __future__ import annotations

from tests.standin import components, payloads
from tests.standin.components import Part
from tests.standin.control.names import readable
from tests.standin.model import Answer, Flag, Interaction, Message, User
from tests.standin.stand import Stand
from tests.standin.wire import Obj
from tests.standin.world import World

_CONTROL_KEYS = (
    "custom_id",
    "label",
    "style",
    "disabled",
    "url",
    "emoji",
    "placeholder",
    "options",
    "min_values",
    "max_values",
)


def message(world: World, record: Message) -> Obj:
    """
    A message object of Discord's with all its files as attachments, and beside it: ``ephemeral``, ``loading``,
    ``text`` (all its words in one string), ``controls`` (buttons and selects, flat), ``pinged`` (names of those really
    notified), ``versions`` (1 + edits).
    """
    shown = payloads.message(world, record, nonce=True)
    words = [record.content]
    for embed in record.embeds:
        words += [embed.get("title") or "", embed.get("description") or ""]
        words += [f"{field['name']}\n{field['value']}" for field in embed.get("fields") or ()]
        words.append((embed.get("footer") or {}).get("text") or "")
    words += components.texts(record.components)
    return {
        **shown,
        "attachments": [payloads.attachment(world, record.channel, file=file) for file in record.attachments],
        "channel": world.channels[record.channel].name,
        "ephemeral": record.ephemeral_to is not None,
        "loading": bool(record.flags & Flag.LOADING),
        "text": "\n".join(word for word in words if word),
        "controls": [_control(part) for part in components.controls(record.components)],
        "pinged": [world.users[key].name for key in record.pinged],
        "versions": record.versions,
    }


def _control(part: Obj) -> Obj:
    shown: Obj = {"type": Part(part["type"]).name.lower(), "disabled": False}
    return shown | {key: part[key] for key in _CONTROL_KEYS if part.get(key) is not None}


def outcome(stand: Stand, interaction: Interaction, *, reader: User, taken: bool = True) -> Obj:
    """What became of an interaction: see README.md for the keys."""
    world = stand.world
    found = [world.messages[key] for key in interaction.messages]
    kind = interaction.answer.name.lower() if interaction.answer is not None else "failed"
    told: Obj = {
        "interaction": str(interaction.id),
        "acknowledged_ms": interaction.acked,
        "kind": kind,
        "messages": [message(world, m) for m in found if not m.deleted and readable(world, m, reader=reader)],
        "refusals": stand.watch(interaction).refusals,
    }
    if interaction.answer is None:
        told["reason"] = "the bot didn't answer in time" if taken else "no gateway session took it"
    if interaction.answer is Answer.MODAL:
        told["modal"] = {"interaction": str(interaction.id), **(interaction.modal or {})}
    if interaction.answer is Answer.CHOICES:
        told["choices"] = interaction.choices
    return told

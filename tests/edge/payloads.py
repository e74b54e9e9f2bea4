"""Holding what the edge sends against Discord: its own API description, and the limits that it misses."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.edge.sheet import Post
from tests.standin.command_limits import check_set
from tests.standin.errors import ApiError
from tests.standin.limits import check_message, check_modal
from tests.standin.validation import check_body

V2 = 1 << 15
SEND = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
COMMANDS = "/applications/{application_id}/commands"


def components_of(post: Post) -> list[dict[str, Any]]:
    """Return a message's components as JSON."""
    parts: list[dict[str, Any]] = post.view.to_components()  # type: ignore[no-untyped-call]
    return parts


def body_of(post: Post) -> dict[str, Any]:
    """Return the JSON of a message as discord.py would send it."""
    attachments = [
        {"id": number, "filename": attachment.name, "description": attachment.alt}
        for number, attachment in enumerate(post.attachments)
    ]
    return {"flags": V2, "components": components_of(post), "attachments": attachments}


def faults_of(post: Post) -> list[str]:
    """Return what Discord would say against a message; [] if it would take it."""
    body = body_of(post)
    faults = [f"{problem.path}: {problem.message}" for problem in check_body(SEND, "POST", body)]
    try:
        check_message(body, v2=True, files=[attachment.name for attachment in post.attachments])
    except ApiError as error:
        faults.append(str(error.body if hasattr(error, "body") else error))
    return faults


def faults_of_commands(tree: app_commands.CommandTree[Any]) -> list[str]:
    """Return what Discord would say against the commands."""
    body = [command.to_dict(tree) for command in tree.get_commands()]
    faults = [f"{problem.path}: {problem.message}" for problem in check_body(COMMANDS, "PUT", body)]
    try:
        check_set(body, indexed=True)
    except ApiError as error:
        faults.append(str(error))
    return faults


def faults_of_modal(data: dict[str, Any]) -> list[str]:
    """Return what Discord would say against a form."""
    body = {"type": 9, "data": data}
    faults = [f"{problem.path}: {problem.message}" for problem in check_body(CALLBACK, "POST", body)]
    try:
        check_modal(data)
    except ApiError as error:
        faults.append(str(error))
    return faults


def texts(parts: Sequence[dict[str, Any]]) -> str:
    """Return all text of a message's components."""
    found = []
    for part in parts:
        if part.get("type") == 10:
            found.append(part["content"])
        inner = part.get("components", [])
        if inner:
            found.append(texts(inner))
    return "\n".join(filter(None, found))

"""Holding what the edge sends against Discord: its own API description, and the limits that it misses."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.edge.messages.builder import Post
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
    faults = [f"{problem.path}: {problem.message}" for problem in check_body(SEND, "POST", body=body)]
    try:
        check_message(body, v2=True, files=[attachment.name for attachment in post.attachments])
    except ApiError as error:
        faults.append(str(error.body if hasattr(error, "body") else error))
    return faults


def faults_of_commands(tree: app_commands.CommandTree[Any]) -> list[str]:
    """Return what Discord would say against the commands."""
    body = [command.to_dict(tree) for command in tree.get_commands()]
    faults = [f"{problem.path}: {problem.message}" for problem in check_body(COMMANDS, "PUT", body=body)]
    try:
        check_set(body, indexed=True)
    except ApiError as error:
        faults.append(str(error))
    return faults


def faults_of_modal(data: dict[str, Any]) -> list[str]:
    """Return what Discord would say against a form."""
    body = {"type": 9, "data": data}
    faults = [f"{problem.path}: {problem.message}" for problem in check_body(CALLBACK, "POST", body=body)]
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


def check_all(env: Any) -> list[str]:  # noqa: ANN401  # the simulator's environment
    """Return what Discord would say against all that the bot sent in the simulator."""
    faults = []
    sent: list[str] = []
    for entry in env.http_requests:
        body = entry.json
        template = _template(entry.path)
        if not isinstance(body, dict) or template is None:
            continue
        found = [
            f"{template} {problem.path}: {problem.message}" for problem in check_body(template, entry.method, body=body)
        ]
        data = body.get("data", body) if "callback" in template else body
        if isinstance(data, dict) and data.get("components") and body.get("type") != 9:
            try:
                names = [item.get("filename", "") for item in data.get("attachments") or ()]
                sent += names
                check_message(data, v2=True, files=names or sent)  # an edit may name a file that the message has
            except ApiError as error:
                found.append(f"{template}: {error}")
        faults += found
    return faults


def _template(path: str) -> str | None:
    """The path as the description has it, for those that carry messages."""
    steps = path.strip("/").split("/")
    match steps:
        case ["channels", _, "messages"]:
            return "/channels/{channel_id}/messages"
        case ["channels", _, "messages", _]:
            return "/channels/{channel_id}/messages/{message_id}"
        case ["channels", _, "threads"]:
            return "/channels/{channel_id}/threads"
        case ["interactions", _, _, "callback"]:
            return CALLBACK
        case ["webhooks", _, _, "messages", "@original"]:
            return "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    return None

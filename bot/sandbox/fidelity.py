"""Where the simulator is kinder than Discord, it is made to answer as Discord does."""

from typing import TYPE_CHECKING, Any, cast

from simcord.backend import serializers
from simcord.components import walk_components

if TYPE_CHECKING:
    from discord.types.message import Message as MessagePayload

_simulated = serializers.message_payload


def answer_like_discord() -> None:
    """Leave the files that a gallery, a thumbnail or a file part shows out of a message's ``attachments``.

    Discord names them in those parts alone. The simulator has no setting for it, so its serializer is wrapped, for
    the whole process; a repeat changes nothing.
    """
    serializers.message_payload = _message_payload


def _message_payload(*args: Any, **more: Any) -> "MessagePayload":  # noqa: ANN401  # whatever the simulator passes
    payload = cast("dict[str, Any]", _simulated(*args, **more))
    shown = {
        str(media.get("attachment_id")) for part in walk_components(payload["components"]) for media in _media(part)
    }
    payload["attachments"] = [each for each in payload["attachments"] if str(each["id"]) not in shown]
    return cast("MessagePayload", payload)


def _media(part: dict[str, Any]) -> list[dict[str, Any]]:
    """The media items of one component."""
    items = [item["media"] for item in part.get("items") or ()]
    return [*items, *(part[key] for key in ("media", "file") if part.get(key))]

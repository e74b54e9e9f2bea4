"""Where the simulator is kinder than Discord, it is made to answer, and its page to look, as Discord does."""

from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from zlib import crc32

from simcord.backend import serializers
from simcord.backend.cdn import CDN_BASE
from simcord.components import walk_components
from simcord.http import router
from simcord.http.routes.application import create_application_emoji
from simcord.http.routes.guilds import create_guild_channel
from simcord.preview import _action_plans, _component_projection
from simcord.preview._server import PreviewServer

if TYPE_CHECKING:
    from discord.types.message import Message as MessagePayload

_simulated = serializers.message_payload
_shown_key = _component_projection._control_key
_pressed_key = _action_plans._component_key
_served = PreviewServer._static
STYLE = Path(__file__).with_name("client.css")
"""Sizes, line breaks and cuts of Discord's client, on desktop and on a phone."""
SELECTS = frozenset({3, 5, 6, 7, 8})
"""Types of components in which something is chosen."""


def answer_like_discord() -> None:
    """Leave the files that a gallery, a thumbnail or a file part shows out of a message's ``attachments``.

    Discord names them in those parts alone. And a choice is kept for the custom id of a select, as Discord's client
    does: the page keeps it for the place in the message, so that the next question would show the last answer, and
    choosing that would send nothing. And an emoji of the application shows the picture that was uploaded, which the
    simulator drops. And a forum is made with its tags, which the simulator takes for a forum that is there alone. It
    has no setting for any of it, so its functions are wrapped, for the whole process; a repeat changes nothing.
    """
    serializers.message_payload = _message_payload
    _component_projection._control_key = _show
    _action_plans._component_key = _press
    routes = router._ROUTES["POST"]
    routes[:] = [(*route[:-1], CORRECTED.get(route[-1], route[-1])) for route in routes]


def look_like_discord() -> None:
    """Have the page served with ``STYLE`` behind its own; the simulator has no setting for that either."""
    PreviewServer._static = _static  # type: ignore[assignment, method-assign]


async def _static(server: PreviewServer, request: Any) -> Any:  # noqa: ANN401  # aiohttp's, untyped there
    response = await _served(server, request)
    if request.path == "/preview.css":
        response.text += STYLE.read_text(encoding="utf-8")
    return response


def _create_emoji(context: router.RequestContext) -> Any:  # noqa: ANN401  # the simulator's JSON
    made = create_application_emoji(context)
    image = b64decode(context.body()["image"].partition(",")[2])
    context.backend.cdn._blobs[f"{CDN_BASE}/emojis/{made['id']}.png"] = image
    return made


def _create_channel(context: router.RequestContext) -> Any:  # noqa: ANN401  # the simulator's JSON
    tags = context.body().pop("available_tags", [])
    made = create_guild_channel(context)
    if not tags:
        return made
    numbered = [{**tag, "id": str(context.backend.snowflake())} for tag in tags]
    channel = context.backend.edit_channel(int(made["id"]), {"available_tags": numbered})
    return dict(serializers.channel_payload(context.backend, channel))


CORRECTED = {create_application_emoji: _create_emoji, create_guild_channel: _create_channel}
"""What answers a request, by what the simulator would have answered it with."""


def _show(scope: str, component: Mapping[str, Any], path: str) -> str | None:
    return _key(component, _shown_key(scope, component, path))


def _press(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
    return _key(component, _pressed_key(component, path, message_id))


def _key(part: Mapping[str, Any], place: str | None) -> str | None:
    """Return what the page knows a component by; that of a select changes with its custom id."""
    if place is None or part.get("type") not in SELECTS:
        return place
    return f"{place}.{crc32(str(part.get('custom_id')).encode()):x}"


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

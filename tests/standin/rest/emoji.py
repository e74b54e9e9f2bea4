"""Emoji that the application itself has."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from io import BytesIO

from PIL import Image

from tests.standin import payloads
from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.model import Emoji
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.world import BOT

ALL = "/applications/{application_id}/emojis"
ONE = ALL + "/{emoji_id}"
MOST_BYTES = 256 * 1024
_NAME = re.compile(r"^[A-Za-z0-9_]{2,32}$")
_DATA = re.compile(r"^data:image/(png|jpeg|gif|webp|avif);base64,(.+)$", re.DOTALL)


def _check_application(call: Call) -> None:
    if call.key("application_id") != BOT:
        raise ApiError(Code.MISSING_ACCESS)


def _found(call: Call) -> Emoji:
    _check_application(call)
    emoji = call.stand.world.emoji.get(call.key("emoji_id"))
    if emoji is None:
        raise ApiError(Code.UNKNOWN_EMOJI)
    return emoji


def _name(call: Call) -> str:
    """The name that is wanted, which no other emoji of the application may have."""
    name: str = call.body["name"]
    if not _NAME.match(name):
        raise invalid([Problem(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")])
    if any(emoji.name == name for emoji in call.stand.world.emoji.values()):
        taken = "An emoji with this name already exists"
        raise invalid([Problem(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", taken)])
    return name


def _image(call: Call) -> bytes:
    """The picture, read: what an emoji shows is a picture whatever its data address says."""
    given = _DATA.match(call.body["image"])
    try:
        data = b64decode(given[2], validate=True) if given is not None else b""
        Image.open(BytesIO(data)).verify()
    except (Error, OSError, SyntaxError):
        raise invalid([Problem(("image",), "IMAGE_INVALID", "Invalid image data")]) from None
    if len(data) > MOST_BYTES:
        raise invalid([Problem(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")])
    return data


@route("GET", ALL)
def listed(call: Call) -> Reply:
    """All of them."""
    _check_application(call)
    world = call.stand.world
    return Reply({"items": [payloads.emoji(world, emoji) for emoji in world.emoji.values()]})


@route("POST", ALL)
def create(call: Call) -> Reply:
    """A new one."""
    _check_application(call)
    world = call.stand.world
    if len(world.emoji) >= world.settings.most_emoji:
        raise ApiError(Code.MAX_EMOJI)
    emoji = Emoji(id=world.mint.new(), name=_name(call))
    world.storage.put_blob(emoji.id, _image(call))
    world.save(emoji)
    return Reply(payloads.emoji(world, emoji), status=201)


@route("GET", ONE)
def get(call: Call) -> Reply:
    """One of them."""
    return Reply(payloads.emoji(call.stand.world, _found(call)))


@route("PATCH", ONE)
def rename(call: Call) -> Reply:
    """Give it another name."""
    emoji = _found(call)
    if "name" in call.body and call.body["name"] != emoji.name:
        emoji.name = _name(call)
    call.stand.world.save(emoji)
    return Reply(payloads.emoji(call.stand.world, emoji))


@route("DELETE", ONE)
def delete(call: Call) -> Reply:
    """Remove it; messages that show it keep an empty place."""
    call.stand.world.forget_emoji(_found(call))
    return NOTHING

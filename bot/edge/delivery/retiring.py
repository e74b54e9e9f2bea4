"""Taking the buttons off a message that stands already; its words and pictures stay."""

import io
import json
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.edge.limits import Code

BOARDS_BYTES = 4_000_000
"""For what newest boards show without their buttons, packed; one takes about a thousand."""

QUIET = discord.AllowedMentions.none()


Read = Callable[[str], Awaitable[bytes]]
"""Reads the file at an address of Discord's."""


class Boards:
    """What the newest boards that this process has posted show without their buttons, so that none need be read."""

    def __init__(self, most: int = BOARDS_BYTES) -> None:
        """Keep so many bytes."""
        self._most = most
        self._size = 0
        self._shown: OrderedDict[int, bytes] = OrderedDict()

    def keep(self, message: discord.Message) -> None:
        """Keep what a message shows, as Discord has it; the oldest go."""
        view = without_buttons(message)
        if view is None:
            return
        parts = view.to_components()  # type: ignore[no-untyped-call]  # discord.py leaves it so
        self._shown[message.id] = packed = zlib.compress(json.dumps(parts).encode())
        self._size += len(packed)
        while self._size > self._most:
            self._size -= len(self._shown.popitem(last=False)[1])

    def find(self, message: int) -> ui.LayoutView | None:
        """Return what a message shows without its buttons; None if that is not known (any more)."""
        packed = self._shown.get(message)
        return None if packed is None else _Stored(json.loads(zlib.decompress(packed)))

    def forget(self, message: int) -> None:
        """Forget a message that has been edited."""
        self._size -= len(self._shown.pop(message, b""))


class _Stored(ui.LayoutView):
    """Components as they were stored."""

    def __init__(self, parts: list[dict[str, Any]]) -> None:
        """Show these."""
        super().__init__(timeout=None)
        self._parts = parts
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return them as Discord takes them."""
        return self._parts


async def take_buttons_off(message: discord.Message, read: Read) -> None:
    """Edit a message so that it has no buttons; one that has none is left. Raises what Discord answers.

    Whether an edit may name a file that the message has is not documented: refused, the pictures are read and sent
    again.
    """
    view = without_buttons(message)
    if view is None:
        return
    try:
        await message.edit(view=view, allowed_mentions=QUIET)
    except discord.HTTPException as error:
        if error.code != Code.INVALID_BODY:
            raise
        files = [
            discord.File(io.BytesIO(await read(item.media.url)), name, description=item.description)
            for item, name in files_of(message)
        ]
        await message.edit(view=without_buttons(message), attachments=files, allowed_mentions=QUIET)


def without_buttons(message: discord.Message) -> ui.LayoutView | None:
    """Return a message's components without its buttons; None if it has none. Its own files are named as such."""
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    rows = [part for part in view.walk_children() if isinstance(part, ui.ActionRow)]
    if not rows:
        return None
    for row in rows:
        if isinstance(row.parent, ui.Container):
            row.parent.remove_item(row)
        else:
            view.remove_item(row)
    for part in view.walk_children():
        if isinstance(part, ui.MediaGallery):
            part.items = [_as_own(item) for item in part.items]
    return view


def files_of(message: discord.Message) -> list[tuple[discord.MediaGalleryItem, str]]:
    """Return the pictures of a message that are files of its own, each with the file's name."""
    parts = ui.LayoutView.from_message(message, timeout=None).walk_children()
    items = [item for part in parts if isinstance(part, ui.MediaGallery) for item in part.items]
    return [(item, name) for item in items if (name := _file_name(item)) is not None]


def _as_own(item: discord.MediaGalleryItem) -> discord.MediaGalleryItem:
    """Name a file of the message's own by its name: the address that Discord made of it is signed and expires."""
    name = _file_name(item)
    if name is None:
        return item
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.description, spoiler=item.spoiler)


def _file_name(item: discord.MediaGalleryItem) -> str | None:
    """The name of the file of the message's own that a picture is; None if it is one from elsewhere.

    ``attachments`` does not tell it: Discord leaves files out of it that a gallery shows.
    """
    path = PurePosixPath(urlsplit(item.media.url).path)
    return path.name if item.media.attachment_id is not None or "attachments" in path.parts else None

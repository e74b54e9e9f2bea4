"""Taking the buttons off a message that stands already; its words and pictures stay."""

import io
from collections.abc import Awaitable, Callable
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.edge.limits import Code

QUIET = discord.AllowedMentions.none()


Read = Callable[[str], Awaitable[bytes]]
"""Reads the file at an address of Discord's."""


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

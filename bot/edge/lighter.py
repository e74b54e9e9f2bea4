"""Lighter forms of a message whose pictures a place refuses as too large."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from discord import ui

from bot.edge.limits import DISPLAY_TEXT, cut
from bot.edge.sheet import Attachment, Layout, Post
from render.core.picture import Drawing, halved

PICTURE = ".png"


async def lighter_forms(post: Post) -> AsyncIterator[Post]:
    """Yield the message with its pictures at half size, then with their descriptions in their place.

    Nothing is yielded for a message without pictures; other files stay as they are.
    """
    if not any(each.name.endswith(PICTURE) for each in post.attachments):
        return
    yield replace(post, attachments=tuple([await asyncio.to_thread(_smaller, each) for each in post.attachments]))
    yield in_words(post)


def _smaller(attachment: Attachment) -> Attachment:
    """Return a picture at half size; another file as it is."""
    if not attachment.name.endswith(PICTURE):
        return attachment
    return replace(attachment, data=halved(Drawing(attachment.data, 0, 0, attachment.alt)).png)


def in_words(post: Post) -> Post:
    """Return the message with each picture's description in its place, buttons and all."""
    kept = tuple(each for each in post.attachments if not each.name.endswith(PICTURE))
    alts = {f"attachment://{each.name}": each.alt for each in post.attachments if each.name.endswith(PICTURE)}
    view: Layout = ui.LayoutView(timeout=None)
    for part in post.view.children:
        if isinstance(part, ui.Container):
            box: ui.Container[Layout] = ui.Container(accent_colour=part.accent_colour, id=part.id)
            for inner in _parts(part.children, alts, room=DISPLAY_TEXT - len("".join(_texts(part)))):
                box.add_item(inner)
            part = box
        view.add_item(part)
    view.stop()
    return Post(view, kept)


def _texts(box: "ui.Container[Layout]") -> list[str]:
    return [part.content for part in box.walk_children() if isinstance(part, ui.TextDisplay)]


def _parts(parts: list["ui.Item[Any]"], alts: dict[str, str], *, room: int) -> list["ui.Item[Any]"]:
    """Return the parts with words for pictures, which take at most ``room`` characters together."""
    found: list[ui.Item[Any]] = []
    for part in parts:
        if not isinstance(part, ui.MediaGallery):
            found.append(part)
            continue
        words = cut("\n".join(alts.get(item.media.url, "") for item in part.items), max(room, 1))
        room -= len(words)
        if words.strip("… \n"):
            found.append(ui.TextDisplay(words))
    return found

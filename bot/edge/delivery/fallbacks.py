"""What follows when Discord refuses a message: smaller pictures, fewer, then words for them, then one sentence.

The only place that decides by a refusal whether the same message is tried with less in it. Whoever sends or edits
something gives the message and the request that sends it; what is refused for another reason is theirs to handle.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, TypeVar

import discord
import structlog
from discord import ui

from bot.edge import limits
from bot.edge.delivery.retries import PASSING
from bot.edge.emoji import REFUSED, forget, strip_emoji
from bot.edge.limits import Code, cut, cut_bytes
from bot.edge.messages.builder import Attachment, Layout, Post
from bot.edge.words import _
from render.core.plates import Drawing, halve

T = TypeVar("T")
Send = Callable[[Post], Awaitable[T]]
log = structlog.get_logger(__name__)

PICTURE = ".png"
"""How the names of files end that can be made smaller."""
_RATE_LIMITED = 429
_REFUSED = frozenset({400, limits.TOO_LARGE_STATUS})


class Detail(IntEnum):
    """How much of a message is shown, from all that was meant to the least."""

    FULL = 0
    SMALL = 1
    """With its pictures at half size."""
    FEWER = 2
    """Without the pictures that may be left out, the others at half size."""
    WORDS = 3
    """With words in place of pictures and files; all buttons stay."""
    SENTENCE = 4
    """A sentence in place of an answer to a person."""


def is_passing(error: BaseException) -> bool:
    """Return whether the same request may get through later: Discord fails, refuses for the number of requests, or the
    connection breaks.
    """
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == _RATE_LIMITED
    return isinstance(error, PASSING)


def is_of_message(error: discord.HTTPException) -> bool:
    """Return whether Discord refuses what a message holds (50035, 40005, a 400 of unknown meaning), not the request."""
    if error.code in {Code.INVALID_BODY, Code.TOO_LARGE}:
        return True
    return error.status in _REFUSED and error.code not in Code.__members__.values()


class Fallback:
    """One message on its way. It goes on with the detail that it has come to, so that repeats start no higher.

    With ``sentence`` it is an answer to a person, who must not be left without one: whatever the refusal, unless
    nothing can be shown any more, it ends with what ``sentence`` makes of the refusal.
    """

    def __init__(
        self,
        post: Post,
        *,
        first: Detail = Detail.FULL,
        last: Detail = Detail.WORDS,
        sentence: Callable[[discord.HTTPException], Post] | None = None,
    ) -> None:
        """Begin with ``first`` (FULL or WORDS) and end with ``last`` at the least."""
        self.detail = Detail.FULL
        self.refusal: discord.HTTPException | None = None
        """What Discord refused last, so that less detail is shown; None if the words have another reason."""
        self._post = self._shown = post
        self._sentence = sentence
        self._last = Detail.SENTENCE if sentence is not None else last
        if first is Detail.WORDS:
            self.lighten()

    def lighten(self) -> None:
        """Go on in words, without having been refused."""
        if self.detail < Detail.WORDS and self._post.attachments:
            self.detail, self._shown, self.refusal = Detail.WORDS, in_words(self._post), None

    async def send(self, send: Send[T]) -> T:
        """Send the message, with less detail each time it is refused for what it holds; return what ``send`` does.

        Raises:
            discord.HTTPException: the last refusal, when no less is left or none would help.
        """
        refused = False
        while True:
            try:
                sent = await send(self._shown)
            except discord.HTTPException as error:
                if not await self._descend(error):
                    raise
                refused = True
            else:
                if refused and self.refusal is not None:
                    why = self.refusal
                    detail = self.detail.name.lower()
                    log.warning("Discord took a lighter message", detail=detail, code=why.code, why=why.text)
                return sent

    async def _descend(self, error: discord.HTTPException) -> bool:
        """Go to the next detail that may be taken after a refusal; False if there is none."""
        if is_passing(error) or error.code in _NO_ANSWER or (self._sentence is None and not is_of_message(error)):
            return False
        if REFUSED in error.text and strip_emoji(self._shown.view):
            log.warning("Discord refused an emoji of a piece; they are left out until they are complete again")
            strip_emoji(self._post.view)
            forget()
            return True
        for detail in Detail:
            if not self.detail < detail <= self._last:
                continue
            shown = await self._make(detail, error)
            if shown is not None:
                self.detail, self._shown, self.refusal = detail, shown, error
                return True
        return False

    async def _make(self, detail: Detail, error: discord.HTTPException) -> Post | None:
        """Make the message with so much detail; None where that is no less, or would not help."""
        if detail is Detail.SENTENCE:
            return self._sentence(error) if self._sentence is not None else None
        if not self._post.attachments or error.code in limits.BLOCKED:
            return None
        if detail is Detail.WORDS:
            return in_words(self._post)
        if not is_of_message(error):
            return None
        post = without_extras(self._post) if detail is Detail.FEWER else self._post
        return None if post is None else await _smaller(post)


_NO_ANSWER = limits.INTERACTION_OVER | limits.GONE | {Code.ALREADY_ANSWERED}
"""Nothing can be shown there any more, or it is shown already."""


async def _smaller(post: Post) -> Post | None:
    """Return the message with its pictures at half size; None if there are none, or they cannot be read."""
    if not any(each.name.endswith(PICTURE) for each in post.attachments):
        return None
    try:
        return replace(post, attachments=tuple([await asyncio.to_thread(_halve, each) for each in post.attachments]))
    except Exception:
        log.exception("a picture couldn't be made smaller")
        return None


def _halve(attachment: Attachment) -> Attachment:
    """Return a picture at half size; another file as it is."""
    if not attachment.name.endswith(PICTURE):
        return attachment
    return replace(attachment, data=halve(Drawing(attachment.data, 0, 0, attachment.alt)).png)


def without_extras(post: Post) -> Post | None:
    """Return the message without the pictures that may be left out; None if there are none."""
    kept = tuple(each for each in post.attachments if not each.extra)
    if len(kept) == len(post.attachments):
        return None
    left_out = [replace(each, words=str) for each in post.attachments if each.extra]
    return Post(_in_words(post, left_out), kept)


def in_words(post: Post) -> Post:
    """Return the message with words in place of its pictures and files, buttons and all."""
    return Post(_in_words(post, post.attachments))


def _in_words(post: Post, attachments: Sequence[Attachment]) -> Layout:
    """A message's components with words in place of some of its pictures and files."""
    words = {f"attachment://{each.name}": each for each in attachments}
    parts = post.view.to_components()  # type: ignore[no-untyped-call]  # discord.py leaves it so
    size = len(json.dumps(parts, ensure_ascii=False).encode())
    view: Layout = ui.LayoutView(timeout=None)
    for part in post.view.children:
        if isinstance(part, ui.Container):
            box: ui.Container[Layout] = ui.Container(accent_colour=part.accent_colour, id=part.id)
            room = limits.DISPLAY_TEXT - len("".join(_texts(part)))
            for inner in _parts(part.children, words, room=room, size=limits.COMPONENT_BYTES - size):
                box.add_item(inner)
            part = box
        view.add_item(part)
    view.stop()
    return view


def files_alone(post: Post) -> Post:
    """Return only the pictures and files of a message, without words and buttons."""
    view: Layout = ui.LayoutView(timeout=None)
    box: ui.Container[Layout] = ui.Container()
    for part in post.view.walk_children():
        if isinstance(part, ui.MediaGallery | ui.File):
            box.add_item(part)
    view.add_item(box)
    view.stop()
    return Post(view, post.attachments)


def _texts(box: "ui.Container[Layout]") -> list[str]:
    return [part.content for part in box.walk_children() if isinstance(part, ui.TextDisplay)]


def _parts(
    parts: list["ui.Item[Any]"], files: dict[str, Attachment], *, room: int, size: int
) -> Iterator["ui.Item[Any]"]:
    """The parts with words for pictures and files, in at most ``room`` characters and ``size`` bytes together."""
    for part in parts:
        if isinstance(part, ui.MediaGallery) and any(item.media.url in files for item in part.items):
            words = "\n".join(files[item.media.url].in_words() for item in part.items if item.media.url in files)
        elif isinstance(part, ui.File) and part.media.url in files:
            name = part.media.url.removeprefix("attachment://")
            words = _(
                "-# Discord didn't accept `{name}` in this message. If it isn't below, try another channel.", name=name
            )
        else:
            yield part
            continue
        words = cut_bytes(cut(words, max(room, 1)), size)
        room, size = room - len(words), size - len(words.encode())
        if words.strip("… \n"):
            yield ui.TextDisplay(words)

"""A message of components v2, put together within Discord's limits.

Nothing is remembered in a view: every button carries all it needs in its custom id (``bot.edge.messages.custom_ids``).
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import discord
import structlog
from discord import ui
from msgspec.structs import replace

from bot.edge import limits
from bot.edge.emoji import emoji_bytes
from bot.edge.mentions import with_mentions
from bot.edge.messages.custom_ids import Press, revision
from bot.edge.words import _
from render.core.plates import Drawing

log = structlog.get_logger(__name__)

T = TypeVar("T")
Layout = ui.LayoutView
WARNING = 0xC98A2B
"""The color of a message that says what went wrong."""
_CONCEALED = "||{}||"
"""Words that Discord shows after a press on them."""
_SPARE = 500
"""Bytes of the components kept free for what Discord adds by itself."""


class Style(Enum):
    """How a button looks."""

    PLAIN = discord.ButtonStyle.secondary
    MAIN = discord.ButtonStyle.primary
    GOOD = discord.ButtonStyle.success
    BAD = discord.ButtonStyle.danger


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what it presses and what stands on it (cut at 80 characters), behind an emoji if there is one."""

    press: Press
    label: str
    style: Style = Style.PLAIN
    disabled: bool = False
    emoji: discord.PartialEmoji | None = None

    def build(self) -> "ui.Button[Layout]":
        """Return discord.py's button."""
        label = limits.cut(self.label, limits.BUTTON_LABEL)
        return ui.Button(
            label=label,
            custom_id=self.press.custom_id(),
            style=self.style.value,
            disabled=self.disabled,
            emoji=self.emoji,
        )


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select (label and note are cut at 100 characters), behind an emoji if there is one."""

    value: str
    label: str
    note: str = ""
    chosen: bool = False
    emoji: discord.PartialEmoji | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to be sent: a fresh ``discord.File`` is made for every attempt, since sending uses one up.

    ``alt``: at most 1,024 characters. ``words`` makes what is shown in its place where Discord takes no picture, if
    that is not the alternative text. ``extra``: left out where Discord takes no more than one picture.
    """

    name: str
    data: bytes
    alt: str
    words: Callable[[], str] | None = None
    extra: bool = False

    def in_words(self) -> str:
        """Return what is shown in its place; where that cannot be made, the alternative text."""
        if self.words is None:
            return self.alt
        try:
            return self.words()
        except Exception:
            log.exception("a picture couldn't be put into words", name=self.name)
            return self.alt

    def file(self) -> discord.File:
        """Return the file with its alternative text."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt or None)


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to be sent or to replace another."""

    view: Layout
    attachments: tuple[Attachment, ...] = ()

    def files(self) -> list[discord.File]:
        """Return its files, fresh."""
        return [attachment.file() for attachment in self.attachments]


class MessageBuilder:
    """Collects the parts of one message from top to bottom; what does not fit is cut, words first.

    ``accent`` is the colour of the edge (0xRRGGBB). At most 40 components, 4,000 characters of text and 10 kB.
    """

    def __init__(self, accent: int | None = None, *, marker: int | None = None) -> None:
        """Start an empty message; ``marker`` becomes the id of its outermost component, by which it is found again."""
        self._box: ui.Container[Layout] = ui.Container(accent_colour=accent, id=marker)
        self._attachments: list[Attachment] = []
        self._room = limits.DISPLAY_TEXT
        self._bytes = limits.COMPONENT_BYTES - _SPARE
        self._concealed = False

    def conceal(self) -> "MessageBuilder":
        """Let the words and pictures that are added from here on be seen only after a press on them."""
        self._concealed = True
        return self

    @property
    def room(self) -> int:
        """How many more components the message may have."""
        return limits.COMPONENTS - 1 - sum(1 for _part in self._box.walk_children())

    def say(self, words: str, *, most: int = limits.DISPLAY_TEXT) -> "MessageBuilder":
        """Add words (markdown), cut at whole lines to ``most`` and to what is left of the limits."""
        room = min(most, self._room, self._bytes // 2) - (len(_CONCEALED) if self._concealed else 0)
        if not words or room < 2:
            return self
        shown = self._cover(limits.cut_lines(words, room))
        self._room -= len(shown)
        self._add(ui.TextDisplay(shown), len(shown.encode()) + 60)
        return self

    def _cover(self, words: str) -> str:
        """Words as they stand where what is shown is concealed."""
        return _CONCEALED.format(words.replace("||", "| |")) if self._concealed else words

    def say_beside(self, words: str, button: Button) -> "MessageBuilder":
        """Add words with a button at their right; three components."""
        shown = limits.cut_lines(words, min(self._room, self._bytes // 2))
        built = button.build()
        self._room -= len(shown)
        size = len(shown.encode()) + len(f"{built.label}{built.custom_id}".encode()) + 200
        self._add(ui.Section(ui.TextDisplay(shown), accessory=built), size)
        return self

    def show(
        self,
        drawing: Drawing,
        name: str = "board",
        *,
        words: Callable[[], str] | None = None,
        room: int = limits.ALT_BYTES,
    ) -> "MessageBuilder":
        """Add a picture, as ``play`` does."""
        return self.play(f"{name}.png", drawing.png, drawing.alt, words=words, extra=drawing.extra, room=room)

    def stack(
        self, drawings: Sequence[Drawing], name: str = "board", *, words: Callable[[], str] | None = None
    ) -> "MessageBuilder":
        """Add pictures one below the other, each in a gallery of its own, so that each is shown as large as may be.

        Their alternative texts share ``ALT_BYTES``. ``words`` make what stands in place of all of them.
        """
        rooms = limits.share([limits.alt_bytes(drawing.alt) for drawing in drawings], limits.ALT_BYTES)
        for number, (drawing, room) in enumerate(zip(drawings, rooms, strict=True), start=1):
            told = words if words is None or number == 1 else str
            self.show(drawing, f"{name}-{number}", words=told, room=room)
        return self

    def mosaic(self, drawings: Sequence[Drawing], name: str) -> "MessageBuilder":
        """Add up to ten pictures in one gallery, in which Discord shows them small and side by side."""
        items, size = [], 60
        rooms = limits.share([limits.alt_bytes(drawing.alt) for drawing in drawings], limits.ALT_BYTES)
        for number, (drawing, room) in enumerate(zip(drawings, rooms, strict=True), start=1):
            alt = limits.cut_alt(drawing.alt, room)
            attachment = Attachment(f"{name}-{number}.png", drawing.png, alt)
            self._attachments.append(attachment)
            items.append(discord.MediaGalleryItem(f"attachment://{attachment.name}", description=alt or None))
            size += len(alt.encode()) + 100
        if items:
            self._add(ui.MediaGallery(*items), size)
        return self

    def play(
        self,
        name: str,
        data: bytes,
        alt: str,
        *,
        words: Callable[[], str] | None = None,
        extra: bool = False,
        room: int = limits.ALT_BYTES,
    ) -> "MessageBuilder":
        """Add a picture, moving or not, by the name of its file; its alternative text is cut to ``room`` bytes.

        ``words`` makes what stands in its place where Discord takes none (the alternative text).
        """
        alt = limits.cut_alt(alt, room)
        told, covered = words or (lambda: alt), self._concealed
        attachment = Attachment(name, data, alt, (lambda: self._cover(told())) if covered else words, extra)
        self._attachments.append(attachment)
        item = discord.MediaGalleryItem(f"attachment://{attachment.name}", description=alt or None, spoiler=covered)
        self._add(ui.MediaGallery(item), len(alt.encode()) + 160)
        return self

    def hand_out(self, name: str, data: bytes) -> "MessageBuilder":
        """Add a file to be downloaded."""
        self._attachments.append(Attachment(name, data, ""))
        self._add(ui.File(f"attachment://{name}"), 120)
        return self

    def rule(self) -> "MessageBuilder":
        """Add a line across."""
        self._add(ui.Separator(), 60)
        return self

    def buttons(self, buttons: Sequence[Button]) -> "MessageBuilder":
        """Add buttons, five to a row."""
        for start in range(0, len(buttons), limits.ROW_BUTTONS):
            row: ui.ActionRow[Layout] = ui.ActionRow()
            size = 40
            for button in buttons[start : start + limits.ROW_BUTTONS]:
                built = button.build()
                row.add_item(built)
                size += len(f"{built.label}{built.custom_id}".encode()) + 80 + emoji_bytes(button.emoji)
            self._add(row, size)
        return self

    def pick(
        self, press: Press, types: Sequence[discord.ChannelType], chosen: Sequence[int], *, placeholder: str, most: int
    ) -> "MessageBuilder":
        """Add a select of the server's channels of some types, or without types of its roles; none may be taken."""
        custom_id = replace(press, revision=revision.get()).custom_id()
        kind = discord.SelectDefaultValueType.channel if types else discord.SelectDefaultValueType.role
        usual = [discord.SelectDefaultValue(id=number, type=kind) for number in chosen[:most]]
        shown = limits.cut(placeholder, limits.PLACEHOLDER)
        menu: ui.ChannelSelect[Layout] | ui.RoleSelect[Layout]
        if types:
            menu = ui.ChannelSelect(
                custom_id=custom_id,
                placeholder=shown,
                channel_types=[*types],
                default_values=usual,
                min_values=0,
                max_values=most,
            )
        else:
            menu = ui.RoleSelect(
                custom_id=custom_id, placeholder=shown, default_values=usual, min_values=0, max_values=most
            )
        self._add(ui.ActionRow(menu), 300 + 60 * len(usual))
        return self

    def select(self, press: Press, options: Sequence[Option], *, placeholder: str, most: int = 1) -> "MessageBuilder":
        """Add a select of 1 to 25 options, of which 1 to ``most`` are taken; its custom id is no earlier message's."""
        menu: ui.Select[Layout] = ui.Select(
            custom_id=replace(press, revision=revision.get()).custom_id(),
            placeholder=limits.cut(placeholder, limits.PLACEHOLDER),
            max_values=min(most, len(options)),
            options=[
                discord.SelectOption(
                    label=limits.cut(option.label, limits.OPTION_LABEL),
                    value=option.value,
                    description=limits.cut(option.note, limits.OPTION_DESCRIPTION) or None,
                    default=option.chosen,
                    emoji=option.emoji,
                )
                for option in options
            ],
        )
        size = sum(
            len(f"{option.label}{option.value}{option.note}".encode()) + 70 + emoji_bytes(option.emoji)
            for option in options
        )
        self._add(ui.ActionRow(menu), size + 200)
        return self

    def post(self) -> Post:
        """Return the message."""
        self._mention_commands()
        view = ui.LayoutView(timeout=None)
        view.add_item(self._box)
        view.stop()  # else discord.py keeps every view ever sent
        return Post(view, tuple(self._attachments))

    def _mention_commands(self) -> None:
        """Make mentions of the commands that are quoted, as far as the limits have room for them."""
        for part in self._box.children:
            if isinstance(part, ui.TextDisplay):
                shown = with_mentions(part.content)
                longer = len(shown) - len(part.content)
                if 0 < longer <= min(self._room, self._bytes):
                    part.content = shown
                    self._room -= longer
                    self._bytes -= longer

    def _add(self, part: "ui.Item[Layout]", size: int) -> None:
        self._box.add_item(part)
        self._bytes -= size


def pages_of(items: Sequence[T], size: Callable[[T], int], *, most: int, room: int) -> list[list[T]]:
    """Return the items page by page, up to ``most`` on one and with up to ``room`` characters; one page at least."""
    pages: list[list[T]] = [[]]
    left = room
    for item in items:
        if pages[-1] and (len(pages[-1]) == most or size(item) > left):
            pages.append([])
            left = room
        pages[-1].append(item)
        left -= size(item) + 1
    return pages


def page_buttons(page: int, pages: int, *, back: Press, on: Press) -> list[Button]:
    """Return the buttons that turn a page (the first is 0), none where there is one only; the presses must differ."""
    if pages < 2:
        return []
    number = _("{page} of {pages} ▶", page=page + 1, pages=pages)
    return [Button(back, "◀", disabled=page == 0), Button(on, number, disabled=page + 1 == pages)]


def plain(words: str, *, accent: int | None = None, marker: int | None = None) -> Post:
    """Return a message of words only."""
    return MessageBuilder(accent, marker=marker).say(words).post()

"""What the checks of one run share: the client, the test channel, pictures, and the list of what has to be removed."""

import io
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

import discord
from discord import http, ui
from discord.utils import time_snowflake

from bot.edge.delivery.retiring import QUIET
from bot.edge.doctor.listening import Presses
from bot.edge.doctor.report import Skip
from bot.edge.doctor.traffic import Traffic
from bot.edge.linking.oauth import OAuth
from db.stores.backup_files import BackupPlan
from render.core.plates import Drawing

Obj: TypeAlias = dict[str, Any]
"""A JSON object as Discord answers it; the checks look at what discord.py hides."""
View: TypeAlias = ui.LayoutView
FIRST_MARKER = 2_000_000_000
"""Ids of the outermost components begin here, far beyond those of the bot's own messages; they have 31 bits."""
MARKERS = 100_000_000
PAGE, PAGES = 100, 10
"""Messages of the channel that Discord gives at once, and how often it is asked for more."""
SKEW = timedelta(minutes=5)
"""So far Discord's clock, which makes ids, may be behind ours."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """What is shown: two boards, and a film of them as animated WebP."""

    before: Drawing
    after: Drawing
    film: bytes


@dataclass(frozen=True, slots=True)
class Removal:
    """Something made that is to be removed, by a name for people; ``remove`` raises what Discord answers.

    What ``holds`` messages goes first: in an archived thread they couldn't be deleted one by one.
    """

    what: str
    remove: Callable[[], Awaitable[object]]
    holds: bool = False


def put_in_container(marker: int, *parts: "ui.Item[View]") -> View:
    """Return a view of one container, which carries a marker."""
    box: ui.Container[View] = ui.Container(id=marker)
    for part in parts:
        box.add_item(part)
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    view.stop()  # else discord.py keeps every view ever sent
    return view


@dataclass(slots=True)
class Session:
    """One run. ``user``: a person for what takes one; ``wait``: seconds for each press, 0 asks for none.

    ``say`` shows a line to who runs it, while the checks are under way.
    """

    client: discord.Client
    traffic: Traffic
    pictures: Pictures
    channel_id: int
    user: int | None
    forum: int | None
    wait: float
    shard_count: int | None
    say: Callable[[str], None]
    stack: AsyncExitStack
    oauth: OAuth | None = None
    backups: BackupPlan | None = None
    """Asks Discord about linked roles, where these are set up."""
    marker: int = field(default_factory=lambda: FIRST_MARKER + secrets.randbelow(MARKERS))
    """The id of the outermost component of every message of this run, by which they are found."""
    since: int = field(default_factory=lambda: time_snowflake(datetime.now(UTC) - SKEW))
    """An id before those of all messages of this run."""
    removals: list[Removal] = field(default_factory=list)
    made: set[int] = field(default_factory=set)
    """Ids of messages and threads of this run, whether they still stand or not."""
    channel: discord.TextChannel | None = None
    board: Obj | None = None
    """The message with a board, as Discord answered it when it was posted."""
    film: Obj | None = None
    thread: int | None = None
    presses: Presses | None = None
    """Where presses are waited for, once the gateway is connected."""

    @property
    def application(self) -> int:
        """Id of the application, which the login told."""
        assert self.client.application_id is not None, "the client is logged in"
        return self.client.application_id

    @property
    def own(self) -> int:
        """Id of the bot's user."""
        assert self.client.user is not None, "the client is logged in"
        return self.client.user.id

    @property
    def name(self) -> str:
        """What threads of this run are called."""
        return f"longtable doctor {self.marker}"

    def place(self) -> discord.TextChannel:
        """Return the test channel; raises Skip where it can't be seen."""
        if self.channel is None:
            raise Skip("The test channel can't be seen.")
        return self.channel

    def require_post(self) -> Obj:
        """Return the board's message; raises Skip where none could be posted."""
        if self.board is None:
            raise Skip("No board could be posted.")
        return self.board

    # --- Messages ----------------------------------------------------------------------------------------

    def layout(self, *parts: "ui.Item[View]") -> View:
        """Return a view of one container, which carries the marker."""
        return put_in_container(self.marker, *parts)

    def words(self, text: str) -> View:
        """Return a view of words only."""
        return self.layout(ui.TextDisplay(text))

    async def post(
        self, channel: int, view: View, *, files: Sequence[discord.File] = (), nonce: str | None = None
    ) -> Obj:
        """Post a message and note it for removal; return it as Discord answers it."""
        more: Any = {"files": list(files)} if files else {}
        with http.handle_message_parameters(view=view, nonce=nonce, allowed_mentions=QUIET, **more) as params:
            made: Any = await self.client.http.send_message(channel, params=params)
        self.note_message(channel, int(made["id"]))
        return dict(made)

    async def edit(self, message: Obj, view: View, *, files: Sequence[discord.File] = ()) -> Obj:
        """Edit a message of this run; ``files``, if any, replace its own. Return it as Discord answers it."""
        more: Any = {"attachments": list(files)} if files else {}
        with http.handle_message_parameters(view=view, allowed_mentions=QUIET, **more) as params:
            made: Any = await self.client.http.edit_message(message["channel_id"], message["id"], params=params)
        return dict(made)

    async def fetch(self, message: Obj) -> Obj:
        """Return a message as Discord answers it when it is asked for."""
        found: Any = await self.client.http.get_message(message["channel_id"], message["id"])
        return dict(found)

    async def history(self, channel: int, since: int) -> list[Obj]:
        """Return the messages of a channel after the one with the id ``since``, at most 1,000, the oldest."""
        found: list[Obj] = []
        for _ in range(PAGES):
            page: Any = await self.client.http.logs_from(channel, PAGE, after=since)
            found += page
            if len(page) < PAGE:
                break
            since = max(int(message["id"]) for message in page)
        return found

    # --- Removing ----------------------------------------------------------------------------------------

    def note_message(self, channel: int, message: int) -> None:
        """Note a message for removal."""
        self.made.add(message)
        self.note(f"message {message} in <#{channel}>", partial(self.client.http.delete_message, channel, message))

    def note_thread(self, thread: int) -> None:
        """Note a thread for removal."""
        self.made.add(thread)
        remove = partial(self.client.http.delete_channel, thread)
        self.removals.append(Removal(f"thread <#{thread}>", remove, holds=True))

    def note(self, what: str, remove: Callable[[], Awaitable[object]]) -> None:
        """Note something for removal."""
        self.removals.append(Removal(what, remove))


def picture_part(drawing: Drawing, name: str) -> "ui.MediaGallery[View]":
    """Return a gallery that shows the file ``name`` of the message."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=drawing.alt or None))


def picture_file(drawing: Drawing, name: str) -> discord.File:
    """Return the file for such a gallery, fresh."""
    return discord.File(io.BytesIO(drawing.png), name, description=drawing.alt or None)


def galleries(message: Obj) -> list[Obj]:
    """Return the media items of all galleries of a message, as Discord answers them."""
    found: list[Obj] = []
    waiting = list(message.get("components", ()))
    while waiting:
        part = waiting.pop(0)
        waiting += part.get("components", ())
        found += [item["media"] for item in part.get("items", ())]
    return found


def has_marker(message: Obj, marker: int) -> bool:
    """Return whether a message carries a marker."""
    return any(part.get("id") == marker for part in message.get("components", ()))

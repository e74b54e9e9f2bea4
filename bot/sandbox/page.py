"""Keeping the simulator's page fresh: its clock follows the real one, and what the bot posts appears by itself."""

import asyncio
import struct
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import structlog
from simcord.backend.errors import SetupError
from simcord.env import Env
from simcord.preview import Preview
from simcord.preview._media import MAX_QUEUE, MediaInfo, MediaWorker

from bot.app.match.records import MessageRef
from bot.app.notifications.courier import (
    Courier,
    EventNotice,
    Message,
    Notice,
    Opened,
    OwnRoleNotice,
    PersonNotice,
    PuzzleNotice,
    RoleNotice,
    ServerNotice,
    TournamentNotice,
)
from bot.sandbox.growing import GrowingAnswers

log = structlog.get_logger(__name__)

BUSY_SECONDS = 0.05
"""The simulator does one thing at a time; while something else than a user's action runs, we come back after this."""
MOST_SHOWN = 64
"""Revisions of pages of which it is remembered what could be pressed."""
MOST_BYTES = 64 * 1024 * 1024
"""Of pictures that are kept ready for the page."""
PNG = b"\x89PNG\r\n\x1a\n"
IDLE_SECONDS = 60.0
"""Without deliveries the page is renewed this often, for its relative times."""


async def set_clock(env: Env) -> None:
    """Move the simulator's clock on to the present."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        await env.advance_time(behind)


class Shown:
    """What each page showed last, so that a press counts as long as what was pressed still stands there unchanged.

    The simulator refuses whatever names an older revision of the page, and a page that is being renewed is one behind.
    """

    def __init__(self, preview: Preview) -> None:
        """Note from now on what is published."""
        self._preview = preview
        self._publish = preview._publish
        self._controls: OrderedDict[tuple[str, int], dict[str, Mapping[str, Any]]] = OrderedDict()
        preview._publish = self._note  # type: ignore[method-assign]  # no public call tells what a page shows

    def _note(self, page: Any, *, reason: Any = "action") -> None:  # noqa: ANN401  # the simulator's own types
        self._publish(page, reason=reason)
        messages = (page.snapshot or {}).get("messages", {})
        self._controls[page.id, page.revision] = {
            part["control_key"]: part for message in messages.values() for part in _controls(message["components"])
        }
        while len(self._controls) > MOST_SHOWN:
            self._controls.popitem(last=False)

    def brought_up(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an action with the present revision of its page, unless what was pressed is gone or has changed."""
        page, seen = self._preview._pages.get(context_id or ""), body.get("published_revision")
        if page is None or not isinstance(seen, int) or seen >= page.revision:
            return body
        if body.get("kind") in ("click", "select"):
            pressed = self._controls.get((page.id, seen), {}).get(body.get("control_key", ""))
            present = self._controls.get((page.id, page.revision), {}).get(body.get("control_key", ""))
            if pressed is None or pressed != present:
                return body
        return {**body, "published_revision": page.revision}


def _controls(parts: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield all that can be pressed, nested parts too."""
    for part in parts:
        if "control_key" in part:
            yield part
        yield from _controls(part.get("components", ()))
        if part.get("accessory"):
            yield from _controls([part["accessory"]])


def still_png(blob: bytes) -> MediaInfo | None:
    """Return what a still PNG's header says, None for anything else.

    The bot draws its boards as such; a process for each takes longer than a board of live play is up to date, so that
    the page would never show one.
    """
    if not blob.startswith(PNG) or blob[12:16] != b"IHDR" or b"acTL" in blob:
        return None
    width, height = struct.unpack(">II", blob[16:24])
    # No process decodes it, so that the page need not warn of one without a limit of its memory.
    return MediaInfo("PNG", width, height, 1, 4 * width * height, blob, "image/png", memory_limited=True)


class Pictures(MediaWorker):
    """Checks pictures for the page, each once: the simulator starts a process for each, and again for each viewer."""

    def __init__(self) -> None:
        """Start with none."""
        super().__init__()
        self._room = asyncio.Semaphore(MAX_QUEUE)
        self._known: OrderedDict[tuple[str, float], MediaInfo] = OrderedDict()

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """Return what is known of a picture, or check it once there is room; ``key`` is the hash of ``blob``."""
        at = (key, media_time or 0.0)
        if at not in self._known:
            self._known[at] = still_png(blob) or await self._check(key, blob, media_time)
        self._known.move_to_end(at)
        while sum(len(info.normalized) for info in self._known.values()) > MOST_BYTES and len(self._known) > 1:
            self._known.popitem(last=False)
        return self._known[at]

    async def _check(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        async with self._room:  # beyond it the simulator shows none at all
            return await super().validate(key, blob, media_time=media_time)

    def release(self, key: str) -> None:
        """Keep it: another viewer will look at it, and what is being checked is soon done."""


class Refresher:
    """Renews the page soon after something was delivered; a user's action and a renewal wait for each other."""

    def __init__(self, env: Env, preview: Preview) -> None:
        """Run ``run`` in a task outside the bot."""
        self._env = env
        self._preview = preview
        self._wanted = asyncio.Event()
        self._one = asyncio.Lock()
        self._act = preview._action
        self._shown = Shown(preview)
        preview._media_worker = Pictures()
        # An action that comes while the page is renewed fails in the simulator as if the page were gone, and the page
        # takes no further action until it is loaded again. No public call lets it wait.
        preview._action = self._wait_and_act  # type: ignore[method-assign]
        GrowingAnswers(env, self.want)

    async def _wait_and_act(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._one:
            return await self._act(context_id, self._shown.brought_up(context_id, body))

    def want(self) -> None:
        """Have the page renewed."""
        self._wanted.set()

    async def run(self) -> None:
        """Renew the page whenever something was delivered, for ever."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(IDLE_SECONDS):  # wait_for may lose the end of this task
                    await self._wanted.wait()
            self._wanted.clear()
            await self._renew()

    async def _renew(self) -> None:
        while True:
            try:
                async with self._one:
                    await set_clock(self._env)
                    await self._preview.refresh()
            except SetupError:
                await asyncio.sleep(BUSY_SECONDS)
            except TimeoutError:
                log.warning("the page couldn't be refreshed in time")
                return
            else:
                return


class SeenCourier:
    """A courier whose deliveries appear on the page."""

    def __init__(self, courier: Courier, refresher: Refresher) -> None:
        """Wrap another courier."""
        self._courier = courier
        self._refresher = refresher

    async def post(self, notice: Notice) -> MessageRef:
        """Post, then renew the page."""
        ref = await self._courier.post(notice)
        self._refresher.want()
        return ref

    async def edit(self, notice: Notice, ref: MessageRef) -> MessageRef:
        """Edit, then renew the page."""
        newer = await self._courier.edit(notice, ref)
        self._refresher.want()
        return newer

    async def tell(self, notice: TournamentNotice, ref: MessageRef | None) -> MessageRef:
        """Tell of an event, then renew the page."""
        newer = await self._courier.tell(notice, ref)
        self._refresher.want()
        return newer

    async def reach(self, notice: PersonNotice) -> MessageRef:
        """Tell a person, then renew the page."""
        ref = await self._courier.reach(notice)
        self._refresher.want()
        return ref

    async def list_open(self, notice: ServerNotice) -> MessageRef | None:
        """List open matches, then renew the page."""
        ref = await self._courier.list_open(notice)
        self._refresher.want()
        return ref

    async def pose(self, notice: PuzzleNotice) -> MessageRef:
        """Post a puzzle, then renew the page."""
        ref = await self._courier.pose(notice)
        self._refresher.want()
        return ref

    async def open(self, notice: Notice) -> Opened | None:
        """Make the place of a match."""
        return await self._courier.open(notice)

    async def retire(self, notice: Notice, ref: MessageRef) -> None:
        """Take the buttons off a board, then renew the page."""
        await self._courier.retire(notice, ref)
        self._refresher.want()

    async def change_role(self, notice: RoleNotice) -> None:
        """Give or take a role."""
        await self._courier.change_role(notice)

    async def keep_role(self, notice: OwnRoleNotice) -> int:
        """Make or delete the role of a tournament."""
        return await self._courier.keep_role(notice)

    async def plan_event(self, notice: EventNotice) -> MessageRef | None:
        """Make, move or end a scheduled event."""
        return await self._courier.plan_event(notice)

    async def find(self, notice: Message, since: datetime) -> MessageRef | None:
        """Look for a message."""
        return await self._courier.find(notice, since)

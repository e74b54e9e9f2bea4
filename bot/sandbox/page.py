"""Keeping the simulator's page fresh: its clock follows the real one, and what the bot posts appears by itself."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import structlog
from simcord.backend.errors import SetupError
from simcord.env import Env
from simcord.preview import Preview

from bot.app.courier import Courier, EventNotice, Notice, PersonNotice
from bot.app.records import MessageRef
from db.ids import ChannelId

log = structlog.get_logger(__name__)

BUSY_SECONDS = 0.05
"""The simulator does one thing at a time; while something else than a user's action runs, we come back after this."""
IDLE_SECONDS = 60.0
"""Without deliveries the page is renewed this often, for its relative times."""


async def set_clock(env: Env) -> None:
    """Move the simulator's clock on to the present."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        await env.advance_time(behind)


class Refresher:
    """Renews the page soon after something was delivered; a user's action and a renewal wait for each other."""

    def __init__(self, env: Env, preview: Preview) -> None:
        """Run ``run`` in a task outside the bot."""
        self._env = env
        self._preview = preview
        self._wanted = asyncio.Event()
        self._one = asyncio.Lock()
        self._act = preview._action
        # An action that comes while the page is renewed fails in the simulator as if the page were gone, and the page
        # takes no further action until it is loaded again. No public call lets it wait.
        preview._action = self._wait_and_act  # type: ignore[method-assign]

    async def _wait_and_act(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._one:
            return await self._act(context_id, body)

    def want(self) -> None:
        """Have the page renewed."""
        self._wanted.set()

    async def run(self) -> None:
        """Renew the page whenever something was delivered, for ever."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), IDLE_SECONDS)
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
                log.warning("the page could not be renewed in time")
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

    async def tell(self, notice: EventNotice, ref: MessageRef | None) -> MessageRef:
        """Tell of an event, then renew the page."""
        newer = await self._courier.tell(notice, ref)
        self._refresher.want()
        return newer

    async def reach(self, notice: PersonNotice) -> MessageRef:
        """Tell a person, then renew the page."""
        ref = await self._courier.reach(notice)
        self._refresher.want()
        return ref

    async def open(self, notice: Notice) -> ChannelId | None:
        """Make the place of a match."""
        return await self._courier.open(notice)

    async def retire(self, notice: Notice, ref: MessageRef) -> None:
        """Take the buttons off a board, then renew the page."""
        await self._courier.retire(notice, ref)
        self._refresher.want()

    async def find(self, notice: Notice | EventNotice | PersonNotice, since: datetime) -> MessageRef | None:
        """Look for a message."""
        return await self._courier.find(notice, since)

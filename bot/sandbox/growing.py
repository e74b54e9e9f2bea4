"""Answers that grow before one's eyes: “thinking…”, then each edit, as Discord shows them.

The simulator shows an answer when it is complete, and gives up on one that takes longer than it waits.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from simcord.env import Env

SHOW_SECONDS = 0.5
"""So long the page waits for what the bot is doing, before it shows how far that is."""


class GrowingAnswers:
    """Lets the page go on while the bot works at an answer, and come back for what it adds to it."""

    def __init__(self, env: Env, want: Callable[[], None]) -> None:
        """``want`` has the page renewed soon. The simulator has no setting for it, so calls are wrapped."""
        self._env, self._want = env, want
        self._settle = env._settle_internal
        self._edit = env.backend.edit_message
        env._settle_internal = self._settle_or_show  # type: ignore[method-assign]
        env.backend.edit_message = self._edit_and_show  # type: ignore[method-assign]

    def _edit_and_show(self, *args: Any, **more: Any) -> Any:  # noqa: ANN401  # whatever the simulator passes
        edited = self._edit(*args, **more)
        self._want()
        return edited

    async def _settle_or_show(self, *, timeout: float | None = None, **more: Any) -> None:  # noqa: ANN401
        """Wait until the bot is done, or long enough: Discord, too, waits only for the first answer.

        Who names a ``timeout`` of their own waits as long as they say.
        """
        if timeout is not None:
            return await self._settle(timeout=timeout, **more)
        loop = asyncio.get_running_loop()
        until = more.pop("_deadline", None) or loop.time() + self._env.settle_timeout
        while True:
            try:
                return await self._settle(timeout=SHOW_SECONDS, **more)
            except TimeoutError:
                if self._is_awaited() and loop.time() < until:
                    continue
                if self._is_awaited():
                    raise
                return self._want()

    def _is_awaited(self) -> bool:
        """Whether an interaction has no answer at all yet, and may still get one."""
        backend = self._env.backend
        return any(
            not each.responded and (each.initial_response_deadline or "") > backend.now_iso()
            for each in backend.interactions.values()
        )

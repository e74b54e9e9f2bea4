"""Reviews without processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest

from bot.app.reviews import making
from bot.app.reviews.making import Budget
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import MatchId

R = TypeVar("R")


class Here(ThinkingPool):
    """Works in this process, and counts; stops before a step as long as ``gate`` is shut, or ``most`` are done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let everything pass; reviews are made of a few tries."""
        super().__init__(1)
        monkeypatch.setattr(making, "TO_END", Budget(decision=400, least=100, decisions=4000, step=200, points=20_000))
        monkeypatch.setattr(making, "TRIES", 4)
        monkeypatch.setattr(making, "AT_ONCE", 2)
        self.steps = 0
        self.most: int | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def run(
        self,
        waiting: Waiting,
        match: MatchId,
        patience: float,
        work: Callable[..., R],
        *args: object,
        wanted: Callable[[], bool] | None = None,
    ) -> R:
        """Work at once."""
        assert waiting is Waiting.REVIEW
        if self.steps == self.most:
            self.gate.clear()
        await self.gate.wait()
        self.steps += 1
        return work(*args)

    def go_on(self) -> None:
        """Let everything pass again."""
        self.most = None
        self.gate.set()

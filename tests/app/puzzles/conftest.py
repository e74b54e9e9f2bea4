"""What all tests of puzzles take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.app.workers.thinking_pool import ThinkingPool
from db.stores.store import Store
from tests.app.puzzles.posing import GAME
from tests.app.scene import Scene
from tests.games.tiny import TINY


@pytest.fixture
def scene(store: Store, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A server whose bot has a game with puzzles, and thinks at once."""

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        return work(*args)

    monkeypatch.setattr(ThinkingPool, "_work", run)
    return Scene(store, {**TINY, GAME.spec.key: GAME})

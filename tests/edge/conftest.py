"""Fixtures for all tests in the simulator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.edge import mentions
from bot.sandbox.fidelity import answer_like_discord


@pytest.fixture(autouse=True, scope="session")
def _as_discord() -> None:
    """
    The simulator answers as Discord does.
    """
    answer_like_discord()


@pytest.fixture(autouse=True)
def _forget_commands() -> Iterator[None]:
    """
    What one test's bot has learned of its commands, the next one's does not know.
    """
    yield
    mentions.learn(())

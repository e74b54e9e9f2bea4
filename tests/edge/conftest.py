"""Fixtures for all tests in the simulator."""

from __future__ import annotations

import pytest

from bot.sandbox.fidelity import answer_like_discord


@pytest.fixture(autouse=True, scope="session")
def _as_discord() -> None:
    """
    The simulator answers as Discord does.
    """
    answer_like_discord()

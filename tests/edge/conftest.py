"""Fixtures for all tests in the simulator."""

from __future__ import annotations

import pytest

from bot.app.play import advice
from bot.edge import mentions
from bot.sandbox.fidelity import answer_like_discord


@pytest.fixture(autouse=True, scope="session")
def _as_discord() -> None:
    """
    The simulator answers as Discord does.
    """
    answer_like_discord()


@pytest.fixture(autouse=True)
def _forget_commands() -> None:
    """
    What the bot of another test, here or elsewhere, has learned of its commands, the next one's does not know.
    """
    mentions.learn(())


@pytest.fixture(autouse=True)
def _take_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    All that a panel offers is found, on a busy machine too.
    """
    monkeypatch.setattr(advice, "BUDGET", 60)

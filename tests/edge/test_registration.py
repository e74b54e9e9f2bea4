"""The commands are told to Discord when they have changed, and only then."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.edge.registration import fingerprint, register
from games.core.registry import games
from tests.edge.table import Table, sit_down


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it."""
    async with sit_down(tmp_path, games={"grunn": games()["grunn"]}) as table:
        yield table


def refusing(table: Table, monkeypatch: pytest.MonkeyPatch, *errors: Exception) -> list[Any]:
    """Let the next tellings fail with these errors; returns what counts the tellings."""
    tree, left, count = table.house.client.tree, list(errors), list[Any]()

    async def sync() -> list[Any]:
        count.append(None)
        if left:
            raise left.pop(0)
        return []

    monkeypatch.setattr(tree, "sync", sync)
    return count


async def test_commands_are_told_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The second start tells nothing; a changed command is told again.
    """
    tree, store = table.house.client.tree, table.house.store
    count = refusing(table, monkeypatch)
    await register(tree, store)
    await register(tree, store)
    unchanged, before = len(count), fingerprint(tree)
    tree.remove_command("next")
    await register(tree, store)

    assert (1, 2) == (unchanged, len(count))
    assert before != fingerprint(tree)


async def test_commands_are_told_again_later(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A server error and a lost connection are tried again; a refusal is not, and ends nothing.
    """
    answer: Any = SimpleNamespace(status=403, reason="Forbidden")
    lost = [aiohttp.ClientConnectionError(), OSError(), discord.HTTPException(answer, "later")]
    tree, store = table.house.client.tree, table.house.store
    count = refusing(table, monkeypatch, *lost, discord.Forbidden(answer, "no"))
    await register(tree, store, first_wait=0)

    assert 4 == len(count)
    assert await store.read(lambda tx: tx.fact(f"commands of {table.house.client.application_id}")) is None

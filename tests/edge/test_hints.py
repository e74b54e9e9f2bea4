"""Suggestions as people see them: the panel that goes on by itself when a better one is found, and ``/hint``."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import discord
import pytest

from bot.app.match.state import MatchState
from games.core.base import STRONG
from games.core.moves import Found
from games.core.seats import AskId
from tests.app.brainy import First
from tests.edge.payloads import texts
from tests.edge.table import Table, controls, sit_down
from tests.games.tiny import TINY
from tests.games.tiny.digs import Bots, Dig, Leave

SEED = b"b" * 32
"""Of matches in which seat 0 begins."""
BETTER = "worth about 3 points more"
AT_A_GLANCE = "Dig or leave it"


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A server with the bot in it, and a search that is sure at once."""
    monkeypatch.setattr(Bots, "players", lambda _: {STRONG: First()})

    async def search(table: MatchState, position: bytes, ask: AskId, seed: bytes, wanted: Callable[[], bool]) -> Found:
        await asyncio.sleep(0.05)
        return Found(moves=(Leave(),), points=3, usual=(Dig(),))

    async with sit_down(tmp_path, games=TINY) as table:
        table.application.services.suggestions._search = search
        table.application.services.lobby._new_seed = partial(bytes, SEED)
        yield table
        table.clean()


def labels(panel: object) -> set[str]:
    """What stands on the buttons that can be pressed."""
    return {part["label"] for part in controls(panel.components) if "label" in part}  # type: ignore[attr-defined]


async def begin(table: Table, game: str = "digs", *, practice: bool) -> None:
    """Begin a match of two in which seat 0 is asked first, which in practice has both seats."""
    await table.slash(0, "match new", game=game, seats=2, practice=practice)
    await table.press(0 if practice else 1, "join")


async def test_an_open_panel_shows_a_better_suggestion_by_itself(table: Table) -> None:
    """
    Also where it is a message of its own; what the game suggests at a glance stands there until then.
    """
    await begin(table, practice=True)
    board = table.newest("play")
    result = await table.members[0].click(
        board, custom_id=next(each for each in _ids(board) if each.startswith("lt|play|"))
    )
    panel = result.response
    assert panel is not None
    before = texts(panel.components)
    await asyncio.sleep(0.1)
    await table.work()
    after = texts(panel.components)
    taken = next(part["custom_id"] for part in controls(panel.components) if part.get("label") == "Take it")
    await table.members[0].click(panel, custom_id=taken)

    assert AT_A_GLANCE in before
    assert BETTER not in before
    assert BETTER in after
    assert "1. Leave" in texts(panel.components)


async def test_hint_answers_in_private_and_is_taken_at_one_press(table: Table) -> None:
    """
    In a practice match; a better one is shown by itself. Its button leads to the panel with the turn in it.
    """
    await begin(table, practice=True)
    result = await table.members[0].slash(table.channel, "hint")
    answer = result.response
    assert answer is not None
    assert answer.ephemeral
    at_once = texts(answer.components)
    await asyncio.sleep(0.1)
    await table.work()
    said = texts(answer.components)
    taken = next(part["custom_id"] for part in controls(answer.components) if part.get("label") == "Take it")
    await table.members[0].click(answer, custom_id=taken)

    assert AT_A_GLANCE in at_once
    assert BETTER in said
    assert "1. Leave" in texts(answer.components)
    assert "Confirm" in labels(answer)


async def test_hint_says_where_there_is_none(table: Table) -> None:
    """
    Where people play against each other, when it's somebody else's turn, and to who plays in no match.
    """
    nothing = await table.slash(2, "hint")
    await begin(table, practice=False)
    rated = await table.slash(0, "hint")
    await table.slash(0, "match cancel", match="1")
    await table.slash(2, "match new", game="digs", seats=2, practice=True)
    await table.press(3, "join")
    early = await table.slash(3, "hint", match="2")

    assert "No match is being played here" in nothing
    assert "nothing for you to decide" in early
    assert "given only in practice matches" in rated
    assert BETTER not in rated


async def test_hint_lets_one_choose_among_several_matches(table: Table) -> None:
    """
    As other commands about one's turn do.
    """
    for _ in range(2):
        await begin(table, practice=True)
    asked = await table.slash(0, "hint")

    assert BETTER not in asked
    assert "#1" in asked
    assert "#2" in asked


def _ids(message: discord.Message) -> list[str]:
    parts = discord.ui.LayoutView.from_message(message).walk_children()
    return [part.custom_id or "" for part in parts if isinstance(part, discord.ui.Button)]

"""``/match export``: what players get as a file."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play, Anna begins."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        yield table
        table.clean()


async def test_a_match_is_handed_out_as_a_file(table: Table) -> None:
    """
    While it runs without its seed; as text with its turns; a match that has not begun is refused.
    """
    lobby = await table.slash(0, "match export", match="1")
    await table.press(1, "join")
    running = await table.slash(0, "match export", match="1")
    text = await table.slash(0, "match export", match="1", form="text")
    await table.resign(0)
    over = await table.slash(0, "match export", match="1")
    members = [member.id for member in table.members]
    file = await table.house.longtable.files.match_file((await table.match(1)).match.id, None)
    held = json.loads(file.data)["match"]

    assert "has not started" in lobby or "not begun" in lobby or "not started" in lobby
    assert "the hash of its seed" in running
    assert "The turns of match #1" in text
    assert "recomputes every draw" in over
    assert 64 == len(held["seed"])
    assert not any(str(member) in file.data.decode() for member in members)

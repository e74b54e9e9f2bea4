"""``/match file export``: what players get as a file."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.app.transfer import importing
from bot.edge.commands.match.export import MOST_UPLOAD
from db.ids import UserId
from db.records import Status
from games.core.errors import Refusal
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
    lobby = await table.slash(0, "match file export", match="1")
    await table.press(1, "join")
    running = await table.slash(0, "match file export", match="1")
    text = await table.slash(0, "match file export", match="1", form="text")
    await table.resign(0)
    over = await table.slash(0, "match file export", match="1")
    members = [member.id for member in table.members]
    file = await table.application.services.files.match_file((await table.match(1)).match.id, None)
    held = json.loads(file.data)["match"]

    assert "hasn't started" in lobby or "not begun" in lobby or "not started" in lobby
    assert "the hash of its seed" in running
    assert "The turns and score of match #1" in text
    assert "to recompute every draw" in over
    assert 64 == len(held["seed"])
    assert not any(str(member) in file.data.decode() for member in members)


async def finished(table: Table) -> bytes:
    """Play a match to its end by giving it up; its file."""
    await table.press(1, "join")
    first = (await table.match(1)).open_asks()[0].seat
    await table.slash(int(first), "move", line="1", match="1")
    await table.resign(0)
    return (await table.application.services.files.match_file((await table.match(1)).match.id, None)).data


async def read_here(work: Callable[..., Any], *given: object) -> object:
    """Read a file in this process: one test of this module shows that it travels to another."""
    return work(*given)


async def test_a_file_handed_in_opens_as_a_practice_match(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Who hands it in plays all seats, and can play at once; the match it came from stays as it is.
    """
    monkeypatch.setattr(importing, "run_confined", read_here)
    data = await finished(table)
    opened = await table.slash(2, "match file import", file=("match-1.json", data))
    made = await table.match(2)
    await table.slash(2, "move", line="2", match="2")

    assert "Opened as match #2" in opened
    assert {table.members[2].id} == {seat.user for seat in made.seats}
    assert made.match.practice
    assert made.match.ply < (await table.match(2)).match.ply
    assert Status.FINISHED is (await table.match(1)).match.status


async def test_a_file_of_a_running_match_opens_when_that_is_over(table: Table) -> None:
    """
    Who exported it practices from there, which the answer said; before the end it is refused.
    """
    await table.press(1, "join")
    data = (
        await table.application.services.files.match_file((await table.match(1)).match.id, UserId(table.members[0].id))
    ).data
    said = await table.slash(0, "match file export", match="1")
    early = await table.slash(0, "match file import", file=("match-1.json", data))
    await table.resign(1)
    opened = await table.slash(0, "match file import", file=("match-1.json", data))

    assert "Then you can also practice from here: open it with `/match file import` on this bot" in said
    assert "The match wasn't opened. Match #1 is still being played here. Import it when it's over." in early
    assert "Opened as match #2" in opened
    assert "It starts from the position of match #1." in opened


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data[: len(data) // 2], "is incomplete"),
        (lambda data: data.replace(b'"number":', b'"numbeR":'), "changed after it was written"),
        (lambda data: b"", "doesn't hold a match"),
        (lambda data: data + b" " * MOST_UPLOAD, "up to 2 MiB"),
    ],
)
async def test_a_file_that_is_none_gets_a_private_sentence(
    table: Table, change: Callable[[bytes], bytes], sentence: str
) -> None:
    """
    Torn, forged, empty, too large: nothing is opened.
    """
    answer = await table.slash(2, "match file import", file=("match.json", change(await finished(table))))

    assert sentence in answer
    with pytest.raises(Refusal):
        await table.match(2)

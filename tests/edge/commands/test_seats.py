"""Replacement by commands."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.edge.table import Table, controls, said, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        yield table
        table.clean()


async def test_a_seat_is_put_up_listed_and_taken(table: Table) -> None:
    """
    The list shows the board and the score so far; its button takes the seat, and everybody reads it.
    """
    nothing = await table.slash(2, "match seat open")
    await table.slash(0, "match seat offer", match="1")
    answer = await table.members[2].slash(table.channel, "match seat open")
    listed, shown = said(answer), answer.response
    assert shown is not None
    (take,) = [part["custom_id"] for part in controls(shown.components) if "lt|seat|" in part["custom_id"]]
    taken = said(await table.members[2].click(shown, custom_id=take))
    await table.work()

    assert "No seats here are open" in nothing
    assert "Anna" in listed
    assert "You took over a seat" in taken
    assert any("Cato took over seat 1 from Anna" in words for words in table.texts())


@pytest.mark.parametrize(
    ("seat", "command", "options", "sentence"),
    [
        (2, "match seat offer", {"match": "1"}, "no seat in match #1"),
        (0, "match seat offer", {"match": "1", "number": 2}, "your own seat"),
        (2, "match seat replace", {"match": "1"}, "That seat of match #1 isn't open"),
        (0, "match seat replace", {"match": "1"}, "You're already in match #1"),
        (0, "match seat vote", {"match": "1", "choice": "wait"}, "nothing to vote on"),
        (0, "match seat back", {"match": "1"}, "You aren't away"),
        (0, "match new", {"game": "season", "late": "computer"}, "has no computer player"),
        (0, "match new", {"game": "season", "late": "vote", "pace": "none"}, "Without a clock"),
    ],
)
async def test_what_cannot_be_gets_a_private_sentence(
    table: Table, seat: int, command: str, options: dict[str, object], sentence: str
) -> None:
    """
    The sentence says what is wrong; nothing else happens.
    """
    before = table.texts()

    assert sentence in await table.slash(seat, command, **options)
    assert before == table.texts()


async def test_what_happens_when_time_is_up_stands_on_the_invitation(table: Table) -> None:
    """
    Chosen at creation, told in words beside the pace.
    """
    await table.slash(2, "match new", game="season", seats=2, late="vote", pace="easy")
    card = table.texts()[-1]

    assert "Pace: 4 days in the bank, +12 hours a turn, up to 6 days" in card
    assert "When time runs out: the others vote; two time-outs are excused with the default move" in card

"""Taking turns back by commands and buttons."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.edge.table import NAMES, Table, button, controls, said, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play, Anna begins."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=3)
        await table.press(1, "join")
        await table.slash(0, "match start", match="1")
        yield table
        table.clean()


async def first(table: Table) -> int:
    """Return who is asked."""
    read = await table.match(1)
    return int(read.open_asks()[0].seat)


async def propose(table: Table, seat: int) -> str:
    """Type ``/match undo``, press the button of the private list, and return the list."""
    result = await table.members[seat].slash(table.channel, "match undo", match="1")
    assert result.response is not None
    own = next(part["custom_id"] for part in controls(result.response.components))
    await table.members[seat].click(result.response, custom_id=own)
    await table.work()
    return said(result)


async def answer(table: Table, seat: int, word: str) -> str:
    """Press a button of the newest proposal."""
    message = table.newest("take-back")
    pressed = button(message, "take-back")
    assert pressed is not None
    result = await table.members[seat].click(message, custom_id=pressed.rpartition("|")[0] + f"|{word}")
    await table.work()
    return said(result)


async def test_ones_last_turn_is_taken_back_and_restored(table: Table) -> None:
    """
    At once, with a button that restores it; everybody reads both.
    """
    one = await first(table)
    await table.slash(one, "move", line="1", match="1")
    undone = await table.slash(one, "match undo", match="1")
    again = await first(table)
    restored = await table.slash(one, "match redo", match="1")
    words = "\n".join(table.texts())
    await table.slash(one, "match undo", match="1")
    log = await table.slash(one, "match log", match="1")

    assert " sows plot 1.~~" in log, "what was taken back is struck through"
    assert one == again
    assert one == await first(table)
    assert "took back 1 turn" in undone
    assert "restored 1 turn" in restored
    assert "took back 1 turn" in words


async def test_others_are_asked_with_the_exact_turns(table: Table) -> None:
    """
    A private list with who must agree, then a post with buttons in the match; the one who is asked agrees: it is done.
    """
    one = await first(table)
    await table.slash(one, "move", line="1", match="1")
    other = await first(table)
    await table.slash(other, "move", line="2", match="1")
    listed = await propose(table, one)
    post = next(words for words in reversed(table.texts()) if "asks to take" in words)
    refused = await answer(table, other, "no")
    await propose(table, one)
    agreed = await answer(table, other, "yes")

    assert "These 2 turns would be taken back" in listed
    assert f"These players must agree: {NAMES[other].title()}." in listed
    assert "Players who don't answer in time abstain." in listed
    assert "`1`" in post
    assert "`2`" in post
    assert "refused, so all turns stand" in refused
    assert "2 turns were taken back" in agreed
    assert one == await first(table)


async def test_what_may_be_taken_back_is_chosen_at_the_start(table: Table) -> None:
    """
    The invitation says it, and the match keeps to it.
    """
    await table.slash(0, "match new", game="season", seats=2, undo="never")
    invitation = table.texts()[-1]
    await table.press(1, "join")
    read = await table.match(2)
    one = int(read.open_asks()[0].seat)
    await table.slash(one, "move", line="1", match="2")
    refused = await table.slash(one, "match undo", match="2")

    assert "Turns can't be taken back." in invitation
    assert "turns can't be taken back" in refused


async def test_what_makes_a_match_unrated_is_said_before_it_is_done(table: Table) -> None:
    """
    Alone past what came to light: first the sentence and a button, nothing yet; with the button it is done.
    """
    await table.slash(0, "match new", game="digs", seats=1)
    await table.slash(0, "move", line="dig", match="2")
    before = (await table.match(2)).match.ply
    asked = await table.members[0].slash(table.channel, "match undo", match="2")
    waiting = (await table.match(2)).match.ply
    assert asked.response is not None
    own = next(part["custom_id"] for part in controls(asked.response.components))
    done = await table.members[0].click(asked.response, custom_id=own)

    assert "no longer counts for ratings or records" in said(asked)
    assert before == waiting
    assert "doesn't count for ratings or records" in said(done)

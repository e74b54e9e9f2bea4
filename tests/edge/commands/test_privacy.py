"""``/privacy`` as people use it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from db.ids import MatchId, UserId
from tests.edge.table import Table, said, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        yield table
        table.clean()


async def confirm(table: Table, seat: int, command: str, verb: str) -> list[str]:
    """Type a command and press its button twice; return what is said at each step."""
    result: Any = await table.members[seat].slash(table.channel, command)
    message = result.response
    heard = [said(result)]
    for value in ("", "sure"):
        result = await table.members[seat].click(message, custom_id=f"lt|{verb}|0||0|{value}")
        message = result.response or message
        await table.work()
        heard.append(said(result))
    return heard


async def test_a_person_sees_exports_and_deletes_what_is_kept(table: Table) -> None:
    """
    Deleting takes two presses, of which the first says exactly what happens; then others see a number.
    """
    shown = await table.slash(0, "privacy show")
    file = await table.slash(0, "privacy export")
    heard = await confirm(table, 0, "privacy delete", "erase")
    again = await table.slash(0, "privacy delete")
    view = await table.application.services.matches.view((await table.match(1)).match.id, UserId(table.members[1].id))

    assert "Kept until you delete your data" in shown
    assert "and 1 match as far as you can see" in file
    assert "1 running match" in heard[0]
    assert "Are you sure?" in heard[1]
    assert "Deleted player 1" in heard[2]
    assert "running match" not in again
    assert "Deleted player 1" in {seat.name for seat in view.seats}


async def test_only_the_owner_deletes_a_servers_data(table: Table) -> None:
    """
    Others hear who can; for the owner all matches of the server are gone after two presses.
    """
    refused = await table.slash(1, "privacy server")
    guild = table.application.client.get_guild(table.guild.id)
    assert guild is not None
    guild.owner_id = table.members[0].id
    heard = await confirm(table, 0, "privacy server", "purge")
    gone = await table.application.store.read(lambda tx: tx.matches.get_many([MatchId(1)]))

    assert "Only the server's owner" in refused
    assert "running ones too" in heard[0]
    assert "no longer knows which channels and roles it made" in heard[0]
    assert "was deleted" in heard[2]
    assert gone == ()

"""Staff by commands."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from db.records import Status
from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY

GERDA = 6


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play, Gerda may manage the server."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        user = table.env.create_user("gerda", global_name="Gerda")
        table.members.append(table.guild.add_member(user, roles=[role]))
        yield table
        table.clean()


async def test_staff_pauses_gives_time_and_ends(table: Table) -> None:
    """
    Everybody reads in the match who did it.
    """
    paused = await table.slash(GERDA, "staff pause", until="2 days", match="1")
    resumed = await table.slash(GERDA, "staff resume", match="1")
    extended = await table.slash(GERDA, "staff extend", number=1, hours=12, match="1")
    ended = await table.slash(GERDA, "staff end", match="1")
    match = await table.match()

    assert "Gerda pauses the match" in paused
    assert "Gerda ends the pause" in resumed
    assert "Gerda gives 12 hours to Anna" in extended
    assert "Gerda ends the match" in ended
    assert Status.FINISHED is match.match.status
    assert any("Gerda gives 12 hours" in words for words in table.texts())


async def test_others_are_refused(table: Table) -> None:
    """
    A server may show the command to more people; who may not manage the server changes nothing by it.
    """
    commands = await table.house.client.tree.fetch_commands()
    staff = next(command for command in commands if command.name == "staff")
    table.guild.set_command_permissions(staff, {table.members[0]: True})
    version = (await table.match()).match.version
    answer = await table.slash(0, "staff end", match="1")

    assert "may manage the server" in answer
    assert version == (await table.match()).match.version

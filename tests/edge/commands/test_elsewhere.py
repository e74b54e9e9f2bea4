"""Matches and tournaments of another server, and private ones: by their number they are as if there were none."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.builders import ChannelHandle

from tests.edge.table import Table, said, sit_down

LOOKS = ("show", "log", "history", "score", "file export")
STRANGER, GUEST = 5, 2


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A match of Grunn that runs, and a private one that does; *stranger* is on another server too."""
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="grunn", seats=2)
        await table.press(1, "join")
        await table.slash(0, "match new", game="grunn", seats=2, private=True)
        await table.slash(0, "match invite", player=table.members[GUEST].user, match="2")
        await table.slash(GUEST, "match join", match="2")
        yield table
        table.clean()


async def asked_in(table: Table, seat: int, channel: ChannelHandle, command: str, **options: object) -> str:
    """Type a command in another channel."""
    return said(await table.members[seat].slash(channel, command, **options))


@pytest.mark.parametrize(
    "command", [*(f"match {view}" for view in LOOKS), "board", "hand", "match replay", "match join"]
)
async def test_a_match_of_another_server_is_as_if_there_were_none(table: Table, *, command: str) -> None:
    """
    Who is not on its server learns nothing of it; who plays in it may name it anywhere.
    """
    elsewhere = table.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    for seat in (0, STRANGER):
        table.members[seat] = elsewhere.add_member(table.members[seat].user)
    answer = await asked_in(table, STRANGER, channel, command, match="1")

    assert answer == "⚠️ There is no match #1. `/my matches` lists yours."
    assert answer != await asked_in(table, 0, channel, command, match="1")


@pytest.mark.parametrize("command", [f"match {view}" for view in LOOKS])
async def test_a_private_match_is_known_in_its_channel_and_to_its_players(table: Table, *, command: str) -> None:
    """
    From another channel of its server it is not to be had, by who plays in it it is.
    """
    channel = table.guild.create_text_channel("another")
    answer = await asked_in(table, STRANGER, channel, command, match="2")

    assert answer == "⚠️ There is no match #2. `/my matches` lists yours."
    assert answer != await asked_in(table, GUEST, channel, command, match="2")
    assert answer != await asked_in(table, STRANGER, channel, command, match="1")

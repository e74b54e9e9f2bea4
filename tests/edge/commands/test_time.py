"""Clocks by commands: the pace on the invitation, absence, pause, night."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        yield table
        table.clean()


async def test_the_invitation_tells_the_pace_in_words(table: Table) -> None:
    """
    Time in hand is the default.
    """
    assert "4 days in the bank, +12 hours a turn, up to 6 days" in table.texts()[-1]


async def test_a_pause_by_commands(table: Table) -> None:
    """
    One proposes, the other agrees, either ends it; everybody reads it.
    """
    await table.press(1, "join")
    proposed = await table.slash(0, "match pause propose", until="3 days", match="1")
    agreed = await table.slash(1, "match pause agree", match="1")
    card = await table.slash(0, "match show", match="1")
    ended = await table.slash(0, "match pause end", match="1")
    words = "\n".join(table.texts())

    assert "all players agree" in proposed
    assert "paused until <t:" in agreed
    assert "The match is paused until <t:" in card
    assert "clocks are running again" in ended
    assert "proposes a pause" in words


async def test_an_absence_by_commands(table: Table) -> None:
    """
    It is declared, shown with the days left, announced in the match, and ended.
    """
    await table.press(1, "join")
    away = await table.slash(0, "my away set", until="5 days")
    shown = await table.slash(0, "my away show")
    card = await table.slash(1, "match show", match="1")
    back = await table.slash(0, "my away back")

    assert away == shown
    assert "22 days" in away or "23 days" in away
    assert "You have no absences planned." in back
    assert "Anna is away until <t:" in card
    assert any("is away from" in words for words in table.texts())


async def test_night_hours_by_command(table: Table) -> None:
    """
    Zone and hours are shown as they stand.
    """
    await table.slash(0, "my night", zone="Europe/Amsterdam", night="22:00-07:00")

    assert "from 22:00 to 07:00" in await table.slash(0, "my night")


@pytest.mark.parametrize(
    ("command", "options", "sentence"),
    [
        ("my away set", {"until": "soon"}, "isn't a valid time"),
        ("my away set", {"until": "60 days"}, "28 days a year"),
        ("my away set", {"until": "2020-01-01"}, "today or later"),
        ("my away back", {}, "haven't declared an absence"),
        ("my night", {"zone": "Moon"}, "isn't a valid time zone"),
        ("my night", {"night": "22-7"}, "Set it first"),
        ("my night", {"zone": "UTC", "night": "dark"}, "isn't a valid night"),
        ("match pause propose", {"until": "2 days", "match": "1"}, "hasn't started"),
        ("match pause agree", {"match": "99"}, "no match #99"),
    ],
)
async def test_what_cannot_be_gets_a_private_sentence(
    table: Table, command: str, options: dict[str, str], sentence: str
) -> None:
    """
    The sentence says what is wrong; nothing else happens.
    """
    before = table.texts()

    assert sentence in await table.slash(0, command, **options)
    assert before == table.texts()

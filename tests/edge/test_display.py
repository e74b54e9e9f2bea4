"""How boards are shown to a person: in pictures, in words, or at twice the size."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.edge.imaging.drawing import Scene
from games.core.registry import games
from tests.edge.table import Table, asked, said, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it."""
    async with sit_down(tmp_path, games=TINY) as table:
        yield table
        table.clean()


async def test_who_wants_words_gets_no_pictures(table: Table) -> None:
    """
    Panels and views are in words for one of the players, while the other still sees pictures.
    """
    await table.slash(0, "match new", game="hands", seats=2)
    await table.press(1, "join")
    answer = await table.slash(0, "my display", boards="text")
    drawn = len(table.shots)
    view = await table.press(0, "view")
    panel = await table.press(0, "play")
    unseen = len(table.shots) - drawn
    await table.press(1, "view")

    assert "You see boards in words" in answer
    assert 0 == unseen
    assert 1 == len(table.shots) - drawn
    assert "You hold" in said(view)
    assert "You hold" in said(panel)


async def test_large_pictures_are_for_views_not_for_panels(table: Table) -> None:
    """
    A panel has no room for parts; everybody's board is drawn as ever.
    """
    await table.slash(0, "match new", game="hands", seats=2)
    await table.press(1, "join")
    await table.slash(0, "my display", boards="large")
    drawn = len(table.shots)
    await table.press(0, "view")
    await table.press(0, "play")

    assert [(Scene.PRIVATE, True), (Scene.PREVIEW, False)] == [(shot.scene, shot.large) for shot in table.shots[drawn:]]


async def test_how_boards_are_shown_can_be_asked_for_and_put_back(table: Table) -> None:
    """
    Without an option the answer tells how it is.
    """
    usual = await table.slash(0, "my display")
    await table.slash(0, "my display", boards="large")
    large = await table.slash(0, "my display")
    back = await table.slash(0, "my display", boards="pictures")

    assert "You see boards as pictures." == usual == back
    assert "twice the size" in large


async def test_a_panel_in_words_shows_the_board_to_its_end(tmp_path: Path) -> None:
    """
    Where the menus leave room for it, as in Green Town, whose supply and next card come last; the panel can be sent.
    """
    async with sit_down(tmp_path, games={"greentown": games()["greentown"]}) as table:
        await table.slash(0, "match new", game="greentown", seats=2)
        await table.press(1, "join")
        seat = int(asked(await table.match())[0].seat)
        await table.slash(seat, "my display", boards="text")
        panel = said(await table.press(seat, "play"))

    assert "Open spaces" in panel
    assert "There is more to the board" not in panel
    assert "next visitor card" in panel

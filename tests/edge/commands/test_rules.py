"""``/rules``: the game that is meant, and its board explained on the first page."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.edge.commands import help as rules
from bot.edge.imaging.drawing import RenderRequest, Scene
from render.core.plates import Drawing
from tests.edge.sketcher import Sketcher
from tests.edge.table import Table, controls, said, sit_down

LEGEND = "`1` **"


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, and no match."""
    async with sit_down(tmp_path) as table:
        yield table
        table.clean()


async def test_the_game_of_ones_only_match_is_meant_anywhere(table: Table) -> None:
    """
    In another channel, the rules are those of the game one plays; with matches of two games the games are listed.
    """
    elsewhere = table.guild.create_text_channel("elsewhere")

    async def open_rules() -> str:
        found, table.channel = table.channel, elsewhere
        told = await table.slash(0, "rules")
        table.channel = found
        return told

    await table.slash(0, "match new", game="grumpf", seats=2)
    await table.press(1, "join")
    one = await open_rules()
    await table.slash(0, "match new", game="grunn", seats=2)
    await table.press(1, "join")
    several = await open_rules()

    assert one.startswith("### Grumpf: The game in short")
    assert several.startswith("### Which game?")
    assert [Scene.GUIDE] == [shot.scene for shot in table.shots if shot.scene is Scene.GUIDE]


async def test_the_page_stands_alone_where_its_board_cannot_be_drawn(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Without pictures, and where the stored position can't be read, the first page has words alone, without a legend.
    """

    async def draw_nothing(_: Sketcher, order: RenderRequest, **rest: object) -> tuple[Drawing, ...]:
        return ()

    def fail(_: object) -> None:
        raise ValueError("not a position")

    drawn = await table.slash(0, "rules", game="grunn")
    with monkeypatch.context() as patch:
        patch.setattr(Sketcher, "draw", draw_nothing)
        undrawn = await table.slash(0, "rules", game="grunn")
    monkeypatch.setattr(rules, "guide_view", fail)
    unread = await table.slash(0, "rules", game="grunn")

    assert LEGEND in drawn
    assert undrawn == unread == drawn[: drawn.index(f"\n{LEGEND}")]


async def test_boards_and_panels_lead_to_the_page_that_is_needed(table: Table) -> None:
    """
    *Rules* under a board opens the game in short, from where one press leads to the page about the decision; *How do I
    …?* in the panel opens that at once, and follows what is chosen. The board and the panel stay as they are.
    """
    await table.slash(0, "match new", game="grunn", seats=2)
    await table.press(1, "join")
    short = await table.press(0, "how")
    watched = said(await table.press(5, "how"))
    panel = await table.press(0, "play")
    assert short.response is not None
    assert panel.response is not None
    ids = {part["label"]: part["custom_id"] for part in controls(panel.response.components) if "label" in part}
    before = said(panel)
    now = await table.members[0].click(panel.response, custom_id=ids["How do I …?"])
    first = said(short)
    leading = next(part for part in controls(short.response.components) if part.get("label") == "Laying tiles")
    await table.members[0].click(short.response, custom_id=leading["custom_id"])

    assert first.startswith("### Grunn: The game in short")
    assert "The rules page for the current decision" in first
    assert watched == first
    assert said(now).startswith("### Grunn: Laying tiles")
    assert said(short).startswith("### Grunn: Laying tiles")
    assert said(panel) == before


async def test_a_page_shows_every_piece_with_its_name(table: Table) -> None:
    """
    *Symbols* on any page leads there, its name as a topic too; a picture for each group, whose names also stand in its
    alternative text. Those who want words get the names as words.
    """
    answer = await table.slash(0, "rules", game="grunn", topic="symbols")
    shot = next(each for each in table.shots if each.scene is Scene.SYMBOLS)
    await table.slash(0, "my display", boards="text")
    told = await table.slash(0, "rules", game="grunn", topic="Symbols")

    assert answer.startswith("### Grunn: Symbols\n**Landscapes**")
    assert "Sand ridge NE" in shot.names
    assert len(shot.names) == sum(map(len, shot.view))
    assert "Milk factory; Turf hut; Farm; Esdorp; Church; Canal" in told
    assert "Wadden; Dollard" in told
    assert "Wadden; Dollard" not in answer

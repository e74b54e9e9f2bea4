"""Select menus: a client keeps the choice for a custom id it knows, so each rendering has custom ids of its own."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from simcord.results import ResponseMessage

from games.core.registry import games
from tests.edge.table import Table, asked, controls, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, all games and the tiny ones."""
    async with sit_down(tmp_path, games={**games(), **TINY}) as table:
        yield table
        table.clean()


def menus(panel: ResponseMessage) -> list[Mapping[str, Any]]:
    """Return the select menus of a message."""
    return [part for part in controls(panel.components) if "options" in part]


def button(panel: ResponseMessage, verb: str) -> str:
    """Return the custom id of the button of a verb."""
    ids = (str(part["custom_id"]) for part in controls(panel.components))
    return next(custom_id for custom_id in ids if custom_id.startswith(f"lt|{verb}|"))


async def open_panel(table: Table, game: str = "grunn") -> tuple[int, ResponseMessage]:
    """Begin a match of two whose panel has a menu; return who is asked and their panel."""
    await table.slash(0, "match new", game=game, seats=2)
    await table.press(1, "join")
    seat = int(asked(await table.match())[0].seat)
    panel = (await table.press(seat, "play")).response
    assert panel is not None
    return seat, panel


@pytest.mark.parametrize("back", ["undo", "restart"])
async def test_what_was_taken_back_can_be_chosen_again(table: Table, back: str) -> None:
    """
    After *Undo step* and after *Start over* the same menu stands there as another one: the same choice is sent again.
    """
    seat, panel = await open_panel(table)
    seen = set()
    for _ in range(3):
        (menu, *_others) = menus(panel)
        seen.add(menu["custom_id"])
        await table.choose(seat, panel, menu["options"][0]["value"], custom_id=menu["custom_id"])
        await table.members[seat].click(panel, custom_id=button(panel, back))

    assert 3 == len(seen)


async def test_no_menu_has_the_custom_id_of_an_earlier_one(table: Table) -> None:
    """
    From question to question, and when the panel is opened once more: an old choice shows in no menu.
    """
    seat, panel = await open_panel(table)
    seen: list[str] = []
    for _ in range(3):
        shown = menus(panel)
        seen += [menu["custom_id"] for menu in shown]
        await table.choose(seat, panel, shown[0]["options"][0]["value"], custom_id=shown[0]["custom_id"])
        if not menus(panel):
            break
    anew = (await table.press(seat, "play")).response
    assert anew is not None
    seen += [menu["custom_id"] for menu in menus(anew)]

    assert len(seen) == len(set(seen))


async def test_an_option_of_a_lobby_can_be_changed_to_and_fro(table: Table) -> None:
    """
    *Options* on the card: each choice shows the sheet with menus of its own.
    """
    await table.slash(0, "match new", game="grunn", seats=2)
    builder = (await table.press(0, "setup")).response
    assert builder is not None
    (first, *_others) = menus(builder)
    values = [option["value"] for option in first["options"]]
    seen = [first["custom_id"]]
    for value in (values[1], values[0], values[1]):
        await table.choose(0, builder, value, custom_id=seen[-1])
        seen.append(menus(builder)[0]["custom_id"])

    assert len(seen) == len(set(seen))


async def test_the_sheet_of_a_tournament_can_be_changed_to_and_fro(table: Table) -> None:
    """
    What is chosen for a tournament, too.
    """
    asked_for = await table.members[0].slash(table.channel, "tournament create", game="grunn")
    builder = asked_for.response
    assert builder is not None
    seen = []
    for value in ("knockout", "swiss", "knockout"):
        menu = menus(builder)[0]
        seen.append(menu["custom_id"])
        await table.choose(0, builder, value, custom_id=menu["custom_id"])

    assert len(seen) == len(set(seen))


async def test_choices_of_the_sheet_of_a_tournament_begin_with_a_capital(table: Table) -> None:
    """
    As labels do; the same words stand in the middle of sentences elsewhere.
    """
    shown = await table.members[0].slash(table.channel, "tournament create", game="grunn")
    assert shown.response is not None
    labels = [option["label"] for menu in menus(shown.response) for option in menu["options"]]

    assert {"Knockout", "The organizer starts it", "No clock"} <= {*labels}
    assert [] == [label for label in labels if label[0].islower()]

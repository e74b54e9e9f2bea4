"""/my settings: one panel for all that a person can choose, changed in place; *Mute* for one match."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult

from tests.edge.table import Table, controls, said, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it; Anna and Bram play a match."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        yield table
        table.clean()


def parts(result: InteractionResult) -> list[dict[str, Any]]:
    """The buttons and selects of an answer that can be pressed."""
    assert result.response is not None
    return [dict(part) for part in controls(result.response.components)]


async def press(table: Table, result: InteractionResult, label: str) -> InteractionResult:
    """Press a button of Anna's answer."""
    custom_id = next(part["custom_id"] for part in parts(result) if label in str(part.get("label")))
    assert result.response is not None
    return await table.members[0].click(result.response, custom_id=custom_id)


async def choose(table: Table, result: InteractionResult, name: str, value: str) -> InteractionResult:
    """Choose from a select of Anna's answer."""
    custom_id = next(part["custom_id"] for part in parts(result) if part["custom_id"].endswith(f"|{name}"))
    assert result.response is not None
    return await table.members[0].select(result.response, [value], custom_id=custom_id)


def chosen(result: InteractionResult, name: str) -> list[str]:
    """What a select shows as the present value."""
    menu = next(part for part in parts(result) if part["custom_id"].endswith(f"|{name}"))
    return [option["value"] for option in menu["options"] if option.get("default")]


async def test_selects_show_the_present_value_and_change_it(table: Table) -> None:
    """
    Language and display on the first page, everything about notifications on the second.
    """
    panel = await table.members[0].slash(table.channel, "my settings")
    general = [chosen(panel, name) for name in ("language", "display")]
    await choose(table, panel, "display", "text")
    await press(table, panel, "Confirm every turn")
    shown, unconfirmed = chosen(panel, "display"), [str(part.get("label")) for part in parts(panel)]
    dutch = said(await choose(table, panel, "language", "nl"))
    await choose(table, panel, "language", "en")
    await press(table, panel, "Notifications")
    before = [chosen(panel, name) for name in ("where", "here", "remind", "digest", "week")]
    for name, value in (("where", "dm"), ("here", "none"), ("remind", "24"), ("digest", "7"), ("week", "6")):
        await choose(table, panel, name, value)
    after = [chosen(panel, name) for name in ("where", "here", "remind", "digest", "week")]
    await choose(table, panel, "here", "usual")
    told = await table.slash(0, "my notify show")

    assert [["-"], ["pictures"]] == general
    assert ["text"] == shown
    assert "Confirm every turn: off" in unconfirmed
    assert "### Your settings" not in dutch
    assert [["thread"], ["usual"], ["0"], ["-1"], ["-1"]] == before
    assert [["dm"], ["none"], ["24"], ["7"], ["6"]] == after
    assert ["usual"] == chosen(panel, "here")
    assert "Weekly digest: Sunday." in told


async def test_times_are_typed_into_a_form(table: Table) -> None:
    """
    It shows what they are; what is refused stands above the panel.
    """
    panel = await table.members[0].slash(table.channel, "my settings")
    await press(table, panel, "Times")
    form = await press(table, panel, "Change times")
    assert form.modal is not None
    values = {"zone": "UTC", "quiet": "22:00-07:00", "night": "", "cap": "50"}
    done = said(await table.members[0].submit_modal(form, values))
    again = await press(table, panel, "Change times")
    refused = said(await table.members[0].submit_modal(again, {**values, "zone": ""}))
    away = await press(table, panel, "Declare an absence")
    declared = said(await table.members[0].submit_modal(away, {"begin": "", "until": "5 days"}))
    back = said(await press(table, panel, "I'm back"))

    assert "without notifications: **22:00-07:00**" in done
    assert "**50**" in done
    assert "⚠️" in refused
    assert "You're away from" in declared
    assert "You're away from" not in back


async def test_one_match_is_muted_under_its_board(table: Table) -> None:
    """
    And unmuted, or told another way, where that is said; who doesn't play has no such button.
    """
    view = await table.members[0].slash(table.channel, "board", match="1")
    answer = await press(table, view, "Mute")
    muted = said(answer)
    shown = await table.slash(0, "my notify match", match="1")
    unmuted = said(await press(table, answer, "Unmute"))
    menu = next(part["custom_id"] for part in parts(answer) if "options" in part)
    assert answer.response is not None
    directly = said(await table.members[0].select(answer.response, ["dm"], custom_id=menu))
    other = await table.members[3].slash(table.channel, "board", match="1")

    assert "is muted" in muted
    assert "You aren't notified" in shown
    assert "with a mention in the match" in unmuted
    assert "with a direct message only" in directly
    assert "Mute" not in [part.get("label") for part in parts(other)]


async def test_a_server_has_its_own_way(table: Table) -> None:
    """
    By command, too; a match's own choice goes before it.
    """
    silent = await table.slash(0, "my notify server", where="none")
    in_match = await table.slash(0, "my notify match", match="1")
    await table.slash(0, "my notify match", where="both", match="1")
    own = await table.slash(0, "my notify match", match="1")
    usual = await table.slash(0, "my notify server", where="usual")

    assert "You aren't notified" in silent
    assert "You aren't notified" in in_match
    assert "a mention and a direct message" in own
    assert "as everywhere else" in usual


async def test_choices_begin_with_a_capital(table: Table) -> None:
    """
    As labels do; the same words stand in the middle of sentences elsewhere.
    """
    panel = await table.members[0].slash(table.channel, "my settings")
    shown = await press(table, panel, "Notifications")
    labels = [option["label"] for part in parts(shown) for option in part.get("options", ())]

    assert "With a mention in the match (default)" in labels
    assert [] == [label for label in labels if label[0].islower()]

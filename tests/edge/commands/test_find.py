"""``/find`` and *Find players*: the panel, waiting, being found, stopping."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.results import InteractionResult

from tests.edge.payloads import texts
from tests.edge.table import Table, button, controls, said, sit_down, words_in


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, and no match."""
    async with sit_down(tmp_path) as table:
        yield table
        table.clean()


async def press(table: Table, seat: int, shown: InteractionResult, label: str) -> InteractionResult:
    """Press the button of a label on a private message."""
    assert shown.response is not None
    found = next(part for part in controls(shown.response.components) if part.get("label") == label)
    pressed = await table.members[seat].click(shown.response, custom_id=found["custom_id"])
    await table.work()
    return pressed


async def choose(table: Table, seat: int, shown: InteractionResult, at: int, value: str) -> InteractionResult:
    """Choose in the menu with a number."""
    assert shown.response is not None
    menus = [part["custom_id"] for part in controls(shown.response.components) if part.get("options")]
    return await table.members[seat].select(shown.response, [value], custom_id=menus[at])


async def test_three_find_each_other(table: Table) -> None:
    """
    From the gallery and by the command: each chooses three players; the third is told that players were found.
    """
    page = await table.members[0].slash(table.channel, "play", game="grunn")
    panel = await press(table, 0, page, "Find players")
    first = said(await press(table, 0, await choose(table, 0, panel, 0, "3"), "Find players"))
    answers = []
    for seat in (1, 2):
        panel = await table.members[seat].slash(table.channel, "find players", game="grunn")
        answers.append(said(await press(table, seat, await choose(table, seat, panel, 0, "3"), "Find players")))
    match = await table.match()

    assert "You're waiting for Grunn" in first
    assert "No one else is waiting" in first
    assert "1 other person is waiting" in answers[0]
    assert "Players were found: Grunn #1" in answers[1]
    assert [member.user.id for member in table.members[:3]] == [seat.user for seat in match.seats]
    assert any("wanted to play Grunn" in text for text in table.texts())


async def test_what_one_waits_for_is_listed_and_ended(table: Table) -> None:
    """
    With the number of players and until when; *Stop waiting* ends it.
    """
    panel = await table.members[0].slash(table.channel, "find players", game="grumpf")
    live = await choose(table, 0, panel, 1, "1")
    await press(table, 0, await choose(table, 0, live, 2, "1"), "Find players")
    shown = await table.members[0].slash(table.channel, "find list")
    listed = said(shown)
    after = said(await press(table, 0, shown, "Stop waiting"))

    assert "**Grumpf** · 2 players · in one sitting · near your rating" in listed
    assert "aren't waiting" in after


async def test_who_waited_in_vain_waits_again_by_the_button(table: Table) -> None:
    """
    The direct message says for what they waited; the button waits on the server for the same, and once only.
    """
    clock = table.stop_clock()
    panel = await table.members[0].slash(table.channel, "find players", game="grunn")
    await press(table, 0, panel, "Find players")
    clock.forward(hours=73)
    await table.application.services.player_search.sweep()
    await table.work()
    (told,) = table.members[0].user.dm_channel.history()
    again = button(told, "search")
    assert again is not None
    waits = said(await table.members[0].user.click(told, custom_id=again))
    place = table.application.client.get_partial_messageable(table.channel.id)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="x", custom_id=again)))
    other = said(await table.members[1].click(await place.send(view=view), custom_id=again))
    await press(table, 1, await table.members[1].slash(table.channel, "find players", game="grunn"), "Find players")
    found = said(await table.members[0].user.click(told, custom_id=again))

    assert "2 players · over several days · any rating" in words_in(told)
    assert "You're waiting for Grunn" in waits
    assert "Only the person named" in other
    assert "Players were found: Grunn #1" in found


async def test_a_finished_match_is_repeated_from_its_details(table: Table) -> None:
    """
    *Details*, *Repeat*, *Every week*: its host is told when the next one opens, and stops it from the list.
    """
    await table.slash(0, "match new", game="grunn", seats=2)
    await table.press(1, "join")
    await table.resign(1)
    details = await table.press(0, "details")
    asked = await press(table, 0, details, "Repeat")
    done = said(await press(table, 0, asked, "Every week"))
    shown = await table.members[0].slash(table.channel, "find regular")
    listed = said(shown)
    stopped = said(await press(table, 0, shown, "Stop repeating"))
    other = await table.press(1, "details")
    refused = said(await press(table, 1, other, "Repeat"))

    assert "Every week. The next match opens" in done
    assert "**Grunn #1**" in listed
    assert "isn't repeated anymore" in stopped
    assert "no regular matches" in stopped
    assert "Only " in refused
    assert any("repeats Grunn regularly" in text for text in table.texts())


@pytest.mark.parametrize("value", ["start!grunn:9:0:0:72", "start!grunn:2:0:0:71", "stop!grunn:x", "change!grunn"])
async def test_what_no_button_of_ours_says_is_refused(table: Table, value: str) -> None:
    """
    A sentence; nobody waits.
    """
    place = table.application.client.get_partial_messageable(table.channel.id)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="x", custom_id=f"lt|find|0||0|{value}")))
    message = await place.send(view=view)
    pressed = await table.members[0].click(message, custom_id=f"lt|find|0||0|{value}")
    assert pressed.response is not None
    waiting = await table.slash(0, "find list")

    assert "earlier version" in texts(pressed.response.components)
    assert "aren't waiting" in waiting

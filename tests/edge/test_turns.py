"""The panel beyond the lists of choices: combinations, hints, warnings, and what stands there after Confirm."""

from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.results import ResponseMessage

from bot.app.match import records
from bot.app.match.records import Actor
from bot.edge.messages import custom_ids as written
from db import ids
from db.ids import MatchId, UserId
from games.core.keypad import Key, Press
from games.core.orders import Plan
from games.core.registry import games
from games.core.seats import AskId
from games.core.text import raw
from tests.edge.payloads import texts
from tests.edge.table import Table, asked, button, controls, line_of, said, sit_down, thought
from tests.games.tiny import TINY
from tests.games.tiny.season import Panel

SEED = b"b" * 32
"""Of matches in which seat 0 begins."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, which plays the tiny games, too."""
    async with sit_down(tmp_path, games={**games(), **TINY}) as table:
        yield table
        table.clean()


async def opened(table: Table, game: str, *, seats: int, **options: object) -> ResponseMessage:
    """Begin a match in which seat 0 is asked first, and open its panel."""
    table.application.services.lobby._new_seed = partial(bytes, SEED)
    await table.slash(0, "match new", game=game, seats=seats, **options)
    for seat in range(1, seats):
        await table.press(seat, "join")
    return await reopened(table)


async def reopened(table: Table) -> ResponseMessage:
    """Open the panel of seat 0 once more."""
    panel = (await table.press(0, "play")).response
    assert panel is not None
    return panel


def labelled(panel: ResponseMessage) -> dict[str, Mapping[str, Any]]:
    """Return the buttons that can be pressed, by what stands on them."""
    return {part["label"]: part for part in controls(panel.components) if "label" in part}


def custom_ids(message: discord.Message) -> list[str]:
    """Return the custom ids of a message's buttons."""
    parts = discord.ui.LayoutView.from_message(message).walk_children()
    return [part.custom_id or "" for part in parts if isinstance(part, discord.ui.Button)]


async def click(table: Table, panel: ResponseMessage, label: str) -> str:
    """Press a button of seat 0's panel and return what it says then."""
    assert label in labelled(panel), texts(panel.components)
    pressed = labelled(panel)[label]["custom_id"]
    answer = said(await table.members[0].click(panel, custom_id=pressed))
    await table.work()
    return answer


async def test_a_combination_is_chosen_with_one_press(table: Table) -> None:
    """
    It fills the draft, with what it brings on its button; the same button pressed again changes nothing.
    """
    panel = await opened(table, "shop", seats=1)
    label = next(label for label in labelled(panel) if label.startswith("2: jar"))
    old, ply = labelled(panel)[label]["custom_id"], (await table.match()).match.ply
    await click(table, panel, label)
    match = await table.match()
    press, who = written.Press.read(old), Actor(UserId(table.members[0].id), "Anna")
    again = await table.application.services.drafts.take(
        ids.Key("again"), who, match=MatchId(1), ask=AskId(press.ask), length=press.at, chosen=press.value
    )

    assert label.endswith("(+2)")
    assert "Confirm" in labelled(panel)
    assert isinstance(again, records.Panel)
    assert again.stale
    assert ply == match.match.ply
    assert not any(label.startswith("2: jar") for label in labelled(panel))


async def test_what_is_left_undone_stands_above_confirm(table: Table) -> None:
    """
    What can still be chosen, once the turn may be confirmed and not before.
    """
    panel = await opened(table, "shop", seats=1)
    before = texts(panel.components)
    after = await click(table, panel, next(iter(labelled(panel))))

    assert "You can still choose" not in before
    assert "⚠️ You can still choose: “Swap two jars”" in after


async def test_a_hint_is_taken_and_goes_when_something_else_is_chosen(table: Table) -> None:
    """
    In a practice match; once it is taken it has nothing more to say.
    """
    panel = await opened(table, "digs", seats=2, practice=True)
    hinted = texts(panel.components)
    other = next(label for label in labelled(panel) if label not in ("Take it", "Dig"))
    elsewhere = await click(table, panel, other)
    await click(table, panel, "Start over")
    taken = await click(table, panel, "Take it")

    assert "💡" in hinted
    assert "💡" not in elsewhere
    assert "1. " in taken
    assert "💡" not in taken


async def test_rated_matches_have_no_hints(table: Table) -> None:
    """
    Nor a button that takes one.
    """
    panel = await opened(table, "digs", seats=2)

    assert "💡" not in texts(panel.components)
    assert "Take it" not in labelled(panel)


async def test_the_panel_goes_on_and_takes_the_turn_back(table: Table) -> None:
    """
    After Confirm the same message leads to the next turn; the turn taken back stands in the draft again.
    """
    panel = await opened(table, "season", seats=2)
    await click(table, panel, "Pass")
    waiting = await click(table, panel, "Confirm")
    early = await click(table, panel, "Next turn")
    ply = (await table.match()).match.ply
    back = await click(table, panel, "Take back")
    undone = (await table.match()).match.ply

    assert "pass" in waiting
    assert "Bram" in waiting
    assert "Bram" in early
    assert undone == ply + 1
    assert {"Confirm", "Undo step"} <= labelled(panel).keys()
    assert "1. Pass" in back


async def test_the_next_turn_of_the_same_player_stands_below_the_last(table: Table) -> None:
    """
    With the receipt on top, and the way back where nobody must agree.
    """
    await opened(table, "season", seats=2)
    await table.slash(0, "move", line="4")
    await table.slash(1, "move", line="--")
    panel = await reopened(table)
    menu = next(part for part in controls(panel.components) if "options" in part)
    await table.choose(0, panel, "7", custom_id=menu["custom_id"])
    answer = await click(table, panel, "Confirm")

    assert "Your turn was made" in answer
    assert "Take back" in labelled(panel)


async def test_a_single_choice_is_played_at_once_if_one_wishes(table: Table) -> None:
    """
    Without Confirm, with the way back.
    """
    usual = await table.slash(0, "my confirm")
    changed = await table.slash(0, "my confirm", always=False)
    panel = await opened(table, "season", seats=2)
    ply = (await table.match()).match.ply
    answer = await click(table, panel, "Pass")

    assert "Every turn waits" in usual
    assert "at once" in changed
    assert "Take back" in labelled(panel)
    assert ply < (await table.match()).match.ply
    assert "Bram" in answer


async def test_a_turn_that_one_button_fills_in_is_played_at_once_if_one_wishes(table: Table) -> None:
    """
    A sealed one as long as others are waited for: the last one brings all to light.
    """
    for seat in (0, 1):
        await table.slash(seat, "my confirm", always=False)
    panel = await opened(table, "grunn", seats=2)
    answer = await click(table, panel, next(label for label in labelled(panel) if " / " in label))
    others = (await table.press(1, "play")).response
    assert others is not None
    pressed = next(part["custom_id"] for label, part in labelled(others).items() if " / " in label)
    await table.members[1].click(others, custom_id=pressed)

    assert "You can change it until" in answer
    assert "Confirm" not in labelled(panel)
    assert len((await table.match()).require_position().sealed) == 1
    assert not labelled(others)["Confirm"].get("disabled")


async def test_a_turn_that_one_button_fills_in_waits_while_something_is_left_to_do(table: Table) -> None:
    """
    Here a building that can be paid.
    """
    await table.slash(0, "my confirm", always=False)
    panel = await opened(table, "grunn", seats=1)
    await click(table, panel, next(label for label in labelled(panel) if " / " in label))
    if "Confirm" in labelled(panel):
        await click(table, panel, "Confirm")
    for _ in range(12):
        ply = (await table.match()).match.ply
        await click(table, panel, next(label for label in labelled(panel) if label[1:3] == ": "))
        if "You can still build" in texts(panel.components):
            break
        if ply == (await table.match()).match.ply:
            await click(table, panel, "Confirm")

    assert "You can still build" in texts(panel.components)
    assert not labelled(panel)["Confirm"].get("disabled")
    assert ply == (await table.match()).match.ply


async def test_what_is_rarely_wanted_of_a_long_list_stands_on_a_page_behind_the_others(table: Table) -> None:
    """
    Of Grunn's edges for the first canal those between tiles come first: few letters cover the picture.
    """
    panel = await opened(table, "grunn", seats=1)
    for label in (" / ", "Confirm", ": "):
        await click(table, panel, next(each for each in labelled(panel) if label in each))
    ranges, edges = (part["options"] for part in controls(panel.components) if "options" in part)
    (select, _) = (part["custom_id"] for part in controls(panel.components) if "options" in part)
    await table.choose(0, panel, "1", custom_id=select)
    _, others = (part["options"] for part in controls(panel.components) if "options" in part)

    assert [each["label"].partition("–")[0] for each in ranges] == ["Best 1", f"Others {len(edges) + 1}"]
    assert len(edges) < len(others)
    assert not {each["value"] for each in edges} & {each["value"] for each in others}


async def test_a_single_choice_that_a_plan_of_others_follows_waits_for_confirm(table: Table) -> None:
    """
    Whoever planned would have to agree that it is taken back.
    """
    await table.slash(0, "my confirm", always=False)
    panel = await opened(table, "season", seats=2)
    bram, plan = Actor(UserId(table.members[1].id), "Bram"), Plan(steps=("3",))
    await table.application.services.plans.add(ids.Key("plan"), bram, match=MatchId(1), order=plan)
    ply = (await table.match()).match.ply
    await click(table, panel, "Pass")

    assert "Confirm" in labelled(panel)
    assert ply == (await table.match()).match.ply


async def test_a_button_under_the_board_may_press_a_verb_without_a_value(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    It opens the panel of whoever presses it with that chosen, or plays it at once if they wish.
    """
    key = Key(label=raw("Pass"), presses=(Press("pass"),))
    monkeypatch.setattr(Panel, "openings", lambda *_: (key,))
    await opened(table, "season", seats=2)
    board = table.newest("play")
    opening = next(found for found in custom_ids(board) if found.endswith("|pass"))
    shown = said(await table.members[0].click(board, custom_id=opening))
    ply = (await table.match()).match.ply
    await table.slash(0, "my confirm", always=False)
    panel = await reopened(table)
    await click(table, panel, "Start over")
    played = said(await table.members[0].click(board, custom_id=opening))

    assert "1. Pass" in shown
    assert "Your turn was made" in played
    assert ply < (await table.match()).match.ply


async def play_first_combination(table: Table, panel: ResponseMessage) -> None:
    """Press the first combination and Confirm, before anyone else moves."""
    for pressed in ("lt|take|", "lt|confirm|"):
        custom_id = next(part["custom_id"] for part in controls(panel.components) if pressed in part["custom_id"])
        await table.members[0].click(panel, custom_id=custom_id)


async def test_the_panel_goes_on_by_itself_when_computer_players_have_moved(table: Table) -> None:
    """
    The next decision stands in the same message, below what the last turn came to and what they did.
    """
    table.application.services.lobby._new_seed = partial(bytes, SEED)
    await table.slash(0, "match new", game="grunn", seats=2, computer="easy")
    panel, shown = await reopened(table), []
    for _ in range(2):
        await play_first_combination(table, panel)
        waiting = texts(panel.components)
        await table.work()
        shown.append((waiting, texts(panel.components), set(labelled(panel))))

    assert all("Next turn" not in buttons and "Rules" in buttons for *_, buttons in shown)
    assert all(panel.startswith(waiting.splitlines()[0]) for waiting, panel, _ in shown)
    assert "\nComputer (easy)" in shown[-1][1]


@pytest.mark.parametrize("begun", [False, True])
async def test_what_nobody_waits_for_gives_way_to_the_next_turn(table: Table, *, begun: bool) -> None:
    """
    Winter instructions may be changed while a computer player ends the year; then the panel goes on by itself.

    Also where they were ``begun``: they can't be given any more.
    """
    table.application.services.lobby._new_seed = partial(bytes, SEED)
    await table.slash(0, "match new", game="walnut_grove", seats=2, computer="easy")
    for _ in range(20):
        match = await table.match()
        ask = next(ask for ask in asked(match) if ask.seat == 0)
        await table.members[0].slash(table.channel, "move", line=line_of(match, ask, thought(match, ask)))
        board = table.newest("play")
        shown = (await table.members[0].click(board, custom_id=button(board, "play"))).response
        assert shown is not None
        panel, winter = shown, texts(shown.components)
        if "change your winter instructions" in winter:
            break
        await table.work()
    if begun:
        copper = labelled(panel)["Copper coin"]["custom_id"]
        await table.members[0].click(panel, custom_id=copper)
        assert "change your winter instructions" in texts(panel.components)
    await table.work()
    after = texts(panel.components)

    assert "change your winter instructions" in winter
    assert "Computer (easy)" in after
    assert "Lay 1 of your tiles" in after


async def test_the_panel_waits_for_people(table: Table) -> None:
    """
    They may take days: the button leads on.
    """
    panel = await opened(table, "season", seats=2)
    await click(table, panel, "Pass")
    await click(table, panel, "Confirm")
    await table.slash(1, "move", line="--")

    assert "Next turn" in labelled(panel)


async def test_a_spring_of_h2olland_is_played_in_one_message(table: Table) -> None:
    """
    Three presses a turn and no new panel: the next turn, what is placed where, Confirm.
    """
    await table.slash(0, "match new", game="h2olland", seats=2)
    await table.press(1, "join")
    await _answered(table)
    panel, presses = await reopened(table), 0
    while "Build or plant one thing" in texts(panel.components):
        await click(table, panel, next(label for label in labelled(panel) if " on " in label))
        await click(table, panel, "Confirm")
        await _answered(table)
        await click(table, panel, "Next turn")
        presses += 3

    assert presses >= 12


async def _answered(table: Table) -> None:
    """Let the other player move until it is the turn of seat 0 again."""
    while (ask := asked(match := await table.match())[0]).seat:
        assert "⚠️" not in await table.slash(ask.seat, "move", line=line_of(match, ask, thought(match, ask)))

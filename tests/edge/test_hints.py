"""Suggestions as people see them: the panel that goes on by itself when a better one is found, and ``/hint``."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import discord
import pytest
from simcord.results import ResponseMessage

from bot.app.match.state import MatchState
from games.core.base import STRONG
from games.core.moves import Found
from games.core.seats import AskId
from tests.app.brainy import First
from tests.edge.payloads import texts
from tests.edge.table import Table, controls, said, sit_down
from tests.games.tiny import TINY
from tests.games.tiny.digs import Bots, Dig, Leave

SEED = b"b" * 32
"""Of matches in which seat 0 begins."""
BETTER = "worth about 3 points more"
AT_A_GLANCE = "Dig or leave it"
OUT_OF_DATE = "That button was out of date"
PRACTICE_ONLY = "Suggestions are given only in practice matches"


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A server with the bot in it, and a search that is sure at once."""
    monkeypatch.setattr(Bots, "players", lambda _: {STRONG: First()})

    async def search(table: MatchState, position: bytes, ask: AskId, seed: bytes, wanted: Callable[[], bool]) -> Found:
        await asyncio.sleep(0.05)
        return Found(moves=(Leave(),), points=3, usual=(Dig(),))

    async with sit_down(tmp_path, games=TINY) as table:
        table.application.services.suggestions._search = search
        table.application.services.lobby._new_seed = partial(bytes, SEED)
        yield table
        table.clean()


def labels(panel: object) -> set[str]:
    """What stands on the buttons that can be pressed."""
    return {part["label"] for part in controls(panel.components) if "label" in part}  # type: ignore[attr-defined]


async def begin(table: Table, game: str = "digs", *, practice: bool) -> None:
    """Begin a match of two in which seat 0 is asked first, which in practice has both seats."""
    await table.slash(0, "match new", game=game, seats=2, practice=practice)
    await table.press(0 if practice else 1, "join")


async def test_an_open_panel_shows_a_better_suggestion_by_itself(table: Table) -> None:
    """
    Also where it is a message of its own; what the game suggests at a glance stands there until then.
    """
    await begin(table, practice=True)
    board = table.newest("play")
    result = await table.members[0].click(
        board, custom_id=next(each for each in _ids(board) if each.startswith("lt|play|"))
    )
    panel = result.response
    assert panel is not None
    before = texts(panel.components)
    await asyncio.sleep(0.1)
    await table.work()
    after = texts(panel.components)
    taken = next(part["custom_id"] for part in controls(panel.components) if part.get("label") == "Take it")
    await table.members[0].click(panel, custom_id=taken)

    assert AT_A_GLANCE in before
    assert BETTER not in before
    assert BETTER in after
    assert "1. Leave" in texts(panel.components)


async def test_a_panel_in_which_something_is_chosen_stays(table: Table) -> None:
    """
    What is found then doesn't take the draft away, nor draws the panel anew; it is there when one starts over.
    """
    await begin(table, practice=True)
    board = table.newest("play")
    result = await table.members[0].click(
        board, custom_id=next(each for each in _ids(board) if each.startswith("lt|play|"))
    )
    panel = result.response
    assert panel is not None
    await press_labelled(table, panel, "Dig up the top card")
    chosen, drawn = texts(panel.components), len(table.shots)
    await asyncio.sleep(0.1)
    await table.work()
    later, drawn_later = texts(panel.components), len(table.shots)
    await press_labelled(table, panel, "Start over")

    assert "1. Dig up the top card" in chosen
    assert (chosen, drawn) == (later, drawn_later)
    assert BETTER in texts(panel.components)


async def test_what_was_said_stays_when_a_better_suggestion_comes(table: Table) -> None:
    """
    Such as that a button was out of date: the panel that says so shows what is found by itself, too.
    """
    suggestions = table.application.services.suggestions

    async def search(*_: object) -> Found:
        await asyncio.sleep(3600)
        raise AssertionError

    suggestions._search = search
    await begin(table, practice=True)
    first = await open_panel(table)
    await press_labelled(table, first, "Dig up the top card")
    await press_labelled(table, await open_panel(table), "Start over")
    await press_labelled(table, first, "Undo step")
    early = texts(first.components)
    suggestions._known[next(iter(suggestions._under_way))] = Found(moves=(Leave(),), points=3, usual=(Dig(),))
    await table.work()
    late = texts(first.components)

    assert OUT_OF_DATE in early
    assert BETTER not in early
    assert OUT_OF_DATE in late
    assert BETTER in late


async def open_panel(table: Table) -> ResponseMessage:
    """Press Play."""
    panel = (await table.press(0, "play")).response
    assert panel is not None
    return panel


async def press_labelled(table: Table, panel: ResponseMessage, label: str) -> None:
    """Press the button that says so."""
    custom_id = next(part["custom_id"] for part in controls(panel.components) if part.get("label") == label)
    await table.members[0].click(panel, custom_id=custom_id)


async def test_hint_answers_in_private_and_is_taken_at_one_press(table: Table) -> None:
    """
    In a practice match; a better one is shown by itself. Its button leads to the panel with the turn in it.
    """
    await begin(table, practice=True)
    result = await table.members[0].slash(table.channel, "hint")
    answer = result.response
    assert answer is not None
    assert answer.ephemeral
    at_once = texts(answer.components)
    await asyncio.sleep(0.1)
    await table.work()
    later = texts(answer.components)
    taken = next(part["custom_id"] for part in controls(answer.components) if part.get("label") == "Take it")
    await table.members[0].click(answer, custom_id=taken)

    assert AT_A_GLANCE in at_once
    assert BETTER in later
    assert "1. Leave" in texts(answer.components)
    assert "Confirm" in labels(answer)


async def test_hint_says_where_there_is_none(table: Table) -> None:
    """
    To anyone without a match; in rated and unrated matches, one that hasn't begun or is over, and somebody else's.
    """
    nothing = await table.slash(2, "hint")
    await begin(table, practice=False)
    rated, watched = await table.slash(0, "hint"), await table.slash(2, "hint", match="1")
    await table.resign(0)
    over = await table.slash(0, "hint", match="1")
    await table.slash(0, "match new", game="digs", seats=2)
    early = await table.slash(0, "hint", match="2")
    await table.slash(0, "match cancel", match="2")
    canceled = await table.slash(0, "hint", match="2")
    await table.slash(0, "match new", game="digs", seats=1)
    unrated = await table.slash(0, "hint", match="3")
    await begin(table, practice=True)
    others = await table.slash(2, "hint", match="4")
    unknown = await table.slash(0, "hint", match="99")

    assert "No match is being played here" in nothing
    assert all(PRACTICE_ONLY in each for each in (rated, unrated, watched))
    assert "Match #1 is over." in over
    assert "Match #2 hasn't started yet." in early
    assert "Match #2 was canceled." in canceled
    assert "You have no seat in match #4." in others
    assert "There is no match #99." in unknown
    assert not [each for each in (rated, unrated, watched, over, others) if BETTER in each]


async def test_hint_says_that_there_is_nothing_to_decide(table: Table) -> None:
    """
    When it's somebody else's turn; whose turn it is and is absent, gets one all the same.
    """
    await table.slash(2, "match new", game="digs", seats=2, practice=True)
    await table.press(3, "join")
    early = await table.slash(3, "hint", match="1")
    await table.slash(2, "my away set", until="5 days")
    absent = await table.slash(2, "hint", match="1")

    assert "nothing for you to decide" in early
    assert AT_A_GLANCE in absent or BETTER in absent


async def test_hint_says_that_there_is_none_in_live_play(table: Table) -> None:
    """
    Where the game knows none at a glance: nothing is looked for while a clock runs.
    """
    await table.slash(0, "match new", game="rush", seats=2, practice=True)
    await table.press(0, "join")
    live = await table.slash(0, "hint")

    assert "There's no suggestion for this turn." in live


async def test_hint_answers_in_a_direct_message(table: Table) -> None:
    """
    With the match that is meant by its number, or the only one.
    """
    await begin(table, practice=True)
    user = table.members[0].user
    implied, named = said(await user.slash("hint")), said(await user.slash("hint", match="1"))

    assert all(AT_A_GLANCE in each or BETTER in each for each in (implied, named))


async def test_hint_lets_one_choose_among_several_matches(table: Table) -> None:
    """
    As other commands about one's turn do.
    """
    for _ in range(2):
        await begin(table, practice=True)
    asked = await table.slash(0, "hint")

    assert BETTER not in asked
    assert "#1" in asked
    assert "#2" in asked


def _ids(message: discord.Message) -> list[str]:
    parts = discord.ui.LayoutView.from_message(message).walk_children()
    return [part.custom_id or "" for part in parts if isinstance(part, discord.ui.Button)]

"""What happens around the turns: threads, plans, history, score, rematch, looking things up."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage

from bot.edge.delivery.retiring import files_of
from bot.edge.imaging.drawing import Scene
from db.records import Status
from games.core.registry import games
from games.core.running.guide import guide_texts
from games.core.words import Words
from tests.edge.payloads import texts
from tests.edge.table import Table, asked, button, controls, line_of, said, sit_down, thought, words_in
from tests.games.tiny import TINY

PLATES = ["board-1.png", "board-2.png"]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, all games and the tiny ones."""
    async with sit_down(tmp_path, games={**games(), **TINY}) as table:
        yield table
        table.clean()


async def begin(table: Table, game: str = "grunn") -> None:
    """Open a match for two and have both sit down."""
    await table.slash(0, "match new", game=game, seats=2)
    await table.press(1, "join")


async def turn(table: Table) -> int:
    """Make the next turn by line; returns who made it."""
    match = await table.match()
    ask = asked(match)[0]
    await table.slash(ask.seat, "move", line=line_of(match, ask, thought(match, ask)))
    return ask.seat


async def test_a_match_in_a_thread(tmp_path: Path) -> None:
    """
    The thread hangs under the card; boards are posted in it, and commands in it need no number.
    """
    async with sit_down(tmp_path, threads=True) as table:
        await begin(table)
        (thread,) = table.channel.threads
        table.channel, parent = thread, table.channel
        for _ in range(4):
            await turn(table)
        boards = [message for message in table.messages() if names(message) == PLATES]
        answer = await table.slash(0, "match show")
        cards = [message.id for message in history(parent)]

        assert len(boards) > 2
        assert "Grunn #1" in answer
        assert thread.id in cards
        assert "Grunn #1" in str(thread.name)
        table.clean()


async def test_only_the_newest_board_has_buttons(table: Table) -> None:
    """
    The board before loses its buttons and keeps its plates.
    """
    await begin(table)
    for _ in range(4):
        await turn(table)
    boards = [message for message in table.messages() if names(message) == PLATES]

    assert [None] * (len(boards) - 1) == [button(board, "play") for board in boards[:-1]]
    assert button(boards[-1], "play") is not None


async def test_one_mention_per_handover(table: Table) -> None:
    """
    Each board calls those who are asked anew, and nobody twice.
    """
    await begin(table)
    for _ in range(6):
        await turn(table)
    called = [
        tuple(entry.json["allowed_mentions"].get("users", ()))
        for entry in table.env.http_requests
        if entry.method == "POST" and entry.path.endswith("/messages") and entry.json and entry.json.get("attachments")
    ]

    assert all(len(set(users)) == len(users) for users in called)
    assert all(len(users) <= 2 for users in called)
    assert {table.members[0].id, table.members[1].id} <= {int(user) for users in called for user in users}


async def test_history_is_stepped_through_with_buttons(table: Table) -> None:
    """
    Earlier and later boards in place of each other, each with its plates.
    """
    await begin(table)
    for _ in range(4):
        await turn(table)
    shown = await table.members[0].slash(table.channel, "match history")
    assert shown.response is not None
    last = texts(shown.response.components)
    earlier = next(part for part in controls(shown.response.components) if part["custom_id"].endswith("|earlier"))
    await table.members[0].click(shown.response, custom_id=earlier["custom_id"])
    before = texts(shown.response.components)
    drawn = [render_request.scene for render_request in table.shots[-2:]]

    assert last != before
    assert PLATES == names(shown.response.message)
    assert [Scene.SINCE] * 2 == drawn, "the whole board with what the turn changed"


async def _draft_plan(table: Table) -> tuple[int, ResponseMessage]:
    """Fill in the form of a plan for the seat that isn't asked; return the seat, and what asks whether to store it."""
    waiting = 1 - asked(await table.match())[0].seat
    opened = await table.press(waiting, "plan")
    assert opened.response is not None
    add = next(part for part in controls(opened.response.components) if "|draft-order|" in part["custom_id"])
    form = await table.members[waiting].click(opened.response, custom_id=add["custom_id"])
    assert form.modal is not None
    fields = {
        part["component"]["custom_id"]: _filled(part["component"])
        for part in form.modal["components"]
        if part["component"].get("required", True)
    }
    drafted = await table.members[waiting].submit_modal(form, {**fields, "steps": "3"})
    assert drafted.response is not None
    return waiting, drafted.response


async def test_a_plan_by_form_is_stored_in_two_steps(table: Table) -> None:
    """
    *Plan*, the form, *Store it*; then it stands in the list and can be removed.
    """
    await begin(table, "season")
    waiting, drafted = await _draft_plan(table)
    words = texts(drafted.components)
    assert "Store it?" in words, words
    await table.members[waiting].click(drafted, label="Store it")
    listed = said(await table.press(waiting, "plan"))
    cleared = await table.slash(waiting, "my plan clear")

    assert "1. " in listed
    assert "1 plan removed" in cleared


async def test_all_that_is_stored_ahead_is_listed(table: Table) -> None:
    """
    `/my plan all` shows what is stored in every match; without any it says so.
    """
    await begin(table, "season")
    nothing = await table.slash(0, "my plan all")
    waiting, drafted = await _draft_plan(table)
    await table.members[waiting].click(drafted, label="Store it")
    listed = await table.slash(waiting, "my plan all")

    assert "You have no stored plans" in nothing
    assert "#1**" in listed


def _filled(part: dict[str, object]) -> object:
    """Some value for a field of a form."""
    options = part.get("options")
    if isinstance(options, list):
        return [options[0]["value"]]
    return "1"


async def test_the_end_shows_the_score_and_a_rematch(table: Table) -> None:
    """
    The last board has the result, *Score* by category, and *Rematch* keeps the seats.
    """
    await begin(table)
    await turn(table)
    await turn(table)
    while (await table.match()).match.status is Status.RUNNING:
        await turn(table)
    last = table.newest("rematch")
    score = said(await table.press(0, "score"))
    await table.press(0, "rematch")
    again = await table.match(2)

    assert r"1\. **" in words_in(last)
    assert "Its random seed was" in words_in(last)
    assert "Seed:" not in words_in(last)
    assert "final score" in score
    assert 1 == again.match.rematch_of
    assert Status.LOBBY is again.match.status


async def test_lookups(table: Table) -> None:
    """
    Lists, board in words, one player's part, rules and help answer in private.
    """
    await begin(table)
    await turn(table)
    lookups: dict[str, dict[str, Any]] = {
        "match list": {},
        "match show": {},
        "match log": {},
        "match score": {},
        "board": {"text": True},
        "hand": {},
        "help": {},
        "rules": {},
    }
    answers = {command: await table.slash(0, command, **options) for command, options in lookups.items()}

    assert all("⚠️" not in answer for answer in answers.values()), answers
    assert "#1" in answers["match list"]
    assert "Pool, from the front" in answers["board"]
    assert "### Grunn: The game in short" in answers["rules"], "those of the match that is played here"


async def test_pages_of_rules_are_turned_in_their_answer(table: Table) -> None:
    """
    The first page explains the board on a picture. It is chosen again, the next one comes by a button, the first once
    more and another from the page; the same message shows them.
    """
    grunn = games()["grunn"]
    topics = {topic.key: f"### Grunn: {topic.title}\n{topic.words}" for topic in grunn.spec.topics}
    first, second, *_, last = topics
    words = Words(grunn.words, (), strict=True)
    legend = [f"`{at}` {words(text)}" for at, text in enumerate(guide_texts(grunn), start=1)]
    topics[first] = "\n".join([topics[first], *legend])
    member = table.members[3]
    asked = await member.slash(table.channel, "rules", game="grunn")
    assert asked.response is not None

    async def choose(page: str) -> str:
        assert asked.response is not None
        (menu,) = (part for part in controls(asked.response.components) if "options" in part)
        return said(await table.choose(3, asked.response, page, custom_id=menu["custom_id"]))

    opened = said(asked)
    chosen = await choose(first)
    turned = said(await member.click(asked.response, custom_id=f"lt|rules|0||1|grunn:{second}"))
    again = await choose(first)
    other = await choose(last)
    back = said(await member.click(asked.response, custom_id="lt|rules|0||0|grunn:"))

    assert topics[first] == opened
    assert [topics[first], topics[second], topics[first], topics[last]] == [chosen, turned, again, other]
    assert f"`/rules game:grunn topic:{first}`" in back


async def test_completion_knows_what_is_filled_in(table: Table) -> None:
    """
    The cells offered for a tile depend on the pair chosen; matches are offered by number.
    """
    await begin(table)
    await turn(table)
    await turn(table)
    seat = asked(await table.match())[0].seat
    member = table.members[seat]
    pairs = await member.autocomplete(table.channel, "grunn turn", "pair", "")
    cells = await member.autocomplete(table.channel, "grunn turn", "place", "", pair=pairs[0]["value"])
    matches = await member.autocomplete(table.channel, "grunn turn", "match", "")
    found = await member.autocomplete(table.channel, "match new", "game", "gr")

    assert 1 <= len(pairs) <= 25
    assert cells
    assert ["1"] == [choice["value"] for choice in matches]
    assert "grunn" in [choice["value"] for choice in found]


async def test_a_second_delivery_of_the_same_interaction_changes_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The bot is handed the same press twice: the match moves once, and nothing fails.
    """
    await begin(table)
    match = await table.match()
    ask = asked(match)[0]
    original = table.env.backend.emit
    seen: list[str] = []

    def twice(event: str, payload: Mapping[str, Any]) -> None:
        original(event, payload)
        if event == "INTERACTION_CREATE":
            seen.append(event)
            original(event, payload)

    monkeypatch.setattr(table.env.backend, "emit", twice)
    await table.slash(ask.seat, "move", line=line_of(match, ask, thought(match, ask)))
    monkeypatch.undo()

    assert 1 == len(seen)
    assert (await table.match()).match.ply == match.match.ply + 1


def names(message: discord.Message) -> list[str]:
    """Return the names of a message's files."""
    return [name for _item, name in files_of(message)]


def history(channel: ChannelHandle) -> list[discord.Message]:
    """Return what stands in a channel."""
    return channel.history()

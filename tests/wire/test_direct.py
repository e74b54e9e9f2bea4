"""Matches in direct messages: against the computer wholly there; of two people, one of whom never opens the server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.brainy import BRAINY
from tests.standin.app import Options, running
from tests.standin.client import Control, Outcome, Seen
from tests.standin.launch import free_port
from tests.standin.small_bot import aim
from tests.wire.inside import go_online
from tests.wire.matches import Match, begin, by_panel, is_over
from tests.wire.players import Answer, Came, Player, held, is_there

HOME, OTHER = "dm:user1", "dm:user2"
GAMES = {BRAINY.spec.key: BRAINY}
DIRECT = "with a direct message only"
VERBS = ("score", "log", "rematch", "share")


@pytest.fixture
async def control(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Control]:
    """A stand-in to which the bot isn't connected yet."""
    options = Options(port=free_port(), data=tmp_path / "world.db")
    async with running(options) as stand, Control(stand.world.base) as control:
        aim(f"{control.url}/api/v10", monkeypatch)
        await control.settings(rates="loose")
        yield control


async def press(control: Control, user: str, message: Seen, verb: str) -> Outcome:
    """Press the first control of a verb."""
    return await control.press(user, message, str(held(message, verb)[0]["custom_id"]), wait_s=5)


async def take_back(control: Control) -> str:
    """Undo the last turn; the computer may move just then, and the bot asks to try again."""
    for _ in range(10):
        answer = await control.interact("user1", HOME, "/match undo", wait_s=5)
        if "has gone on since you were asked" not in answer.message.text:
            break
    return answer.message.text


async def go_on(control: Control, player: Player) -> list[Answer]:
    """Play what waits for a player, by ``/next`` in their direct messages."""
    opened = await control.interact(player.user, player.place, "/next", wait_s=5)
    return [await player.by_panel(opened.message)] if is_there(opened.message, "confirm") else []


async def wrong(control: Control) -> list[tuple[str, str, int]]:
    """What Discord refused."""
    return [(one["method"], one["path"], one["status"]) for one in await control.requests() if one["status"] >= 400]


async def test_a_match_against_the_computer_is_played_wholly_in_direct_messages(
    control: Control, tmp_path: Path
) -> None:
    """
    From ``/play`` to the result, with undo, history and a restart in the middle of a turn, whose draft is kept; then
    *Share*, a rematch, and giving that up.
    """
    chance = random.Random(1)
    match = Match(control, 1, game="brainy", users=("user1",), place=HOME)
    async with go_online(control, tmp_path, GAMES):
        opened = await control.interact("user1", HOME, "/play game:brainy level:easy", wait_s=5)
        await match.play(by_panel, chance=chance, turns=1)
        undone = await take_back(control)
        history = await control.interact("user1", HOME, "/match history", wait_s=5)
        before = await control.interact("user1", HOME, "/next", wait_s=5)
    async with go_online(control, tmp_path, GAMES):
        after = await control.interact("user1", HOME, "/next", wait_s=5)
        await Player(control, "user1", HOME, chance=chance).by_panel(after.message)
        end = await match.play(by_panel, chance=chance)
        shared = await press(control, "user1", end, "share")
        await press(control, "user1", end, "rematch")
        await control.until(HOME, lambda message: "### Brainy #2" in message.text, public=True)
        asked = await control.interact("user1", HOME, "/match resign match:2", wait_s=5)
        await press(control, "user1", asked.message, "resign")
        resigned = await control.until(HOME, lambda one: "#2" in one.text and is_over(one), public=True)
        posted = await control.messages(HOME, "user1", public=True)

    # Then the panel, or, as long as the computer thinks about the first turn, whom the match waits for.
    assert opened.message.text.startswith("All seats are taken: the match has started.\n")
    assert "User1 took back" in undone
    assert history.message.text.startswith("### Brainy #1 · ")
    assert before.message.text == after.message.text
    assert is_there(after.message, "confirm")
    assert {"score", "log", "rematch", "share"} <= {verb for verb in VERBS if is_there(end, verb)}
    assert shared.message.text.startswith("Shared in [your direct messages](https://discord.com/channels/@me/")
    assert 1 == sum("Finished after" in message.text for message in posted)
    assert "User1 resigned and ranks last." in resigned.text
    assert [] == await wrong(control)


async def test_one_of_two_plays_by_direct_messages_alone(control: Control, tmp_path: Path) -> None:
    """
    The board is on a server. The second player is called by a direct message with *Play*, goes on there with ``/next``,
    sees the board, and hears of the end.
    """
    chance, answers = random.Random(2), list[Answer]()
    async with go_online(control, tmp_path, GAMES):
        await control.interact("user2", OTHER, f"/my notify set where:{DIRECT}", wait_s=5)
        match = await begin(control, "brainy", ("user1", "user2"))
        await match.board()
        host = Player(control, "user1", HOME, chance=chance)
        guest = Player(control, "user2", OTHER, chance=chance)
        await go_on(control, host)
        notice = await control.until(OTHER, lambda one: bool(held(one, "play")), user="user2", public=True)
        answers.append(await guest.by_panel(notice))
        async with asyncio.timeout(30):
            while not any(map(is_over, await control.messages(match.place, public=True))):
                await go_on(control, host)
                answers += await go_on(control, guest)
        shown = await control.interact("user2", OTHER, "/board match:1", wait_s=5)
        told = await control.until(OTHER, lambda one: "The match is over." in one.text, user="user2", public=True)

    assert "it's your turn in **[Brainy #1](https://discord.com/channels/" in notice.text
    assert len(answers) > 1
    assert {answer.came for answer in answers} <= {Came.PLAYED, Came.ASKED_AGAIN}
    assert shown.message.text.startswith("### Brainy #1")
    assert "Brainy #1" in told.text
    assert "points" in told.text
    assert [] == await wrong(control)

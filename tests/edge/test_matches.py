"""Whole matches in the simulator, by command and by panel."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.ids import MatchId
from db.records import Status
from games.core.registry import games
from tests.app.brainy import BRAINY
from tests.edge.table import PanelPlayer, Table, asked, controls, line_of, said, sit_down, thought, typed_options
from tests.games.tiny import TINY

MOST = 400
STRETCH = 24


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it."""
    async with sit_down(tmp_path) as table:
        yield table
        table.clean()


async def begin(table: Table, game: str, seats: int) -> None:
    """Open a match for so many people and have them all join."""
    answer = await table.slash(0, "match new", game=game, seats=seats)
    if seats == 1:
        assert "has started" in answer
        return
    assert "open" in answer
    for seat in range(1, seats):
        answer = said(await table.press(seat, "join"))
    assert "started" in answer


@pytest.mark.parametrize("seats", [1, 2, 4, 6])
async def test_a_whole_match_by_typed_lines(table: Table, seats: int) -> None:
    """
    From `/match new` over joining to the score, each turn a line of the notation, a board after every turn.
    """
    await begin(table, "grunn", seats)
    turns = 0
    while (match := await table.match()).match.status is Status.RUNNING:
        ask = asked(match)[0]
        answer = await table.slash(ask.seat, "move", line=line_of(match, ask, thought(match, ask)))
        turns += 1
        assert turns < MOST, answer
    boards = [words for words in table.texts() if "Grunn #1" in words]

    assert Status.FINISHED is match.match.status
    assert "point" in boards[-1]
    assert len(boards) > turns / 2


async def test_a_whole_match_by_the_games_own_command(table: Table) -> None:
    """
    `/grunn turn …` takes the parts as options; `/grunn arrange …` the starting tiles.
    """
    await begin(table, "grunn", 2)
    for _ in range(MOST):
        match = await table.match()
        if match.match.status is not Status.RUNNING:
            break
        ask = asked(match)[0]
        name, options = typed_options(match, ask, thought(match, ask))
        answer = await table.slash(ask.seat, f"grunn {name}", **options)
        assert "⚠️" not in answer

    assert Status.FINISHED is match.match.status


async def test_a_previewed_turn_waits_for_confirm(table: Table) -> None:
    """
    `/greentown turn …` fills the panel; only *Confirm* plays the turn.
    """
    await begin(table, "greentown", 2)
    match = await table.match()
    ask = asked(match)[0]
    name, options = typed_options(match, ask, thought(match, ask))
    shown = await table.members[ask.seat].slash(table.channel, f"greentown {name}", **options)
    assert shown.response is not None
    before = (await table.match()).match.ply
    await PanelPlayer(table, ask.seat, shown.response).confirm()

    assert match.match.ply == before < (await table.match()).match.ply


@pytest.mark.parametrize("seats", [1, 2])
async def test_a_whole_match_by_panel(table: Table, seats: int) -> None:
    """
    Play, choose, Confirm; nothing is typed.
    """
    await begin(table, "grunn", seats)
    for _ in range(MOST):
        match = await table.match()
        if match.match.status is not Status.RUNNING:
            break
        ask = asked(match)[0]
        shown = await table.press(ask.seat, "play")
        assert shown.response is not None
        await PanelPlayer(table, ask.seat, shown.response).play(match, thought(match, ask))

    assert Status.FINISHED is match.match.status


OTHERS = [pytest.param(key, id=key) for key in sorted({*games(), *TINY} - {"grunn"})]


@pytest.mark.parametrize("game", OTHERS)
async def test_every_game_is_played_by_panel_and_by_line(tmp_path: Path, game: str) -> None:
    """
    A stretch of a match of every game, turns by panel and typed in turn.
    """
    async with sit_down(tmp_path, games={**games(), **TINY}) as table:
        seats = min((n for n in (TINY.get(game) or games()[game]).spec.seats if n > 1), default=1)
        await begin(table, game, seats)
        for turn in range(STRETCH):
            match = await table.match()
            if match.match.status is not Status.RUNNING or not asked(match):
                break
            ask = asked(match)[0]
            moves = thought(match, ask)
            line = line_of(match, ask, moves)
            if turn % 2 and line:
                answer = await table.slash(ask.seat, "move", line=line)
                assert "⚠️" not in answer
                continue
            shown = await table.press(ask.seat, "play")
            assert shown.response is not None
            await PanelPlayer(table, ask.seat, shown.response).play(match, moves)
        assert (await table.match()).match.ply > 2
        table.clean()


async def test_against_a_computer_player(table: Table) -> None:
    """
    A computer player takes the free seat and moves by itself.
    """
    await table.slash(0, "match new", game="grunn", seats=2, computer="easy")
    for _ in range(4):
        match = await table.match()
        ask = asked(match)[0]
        assert 0 == ask.seat
        await table.slash(0, "move", line=line_of(match, ask, thought(match, ask)))

    assert any("Computer" in words for words in table.texts())


async def test_a_computer_player_is_removed_only_where_one_sits(table: Table) -> None:
    """
    Its buttons are written as all others.
    """
    await table.slash(0, "match new", game="grunn", seats=3)
    shown = []
    for level in ("strong", None):
        answer = (await table.press(0, "add")).response
        assert answer is not None
        buttons = {part["label"]: part["custom_id"] for part in controls(answer.components)}
        shown.append(list(buttons))
        if level is not None:
            await table.members[0].click(answer, custom_id=buttons["Strong"])
            await table.work()

    assert [["Beginner", "Easy", "Steady", "Strong"], ["Beginner", "Easy", "Steady", "Strong", "Remove one"]] == shown


async def test_a_computer_player_that_fails_makes_the_default_move_and_says_so(tmp_path: Path) -> None:
    """
    On the board and in the match as text; it isn't said that a computer player was out of time.
    """
    async with sit_down(tmp_path, games={**games(), "brainy": BRAINY}) as table:
        await table.slash(0, "match new", game="brainy", seats=2, computer="cheat")
        await table.slash(0, "move", line="5")
        board = "\n".join(table.texts())
        handed = await table.application.services.files.sheet(MatchId(1), None)
        table.clean()

    assert "-# No turn found in time: default move" in board
    assert "no turn found in time: default move" in handed.data.decode()


async def test_lists_call_a_computer_player_in_the_readers_language(table: Table) -> None:
    """
    In `/my matches` and in the server's list.
    """
    await table.slash(0, "match new", game="grunn", seats=2, computer="easy")
    english = await table.slash(0, "my matches")
    await table.slash(0, "my language", language="de")
    german = [await table.slash(0, "my matches"), await table.slash(0, "match list", which="running")]

    assert "Computer (easy)" in english
    assert ["Computer (leicht)" in each for each in german] == [True, True]

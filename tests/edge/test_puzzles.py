"""Puzzles as people see them: the post, the panel, and what an answer came to."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from simcord.results import ResponseMessage

from bot.app.match.records import Place
from bot.app.puzzles.table import day_of, number_of, table_of
from bot.app.views.match_view import view_for
from bot.app.workers.thinking_pool import ThinkingPool
from bot.edge.messages import board
from bot.edge.messages.builder import MessageBuilder
from db.ids import ChannelId, GuildId, MatchId
from db.records import Status
from games.core.game import Setup
from games.core.running.codec import Codec
from games.core.running.table import start
from games.core.seats import Seat
from tests.app.puzzles.posing import GAME, record_of
from tests.edge.payloads import texts
from tests.edge.table import Table, asked, controls, sit_down
from tests.games.tiny import TINY
from tests.games.tiny.digs import Dig, DigsOptions
from tests.games.tiny.season import Pass


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A server with a bot that has a puzzle for today, and judges at once."""

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        return work(*args)

    monkeypatch.setattr(ThinkingPool, "_work", run)
    async with sit_down(tmp_path, games={**TINY, GAME.spec.key: GAME}) as table:
        record = record_of(table.application.services.uow.clock.now())
        await table.application.services.uow.store.run(lambda tx: tx.puzzles.add(record))
        yield table
        table.clean()


def labelled(panel: ResponseMessage) -> dict[str, Mapping[str, Any]]:
    """Return the buttons that can be pressed, by what stands on them."""
    return {part["label"]: part for part in controls(panel.components) if "label" in part}


async def click(table: Table, panel: ResponseMessage, label: str, seat: int = 0) -> str:
    """Press a button of a private message and return what it says then."""
    await table.members[seat].click(panel, custom_id=labelled(panel)[label]["custom_id"])
    return texts(panel.components)


async def sow(table: Table, panel: ResponseMessage, plot: str, seat: int = 0) -> str:
    """Choose a plot and confirm."""
    menu = next(part for part in controls(panel.components) if "options" in part)
    await table.choose(seat, panel, plot, custom_id=menu["custom_id"])
    return await click(table, panel, "Confirm", seat)


async def test_the_post_is_solved_in_private(table: Table) -> None:
    """
    One press opens the panel, without suggestions; the next day's post tells how many have solved it.
    """
    services, channel = table.application.services, table.channel.id
    await services.settings.set_server(Place(GuildId(table.guild.id), ChannelId(channel)), {"puzzles": channel})
    await services.daily_puzzles.sweep()
    await table.work()
    post = table.newest("solve")
    posted = table.texts()[-1]
    panel = (await table.press(1, "solve", post)).response
    assert panel is not None
    opened = texts(panel.components)
    answer = await sow(table, panel, "3", seat=1)

    assert "Puzzle of the day" in posted
    assert "Bram" not in posted
    assert panel.ephemeral
    assert "💡" not in opened
    assert "Rules" not in labelled(panel)
    assert "Solved" in answer


async def test_rule_options_that_are_not_as_usual_are_named(table: Table) -> None:
    """
    In the post, and in the panel, which `/puzzle` opens without the post.
    """
    services, channel = table.application.services, table.channel.id
    table.stop_clock().forward(days=1)
    now, game = services.uow.clock.now(), TINY["digs"]
    codec, options = Codec(game), DigsOptions(digs=2)
    position = start(game, Setup(2, options, Seat(0)), bytes(32)).position
    record = replace(
        record_of(now),
        game="digs",
        options=codec.encode(options),
        position=codec.position(position),
        ask=game.asks(position.state)[0].id,
        best=codec.encode((Dig(),)),
        rules_number=game.spec.rules_number,
    )
    await services.uow.store.run(lambda tx: tx.puzzles.add(record))
    await services.settings.set_server(Place(GuildId(table.guild.id), ChannelId(channel)), {"puzzles": channel})
    await services.daily_puzzles.sweep()
    await table.work()
    panel = (await table.members[0].slash(table.channel, "puzzle")).response
    assert panel is not None

    assert "-# Digs: **2**" in table.texts()[-1]
    assert "-# Digs: **2**" in texts(panel.components)


async def test_a_turn_that_is_worse_can_be_tried_again_or_given_up(table: Table) -> None:
    """
    The best turn is told only then.
    """
    panel = (await table.members[0].slash(table.channel, "puzzle")).response
    assert panel is not None
    drafted = await click(table, panel, "Pass")
    worse = await click(table, panel, "Confirm")
    again = await click(table, panel, "Try again")
    await click(table, panel, "Pass")
    await click(table, panel, "Confirm")
    shown = await click(table, panel, "Show the best turn")
    closed = texts((await table.members[0].slash(table.channel, "puzzle")).response.components)  # type: ignore[union-attr]

    assert "1. Pass" in drafted
    assert "/move" not in drafted, "it would be made in a match"
    assert "Not the best turn" in worse
    assert "The best turn:" not in worse
    assert "Confirm" not in worse
    assert "Sow" in again
    assert "The best turn:" in shown
    assert "at least 3 points more" in shown, "it is 3.5"
    assert shown == closed


async def test_nobody_waits_while_the_turn_of_another_is_judged(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The whole world solves the same puzzle: the queue of its presses is free meanwhile.
    """
    responder = table.application.client.responder
    assert responder is not None
    number = table.application.services.puzzle_answers.newest

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        async with asyncio.timeout(0.5), responder.queues.take(number):
            return work(*args)

    monkeypatch.setattr(ThinkingPool, "_work", run)
    panel = (await table.members[0].slash(table.channel, "puzzle")).response
    assert panel is not None

    assert "Solved" in await sow(table, panel, "3")


async def test_a_turn_that_could_not_be_judged_stays_in_its_panel(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    With the sentence on top, so that it can be confirmed again in a minute.
    """

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        raise TimeoutError

    with monkeypatch.context() as patched:
        patched.setattr(ThinkingPool, "_work", run)
        panel = (await table.members[0].slash(table.channel, "puzzle")).response
        assert panel is not None
        await click(table, panel, "Pass")
        refused = await click(table, panel, "Confirm")
    again = await click(table, panel, "Confirm")

    assert "⚠️ The bot is too busy to judge your turn" in refused
    assert "Not the best turn" in again


async def test_without_a_puzzle_there_is_a_sentence(table: Table) -> None:
    """
    Also for a button of a day that has passed.
    """
    panel = (await table.members[0].slash(table.channel, "puzzle")).response
    assert panel is not None
    table.stop_clock(days=1)
    late = await click(table, panel, "Pass")
    none = await table.slash(0, "puzzle")

    assert "⚠️" in late
    assert "That puzzle is over" in late
    assert "no puzzle yet today" in none


async def test_the_solution_leads_to_its_match_where_that_was_played(table: Table) -> None:
    """
    On its server, with what was played; elsewhere only that it is from a finished match.
    """
    services, guild = table.application.services, table.guild.id
    await table.slash(0, "match new", game=GAME.spec.key, seats=2)
    await table.work()
    await table.press(1, "join")
    await table.work()
    for _ in range(4):
        await table.slash(asked(await table.match())[0].seat, "move", line="--")
    over = await table.match()
    await services.settings.set_server(
        Place(GuildId(guild), ChannelId(table.channel.id)), {"puzzles": table.channel.id}
    )
    day = day_of(services.uow.clock.now())
    changes = {"match": MatchId(1), "turn": 1, "made": Codec(GAME).encode((Pass(),))}
    record = await services.uow.store.read(lambda tx: tx.puzzles.get(day))
    assert record is not None
    sourced = replace(record, day=day + 1, **changes)
    await services.uow.store.run(lambda tx: tx.puzzles.add(sourced))
    await services.uow.store.run(lambda tx: tx.puzzles.add(replace(sourced, day=day + 2, match=MatchId(99))))
    shown = []
    for days in (1, 2):
        table.stop_clock(days=days)
        panel = (await table.members[0].slash(table.channel, "puzzle")).response
        assert panel is not None
        await click(table, panel, "Pass")
        await click(table, panel, "Confirm")
        shown.append((await click(table, panel, "Show the best turn"), panel))
    (own, panel), (other, _) = shown
    stepped = await table.members[0].click(panel, custom_id=labelled(panel)["Step through"]["custom_id"])
    assert stepped.response is not None
    clock = table.stop_clock(days=3)
    services.daily_puzzles._given_up = day_of(clock.now())
    await services.daily_puzzles.sweep()
    await table.work()
    solution = next((text for text in table.texts() if "no new puzzle today" in text), "")

    assert over.match.status is Status.FINISHED
    assert "From match #1 on this server, turn 1.\nWhat was played:\n• Pass" in own
    assert "Anna" not in own
    assert "-# From a finished match." in other
    assert "turn 1 of" in texts(stepped.response.components).lower()
    assert "**The last puzzle** (" in solution


@pytest.mark.parametrize("number", [1, number_of(1)])
async def test_what_is_cut_of_a_puzzle_names_no_command(
    table: Table, monkeypatch: pytest.MonkeyPatch, number: MatchId
) -> None:
    """
    ``/board`` shows the boards of matches alone.
    """
    services = table.application.services
    day = day_of(services.uow.clock.now())
    record = await services.uow.store.read(lambda tx: tx.puzzles.get(day))
    assert record is not None
    shown = view_for(table_of(services.uow.library, record, now=services.uow.clock.now()), Seat(0))
    monkeypatch.setattr(board, "board_text", lambda *_: "a line\n" * 500)
    builder = MessageBuilder()
    board.show_board(builder, replace(shown, match=replace(shown.match, id=number)), ())
    words = "".join(part.content for part in builder.post().view.walk_children() if hasattr(part, "content"))

    assert "a line" in words
    assert ("/board" in words) == (number == 1)

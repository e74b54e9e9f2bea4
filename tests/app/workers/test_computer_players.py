"""Computer seats: they move by themselves, and none of their failures stops a match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.app.changes.change import Decision
from bot.app.match.paces import NoPace, PerMove
from bot.app.match.records import Actor, MatchRequest, Receipt
from bot.app.workers import computer_players, thinking_pool
from bot.app.workers.computer_players import ComputerPlayers, find_waiting
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking import turn_of
from db.engine.errors import Unreachable
from db.ids import Key, MatchId
from db.records import PendingKind
from games.core.running.codec import Codec
from games.core.seats import AskId
from tests.app.brainy import BRAINY
from tests.app.scene import ANN, BEN, PLACE, Scene


@pytest.fixture
async def thinkers(scene: Scene) -> AsyncIterator[ComputerPlayers]:
    """Computer players of the scene."""
    yield scene.app.computer_players
    scene.app.computer_players.close()


async def turns(scene: Scene, match: MatchId) -> int:
    """How many turns were made."""
    view = (await scene.app.matches.view(match, None)).view
    made: int = view.state.turns
    return made


async def test_a_computer_player_moves_when_it_is_asked(scene: Scene, thinkers: ComputerPlayers) -> None:
    """
    It sees its view, makes its turn like anybody else, and the person is asked again.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",))
    idle = await thinkers.think()
    await scene.play(match, ANN, "5")
    busy = await thinkers.think()
    view = await scene.app.matches.view(match, None)
    page = await scene.app.matches.log(match, None)

    assert (0, 1) == (idle, busy)
    assert {5: 0, 1: 1} == view.view.state.owner
    assert "computer" == page.lines[-1].entry.cause.value
    assert "Computer (easy)" == view.seats[1].name


@pytest.mark.parametrize("level", ["cheat", "dead"])
async def test_a_player_that_fails_makes_the_default_move(scene: Scene, thinkers: ComputerPlayers, level: str) -> None:
    """
    A forbidden turn, or a process that dies, ends in the game's default move.
    """
    match = await scene.match("brainy", (ANN,), computers=(level,))
    await scene.play(match, ANN, "5")
    await thinkers.think()
    page = await scene.app.matches.log(match, None)

    assert "fallback" == page.lines[-1].entry.cause.value
    assert 2 == await turns(scene, match)


async def test_a_player_that_thinks_too_long_makes_the_default_move(scene: Scene) -> None:
    """
    Patience has an end.
    """
    thinkers = ComputerPlayers(scene.app.uow, patience=0.2)
    match = await scene.match("brainy", (ANN,), computers=("slow",))
    await scene.play(match, ANN, "5")
    await thinkers.think()
    thinkers.close()

    assert 2 == await turns(scene, match)


async def test_slow_players_cost_no_one_else_a_turn(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Together they think for longer than one may, one after the other: all make their own turns, none the default move.
    """
    # Starting a process would count as thinking.
    monkeypatch.setattr(thinking_pool, "pool", lambda count, first: ThreadPoolExecutor(count, initializer=first))
    monkeypatch.setattr(thinking_pool, "end", ThreadPoolExecutor.shutdown)
    thinkers = ComputerPlayers(scene.app.uow, patience=3)
    matches = [await scene.match("brainy", (ANN,), computers=("slow",)) for _ in range(2)]
    for match in matches:
        await scene.play(match, ANN, "5")
    await thinkers.think()
    thinkers.close()
    logs = [await scene.app.matches.log(match, None) for match in matches]

    assert ["computer"] * 2 == [log.lines[-1].entry.cause.value for log in logs]


async def without_people(scene: Scene) -> MatchId:
    """Begin a match of two computer players."""
    wish = MatchRequest(game="brainy", seats=2, join=False, computers=("easy", "easy"))
    return (await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish)).match


async def test_matches_without_people_crowd_nobody_out(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    However many of their turns have been due for longer, a turn that a person waits for is looked at.
    """
    monkeypatch.setattr(computer_players, "MOST", 2)
    lonely = [await without_people(scene) for _ in range(3)]
    scene.clock.forward(seconds=1)
    match = await scene.match("brainy", (ANN,), computers=("easy",))
    await scene.play(match, ANN, "5")
    found = {row.match for row in await ComputerPlayers(scene.app.uow)._due(scene.clock.now())}

    assert match in found
    assert 2 == len(found.intersection(lonely))


@pytest.mark.parametrize(("moved", "waiting"), [("5", Waiting.PEOPLE), ("", Waiting.NOBODY)])
async def test_people_are_waited_for(scene: Scene, moved: str, waiting: Waiting) -> None:
    """
    A match with a person in it has people who wait for its computer players, one without has none.
    """
    if moved:
        match = await scene.match("brainy", (ANN,), computers=("easy",))
        await scene.play(match, ANN, moved)
    else:
        match = await without_people(scene)
    table = await scene.app.uow.read(match)
    ask = table.game.asks(table.require_position().state)[0]

    assert waiting is find_waiting(table, ask)


async def test_a_player_that_does_not_want_to_act_is_asked_later(scene: Scene, thinkers: ComputerPlayers) -> None:
    """
    It is put off for a moment, and nothing is played.
    """
    match = await scene.match("brainy", (ANN,), computers=("idle",))
    await scene.play(match, ANN, "5")
    first = await thinkers.think()
    second = await thinkers.think()
    scene.clock.forward(seconds=3)
    third = await thinkers.think()

    assert (1, 0, 1) == (first, second, third)
    assert 1 == await turns(scene, match)


async def test_a_player_that_never_wants_to_act_holds_up_nobody(scene: Scene, thinkers: ComputerPlayers) -> None:
    """
    After a minute the default move is made, where the match waits for it.
    """
    match = await scene.match("brainy", (ANN,), computers=("idle",))
    await scene.play(match, ANN, "5")
    await thinkers.think()
    scene.clock.forward(seconds=61)
    await thinkers.think()
    page = await scene.app.matches.log(match, None)

    assert "fallback" == page.lines[-1].entry.cause.value
    assert 2 == await turns(scene, match)


async def test_closing_stops_thinking(scene: Scene) -> None:
    """
    What was not finished stays asked.
    """
    thinkers = ComputerPlayers(scene.app.uow)
    match = await scene.match("brainy", (ANN,), computers=("slow",))
    await scene.play(match, ANN, "5")
    await thinkers._begin()
    await asyncio.sleep(0.1)
    thinkers.close()
    await asyncio.sleep(0.05)

    assert 1 == await turns(scene, match)


async def test_computer_players_wait_for_the_grace_time(scene: Scene, thinkers: ComputerPlayers) -> None:
    """
    While a person's turn may be taken back nobody answers it.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",), pace=NoPace(grace=60))
    await scene.play(match, ANN, "5")
    early = await thinkers.think()
    scene.clock.forward(seconds=60)
    await scene.app.scheduler.sweep()
    late = await thinkers.think()

    assert (0, 1) == (early, late)
    assert 2 == await turns(scene, match)


async def test_a_match_that_went_on_meanwhile_is_left_alone(scene: Scene, thinkers: ComputerPlayers) -> None:
    """
    A turn thought of twice is made once, and one thought of for a match that ended is not made.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",))
    await scene.play(match, ANN, "5")
    row = (await scene.store.read(lambda tx: tx.pending.due(PendingKind.COMPUTER, now=scene.clock.now(), most=9)))[0]
    await asyncio.gather(thinkers._play(row), thinkers._play(row))
    once = await turns(scene, match)
    await thinkers._play(row)
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    await thinkers._play(row)

    assert 2 == once


async def test_a_database_that_fails_leaves_the_turn_for_later(
    scene: Scene, thinkers: ComputerPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Neither a store that cannot be written nor a bug of ours loses the turn.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",))
    await scene.play(match, ANN, "5")
    act = scene.app.uow.act
    faults: list[Exception] = [Unreachable(), ZeroDivisionError()]

    async def flaky(key: Key | None, actor: Actor | None, match: MatchId, decide: Decision) -> Receipt:
        if faults:
            raise faults.pop(0)
        return await act(key, actor, match, decide)

    monkeypatch.setattr(scene.app.uow, "act", flaky)
    await thinkers.think()
    await thinkers.think()
    aside = await thinkers.think()
    scene.clock.forward(minutes=11)
    await thinkers.think()

    assert 0 == aside
    assert 2 == await turns(scene, match)


async def test_the_worker_plays_by_itself(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    In the background it hears of each change; a database that fails for a moment does not end it.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",))
    begin = scene.app.computer_players._begin
    faults = [Unreachable()]

    async def flaky() -> int:
        if faults:
            raise faults.pop()
        return await begin()

    monkeypatch.setattr(scene.app.computer_players, "_begin", flaky)
    task = asyncio.create_task(scene.app.computer_players.run())
    await asyncio.sleep(0.05)
    await scene.play(match, ANN, "5")
    for _ in range(400):
        await asyncio.sleep(0.05)
        if await turns(scene, match) == 2:
            break
    await scene.play(match, ANN, "7")
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert await turns(scene, match) >= 3


async def test_a_player_is_asked_only_what_stands(scene: Scene) -> None:
    """
    In the process: a turn for a standing ask, nothing for one that is gone, nothing for one who waits.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",))
    table = await scene.app.uow.read(match)
    data = table.codec.position(table.require_position())
    codec = Codec(BRAINY)

    turn = turn_of(BRAINY, "easy", data, AskId("t0"), b"seed")

    assert turn is not None
    assert "1" == BRAINY.notation.write(BRAINY.view(table.require_position().state, None), codec.read_moves(turn))
    assert turn_of(BRAINY, "easy", data, AskId("t9"), b"seed") is None
    assert turn_of(BRAINY, "idle", data, AskId("t0"), b"seed") is None


async def test_computer_players_leave_people_time_to_follow(scene: Scene) -> None:
    """
    Several in a row make their turns a moment apart: a second after they were asked at the soonest, and three at most.
    """
    thinkers = ComputerPlayers(scene.app.uow, pause=3)
    match = await scene.match("brainy", (ANN,), computers=("easy", "easy"))
    await scene.play(match, ANN, "5")
    made = []
    for _ in range(2):
        for seconds in (0.9, 2.1, 0):
            made.append(await thinkers.think())
            scene.clock.forward(seconds=seconds)
    thinkers.close()

    assert [0, 0, 1] * 2 == made
    assert 3 == await turns(scene, match)


@pytest.mark.parametrize(("others", "after", "called"), [((), 5, 0), ((), 600, 1), ((BEN,), 5, 1)])
async def test_who_plays_with_computer_players_alone_is_not_called_while_there(
    scene: Scene, thinkers: ComputerPlayers, others: tuple[Actor, ...], after: float, called: int
) -> None:
    """
    They answer a person who has just moved and waits for nobody else; whoever may have left meanwhile is called.
    """
    match = await scene.match("brainy", (ANN, *others), computers=("easy",))
    await scene.play(match, ANN, "5")
    await scene.relay.pump()
    scene.clock.forward(seconds=after)
    await thinkers.think()
    await scene.relay.pump()

    assert called == len(scene.courier.posts[-1].mention)


async def test_who_has_let_time_run_out_is_called(scene: Scene, thinkers: ComputerPlayers) -> None:
    """
    However soon the computer players answer the default move: nobody sat there to make it.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",), pace=PerMove(seconds=3600))
    await scene.play(match, ANN, "5")
    await thinkers.think()
    scene.clock.forward(seconds=3601)
    await scene.app.scheduler.sweep()
    while await thinkers.think():
        scene.clock.forward(seconds=1)
    await scene.relay.pump()

    assert (ANN.user,) == scene.courier.posts[-1].mention

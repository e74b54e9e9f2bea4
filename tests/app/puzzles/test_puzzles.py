"""The puzzle of the day: posted once a day where it is wanted, answered in private, and told the day after."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.app.match.records import Actor, Panel
from bot.app.puzzles import answers as answering
from bot.app.puzzles import daily as daily_puzzles
from bot.app.puzzles.answers import Verdict, count_streak
from bot.app.puzzles.daily import DailyPuzzles
from bot.app.puzzles.table import day_of, is_puzzle, number_of
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import GuildId, UserId
from db.puzzles.records import PuzzleRecord
from db.stores.store import Store
from games.core.errors import Refusal
from games.core.game import Setup
from games.core.running.codec import Codec
from games.core.running.table import start
from games.core.search import puzzles
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.games.core.search.test_advice import Hinting
from tests.games.tiny import TINY
from tests.games.tiny.season import Pass, Sow

GAME = Hinting()
GUILD = GuildId(PLACE.guild or 0)
STATE = start(GAME, Setup(2, GAME.spec.options(), Seat(0)), bytes(32)).position
"""Any plot is as good as another; to pass is worst."""


@pytest.fixture
def scene(store: Store, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A server whose bot has a game with puzzles, and thinks at once."""

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        return work(*args)

    monkeypatch.setattr(ThinkingPool, "_work", run)
    return Scene(store, {**TINY, GAME.spec.key: GAME})


async def pose(scene: Scene) -> int:
    """Store a puzzle of today; return its number."""
    day, codec = day_of(scene.clock.now()), Codec(GAME)
    record = PuzzleRecord(
        day=day,
        game=GAME.spec.key,
        seats=2,
        options=codec.encode(GAME.spec.options()),
        position=codec.position(STATE),
        ask=GAME.asks(STATE.state)[0].id,
        best=codec.encode((Sow(7),)),
        points=35,
    )
    await scene.app.uow.store.run(lambda tx: tx.puzzles.add(record))
    return number_of(day)


async def answer(scene: Scene, number: int, verb: str, value: str | None = None, who: Actor = ANN) -> Verdict:
    """Draft a turn and confirm it."""
    answers = scene.app.puzzle_answers
    begun = await answers.begin(who, match=number, guild=GUILD)
    assert isinstance(begun, Panel)
    panel = await answers.press_all(who, match=number, length=begun.length, choices=((verb, value),))
    return await answers.confirm(who, match=number, length=panel.length)


async def want(scene: Scene, channel: int = 55) -> DailyPuzzles:
    """Have puzzles posted in a channel of the server."""
    await scene.app.settings.set_server(PLACE, {"puzzles": channel})
    daily = scene.app.daily_puzzles
    daily._rest = 0
    return daily


async def test_it_is_posted_once_a_day_where_it_is_wanted(scene: Scene) -> None:
    """
    With nobody's name in it; the day after with its solution, and how many have found it.
    """
    daily = await want(scene)
    number = await pose(scene)
    posted = [await daily.sweep(), await daily.sweep()]
    await scene.relay.pump()
    await answer(scene, number, "sow", "3")
    await answer(scene, number, "pass", who=BEN)
    scene.clock.forward(days=1)
    await pose(scene)
    posted.append(await daily.sweep())
    await scene.relay.pump()
    first, second = scene.courier.posed

    assert [1, 0, 1] == posted
    assert (55, None) == (first.place.channel, first.posed.before)
    assert [None, None] == [seat.user for seat in first.posed.match_view.seats]
    assert second.posed.before is not None
    assert (2, 1, 3.5) == (second.posed.before.tried, second.posed.before.solved, second.posed.before.points)
    assert 1 == len(second.posed.before.best)


async def test_nothing_is_looked_for_where_nobody_wants_it(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Nor once a server wants it no more; a channel chosen later the same day gets no second post.
    """
    asked = list[int]()

    async def find(self: DailyPuzzles, day: int) -> None:
        asked.append(day)

    monkeypatch.setattr(DailyPuzzles, "_find", find)
    never = await scene.app.daily_puzzles.sweep()
    daily = await want(scene)
    await want(scene, 0)
    withdrawn = await daily.sweep()
    monkeypatch.undo()
    await want(scene)
    await pose(scene)
    first = await daily.sweep()
    await want(scene, 56)

    assert (0, 0, []) == (never, withdrawn, asked)
    assert (1, 0) == (first, await daily.sweep())


async def test_a_search_goes_on_from_round_to_round(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A round that takes as long as a search may would count as stalled, and the bot as unhealthy.
    """
    monkeypatch.setattr(daily_puzzles, "EVERY", 0.01)
    ready, begun = asyncio.Event(), list[int]()

    async def find(self: DailyPuzzles, day: int) -> PuzzleRecord | None:
        begun.append(day)
        await ready.wait()
        await pose(scene)
        return await scene.store.read(lambda tx: tx.puzzles.get(day))

    monkeypatch.setattr(DailyPuzzles, "_find", find)
    daily = await want(scene)
    early = [await asyncio.wait_for(daily.sweep(), 1) for _ in range(2)]
    ready.set()
    await asyncio.sleep(0.05)

    assert ([0, 0], 1) == (early, await daily.sweep())
    assert 1 == len(begun)


async def test_what_could_not_be_posted_that_day_is_skipped(scene: Scene) -> None:
    """
    The row of a day that has passed, or of a channel that isn't chosen anymore, posts nothing.
    """
    daily = await want(scene)
    await pose(scene)
    await daily.sweep()
    scene.clock.forward(days=1)
    await scene.relay.pump()
    await pose(scene)
    await daily.sweep()
    await want(scene, 0)
    await scene.relay.pump()

    assert [] == scene.courier.posed


@pytest.mark.parametrize(("value", "solved"), [("7", True), ("4", True), (None, False)])
async def test_an_answer_is_judged_by_what_it_costs(scene: Scene, value: str | None, *, solved: bool) -> None:
    """
    As good as the best is solved; a worse one costs points, and the best turn stays untold.
    """
    verdict = await answer(scene, await pose(scene), "sow" if value else "pass", value)

    assert solved == verdict.solved == bool(verdict.best)
    assert (1 if solved else 0) == verdict.streak
    assert solved == (verdict.cost == 0)


async def test_who_gives_up_is_shown_the_best_turn_and_has_not_solved_it(scene: Scene) -> None:
    """
    Another answer afterwards changes nothing; who has solved it sees that again.
    """
    number = await pose(scene)
    await answer(scene, number, "pass")
    shown = await scene.app.puzzle_answers.show(ANN, match=number)
    again = await scene.app.puzzle_answers.begin(ANN, match=number, guild=GUILD)
    await answer(scene, number, "sow", "7", who=BEN)
    kept = await scene.app.puzzle_answers.show(BEN, match=number)

    assert (False, True) == (shown.solved, bool(shown.best))
    assert shown == again
    assert kept.solved
    assert not kept.shown


async def test_who_is_shown_the_solution_while_a_turn_is_judged_has_not_solved_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Judging takes seconds, and what is pressed in another message meanwhile counts.
    """
    number = await pose(scene)

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        await scene.app.puzzle_answers.show(ANN, match=number)
        return work(*args)

    monkeypatch.setattr(ThinkingPool, "_work", run)
    judged = await answer(scene, number, "sow", "4")
    later = await scene.app.puzzle_answers.begin(ANN, match=number, guild=GUILD)

    assert isinstance(later, Verdict)
    assert (False, True) == (judged.solved, judged.shown) == (later.solved, later.shown)


async def test_a_draft_is_kept_and_a_press_that_came_twice_does_nothing(scene: Scene) -> None:
    """
    As in any panel; what isn't possible is said above it.
    """
    answers, number = scene.app.puzzle_answers, await pose(scene)
    await answers.begin(ANN, match=number, guild=GUILD)
    panel = await answers.press_all(ANN, match=number, length=0, choices=(("sow", "7"),))
    twice = await answers.press_all(ANN, match=number, length=0, choices=(("sow", "7"),))
    opened = await answers.begin(ANN, match=number, guild=GUILD)
    back = await answers.undo_step(ANN, match=number, length=panel.length)
    refused = await answers.press_all(ANN, match=number, length=back.length, choices=(("sow", "99"),))
    with pytest.raises(Refusal):
        await answers.confirm(ANN, match=number, length=5)

    assert isinstance(opened, Panel)
    assert panel.moves == opened.moves == (Sow(7),)
    assert twice.stale
    assert () == back.moves
    assert refused.refused is not None
    assert panel.advice.hint is None


async def test_yesterdays_puzzle_is_over(scene: Scene) -> None:
    """
    Its solution is told; and without a puzzle of today there is none.
    """
    number = await pose(scene)
    scene.clock.forward(days=1)
    with pytest.raises(Refusal) as over:
        await scene.app.puzzle_answers.begin(ANN, match=number, guild=GUILD)
    with pytest.raises(Refusal) as none:
        await scene.app.puzzle_answers.begin(ANN, match=scene.app.puzzle_answers.newest, guild=GUILD)

    assert is_puzzle(number)
    assert "app.puzzle_over" == over.value.text.id
    assert "app.puzzle_none" == none.value.text.id


async def test_puzzles_in_a_row_count_on_each_server(scene: Scene) -> None:
    """
    Who misses one begins anew; a day that had none isn't missed.
    """
    streaks = []
    for step in (1, 2, 1):
        streaks.append((await answer(scene, await pose(scene), "sow", "7")).streak)
        scene.clock.forward(days=step)
    await pose(scene)
    scene.clock.forward(days=1)
    streaks.append((await answer(scene, await pose(scene), "sow", "7")).streak)

    assert [1, 2, 3, 1] == streaks
    assert 0 == count_streak((8, 7), (9, 8, 7))


async def test_what_could_not_be_tried_often_enough_is_not_judged(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    On a busy machine: a turn that isn't surely worse then hasn't solved anything; the draft stays for another try.
    """
    monkeypatch.setattr(answering, "ENOUGH", 0.0)
    number = await pose(scene)
    with pytest.raises(Refusal) as refused:
        await answer(scene, number, "pass")
    opened = await scene.app.puzzle_answers.begin(ANN, match=number, guild=GUILD)

    assert "puzzle_not_judged" in refused.value.text.id
    assert isinstance(opened, Panel)
    assert (Pass(),) == opened.moves


async def test_a_turn_of_many_people_is_judged_once(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Also if all of them submit it at once; what couldn't be judged is tried again at the next answer.
    """
    judged: list[object] = []
    fails = [True]

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        await asyncio.sleep(0.05)
        judged.append(args)
        if fails:
            fails.clear()
            raise RuntimeError("the game fails")
        return work(*args)

    monkeypatch.setattr(ThinkingPool, "_work", run)
    number, people = await pose(scene), [Actor(UserId(9000 + each), f"Player {each}") for each in range(30)]
    with pytest.raises(Refusal) as refused:
        await answer(scene, number, "pass")
    verdicts = await asyncio.gather(*(answer(scene, number, "pass", who=who) for who in people))

    assert "app.puzzle_not_judged" == refused.value.text.id
    assert 2 == len(judged)
    assert {False} == {verdict.solved for verdict in verdicts}
    assert 1 == len({verdict.cost for verdict in verdicts})


async def test_the_same_day_brings_the_same_puzzle(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Found in matches that computer players play for it; where all turns but one are as good, there is none.
    """
    monkeypatch.setattr(daily_puzzles, "MOST_TRIED", 3)
    none = await (await want(scene))._find(day_of(scene.clock.now()))
    monkeypatch.setattr(daily_puzzles, "MOST_TRIED", 100)
    monkeypatch.setattr(puzzles, "MOST_GOOD", 11)
    monkeypatch.setattr(puzzles, "LEAST_BAD", 1)
    daily, day = await want(scene), day_of(scene.clock.now())
    found = await daily._find(day)
    assert found is not None
    again = await daily._find(day)
    best = Codec(GAME).read_moves(found.best)

    assert none is None
    assert found == again
    assert GAME.spec.key == found.game
    assert (Pass(),) != best
    assert found.points >= 20

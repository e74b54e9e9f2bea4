"""The puzzle of the day: posted once a day where it is wanted, answered in private, and told the day after."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.match.records import Actor, MessageRef, Panel
from bot.app.notifications.courier import Permanent, PuzzleNotice
from bot.app.puzzles import answers as answering
from bot.app.puzzles import daily as daily_puzzles
from bot.app.puzzles import finding
from bot.app.puzzles.answers import PuzzleAnswers, Verdict
from bot.app.puzzles.finding import Finder
from bot.app.puzzles.posting import Posed
from bot.app.puzzles.streaks import count_streak
from bot.app.puzzles.table import day_of, is_puzzle
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import MatchId, UserId
from db.puzzles.records import PuzzleRecord
from games.core.errors import Refusal
from games.core.running.codec import Codec
from games.core.search import puzzles
from games.core.text import raw
from tests.app.puzzles.posing import GAME, GUILD, answer, pose, want
from tests.app.scene import ANN, BEN, Scene
from tests.games.tiny.season import Pass, Sow


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
    assert isinstance(first.posed, Posed)
    assert isinstance(second.posed, Posed)
    before = second.posed.before
    assert before is not None

    assert [1, 0, 1] == posted
    assert (55, None) == (first.place.channel, first.posed.before)
    assert [None, None] == [seat.user for seat in first.posed.match_view.seats]
    assert ["player 1", "player 2"] == [seat.name for seat in first.posed.match_view.seats]
    assert (2, 1, 3.5) == (before.tried, before.solved, before.points)
    assert 1 == len(before.best)
    assert not before.origin.finished


async def test_nothing_is_looked_for_where_nobody_wants_it(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Nor once a server wants it no more; a channel chosen later the same day gets no second post.
    """
    asked = list[int]()

    async def find(self: Finder, day: int) -> bool:
        asked.append(day)
        return False

    monkeypatch.setattr(Finder, "find", find)
    never = await scene.app.daily_puzzles.sweep()
    daily = await want(scene)
    await want(scene, 0)
    withdrawn = await daily.sweep()
    monkeypatch.undo()
    await want(scene)
    await pose(scene)
    first = await daily.sweep()
    await scene.relay.pump()
    await want(scene, 56)

    assert (0, 0, []) == (never, withdrawn, asked)
    assert (1, 0) == (first, await daily.sweep())


async def test_a_search_goes_on_from_round_to_round(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A round that takes as long as a search may would count as stalled, and the bot as unhealthy.
    """
    monkeypatch.setattr(daily_puzzles, "EVERY", 0.01)
    ready, begun = asyncio.Event(), list[int]()

    async def find(self: Finder, day: int) -> bool:
        begun.append(day)
        await ready.wait()
        await pose(scene)
        return True

    monkeypatch.setattr(Finder, "find", find)
    daily = await want(scene)
    early = [await asyncio.wait_for(daily.sweep(), 1) for _ in range(2)]
    ready.set()
    await asyncio.sleep(0.05)

    assert ([0, 0], 1) == (early, await daily.sweep())
    assert 1 == len(begun)


async def test_a_post_that_discord_refused_comes_once_the_right_is_given(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    That day still, and once.
    """

    async def refuse(notice: PuzzleNotice) -> MessageRef:
        raise Permanent(50013, raw("The bot lacks a right."))

    daily = await want(scene)
    await pose(scene)
    with monkeypatch.context() as patched:
        patched.setattr(scene.courier, "pose", refuse)
        await daily.sweep()
        await scene.relay.pump()
    await daily.sweep()
    await scene.relay.pump()
    before = len(scene.courier.posed)
    for _ in range(2):
        await scene.relay.retry(GUILD)
        await scene.relay.pump()

    assert (0, 1) == (before, len(scene.courier.posed))


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


async def test_who_is_deleted_while_a_turn_is_judged_is_not_stored_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Nothing of them comes back with the verdict.
    """
    number = await pose(scene)

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        await scene.app.privacy.deletions.delete(ANN.user)
        return work(*args)

    monkeypatch.setattr(ThinkingPool, "_work", run)
    verdict = await answer(scene, number, "sow", "4")
    day = day_of(scene.clock.now())

    assert verdict.solved
    assert await scene.store.read(lambda tx: tx.puzzles.answer(day, ANN.user)) is None


async def test_a_panel_that_is_opened_twice_forgets_nothing(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What is solved between two steps of opening it again stays solved.
    """
    number, read = await pose(scene), PuzzleAnswers._read
    stale = await scene.store.read(lambda tx: read(scene.app.puzzle_answers, tx, ANN, number, guild=GUILD))
    await answer(scene, number, "sow", "7")
    with monkeypatch.context() as late:
        late.setattr(PuzzleAnswers, "_read", lambda *args, **more: stale)
        await scene.app.puzzle_answers.begin(ANN, match=number, guild=GUILD)
    kept = await scene.store.read(lambda tx: tx.puzzles.answer(day_of(scene.clock.now()), ANN.user))

    assert kept is not None
    assert (True, 1) == (kept.solved, kept.tries)


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


async def test_what_failed_while_nobody_waited_is_judged_anew(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Who answers next isn't told of a failure that was another's.
    """
    begun, fail = asyncio.Event(), asyncio.Event()

    async def run(self: ThinkingPool, patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
        if fail.is_set():
            return work(*args)
        begun.set()
        await fail.wait()
        raise RuntimeError("the game fails")

    monkeypatch.setattr(ThinkingPool, "_work", run)
    number = await pose(scene)
    left = asyncio.create_task(answer(scene, number, "pass"))
    await begun.wait()
    left.cancel()
    await asyncio.gather(left, return_exceptions=True)
    fail.set()
    await asyncio.sleep(0.05)
    verdict = await answer(scene, number, "pass", who=BEN)

    assert not verdict.solved
    assert verdict.cost > 0


async def test_the_same_day_brings_the_same_puzzle(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Found in matches that computer players play for it; where all turns but one are as good, there is none.
    """
    monkeypatch.setattr(finding, "MOST_TRIED", 3)
    await want(scene)
    finder, day = scene.app.daily_puzzles._finder, day_of(scene.clock.now())
    none = await finder.find(day)
    monkeypatch.setattr(finding, "MOST_TRIED", 100)
    monkeypatch.setattr(puzzles, "MOST_GOOD", 11)
    monkeypatch.setattr(puzzles, "LEAST_BAD", 1)
    stored = [await finder.find(day)]
    found = await scene.store.read(lambda tx: tx.puzzles.get(day))
    assert found is not None
    again = list[PuzzleRecord]()
    monkeypatch.setattr(Finder, "_store", lambda self, puzzle: keep(again, puzzle))
    stored.append(await finder.find(day))
    best = Codec(GAME).read_moves(found.best)

    assert not none
    assert [True, True] == stored
    assert [found] == again
    assert (GAME.spec.key, None, GAME.spec.rules_number) == (found.game, found.match, found.rules_number)
    assert (Pass(),) != best
    assert found.points >= 20


async def keep(kept: list[PuzzleRecord], puzzle: PuzzleRecord) -> bool:
    """Note a puzzle instead of storing it."""
    kept.append(puzzle)
    return True


async def test_after_an_update_of_the_game_there_is_a_sentence(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Whether the rules have another number, or the stored position or a turn is none anymore; nothing of it is posted.
    """
    daily, number = await want(scene), await pose(scene)
    await answer(scene, number, "sow", "3")
    await daily.sweep()
    answers, refused = scene.app.puzzle_answers, list[str]()

    async def try_all() -> None:
        for call in (answers.begin(BEN, match=number, guild=GUILD), answers.show(ANN, match=number)):
            with pytest.raises(Refusal) as raised:
                await call
            refused.append(raised.value.text.id)

    with monkeypatch.context() as changed:
        changed.setattr(type(GAME), "spec", replace(GAME.spec, rules_number=GAME.spec.rules_number + 1))
        await try_all()
        await scene.relay.pump()
    with monkeypatch.context() as changed:
        changed.setattr(type(GAME), "asks", lambda self, state: ())
        await try_all()
    scene.clock.forward(days=1)
    number = await pose(scene, made=b'["a move of before"]', match=MatchId(1), turn=1)
    await try_all()
    scene.clock.forward(days=1)
    await scene.store.run(lambda tx: tx.puzzles.add(replace(damaged(), day=day_of(scene.clock.now()))))
    await daily.sweep()
    await scene.relay.pump()

    assert ["app.puzzle_outdated"] * 6 == refused
    assert [] == scene.courier.posed


def damaged() -> PuzzleRecord:
    """A puzzle whose position nobody can read."""
    return PuzzleRecord(
        day=0, game=GAME.spec.key, seats=2, options=b"{}", position=b'[1,"old"]', ask="1", best=b"[]", points=20
    )

"""When solutions are told, on which servers, and what a person's streaks are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.notifications.courier import PuzzleNotice
from bot.app.puzzles import posting
from bot.app.puzzles.daily import DailyPuzzles, _enqueue, _make_solution
from bot.app.puzzles.finding import Finder
from bot.app.puzzles.posting import Posed, Solved
from bot.app.puzzles.streaks import Streaks
from bot.app.puzzles.table import day_of
from db.puzzles.records import PuzzleAnswerRecord
from tests.app.puzzles.posing import GUILD, answer, pose, want
from tests.app.scene import ANN, BEN, PLACE, Scene


@pytest.fixture(autouse=True)
def _nothing_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """No day has a puzzle that wasn't posed."""

    async def find(self: Finder, day: int) -> bool:
        return False

    monkeypatch.setattr(Finder, "find", find)


async def look(scene: Scene) -> list[int]:
    """Look for today's puzzle twice and deliver what came of it; returns on how many servers it was posted."""
    daily = scene.app.daily_puzzles
    posted = [await daily.sweep(), await daily.sweep()]
    await scene.relay.pump()
    return posted


def told(notice: PuzzleNotice) -> int | None:
    """The number of the puzzle whose solution a post tells; None: of none."""
    posed = notice.posed
    solved = posed.before if isinstance(posed, Posed) else posed
    return None if solved is None else int(solved.match_view.match.id)


async def test_a_day_without_a_puzzle_has_the_solution_alone(scene: Scene) -> None:
    """
    Who tried it doesn't wait; the next puzzle comes without it.
    """
    await want(scene)
    number = await pose(scene)
    await look(scene)
    await answer(scene, number, "sow", "3")
    scene.clock.forward(days=1)
    alone = await look(scene)
    again = await look(scene)
    scene.clock.forward(days=1)
    await pose(scene)
    await look(scene)
    _first, second, third = scene.courier.posed

    assert ([1, 0], [0, 0]) == (alone, again)
    assert isinstance(second.posed, Solved)
    assert (True, 1, 1) == (second.posed.alone, second.posed.tried, second.posed.solved)
    assert [number, None] == [told(second), told(third)]


@pytest.mark.parametrize("channels", [(56,), (0, 55)])
async def test_a_solution_is_told_once_in_whatever_channel(scene: Scene, channels: tuple[int, ...]) -> None:
    """
    Not again in another one, nor when puzzles are turned off and on.
    """
    await want(scene)
    number = await pose(scene)
    await look(scene)
    await answer(scene, number, "sow", "3")
    scene.clock.forward(days=1)
    await look(scene)
    for channel in channels:
        await want(scene, channel)
    again = await look(scene)
    scene.clock.forward(days=1)
    await pose(scene)
    await look(scene)

    assert [0, 0] == again
    assert [None, number, None] == [told(each) for each in scene.courier.posed]


async def test_where_nobody_tried_it_nothing_is_posted(scene: Scene) -> None:
    """
    Nor where puzzles were turned off before the next day.
    """
    await want(scene)
    number = await pose(scene)
    await look(scene)
    scene.clock.forward(days=1)
    quiet = await look(scene)
    scene.clock.forward(days=1)
    number = await pose(scene)
    await look(scene)
    await answer(scene, number, "sow", "3")
    await want(scene, 0)
    scene.clock.forward(days=1)

    assert ([0, 0], [0, 0]) == (quiet, await look(scene))
    assert 2 == len(scene.courier.posed)


async def test_the_next_post_tells_what_was_not_told(scene: Scene) -> None:
    """
    After days on which the bot didn't run, too; a solution that is older than a week stays untold.
    """
    await want(scene)
    number = await pose(scene)
    await look(scene)
    await answer(scene, number, "sow", "3")
    scene.clock.forward(days=3)
    second = await pose(scene)
    await look(scene)
    await answer(scene, second, "pass", who=BEN)
    scene.clock.forward(days=posting.AGO + 1)
    await pose(scene)
    await look(scene)

    assert [None, number, None] == [told(each) for each in scene.courier.posed]


async def test_what_could_not_be_delivered_is_told_the_day_after(scene: Scene) -> None:
    """
    The post of a day that has passed is skipped, and the solution that it would have told with it.
    """
    daily = await want(scene)
    number = await pose(scene)
    await look(scene)
    await answer(scene, number, "sow", "3")
    scene.clock.forward(days=1)
    await pose(scene)
    await daily.sweep()
    scene.clock.forward(days=1)
    await pose(scene)
    await look(scene)

    assert [None, number] == [told(each) for each in scene.courier.posed]


async def test_two_processes_tell_a_solution_once(scene: Scene) -> None:
    """
    Both have found no puzzle, and both have seen that the server waits.
    """
    daily = await want(scene)
    number = await pose(scene)
    await look(scene)
    await answer(scene, number, "sow", "3")
    scene.clock.forward(days=1)
    day, other = day_of(scene.clock.now()), DailyPuzzles(scene.app.uow, daily._finder._thinking)
    due = await scene.store.read(lambda tx: tx.puzzles.find_due(day, most=9))
    await daily.sweep()
    again = await other.sweep()
    late = await scene.store.run(
        lambda tx: [_enqueue(tx, each, day, _make_solution, scene.clock.now()) for each in due]
    )
    await scene.relay.pump()

    assert ([False], 0) == (late, again)
    assert [None, number] == [told(each) for each in scene.courier.posed]


@pytest.mark.parametrize("has_puzzle", [False, True])
@pytest.mark.parametrize("channels", [(56,), (0, 55), (56, 55)])
async def test_what_is_not_delivered_yet_comes_in_the_new_channel(
    scene: Scene, channels: tuple[int, ...], has_puzzle: bool
) -> None:
    """
    The solution, with the puzzle or alone, once; not in the one that was chosen when its row was made.
    """
    daily = await want(scene)
    number = await pose(scene)
    await look(scene)
    await answer(scene, number, "sow", "3")
    scene.clock.forward(days=1)
    if has_puzzle:
        await pose(scene)
    await daily.sweep()
    for channel in channels:
        await want(scene, channel)
        await daily.sweep()
    await look(scene)

    assert [(55, None), (channels[-1], number)] == [(each.place.channel, told(each)) for each in scene.courier.posed]
    assert has_puzzle == isinstance(scene.courier.posed[1].posed, Posed)


async def test_a_solution_alone_is_not_posted_the_day_after(scene: Scene) -> None:
    """
    It says that the day has no puzzle; what it would have told goes with the new one.
    """
    daily = await want(scene)
    number = await pose(scene)
    await look(scene)
    await answer(scene, number, "sow", "3")
    scene.clock.forward(days=1)
    await daily.sweep()
    scene.clock.forward(days=1)
    await pose(scene)
    await look(scene)
    last = scene.courier.posed[-1]

    assert [None, number] == [told(each) for each in scene.courier.posed]
    assert isinstance(last.posed, Posed)


async def solve(scene: Scene, *days: int, shown: int | None = None) -> None:
    """Note that Ann has solved the puzzles of days, and was shown that of another."""
    now = scene.clock.now()
    for day in (*days, *(() if shown is None else (shown,))):
        record = PuzzleAnswerRecord(
            day=day, user=ANN.user, guild=GUILD, draft=None, tries=1, solved=day != shown, shown=day == shown, at=now
        )
        await scene.store.run(lambda tx, put=record: tx.puzzles.put_answer(put))  # type: ignore[misc]


async def test_the_profile_counts_puzzles_of_its_server(scene: Scene) -> None:
    """
    For whoever looks; not elsewhere, nor beside one game, and not after the person's data is gone.
    """
    today = day_of(scene.clock.now())
    nothing = (await scene.app.ratings.profile(ANN, place=PLACE, user=ANN.user)).puzzles
    for day in (today - 6, today - 5, today - 4, today - 2, today - 1, today):
        await pose(scene, day=day)
    await solve(scene, today - 6, today - 5, today - 4, today - 1)

    async def read() -> Streaks | None:
        return (await scene.app.ratings.profile(BEN, place=PLACE, user=ANN.user)).puzzles

    open_yet = await read()
    await solve(scene, shown=today)
    given_up = await read()
    await solve(scene, today)
    solved = await read()
    away = await scene.app.ratings.profile(ANN, place=replace(PLACE, guild=8), user=ANN.user)
    game = await scene.app.ratings.profile(ANN, place=PLACE, user=ANN.user, game="season")
    await scene.app.privacy.deletions.delete(ANN.user)

    assert nothing is None
    assert Streaks(solved=4, current=1, best=3) == open_yet
    assert Streaks(solved=4, current=0, best=3) == given_up
    assert Streaks(solved=5, current=2, best=3) == solved
    assert (None, None) == (away.puzzles, game.puzzles)
    assert await read() is None

"""Puzzles from finished matches of people: which matches, what goes wrong meanwhile, and what is told of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.app.match.records import Place
from bot.app.puzzles import finding, sources
from bot.app.puzzles.daily import DailyPuzzles
from bot.app.puzzles.finding import Finder
from bot.app.puzzles.origins import Origin, find_origin
from bot.app.puzzles.table import day_of, table_of
from bot.app.workers import stored_logs
from db.ids import ChannelId, GuildId, MatchId
from db.puzzles.records import PuzzleRecord
from db.records import MatchRecord, Status
from games.core.running.codec import Codec
from games.core.search import puzzles
from games.core.search.puzzles import Gap
from tests.app.puzzles.posing import GAME, GUILD, pose, want
from tests.app.scene import ANN, BEN, Scene
from tests.games.tiny.season import Pass, Sow

LINES = ("1", "7", "12", "8", "2", "9", "--", "--")
OTHER = Place(GuildId(8), ChannelId(70))


@pytest.fixture(autouse=True)
def _any_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """All turns but to pass may be as good, and nothing is played for a puzzle."""
    monkeypatch.setattr(puzzles, "MOST_GOOD", 11)
    monkeypatch.setattr(puzzles, "LEAST_BAD", 1)
    monkeypatch.setattr(finding, "MOST_MATCHES", 0)


async def finished(scene: Scene, lines: tuple[str, ...] = LINES) -> MatchId:
    """Play a match of two seasons to its end."""
    match = await scene.match(GAME.spec.key, (ANN, BEN))
    for season in (lines, ("--", "--")):
        for line in season:
            panel = await scene.app.matches.view(match, None)
            await scene.play(match, (ANN, BEN)[panel.asks[0].seat], line)
    return match


async def change(scene: Scene, match: MatchId, **changes: Any) -> None:  # noqa: ANN401 - any field
    """Change what is stored of a match."""

    def work(record: MatchRecord | None) -> MatchRecord:
        assert record is not None
        return replace(record, **changes)

    await scene.store.run(lambda tx: tx.matches.save(work(tx.matches.get(match))))


async def find(scene: Scene, *, ago: int = 0) -> PuzzleRecord | None:
    """Look for the puzzle of a day."""
    daily = await want(scene)
    day = day_of(scene.clock.now()) + ago
    await daily._finder.find(day)
    return await scene.store.read(lambda tx: tx.puzzles.get(day))


async def test_a_finished_match_becomes_a_puzzle_once(scene: Scene) -> None:
    """
    The puzzle knows match, turn, and what was played; the day after, another match is taken.
    """
    first = await finished(scene)
    puzzle = await find(scene)
    none = await find(scene, ago=1)
    second = await finished(scene)
    later = await find(scene, ago=2)
    assert puzzle is not None
    assert later is not None
    codec = Codec(GAME)
    state = codec.read_position(puzzle.position).state
    made = codec.read_moves(puzzle.made or b"[]")
    shown = await scene.store.read(lambda tx: tx.log.snapshots(first))

    assert none is None
    assert (first, second) == (puzzle.match, later.match)
    assert puzzle.turn is not None
    assert puzzle.turn <= len(shown)
    assert puzzle.ask in [ask.id for ask in GAME.asks(state)]
    assert isinstance(made[0], Sow | Pass)
    assert GAME.spec.rules_number == puzzle.rules_number


@pytest.mark.parametrize(
    "changes",
    [
        {"private": True},
        {"practice": True},
        {"status": Status.RUNNING},
        {"status": Status.CANCELLED},
        {"rules_number": 99},
        {"state_number": 99},
    ],
    ids=str,
)
async def test_a_match_that_may_not_be_shown_is_none(scene: Scene, changes: dict[str, Any]) -> None:
    """
    Private, practice, not over, or of other rules.
    """
    await change(scene, await finished(scene), **changes)

    assert await find(scene) is None


async def test_a_match_of_a_server_that_does_not_wish_it_is_none(scene: Scene) -> None:
    """
    It never chose a channel, took it back, or has removed the bot; a match that was hardly played is none either.
    """
    match = await finished(scene, ("--", "--"))
    short = await find(scene)
    long = await finished(scene)
    await want(scene, 0)
    library = scene.app.uow.library

    async def is_usable() -> bool:
        return await scene.store.read(lambda tx: sources.find_usable(tx, library, long)) is not None

    withdrawn, listed = await is_usable(), await scene.store.read(lambda tx: sources.list_matches(tx, b"x"))
    await want(scene)
    wished = await is_usable()
    scene.app.scheduler.membership.note_left(GUILD)
    await scene.app.scheduler.sweep()

    assert match
    assert (None, (), False, True) == (short, listed, withdrawn, wished)
    assert not await is_usable()


async def test_what_cannot_be_replayed_is_passed_over(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    With a line in the log each: a damaged log, and code of a game that raises. Then others are played for it.
    """
    match = await finished(scene)

    def fail(*_args: object) -> None:
        raise ValueError("damaged")

    with capture_logs() as logs:
        with monkeypatch.context() as damaged:
            damaged.setattr(sources, "read_log", fail)
            unread = await find(scene)
        with monkeypatch.context() as damaged:
            damaged.setattr(stored_logs, "find_ask", fail)
            raising = await find(scene)
    monkeypatch.setattr(finding, "MOST_MATCHES", 20)
    monkeypatch.setattr(sources, "LEAST_TURNS", 99)
    played = await find(scene)

    assert (None, None) == (unread, raising)
    assert [match, match] == [line["match"] for line in logs if "puzzle" in line["event"]]
    assert played is not None
    assert (None, None, None) == (played.match, played.turn, played.made)


async def remove(scene: Scene) -> None:
    """Take everything of the server away."""
    await scene.app.privacy.retention.purge(GUILD)


async def turn_off(scene: Scene) -> None:
    """Have no puzzles posted any more."""
    await want(scene, 0)


async def go_private(scene: Scene) -> None:
    """Let no match of the server be seen."""
    for record in await scene.store.read(lambda tx: tx.matches.in_guild(GUILD, status=None, most=9)):
        await change(scene, record.id, private=True)


@pytest.mark.parametrize("act", [remove, turn_off, go_private])
async def test_what_changes_while_it_is_searched_counts(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, act: Callable[[Scene], Awaitable[None]]
) -> None:
    """
    The server was purged, wishes it no more, or the match isn't public: nothing is stored.
    """
    await finished(scene)
    await want(scene)
    solve, found = Finder._solve, list[object]()

    async def solve_and_act(self: Finder, place: Any) -> Any:  # noqa: ANN401
        solved = await solve(self, place)
        if solved is not None and not found:
            found.append(solved)
            await act(scene)
        return solved

    monkeypatch.setattr(Finder, "_solve", solve_and_act)
    day = day_of(scene.clock.now())
    stored = await scene.app.daily_puzzles._finder.find(day)

    assert found
    assert not stored
    assert await scene.store.read(lambda tx: tx.puzzles.get(day)) is None


async def test_two_processes_find_one_puzzle_and_post_it_once(scene: Scene) -> None:
    """
    Both look at once, as while one takes over from the other.
    """
    await finished(scene)
    await finished(scene)
    first = await want(scene)
    second = DailyPuzzles(scene.app.uow, first._finder._thinking)
    second._finder.rest = 0
    posted = list(await asyncio.gather(first.sweep(), second.sweep()))
    posted += [await first.sweep(), await second.sweep()]
    await scene.relay.pump()

    assert 1 == sum(posted)
    assert 1 == len(scene.courier.posed)


async def test_a_search_that_was_cut_off_finds_the_same_again(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The process ends between finding and storing.
    """
    await finished(scene)
    await finished(scene)
    daily, kept = await want(scene), list[PuzzleRecord]()

    async def end(self: Finder, puzzle: PuzzleRecord) -> bool:
        kept.append(puzzle)
        raise asyncio.CancelledError

    with monkeypatch.context() as ending:
        ending.setattr(Finder, "_store", end)
        with pytest.raises(asyncio.CancelledError):
            await daily._finder.find(day_of(scene.clock.now()))

    assert [await find(scene)] == kept


async def test_one_best_turn_is_preferred(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Among the first clear position and a few after it; if there is none, the one with the fewest is taken.
    """
    await finished(scene)
    goods = iter((4, 3, 2, 3, 1))

    async def solve(self: Finder, place: Any) -> Any:  # noqa: ANN401
        good = next(goods)
        return finding._Found(puzzle=replace(place.puzzle, points=good), good=Gap(1.0, good).good)

    monkeypatch.setattr(Finder, "_solve", solve)
    best = await find(scene)
    goods = iter((4, 3, 2, 3, 1))
    monkeypatch.setattr(finding, "MORE", 3)
    await finished(scene)
    early = await find(scene, ago=1)

    assert best is not None
    assert early is not None
    assert (1, 2) == (best.points, early.points)


async def test_only_its_own_server_learns_which_match_it_was(scene: Scene) -> None:
    """
    With what was played; a number that leads nowhere by now breaks nothing.
    """
    puzzle_match = await finished(scene)
    puzzle = await find(scene)
    assert puzzle is not None
    table = table_of(scene.app.uow.library, puzzle, now=scene.clock.now())

    async def origin(puzzle: PuzzleRecord, guild: int) -> Origin:
        return await scene.store.read(lambda tx: find_origin(tx, table, puzzle, guild))

    own, other, outside = [await origin(puzzle, guild) for guild in (GUILD, OTHER.guild or 0, 0)]
    same = await origin(replace(puzzle, made=puzzle.best), GUILD)
    played = await origin(replace(puzzle, match=None, turn=None), GUILD)
    await scene.app.privacy.retention.purge(GUILD)
    purged = await origin(puzzle, GUILD)

    assert (puzzle_match, puzzle.turn) == (own.match, own.turn)
    assert own.best != bool(own.made)
    assert (True, ()) == (same.best, same.made)
    assert [Origin(finished=True)] * 3 == [other, outside, purged]
    assert not played.finished


async def test_the_post_tells_where_a_puzzle_was_from_the_day_after(scene: Scene) -> None:
    """
    Also once everything of the server but its answers is gone.
    """
    match = await finished(scene)
    daily = await want(scene)
    await daily.sweep()
    day = day_of(scene.clock.now())
    await scene.app.puzzle_answers.begin(ANN, match=scene.app.puzzle_answers.newest, guild=GUILD)
    verdict = await scene.app.puzzle_answers.show(ANN, match=scene.app.puzzle_answers.newest)
    answer = await scene.store.read(lambda tx: tx.puzzles.answer(day, ANN.user))
    assert answer is not None
    await scene.store.run(lambda tx: tx.puzzles.put_answer(replace(answer, tries=1)))
    scene.clock.forward(days=1)
    await pose(scene)
    await daily.sweep()
    await scene.relay.pump()
    before = scene.courier.posed[-1].posed.before  # type: ignore[union-attr]

    assert verdict.origin is not None
    assert match == verdict.origin.match
    assert before is not None
    assert verdict.origin == before.origin

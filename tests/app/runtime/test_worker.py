"""Worker loops: what nobody foresaw is counted, put off and parked by item; the loop and all else go on."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.app.changes.outbox import Kind
from bot.app.match.paces import PerMove
from bot.app.notifications.thread_cleanup import Active, ThreadCleanup
from bot.app.runtime.failures import LONGEST_PAUSE, MOST_ATTEMPTS, Failures, RulesFault
from bot.app.runtime.watchdog import RulesTimeout, Watchdog
from bot.app.runtime.worker import Worker
from bot.app.workers.computer_players import ComputerPlayers
from db.engine.errors import Unreachable
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.records import NoticeState
from db.stores.sqlite import open_sqlite
from db.stores.store import Store
from tests.app.faulty import Faulty, hang
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.games.tiny import TINY
from tests.migrated import migrated


@pytest.fixture(autouse=True)
def lines() -> Iterator[list[Any]]:
    """What is logged."""
    with capture_logs() as lines:
        yield lines


@pytest.fixture
def watchdog() -> Iterator[None]:
    """Break off what takes longer than a moment."""
    watching = Watchdog(limit=0.1, packages=("tests.app.faulty",))
    watching.start()
    yield
    watching.stop()


class Works:
    """Work that fails as often as it is told to."""

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.done = list(errors), 0

    async def __call__(self) -> float:
        """Fail, or be done."""
        self.done += 1
        if self.errors:
            raise self.errors.pop(0)
        return 0.01


async def test_a_loop_goes_on_after_what_nobody_foresaw(scene: Scene, lines: list[Any]) -> None:
    """
    A round that fails is tried again soon, is named once in the log, and the loop says how it is.
    """
    worker = Worker(scene.app.uow, "testing")
    work = Works(ValueError("oops"), Unreachable(), Unreachable())
    running = asyncio.create_task(worker.repeat(work))
    troubles = set()
    async with asyncio.timeout(10):
        while work.errors or worker.trouble:
            troubles.add(worker.trouble)
            await asyncio.sleep(0.01)
    known = dict(scene.app.uow.workers)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert {"ValueError", str(Unreachable())} <= troubles
    assert {"testing": worker} == known
    assert {} == scene.app.uow.workers
    assert 1 == sum(line["event"] == "something failed and will be tried again" for line in lines)
    assert 1 == sum(line["event"] == "a worker can't use the database" for line in lines)


async def test_an_item_is_put_off_with_growing_pauses_and_then_parked(scene: Scene, lines: list[Any]) -> None:
    """
    Two seconds, four, … then an hour; when it works it is as if it had never failed.
    """
    worker, failures = Worker(scene.app.uow, "testing"), scene.app.uow.failures
    began, pauses = scene.clock.now(), []
    for _ in range(MOST_ATTEMPTS + 1):
        assert not await worker.attempt("item", Works(ValueError("oops")), match=MatchId(5))
        failure = failures.of(MatchId(5))[0]
        assert not worker.may("item")
        pauses.append(failure.until - scene.clock.now())
        scene.clock.forward(seconds=pauses[-1].total_seconds())
        assert worker.may("item")
    events = [line["event"] for line in lines]
    first = failures.of(MatchId(5))[0]

    assert [*(timedelta(seconds=2**n) for n in range(1, 8)), LONGEST_PAUSE, LONGEST_PAUSE] == pauses
    assert (MOST_ATTEMPTS + 1, began, True) == (first.attempts, first.since, first.parked)
    assert ["something failed and will be tried again", "something keeps failing and is parked"] == events
    assert await worker.attempt("item", Works())
    assert () == failures.of(MatchId(5))


async def test_a_database_that_fails_is_no_fault_of_the_item(scene: Scene) -> None:
    """
    The round as a whole is repeated then.
    """
    with pytest.raises(Unreachable):
        await Worker(scene.app.uow, "testing").attempt("item", Works(Unreachable()))

    assert () == scene.app.uow.failures.all()


async def broken(scene: Scene, function: str, *, hangs: bool = False) -> tuple[Scene, MatchId, Faulty]:
    """A scene with a running match in the channel itself whose game is broken in a function."""
    faulty = Faulty()
    scene = Scene(scene.store, {**TINY, "faulty": faulty})
    scene.courier.threads = False
    match = await scene.match("faulty", pace=PerMove(seconds=3600))
    await scene.relay.pump()
    await scene.play(match, ANN, "1")
    faulty.broken, faulty.hangs = function, hangs
    return scene, match, faulty


async def states(scene: Scene, match: MatchId, kind: Kind = Kind.BOARD) -> list[tuple[NoticeState, int]]:
    """State and attempts of the rows of a kind that are not done."""
    rows = [*await scene.store.read(lambda tx: tx.outbox.lane(PLACE.channel, most=99))]
    rows += await scene.store.read(lambda tx: tx.outbox.find_parked(match))
    return [(row.state, row.attempts) for row in rows if row.kind == kind and row.match == match]


async def test_a_row_that_cannot_be_claimed_is_counted_and_parked(scene: Scene) -> None:
    """
    The view raises: after so many attempts the board is parked, whom it was to call is told, staff sees why.
    """
    scene, match, faulty = await broken(scene, "view")
    seen = []
    for _ in range(MOST_ATTEMPTS):
        await scene.relay.pump()
        seen.append(await states(scene, match))
        scene.clock.forward(minutes=5)
    words = [(notice.user, notice.text and notice.text.id) for notice in scene.courier.of(Kind.WORD)]
    await scene.relay.pump()
    words = [(notice.user, notice.text and notice.text.id) for notice in scene.courier.of(Kind.WORD)]
    stuck = await scene.app.staff.find_stuck(PLACE)
    faulty.broken = ""
    await scene.relay.retry()
    await scene.relay.pump()

    waiting = [[(NoticeState.WAITING, attempt)] for attempt in range(1, MOST_ATTEMPTS)]
    assert [*waiting, [(NoticeState.PARKED, MOST_ATTEMPTS)]] == seen
    assert [(BEN.user, "app.board_not_posted")] == words
    assert [match] == [found.match for found in stuck]
    assert {"app.stuck_failing", "app.stuck_posting"} <= {why.id for found in stuck for why in found.why}
    assert [] == await states(scene, match)
    assert 2 == len(scene.courier.of(Kind.BOARD))


async def test_what_is_put_off_holds_up_only_its_own_match(scene: Scene) -> None:
    """
    In the same channel the board of another match goes at once; what comes later of the broken one keeps its order.
    """
    scene, match, faulty = await broken(scene, "view")
    other = await scene.match("season")
    await scene.relay.pump()
    shown = [notice.match for notice in scene.courier.of(Kind.BOARD)]
    scene.clock.forward(seconds=3)
    faulty.broken = ""
    await scene.relay.pump()
    kinds = [notice.kind for notice in scene.courier.posts if notice.match == match]
    edits = [notice.kind for notice, _ in scene.courier.edits if notice.match == match]

    assert [match, other] == shown
    assert ([Kind.CARD, Kind.BOARD, Kind.BOARD], []) == (kinds, edits)


async def test_code_that_hangs_is_broken_off_and_not_run_again(scene: Scene, watchdog: None) -> None:
    """
    Wherever the view is made: the writer of the database goes on after a moment, and the row is parked at once.
    """
    scene, match, faulty = await broken(scene, "view", hangs=True)
    began = time.monotonic()
    await scene.relay.pump()
    took, first = time.monotonic() - began, await states(scene, match)
    faulty.hangs = False
    faulty.broken = ""
    with pytest.raises(RulesFault):
        await scene.app.matches.view(match, ANN.user)
    scene.clock.forward(hours=1)
    view = await scene.app.matches.view(match, ANN.user)

    assert 0.05 < took < 5
    assert [(NoticeState.PARKED, 1)] == first
    assert match == view.match.id


def test_the_watchdog_breaks_off_rules_in_any_thread_and_nothing_else(watchdog: None) -> None:
    """
    A call of other code may take as long as it likes, and one that ends in time is left alone.
    """
    caught: list[BaseException] = []

    def run() -> None:
        try:
            hang()
        except RulesTimeout as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    until = time.monotonic() + 0.4
    while time.monotonic() < until:  # as long as the other, but none of the rules
        pass
    thread.join(5)

    assert ["the rules did not come to an end"] == [str(error) for error in caught]


async def test_a_default_move_that_the_rules_forbid_is_no_race(scene: Scene) -> None:
    """
    The deadline is put off instead of being looked at fifty times a second, and staff sees it.
    """
    scene, match, faulty = await broken(scene, "")
    faulty.fallback = lambda view, ask: faulty.notation.read_word(view, "1", ask.verbs)  # type: ignore[method-assign]
    scene.clock.forward(minutes=61)
    first = await scene.app.scheduler.sweep()
    again = await scene.app.scheduler.sweep()
    pause = await scene.app.scheduler._until_next()
    stuck = await scene.app.staff.find_stuck(PLACE)

    assert (1, 0) == (first, again)
    assert pause == pytest.approx(0.05)
    assert [match] == [found.match for found in stuck]


async def test_one_persons_digest_does_not_hold_up_the_others(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Each is made in a unit of work of its own.
    """
    await scene.match()
    for user in (ANN.user, BEN.user):
        await scene.store.run(
            lambda tx, user=user: tx.reach.put(replace(tx.reach.lock(user), digest=scene.clock.now()))  # type: ignore[misc]
        )
    known = scene.app.digests._make

    async def make(user: UserId, now: datetime) -> None:
        if user == ANN.user:
            raise ValueError("oops")
        await known(user, now)

    monkeypatch.setattr(scene.app.digests, "_make", make)
    first, second = await scene.app.digests.sweep(), await scene.app.digests.sweep()

    assert (1, 0) == (first, second)


async def test_one_match_that_cannot_be_reckoned_does_not_hold_up_the_others(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, lines: list[Any]
) -> None:
    """
    Nor is it tried, and logged, at every look.
    """
    matches = [await scene.match() for _ in range(2)]
    for match in matches:
        await scene.app.matches.resign(scene.key(), ANN, match=match)
    known = scene.app.rating_calculator._reckon

    async def reckon(match: MatchId) -> None:
        if match == matches[0]:
            raise ValueError("oops")
        await known(match)

    monkeypatch.setattr(scene.app.rating_calculator, "_reckon", reckon)
    done = [await scene.app.rating_calculator.work() for _ in range(3)]

    assert [1, 0, 0] == done
    assert 1 == sum(line["event"] == "something failed and will be tried again" for line in lines)


class Caretaker:
    """Looks after two servers, and fails at one."""

    async def active(self, guild: GuildId) -> Active:
        """Fail at the usual server."""
        if guild == PLACE.guild:
            raise ValueError("oops")
        return Active(0, ())

    async def archive(self, thread: ChannelId) -> None:
        """Do nothing."""

    async def revive(self, thread: ChannelId) -> None:
        """Do nothing."""


async def test_one_server_does_not_hold_up_the_others(scene: Scene) -> None:
    """
    What fails at the threads of one is counted.
    """
    await scene.match()
    await scene.relay.pump()
    await ThreadCleanup(scene.app.uow, Caretaker()).tidy()

    assert [("threads", PLACE.guild)] == [(each.worker, each.item) for each in scene.app.uow.failures.all()]


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty database: what takes seconds is tried on one only."""
    path = tmp_path / "longtable.db"
    path.write_bytes(migrated())
    opened = await open_sqlite(path)
    yield opened
    await opened.close()


async def test_a_player_that_hangs_costs_the_others_nothing_and_leaves_no_process(sqlite: Store) -> None:
    """
    It makes the default move when its time is over; the one who waited for the process makes a turn of its own.
    """
    scene = Scene(sqlite)
    thinkers = ComputerPlayers(scene.app.uow, patience=4)
    endless = await scene.match("brainy", (ANN,), computers=("endless",))
    quick = await scene.match("brainy", (ANN,), computers=("easy",))
    for match in (endless, quick):
        await scene.play(match, ANN, "5")
    thinking = asyncio.create_task(thinkers.think())
    processes: dict[int, Any] = {}
    while not thinking.done():
        executor = thinkers._pool._executor
        processes |= dict(executor._processes or {}) if executor is not None else {}
        await asyncio.sleep(0.02)
    await thinking
    pages = {match: await scene.app.matches.log(match, None) for match in (endless, quick)}
    causes = {match: page.lines[-1].entry.cause.value for match, page in pages.items()}
    thinkers.close()
    ended = time.monotonic() + 10
    # Not by `join`: the pool's own thread joins them too, and for a moment the later of the two takes one for alive.
    while any(process.is_alive() for process in processes.values()) and time.monotonic() < ended:
        await asyncio.sleep(0.02)

    assert {endless: "fallback", quick: "computer"} == causes
    assert processes
    assert all(not process.is_alive() for process in processes.values())


def test_a_game_cannot_end_the_bot() -> None:
    """
    SystemExit in the rules of a match is a failure of that match, like any other error.
    """
    failures = Failures(lambda: datetime.now(UTC))

    with pytest.raises(RulesFault), failures.rules_of(MatchId(7)):
        sys.exit(3)
    assert [7] == [failure.match for failure in failures.all()]

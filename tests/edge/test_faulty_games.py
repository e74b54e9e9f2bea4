"""A game whose code raises or hangs, in each function of the contract in turn, stops no other match."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload
from bot.app.match.paces import PerMove
from bot.app.match.records import Actor, MessageRef
from bot.app.notifications.courier import Notice
from bot.app.notifications.relay import Relay
from bot.app.runtime.watchdog import Watchdog
from bot.edge.delivery.courier import DiscordCourier
from bot.edge.imaging.render_pool import RenderPool
from db.clocks.records import FOREVER
from db.ids import MatchId, UserId
from db.records import Status
from db.stores.sqlite import SqliteStore, open_sqlite
from games.core.text import say
from tests.app.faulty import FUNCTIONS, Faulty
from tests.app.scene import ANN, BEN, PLACE, RecordingCourier, Scene
from tests.games.tiny import TINY
from tests.migrated import migrated

STAFF = Actor(UserId(900), "Sam")
LIMIT = 0.1


NOWHERE = SimpleNamespace(get_guild=lambda guild: None)
"""A client that knows no server."""


class Making(RecordingCourier):
    """Makes each message as it would be sent to Discord."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = False
        self._real = DiscordCourier(cast(Any, NOWHERE), RenderPool(0), cast(Any, None))

    async def post(self, notice: Notice) -> MessageRef:
        """Make it, then post."""
        await self._real._make(notice)
        return await super().post(notice)

    async def edit(self, notice: Notice, ref: MessageRef) -> MessageRef:
        """Make it, then edit."""
        await self._real._make(notice)
        return await super().edit(notice, ref)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """An empty database."""
    path = tmp_path / "longtable.db"
    path.write_bytes(migrated())
    opened = await open_sqlite(path)
    yield opened
    await opened.close()


@pytest.fixture(autouse=True)
def lines() -> Iterator[list[Any]]:
    """What is logged."""
    with capture_logs() as lines:
        yield lines


@pytest.fixture(autouse=True)
def watchdog() -> Iterator[None]:
    """Break off what takes longer than a moment."""
    watching = Watchdog(limit=LIMIT, packages=("tests.app.faulty",))
    watching.start()
    yield
    watching.stop()


async def work(scene: Scene) -> None:
    """Let all workers do what is due, three times within a quarter of an hour."""
    for _ in range(3):
        await scene.app.scheduler.sweep()
        await scene.app.computer_players.think()
        await scene.relay.pump()
        scene.clock.forward(minutes=5)


async def board(scene: Scene, match: MatchId) -> int:
    """The turn that the newest board of a match shows."""
    boards = [notice for notice in scene.courier.of(Kind.BOARD) if notice.match == match]
    return max((notice.match_view.ply for notice in boards), default=0)


@pytest.mark.parametrize("hangs", [False, True], ids=["raises", "hangs"])
@pytest.mark.parametrize("function", FUNCTIONS)
async def test_a_game_that_fails_stops_no_other_match(
    store: SqliteStore, lines: list[Any], function: str, hangs: bool
) -> None:
    """
    The other match of its channel and the direct messages of its players go on; the log names it once for each worker,
    and staff sees it, holds it and ends it.
    """
    faulty = Faulty()
    scene = Scene(store, {**TINY, "faulty": faulty})
    scene.courier = Making()
    scene.relay = Relay(scene.app.uow, scene.courier, holder="test", pause=0)
    sick = await scene.match("faulty", pace=PerMove(seconds=3600))
    well = await scene.match("season", pace=PerMove(seconds=3600))
    await scene.relay.pump()
    faulty.broken, faulty.hangs = function, hangs
    with suppress(Exception):  # whatever the player is told
        await scene.play(sick, ANN, "1")
    await scene.play(well, ANN, "1")
    for user in (ANN.user, BEN.user):
        for match in (sick, well):
            record = await scene.store.read(lambda tx, match=match: tx.matches.get(match))  # type: ignore[misc]
            told = Payload(text=say("app.board_news", match=match), user=user)
            row = outbox.row(record, Kind.WORD, now=scene.clock.now(), told=told)
            await scene.store.run(lambda tx, row=row: tx.outbox.enqueue(row))  # type: ignore[misc]
    scene.clock.forward(minutes=61)
    await work(scene)
    shown = await board(scene, well)
    private = [(notice.user, notice.match) for notice in scene.courier.of(Kind.WORD) if notice.user is not None]
    stuck = {found.match for found in await scene.app.staff.find_stuck(PLACE)}
    failing = {failure.match for failure in scene.app.uow.failures.all()}
    await scene.app.staff.hold(scene.key(), STAFF, place=PLACE, match=sick)
    await scene.app.staff.end(scene.key(), STAFF, place=PLACE, match=sick)
    await work(scene)
    ended = await scene.store.read(lambda tx: tx.matches.get(sick))
    left = await scene.store.read(lambda tx: tx.outbox.due_lanes(now=FOREVER))

    assert shown >= 2, "the other match has gone on"
    assert {(user, match) for user in (ANN.user, BEN.user) for match in (sick, well)} <= set(private)
    assert failing <= stuck | {None}
    assert well not in stuck
    named = Counter((line["worker"], line["match"]) for line in lines if line["event"].startswith("something failed"))
    assert {1} >= set(named.values()), named
    assert ended is not None
    assert Status.FINISHED is ended.status
    assert () == left, "its last board and card stand"

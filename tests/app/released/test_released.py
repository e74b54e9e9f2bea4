"""What released versions have left is upgraded with its matches, which then go on to their ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app.integrity.checker import IntegrityChecker, Scope
from bot.app.match.state import MatchState
from db.ids import MatchId
from db.records import Status
from db.stores.upgrade import open_store, upgrade
from games.core.registry import games
from games.core.seats import TABLE
from tests import postgres
from tests.app.playing import play_random
from tests.app.released.databases import VERSIONS, fill_postgres, write_sqlite
from tests.app.scene import ANN, Scene
from tests.stores import NOW

LONGEST = 400
"""Turns and waits after which each of these matches is over."""


@pytest.fixture(params=["sqlite", "postgres"])
async def left(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database as 0.2.0 has left it."""
    (release,) = VERSIONS
    path = tmp_path / "longtable.db"
    if request.param == "sqlite":
        return write_sqlite(release, path)
    folder: Path = request.getfixturevalue("postgres_folder")
    programs = postgres.binaries()
    assert programs is not None, "the server runs"
    url = postgres.create(programs, folder, "released")
    await fill_postgres(release, path, url)
    return url


async def wrong(scene: Scene) -> list[object]:
    """What `longtable db check` would tell."""
    checker = IntegrityChecker(scene.app.uow)
    reports = [report async for report in checker.check(Scope())]
    found: list[object] = [report for report in reports if not report.sound or report.unchecked]
    return [*found, *await checker.find_orphans()]


async def play_to_end(scene: Scene, match: MatchId) -> MatchState:
    """Make random turns, and let time pass where only time goes on."""
    for _ in range(LONGEST):
        table = await scene.app.uow.read(match)
        if table.match.status is not Status.RUNNING:
            break
        if any(ask.seat != TABLE for ask in table.open_asks()):
            try:
                await play_random(scene, match)
                continue
            except AssertionError:  # of a live hunt in which nobody can do anything just now
                pass
        scene.clock.forward(seconds=400)
        await scene.app.scheduler.sweep()
    return table


async def show(scene: Scene, match: MatchId) -> int:
    """Show a match and its log to everybody; how many lines that has."""
    await scene.app.matches.look(match, ANN.user)
    return len(await scene.log(match))


async def test_matches_of_a_release_go_on_to_their_ends(left: str) -> None:
    """
    Upgraded, nothing is wrong with any; each is shown, played on, and counted; what waited is posted.
    """
    versions = await upgrade(left, now=NOW)
    store = await open_store(left, now=NOW)
    scene = Scene(store, games())
    scene.keys_from(10_000)
    scene.clock.forward(hours=1)
    found = await wrong(scene)
    statuses = {
        match: (await scene.app.uow.read(match)).match.status
        for match in await store.read(lambda tx: tx.integrity.find_matches(after=MatchId(0), most=999))
    }
    shown = [await show(scene, match) for match, status in statuses.items() if status is not Status.LOBBY]
    ends = [await play_to_end(scene, match) for match, status in statuses.items() if status is Status.RUNNING]
    scene.clock.forward(days=1)
    await scene.app.rating_calculator.work()
    await scene.relay.pump()
    later = await wrong(scene)
    await store.close()

    assert VERSIONS["0.2.0"] == versions[0]
    assert [] == found
    assert all(shown)
    assert [] == [(end.match.id, end.match.game) for end in ends if end.match.status is not Status.FINISHED]
    assert [] == later
    assert set(games()) == {end.match.game for end in ends}

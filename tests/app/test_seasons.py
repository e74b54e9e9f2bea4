"""Games whose turns belong to seasons: who misses one is away for the rest of it, and further turns have less time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.paces import PerMove
from bot.app.records import Actor
from db.ids import MatchId
from db.records import StandingRecord
from db.store import Store
from games.core.errors import Refusal
from games.core.play import Cause
from games.core.registry import games
from games.h2olland.orders import SeasonPlan
from games.h2olland.state import State
from tests.app.playing import counted, play_random
from tests.app.scene import ANN, BEN, Scene

HOUR = timedelta(hours=1)
DAY = PerMove(seconds=24 * 3600)


@pytest.fixture
def hosted(store: Store) -> Scene:
    """The services with the real games."""
    return Scene(store, games())


async def begun(scene: Scene) -> MatchId:
    """Begin a match of H2Olland in which both have placed something."""
    match = await scene.match("h2olland", (ANN, BEN), pace=DAY)
    await play_random(scene, match)
    await play_random(scene, match)
    return match


async def asked(scene: Scene, match: MatchId) -> StandingRecord:
    """Return the turn that is waited for."""
    rows = (await scene.app.desk.read(match)).standing
    return next(row for row in rows if row.wait == "seat")


async def season(scene: Scene, match: MatchId) -> str:
    """Return the phase of the match."""
    state = (await scene.app.desk.read(match)).running().state
    assert isinstance(state, State)
    return state.table.phase


async def missed(scene: Scene) -> tuple[MatchId, int]:
    """Let the third turn of spring run out; returns whose it was."""
    match = await begun(scene)
    late = (await asked(scene, match)).seat
    scene.clock.forward(hours=12)
    assert 1 == await scene.app.clockwork.sweep()
    return match, late


async def test_d6_a_further_turn_of_a_season_has_half_of_the_time(hosted: Scene) -> None:
    """
    24 hours for the first, 12 for the second; with the next season it begins anew.
    """
    match = await hosted.match("h2olland", (ANN, BEN), pace=DAY)
    lengths = []
    while await season(hosted, match) == "spring":
        row = await asked(hosted, match)
        assert row.due is not None
        lengths.append((row.due - hosted.clock.now()) / HOUR)
        await play_random(hosted, match)
    while await season(hosted, match) != "winter":
        await play_random(hosted, match)
    winter = await asked(hosted, match)

    assert [24, 24, 12, 12] == lengths[:4]
    assert {12} == set(lengths[2:])
    assert winter.due == hosted.clock.now() + 24 * HOUR


async def test_d6_who_misses_a_turn_is_away_for_the_rest_of_the_season(hosted: Scene) -> None:
    """
    Further turns of spring are played by default at once, those of the next season are asked; the log says so.
    """
    match, late = await missed(hosted)
    seats = []
    while await season(hosted, match) == "spring":
        seats.append(await play_random(hosted, match))
    entries = [entry for entry in await counted(hosted, match) if entry.seat == late]
    told = "\n".join(await hosted.log(match))
    while (await asked(hosted, match)).seat != late:
        await play_random(hosted, match)

    assert late not in seats
    assert {Cause.FALLBACK} <= {entry.cause for entry in entries[2:]} <= {Cause.FALLBACK, Cause.FORCED}
    assert 1 == told.count("the rest of the season is played by default moves")


@pytest.mark.parametrize("way", ["back", "plan"])
async def test_d6_anything_the_player_does_ends_it(hosted: Scene, way: str) -> None:
    """
    `/back`, or a plan that is stored: the next turn is asked again. Who is not away has nothing to come back to.
    """
    match, late = await missed(hosted)
    who: Actor = (ANN, BEN)[late]
    if way == "back":
        await hosted.app.late.back(hosted.key(), who, match=match)
    else:
        plan = SeasonPlan(season="race", steps=("rn J3",))
        await hosted.app.orders.add(hosted.key(), who, match=match, order=plan)
    await play_random(hosted, match)
    row = await asked(hosted, match)

    assert late == row.seat
    assert "spring" == await season(hosted, match)
    with pytest.raises(Refusal):
        await hosted.app.late.back(hosted.key(), who, match=match)

"""Games whose turns belong to seasons: who misses one is away for the rest of it, and further turns have less time."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
import pytest

from bot.app.changes.change import Change
from bot.app.changes.outbox import Kind
from bot.app.changes.turns import player_turn
from bot.app.match.paces import Banked, Pace, PerMove
from bot.app.match.records import Actor
from bot.app.match.state import MatchState
from db.clocks.records import ClockRecord
from db.ids import MatchId
from db.records import PendingRecord
from db.stores.store import Store
from games.core.errors import Refusal
from games.core.registry import games
from games.core.running.play import Cause, fallback_turn
from games.core.seats import Seat
from games.h2olland.plans import SeasonPlan
from games.h2olland.state import State
from tests.app.playing import counted, play_random
from tests.app.scene import ANN, BEN, Scene

HOUR = timedelta(hours=1)
DAY = PerMove(seconds=24 * 3600)


@pytest.fixture
def hosted(store: Store) -> Scene:
    """The services with the real games."""
    return Scene(store, games())


async def begun(scene: Scene, pace: Pace = DAY) -> MatchId:
    """Begin a match of H2Olland in which both have placed something."""
    match = await scene.match("h2olland", (ANN, BEN), pace=pace)
    await play_random(scene, match)
    await play_random(scene, match)
    return match


async def asked(scene: Scene, match: MatchId) -> PendingRecord:
    """Return the turn that is waited for."""
    rows = (await scene.app.uow.read(match)).pending
    return next(row for row in rows if row.kind == "seat")


async def season(scene: Scene, match: MatchId) -> str:
    """Return the phase of the match."""
    state = (await scene.app.uow.read(match)).require_position().state
    assert isinstance(state, State)
    return state.table.phase


async def missed(scene: Scene, pace: Pace = DAY) -> tuple[MatchId, int]:
    """Let the third turn of spring run out; returns whose it was."""
    match = await begun(scene, pace)
    await passed(scene)
    late = await asked(scene, match)
    assert late.due is not None
    scene.clock.forward(seconds=(late.due - scene.clock.now()).total_seconds())
    assert 1 == await scene.app.scheduler.sweep()
    return match, late.seat


async def passed(scene: Scene) -> None:
    """Let a minute go by: the grace time after a turn."""
    scene.clock.forward(minutes=1)
    await scene.app.scheduler.sweep()


async def clock_of(scene: Scene, match: MatchId, seat: int) -> ClockRecord:
    """Return the clock of a seat."""
    return next(clock for clock in (await scene.app.uow.read(match)).clocks if clock.seat == seat)


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
    assert 1 == told.count("Default moves are made for the rest of the season")


@pytest.mark.parametrize("way", ["back", "plan"])
async def test_d6_anything_the_player_does_ends_it(hosted: Scene, way: str) -> None:
    """
    `/match seat back`, or a plan that is stored: the next turn is asked again. Who isn't away has nothing to come back
    to.
    """
    match, late = await missed(hosted)
    who: Actor = (ANN, BEN)[late]
    if way == "back":
        await hosted.app.timeout_votes.back(hosted.key(), who, match=match)
    else:
        plan = SeasonPlan(season="race", steps=("rn J3",))
        await hosted.app.plans.add(hosted.key(), who, match=match, order=plan)
    await play_random(hosted, match)
    row = await asked(hosted, match)

    assert late == row.seat
    assert "spring" == await season(hosted, match)
    with pytest.raises(Refusal):
        await hosted.app.timeout_votes.back(hosted.key(), who, match=match)


async def test_d6_who_is_away_stays_so_where_turns_can_be_taken_back_for_a_while(hosted: Scene) -> None:
    """
    After the grace time of the other's turn the default move is made; it is no turn made in time, nor is the player
    called for it.
    """
    match, late = await missed(hosted, msgspec.structs.replace(DAY, grace=60))
    await hosted.relay.pump()
    called = len(hosted.courier.of(Kind.BOARD))
    before = await clock_of(hosted, match, late)
    causes = []
    for _ in range(2):
        await play_random(hosted, match)
        await hosted.relay.pump()
        await passed(hosted)
        await hosted.relay.pump()
        causes.append([each.cause for each in await counted(hosted, match) if each.seat == late][-1])

    boards = hosted.courier.of(Kind.BOARD)[called:]

    assert [Cause.FALLBACK] * 2 == causes
    assert {(), ((ANN, BEN)[1 - late].user,)} == {board.mention for board in boards}
    assert "spring" == await season(hosted, match)
    assert before == await clock_of(hosted, match, late)


async def test_d6_what_the_player_does_counts_at_once(hosted: Scene) -> None:
    """
    Where a request leads to the player's own next turn (as a vote can), that turn is asked, not played by default.
    """
    match, late = await missed(hosted)

    def decide(table: MatchState, now: datetime) -> Change:
        ask = table.open_asks()[0]
        moves = fallback_turn(table.game, table.require_position().state, ask)
        return player_turn(table, ask.seat, ask.id, moves, now=now, cause=Cause.COMPUTER)

    await hosted.app.uow.act(hosted.key(), (ANN, BEN)[late], match, decide)

    assert late == (await asked(hosted, match)).seat


async def test_d6_what_a_host_does_for_another_ends_it_too(hosted: Scene) -> None:
    """
    The host gives the other player hours, which changes the other's clock: the host is there again.
    """
    match, late = await missed(hosted, Banked(bank=24 * 3600, increment=3600, cap=48 * 3600))
    await hosted.app.hosts.extend(hosted.key(), ANN, match=match, seat=Seat(1), hours=5)

    assert 0 == late
    assert not (await clock_of(hosted, match, late)).away


async def test_d6_who_handed_in_secretly_has_made_a_turn_of_the_season(hosted: Scene) -> None:
    """
    Both trade secretly in winter; whoever is asked for a second decision of that winter has half of the time.
    """
    match = await hosted.match("h2olland", (ANN, BEN), pace=DAY, options={"winter": "sealed"})
    while await season(hosted, match) != "winter":
        await play_random(hosted, match)
    year = next(ask.group for ask in (await hosted.app.uow.read(match)).open_asks())
    for _ in range(2):
        await play_random(hosted, match)
    seasons = [(await clock_of(hosted, match, seat)).season for seat in (0, 1)]

    assert [year, year] == seasons


async def test_d6_taking_a_turn_back_gives_nobody_else_more_time(hosted: Scene) -> None:
    """
    The other's second turn of the season has 12 hours, as it had before; one's own first turn has its day again.
    """
    match = await begun(hosted)
    await hosted.app.undo.undo(hosted.key(), BEN, match=match, turns=1)
    own = await asked(hosted, match)
    await play_random(hosted, match)
    other = await asked(hosted, match)

    assert (1, False) == (own.seat, own.further)
    assert (0, True) == (other.seat, other.further)


async def test_coming_back_in_the_grace_time_lets_what_is_held_back_follow(hosted: Scene) -> None:
    """
    The row stands on which the table's moves and others' plans wait; then the turn is asked.
    """
    match, late = await missed(hosted, msgspec.structs.replace(DAY, grace=60))
    await play_random(hosted, match)
    await hosted.app.timeout_votes.back(hosted.key(), (ANN, BEN)[late], match=match)
    held = (await hosted.app.uow.read(match)).held
    await passed(hosted)

    assert held
    assert late == (await asked(hosted, match)).seat

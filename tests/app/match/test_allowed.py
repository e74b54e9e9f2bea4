"""How much time a turn gets where the game says so: its own deadline, or a share (Walnut Grove D12, Grumpf S4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest

from bot.app.match.paces import Banked, NoPace, Pace, PerMove
from db.ids import MatchId
from db.stores.store import Store
from games.core.game import Options
from games.core.registry import games
from games.core.seats import AskId
from games.walnut_grove.options import WalnutGroveOptions
from tests.app.scene import ANN, BEN, Scene
from tests.stores import NOW

HOUR = timedelta(hours=1)
BANK = Banked(bank=10 * 3600, increment=3600, cap=12 * 3600)


@pytest.fixture
def hosted(store: Store) -> Scene:
    """The services with the real games."""
    return Scene(store, games())


async def dues(scene: Scene, match: MatchId) -> Mapping[str, datetime | None]:
    """Return the deadline of each kind of ask that stands for a seat."""
    table = await scene.app.uow.read(match)
    return {row.ask.partition(":")[0]: row.due for row in table.pending if row.kind == "seat"}


@pytest.mark.parametrize("pace", [BANK, PerMove(seconds=7 * 3600)])
async def test_d12_farm_and_town_have_deadlines_of_their_own(hosted: Scene, pace: Pace) -> None:
    """
    Walnut Grove D12: the host sets hours for farm and town orders; everything else goes by the clock.
    """
    options = {"farm_hours": 72, "town_hours": 24}
    match = await hosted.match("walnut_grove", (ANN, BEN), pace=pace, options=options)
    started = await dues(hosted, match)
    hosted.clock.forward(hours=1)
    await hosted.play(match, ANN, "church")
    await hosted.play(match, BEN, "church")
    farm = await dues(hosted, match)

    assert {"start": NOW + (10 if isinstance(pace, Banked) else 7) * HOUR} == started
    assert {"farm": NOW + 73 * HOUR} == farm
    hosted.clock.forward(hours=73)
    while (await dues(hosted, match)).keys() != {"town"}:
        assert await hosted.app.scheduler.sweep()
    town = await dues(hosted, match)
    assert {"town": hosted.clock.now() + 24 * HOUR} == town


async def test_d12_without_hours_the_clock_says_how_long(hosted: Scene) -> None:
    """
    The default: farm and town go by the clock, and without one there is no deadline at all.
    """
    match = await hosted.match("walnut_grove", (ANN,), pace=PerMove(seconds=7200))
    await hosted.play(match, ANN, "church")
    assert {"farm": NOW + 2 * HOUR} == await dues(hosted, match)

    free = await hosted.match("walnut_grove", (ANN,), pace=NoPace())
    await hosted.play(free, ANN, "church")
    assert {"farm": None} == await dues(hosted, free)


async def test_a_turn_with_a_deadline_of_its_own_uses_no_time_in_hand(hosted: Scene) -> None:
    """
    The bank is for the other turns: it neither runs nor grows meanwhile.
    """
    match = await hosted.match("walnut_grove", (ANN,), pace=BANK, options={"farm_hours": 72})
    hosted.clock.forward(hours=2)
    await hosted.play(match, ANN, "church")
    (before,) = (await hosted.app.uow.read(match)).clocks
    hosted.clock.forward(hours=73)
    await hosted.app.scheduler.sweep()
    (after,) = (await hosted.app.uow.read(match)).clocks

    assert (9 * 3600_000, None) == (before.left, before.since)
    assert before.left == after.left


def test_s4_1_a_trade_has_half_of_a_volley() -> None:
    """
    Grumpf S4.1: 24 hours for a volley, 12 for the Forced Trade.
    """
    grumpf = games()["grumpf"]

    assert 1 == grumpf.clock.time_budget(Options(), AskId("plan7.0")).share
    assert 0.5 == grumpf.clock.time_budget(Options(), AskId("trade8")).share


def test_d12_the_coins_of_a_sale_belong_to_the_town_order() -> None:
    """
    D7: the player is asked once more within the same turn.
    """
    walnut = games()["walnut_grove"]
    options = WalnutGroveOptions(farm_hours=3, town_hours=2)
    hours = [
        walnut.clock.time_budget(options, AskId(ask)).hours for ask in ("start:0", "farm:1:0", "town:1:0", "coins:1:0")
    ]

    assert [0, 3, 2, 2] == hours

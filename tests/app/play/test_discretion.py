"""Forced turns: at once, but where speed would give a hand away after a while that says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.changes.pending import LEAST_DISCRETION, MOST_DISCRETION, discretion
from db.stores.store import Store
from games.core.game import Ask
from games.core.moves import Choice, Move
from games.core.running.play import Cause
from games.core.seats import TABLE, AskId
from tests.app.scene import ANN, BEN, Scene
from tests.games.tiny.hands import Hands, State, View


class Poor(Hands):
    """Hands in which seat 0 has nothing to choose, and nobody may know."""

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask as Hands does, discreetly."""
        return tuple(ask if ask.seat == TABLE else replace(ask, discreet=True) for ask in super().asks(state))

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer seat 0 a single card."""
        offered = tuple(super().choices(view, verb, filled))
        return offered[:1] if view.seat == 0 else offered


@pytest.fixture
def scene(store: Store) -> Scene:
    """Services that offer the discreet game."""
    return Scene(store, {"hands": Poor()})


async def causes(scene: Scene, match: int) -> list[tuple[int, Cause]]:
    """Who has handed in, and why."""
    rows = await scene.store.read(lambda tx: tx.log.entries(match, first=1, last=99))  # type: ignore[arg-type]
    return [(row.seat, Cause(row.cause)) for row in rows if row.seat >= 0]


async def test_a_forced_turn_that_would_tell_of_a_hand_waits(scene: Scene) -> None:
    """
    It is not made at once, but by itself after a while; the others are not asked for theirs by it.
    """
    match = await scene.match("hands", (ANN, BEN), options={"doubles": False})
    at_once = await causes(scene, match)
    scene.clock.forward(seconds=LEAST_DISCRETION.total_seconds() - 1)
    await scene.app.scheduler.sweep()
    early = await causes(scene, match)
    scene.clock.forward(seconds=MOST_DISCRETION.total_seconds())
    await scene.app.scheduler.sweep()

    assert [] == at_once
    assert [] == early
    assert [(0, Cause.FORCED)] == await causes(scene, match)


async def test_its_player_may_be_first(scene: Scene) -> None:
    """
    A player who confirms before that has made the turn; nothing is made a second time.
    """
    match = await scene.match("hands", (ANN, BEN), options={"doubles": False})
    panel = await scene.app.drafts.open(ANN, match=match)
    await scene.confirm(panel, ANN)
    scene.clock.forward(seconds=2 * MOST_DISCRETION.total_seconds())
    await scene.app.scheduler.sweep()

    assert [(0, Cause.PLAYER)] == await causes(scene, match)


def test_the_while_follows_from_the_seed() -> None:
    """
    The same match waits as long again; other turns and other matches wait otherwise, always between the bounds.
    """
    seeds = [number.to_bytes(32, "big") for number in range(200)]
    waits = [discretion(seed, AskId("r1s0")) for seed in seeds]

    assert waits == [discretion(seed, AskId("r1s0")) for seed in seeds]
    assert all(LEAST_DISCRETION <= wait <= MOST_DISCRETION for wait in waits)
    assert max(waits) - min(waits) > timedelta(minutes=3)
    assert discretion(seeds[0], AskId("r1s0")) != discretion(seeds[0], AskId("r2s0"))

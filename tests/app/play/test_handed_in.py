"""What was handed in secretly: its owner sees it as it will be, the others that it is in, and nothing else."""

from __future__ import annotations

import pytest

from db.ids import MatchId
from db.stores.store import Store
from games.core.registry import games
from games.core.seats import Seat
from games.core.words import Words, load
from games.grumpf.view import View as Hunt
from games.walnut_grove.view import Turn, turn_of
from games.walnut_grove.view import View as Farm
from tests.app.playing import play_random
from tests.app.scene import ANN, BEN, CLEO, GAMES, Scene

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""What is read knows nothing of how it is kept."""


@pytest.fixture
def every(store: Store) -> Scene:
    """The services with all games."""
    return Scene(store, {**GAMES, **games()})


async def board(scene: Scene, match: MatchId, game: str) -> str:
    """The board for everybody in words."""
    view = await scene.app.matches.view(match, None)
    return Words(load(f"games.{game}"), ("Ann", "Ben"), strict=True)(view.game.describe(view.view))


async def test_s2_2_a_plan_of_grumpf_is_ticked(every: Scene) -> None:
    """
    The board waits for the other clan only, whatever the plan is; the own view shows the plan.
    """
    match = await every.match("grumpf")
    await every.play(match, BEN, "5>B 4>R")
    first = await board(every, match, "grumpf")
    await every.play(match, BEN, "-")
    second = await board(every, match, "grumpf")
    public, own = [(await every.app.matches.view(match, user)).view for user in (None, BEN.user)]

    assert isinstance(public, Hunt)
    assert (True, False) == public.owes
    assert first == second
    assert public.state.clans[1].plan == ()
    assert ("-",) == own.state.clans[1].plan
    assert ["Ann"] == [line.partition("(")[2].partition(")")[0] for line in first.splitlines() if "has to plan" in line]


async def test_d4_a_farm_order_of_walnut_grove_is_ticked(every: Scene) -> None:
    """
    The farm is done, and looks as before to others; its owner sees it as it will be.
    """
    match = await every.match("walnut_grove")
    while (await every.app.matches.view(match, None)).view.table.phase != "farm":
        await play_random(every, match)
    before = (await every.app.matches.view(match, None)).view
    mover = await play_random(every, match)
    user = (ANN, BEN)[mover].user
    public, own = [(await every.app.matches.view(match, reader)).view for reader in (None, user)]

    assert isinstance(public, Farm)
    assert Turn.DONE == turn_of(public.table, mover)
    assert Turn.AWAITED == turn_of(public.table, Seat(1 - mover))
    assert before.table.farms == public.table.farms
    assert own.table.summers[mover].done
    assert own.table.farms[mover] != public.table.farms[mover]


async def test_history_shows_no_more(every: Scene) -> None:
    """
    A place in the log at which a turn was in, but not shown, gives nothing of it away either.
    """
    match = await every.match("grumpf")
    await every.play(match, BEN, "5>B 4>R")
    ply = (await every.app.uow.read(match)).match.ply
    view = await every.app.matches.view_at(match, None, ply=ply)

    assert view.view.state.clans[1].plan == ()


async def test_a_substitute_is_told_what_was_handed_in(every: Scene) -> None:
    """
    It may be taken back before it is played; plans that wait to be looked at are named too.
    """
    match = await every.match("grumpf", options={"sorcerer": "advanced"})
    wish = await every.app.plans.read(BEN, match=match, kind="wish", values={"trades": "B=Vi:M"})
    await every.app.plans.add(every.key(), BEN, match=match, order=wish.order)
    await every.play(match, BEN, "5>B 4>R")
    await every.app.substitutes.offer(every.key(), BEN, match=match)
    receipt = await every.app.substitutes.take(every.key(), CLEO, match=match)
    await every.app.matches.withdraw(every.key(), CLEO, match=match)
    view = await every.app.matches.view(match, None)

    assert [
        (
            "A turn is already submitted for this seat: place a 5 on Bees and place a 4 on Reptiles (`5>B 4>R`). "
            "To make it a draft again, use `/match withdraw`."
        ),
        "Plans are stored for this seat. They're stopped. Press *Plan* to resume or remove them.",
    ] == [every.words(text) for text in receipt.told[1:]]
    assert (True, True) == view.view.owes

"""Orders that seats start with, orders of which there is one, and fields that a game keeps for itself."""

from __future__ import annotations

import pytest

from bot.app.runtime.refusals import WORDS
from db.ids import MatchId
from db.stores.store import Store
from games.core.input.forms import forms_of, read_order
from games.core.words import Words
from games.greentown import GAME as GREENTOWN
from games.greentown.plans import Plan
from games.h2olland import GAME as H2OLLAND
from games.h2olland.plans import Preferences
from tests.app.scene import ANN, BEN, Scene


@pytest.fixture
def scene(store: Store) -> Scene:
    """Services that offer H₂Olland and Green Town."""
    return Scene(store, {game.spec.key: game for game in (H2OLLAND, GREENTOWN)})


async def stored(scene: Scene, match: MatchId) -> list[object]:
    """What Ann has stored ahead."""
    return [view.order for view in (await scene.app.plans.show(ANN, match=match)).orders]


async def test_seats_start_with_the_usual_preferences(scene: Scene) -> None:
    """
    D.4: rewards are taken by themselves unless a player asks to be asked.
    """
    match = await scene.match("h2olland", (ANN, BEN))

    assert [Preferences(reward="best")] == await stored(scene, match)


async def test_new_preferences_take_the_place_of_the_old(scene: Scene) -> None:
    """
    D.4: preferences can be changed at any time, and there is one set of them.
    """
    match = await scene.match("h2olland", (ANN, BEN))
    wish = Preferences(reward="ask", facing="asdrawn")
    await scene.app.plans.add(scene.key(), ANN, match=match, order=wish)

    assert [wish] == await stored(scene, match)
    assert 1 == len((await scene.app.plans.show(BEN, match=match)).orders)


async def test_computers_start_without_preferences(scene: Scene) -> None:
    """
    A computer player decides all by itself.
    """
    match = await scene.match("h2olland", (ANN,), computers=("easy",))
    rows = await scene.store.read(lambda tx: tx.orders.of_match(match))

    assert [0] == [row.seat for row in rows]


async def test_a_hidden_field_is_neither_offered_nor_shown(scene: Scene) -> None:
    """
    How much of a double turn is played already is the game's own business: no option of the command, not read if typed,
    not told.
    """
    form = next(form for form in forms_of(GREENTOWN) if form.order is Plan)
    order = read_order(form, {"turns": "B; BT", "played": "1"})
    match = await scene.match("greentown", (ANN, BEN))
    await scene.app.plans.add(scene.key(), BEN, match=match, order=order)
    view = (await scene.app.plans.show(BEN, match=match)).orders[0]

    assert "played" not in {option.name for option in form.options}
    assert Plan(turns=("B", "BT"), played=0) == order
    assert "played" not in Words({**WORDS, **GREENTOWN.words})(view.text)

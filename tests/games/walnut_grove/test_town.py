"""Autumn: the town circle (R6), paying (R3.7 to R3.9)."""

from __future__ import annotations

import pytest

from games.core.game import Ask
from games.core.seats import Seat
from games.walnut_grove import GAME
from games.walnut_grove.components import RING, STOPS
from games.walnut_grove.moves import Done, Go, Save, Tax
from games.walnut_grove.rules.town import gates_between, position, town_order
from games.walnut_grove.state import Phase
from tests.games.walnut_grove.table import P1, P2, Match, autumn, words

TWO = {
    "phase": "town",
    "disc": "A3",
    "turn": ["P1", "P2"],
    "farms": {"P1": {"barn": {"copper": 2, "grain": 2}}, "P2": {}},
    "town": {"figures": {"P1": "church:1", "P2": "town:1"}, "labourers": {"lodge": ["white", "yellow"]}},
}


def private(ask: Ask) -> str:
    """What the asked player is told."""
    assert ask.private is not None
    return words(ask.private)


def go_choices(match: Match) -> list[object]:
    """The buildings offered to P1."""
    return [choice.value for choice in GAME.choices(match.view(), Go, {})]


def test_r6_1_order_along_the_street() -> None:
    """
    Svenson's before the mill, the church row before the hotel, the town row last; lower circles first.
    """
    places = ("town:1", "hotel", "church:2", "svenson", "church:1")

    assert (3, 4, 2, 1, 0) == town_order(places, tuple(map(Seat, range(5))))
    assert position("hotel") < position("church:1") < position("church")


def test_r6_1_the_order_stays_while_figures_move() -> None:
    """
    The order is fixed at the start of autumn: who walks past others does not act again.
    """
    match = Match(TWO)
    order = match.table.order

    match.play("church+gg", P1)

    assert order == match.table.order
    assert P2 == match.table.current


def test_r6_2_one_action_each() -> None:
    """
    After a town order the next player is asked; after the last one the winter comes.
    """
    match = Match(TWO).play("church+gg", P1).play("lodge+yellow", P2)

    assert 2 == match.table.year
    assert ("yellow",) == match.farm(P2).labourers[1:]


def test_r6_3_every_building_can_be_reached_with_two_gates_at_most() -> None:
    """
    Between any two buildings lie none, one or both gates; only the way round to the same half passes both.
    """
    for start in RING:
        for end in RING:
            gates = gates_between(start.id, end.id)
            assert len(gates) == len(set(gates)) <= 2
            assert (len(gates) == 2) == ((start.pos >= 7) == (end.pos >= 7) and end.pos <= start.pos)


def test_r6_4_the_coin_of_the_tax_may_be_chosen() -> None:
    """
    The cheapest coin pays by itself; another one if it is named.
    """
    farm = {"barn": {"copper": 1, "gold": 1}}

    assert {"G": 1, "g": 2} == Match(autumn(farm)).draft("church+gg").farms[0].barn
    assert {"C": 1, "g": 2} == Match(autumn(farm)).draft("church+gg ~G").farms[0].barn


def test_r6_5_a_building_that_cannot_be_paid_is_not_offered() -> None:
    """
    With two coppers nothing that costs three goods is offered; behind the gate what refusing the tax makes payable is.
    """
    match = Match(autumn({"squares": {}}))

    assert ["post", "lodge", "carpenter", "hotel", "church", "saloon", "mill"] == go_choices(match)


def test_r6_4_a_price_payable_only_without_the_tax_asks_for_the_refusal() -> None:
    """
    The saloon is offered if refusing the tax saves the coin; the tax must be refused then, and nobody does it unasked.
    """
    match = Match(autumn({"barn": {"copper": 1, "milk": 1}, "squares": {}}, labourers={"saloon": ["blue", "white"]}))
    table = match.draft("saloon+blue")
    ask = next(ask for ask in GAME.asks(table) if ask.seat == P1)

    assert (Tax, Done) == ask.verbs
    assert "Take a help tile" in private(ask)
    assert ["!"] == [choice.value for choice in GAME.choices(GAME.view(table, P1), Tax, {})]
    assert "CANNOT_PAY" == match.refused("saloon+blue")
    assert 1 == match.play("saloon+blue ~!").farm().open


def test_r6_6_svensons_has_two_spaces() -> None:
    """
    One other figure leaves room at Svenson's, two do not.
    """
    facts = {"barn": {"copper": 2, "stone": 2, "grain": 1}, "barns": 1}
    town = {"figures": {"P1": "church:1", "P2": "svenson", "P3": "svenson"}, "arrived": ["P2", "P3", "P1"]}
    match = Match(phase="town", disc="A3", turn=["P1"], farms={"P1": facts, "P2": {}, "P3": {}}, town=town)

    assert "OCCUPIED" == match.refused("svenson+well")


def test_r6_9_a_lap_back_to_the_own_building() -> None:
    """
    The building one stands on can be used only after a lap with both gates.
    """
    match = Match(autumn(at="post")).play("post+gg")

    assert {"grain": 2} == match.barn()
    assert "post" == match.table.places[0]
    assert ("bazaar", "town_hall") == (match.table.walk.gates if match.table.walk else ())


def test_r6_11_hired_labourers_join_after_the_winter() -> None:
    """
    The labourer is not fed in the winter of the year, and works from the next year on.
    """
    match = Match(autumn({"barn": {"grain": 2, "fish": 1}, "squares": {"N0.w": 2}}))
    match.play("lodge+yellow")

    assert ("blue", "yellow") == match.farm().labourers
    assert 0 == match.farm().help


def test_r6_12_a_new_hut_saves_wood_in_the_same_winter() -> None:
    """
    The hut of this autumn counts this winter (Q23).
    """
    facts = {"barn": {"wood": 2, "stone": 1, "fish": 1}, "squares": {}}
    match = Match(autumn(facts, buildings={"carpenter": ["hut"]}))

    match.play("carpenter+hut")

    assert 0 == match.farm().help
    assert {} == match.barn()


@pytest.mark.parametrize("stop", ["svenson", "soebuck"])
def test_r6_13_improvements_leave_the_town(stop: str) -> None:
    """
    What is taken does not lie there any more, and nothing is refilled (Q38).
    """
    price = "".join(good * number for good, number in STOPS[stop].price.items())
    names = {"s": "stone", "m": "milk", "g": "grain"}
    barn = {names[good]: price.count(good) for good in set(price)}
    match = Match(
        autumn({"barn": barn}, at="church:1" if stop == "svenson" else "town:1", improvements={stop: ["well", "tent"]})
    )

    match.play(f"{stop}+well")

    assert ("well",) == match.farm().improvements
    assert ("tent",) == match.table.stock[stop]


def test_r6_14_coins_come_at_random_from_the_bag() -> None:
    """
    A sale draws a coin for each good and one for the bonus; they leave the bag.
    """
    match = Match(autumn({"barn": {"stone": 1}}, at="church:1"))
    bag = sum(match.table.coin_bag.values())

    match.play("store_s<sw")

    assert 2 == match.farm().coins
    assert bag - 2 == sum(match.table.coin_bag.values())


def test_r6_14_one_coin_more_for_the_bonus() -> None:
    """
    With the fish bonus one fish brings two coins.
    """
    match = Match(autumn({"barn": {"fish": 1}, "huts": 1}, at="church:1")).play("store_s<f")

    assert any("draws 2 coins" in line for line in match.told())


def test_r6_16_dropping_comes_after_the_price_and_before_the_action() -> None:
    """
    A coin can be dropped for two goods; the coin that pays the tax cannot be dropped too.
    """
    match = Match(autumn({"barn": {"copper": 2, "milk": 2}}, at="church:1")).play("church+gf xCC")

    assert {"milk": 2, "grain": 1} == match.barn(), "the fish was eaten in winter"
    assert "NOT_IN_BARN" == Match(autumn({"barn": {"copper": 1}})).refused("church+gf ~C xC")


def test_r6_16_help_can_be_paid_back_with_what_the_action_brought() -> None:
    """
    Two goods of the church and a stone pay back the help tile of the gate.
    """
    match = Match(autumn({"barn": {"stone": 1, "fish": 1}, "huts": 1})).play("church+gg ~! : h(ggs)")

    assert 0 == match.farm().help


def test_r3_9_save_and_coins() -> None:
    """
    A coin for a saved good; the coins named pay first, then the cheapest.
    """
    facts = {"barn": {"copper": 1, "silver": 1, "gold": 1, "stone": 1}, "squares": {"N0.w": 2}}
    match = Match(autumn(facts, buildings={"carpenter": ["hut"]}))

    match.play("carpenter+hut save:ws coins:G wc:none")

    assert {"silver": 1, "stone": 1} == match.barn()


def test_r3_8_the_source_may_be_named() -> None:
    """
    The wood for the price comes from the area named, one for each name.
    """
    facts = {"barn": {}, "squares": {"N0.w": 2, "J1.w": 2}, "tiles": [["L04", "J1", 0]]}
    match = Match(autumn(facts, at="church:1", buildings={"mill": ["hut"]}))

    table = match.draft("mill+hut from:w=N0.w+w=N0.w")

    assert {"J1.w": 2} == table.farms[0].squares


def test_the_proposed_payment_is_the_cheapest() -> None:
    """
    Nothing said: goods that are there, then copper before silver; the panel tells the payment and what can be changed.
    """
    facts = {"barn": {"copper": 1, "silver": 1, "stone": 1}, "squares": {"N0.w": 1}}
    match = Match(autumn(facts, buildings={"carpenter": ["hut"]}))
    table = match.draft("carpenter+hut")
    ask = next(ask for ask in GAME.asks(table) if ask.seat == P1)

    assert "You pay 1 wood and 1 stone." in private(ask)
    assert ["w", "s"] == [choice.value for choice in GAME.choices(GAME.view(table, P1), Save, {})]


def test_r6_7_a_store_needs_something_to_sell() -> None:
    """
    Without a good that a store buys it is not offered.
    """
    match = Match(autumn({"squares": {}}))

    assert "store_n" not in go_choices(match)
    assert "SELL_ONE" == match.check(Go("store_n"))[0]
    assert "NOT_ENOUGH" == match.refused("store_n<g")


def test_r6_8_who_passes_stays() -> None:
    """
    Passing costs nothing and keeps the arrival; help may be paid back.
    """
    match = Match(autumn({"help": {"open": 1}, "barn": {"stone": 3, "fish": 1}, "squares": {"N0.w": 2}}, at="hotel"))

    match.play("= h(sss)")

    assert "hotel" == match.table.places[0]
    assert 0 == match.farm().help
    assert match.table.walk is None
    assert Phase.FARM is match.table.phase

"""Trade, storage and the new year; final trade and planting (R7, R8)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.game import Setup
from games.core.running.play import Position, commit, fallback_turn
from games.core.running.table import settle, start
from games.core.seats import TABLE
from games.h2olland import GAME
from games.h2olland.components import PRICES, TULIPS
from games.h2olland.moves import HandIn, Trade
from games.h2olland.options import H2OllandOptions
from games.h2olland.rules.trading import ALL_DEALS, read_deal, write_deal
from games.h2olland.state import Phase, State
from tests.games.h2olland.table import START, Table

WINTER = {**START, "phase": "winter", "turn": "orange", "start_player": "orange"}


def winter(**barn: int) -> Table:
    """Return orange's winter with that barn."""
    return Table(**WINTER, barn={"orange": barn})


def test_r7_1_one_order_each_in_player_order() -> None:
    """
    Orange, red, blue, white trade one after the other.
    """
    table = Table(**WINTER, barn={"orange": {"potato": 1}})
    order = [table.turn]
    for letter in "ORB":
        table.moves(letter)
        order.append(table.turn)

    assert order == ["O", "R", "B", "W"]


def test_r7_2_prices_return_to_the_co_op() -> None:
    """
    A mill costs a cow, a bean and a carrot, which the co-op gets.
    """
    table = winter(cow=1, bean=1, carrot=1).play("O wi mi")

    assert table.barn("O") == {"mill": 1}
    assert [table.open.coop[item] for item in ("cow", "bean", "carrot")] == [24, 28, 28]


@pytest.mark.parametrize("item", [item for item in PRICES if item not in TULIPS])
def test_r7_2_everything_is_bought_at_its_price(item: str) -> None:
    """
    With exactly the price in the barn the item is bought, and nothing is left.
    """
    table = winter(**PRICES[item]).play(f"O wi {item}")

    assert table.barn("O") == {item: 1}


def test_r7_3_tulips_up_to_the_level_on_the_board() -> None:
    """
    With one mill on the board only red is open, whatever has just been bought.
    """
    table = winter(cow=1, bean=1, carrot=1, potato=1, corn=1)

    assert table.refused("O wi mi t2") == "level_too_low"
    assert table.play("O wi t1").barn("O")["tulip-red"] == 1


@pytest.mark.parametrize(
    ("order", "barn", "after"),
    [
        ("3co>po", {"corn": 3}, {"potato": 1}),
        ("4>cw", {"corn": 1, "bean": 1, "carrot": 1, "potato": 1}, {"cow": 1}),
        ("cw>be", {"cow": 1}, {"bean": 1}),
        ("3co>po dk", {"corn": 3}, {"dike": 1}),
        ("cw>po dk", {"cow": 1}, {"dike": 1}),
    ],
)
def test_r7_4_exchanges(order: str, barn: dict[str, int], after: dict[str, int]) -> None:
    """
    Three equal crops for another, one of each for a cow, a cow for a crop; before and between purchases.
    """
    assert winter(**barn).play(f"O wi {order}").barn("O") == after


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("3co>cw", "bad_exchange"),
        ("co>be", "bad_exchange"),
        ("cw>t1", "bad_exchange"),
        ("3cw>co", "bad_exchange"),
        ("3co>co", "same_crop"),
        ("co", "not_for_sale"),
        ("cw", "not_for_sale"),
        ("4>cw", "cannot_afford"),
        ("3be>co", "cannot_afford"),
        ("fa", "cannot_afford"),
        ("t1 t1 t1 t1", "cannot_afford"),
    ],
)
def test_r7_4_other_exchanges_do_not_exist(order: str, code: str) -> None:
    """
    Each refused order says why.
    """
    assert winter(corn=3, cow=3).refused(f"O wi {order}") == code


def test_r7_5_what_is_not_there_is_not_sold() -> None:
    """
    No beans in the co-op, no sixth farm left in stock.
    """
    beans = Table(**WINTER, barn={"orange": {"corn": 3}}, supply={"bean": 0})
    farms = Table(**WINTER, barn={"orange": {"farm": 5, "cow": 1, "corn": 1, "potato": 1}})

    assert beans.refused("O wi 3co>be") == "sold_out"
    assert farms.refused("O wi fa") == "none_left"


def test_r7_6_if_one_trade_is_impossible_none_happens() -> None:
    """
    The dike is not bought although its potato is there.
    """
    table = winter(potato=1, corn=1)

    assert table.refused("O wi dk mi") == "cannot_afford"
    assert table.barn("O") == {"potato": 1, "corn": 1}


def test_r7_7_five_fields_are_kept() -> None:
    """
    With six fields the player says what he keeps; at the end of winter the rest goes back. Buildings do not count.
    """
    table = winter(corn=4, bean=2, mill=2, dike=3)

    with pytest.raises(IllegalMove, match="OVER_STORAGE"):
        GAME.check(table.view("O"), HandIn())
    assert table.refused("O wi | co co co co be be") == "over_storage"
    assert table.refused("O wi | co co co co co") == "not_enough"
    table.play("O wi | co co co be be")
    assert table.barn("O") == {"corn": 4, "bean": 2, "mill": 2, "dike": 3}
    table.moves("R").moves("B").moves("W")
    assert table.barn("O") == {"corn": 3, "bean": 2, "mill": 2, "dike": 3}


def test_r7_7_keeping_nothing_is_allowed() -> None:
    """
    ``| -`` keeps no field at all.
    """
    table = winter(corn=6).play("O wi | -").moves("R").moves("B").moves("W")

    assert table.barn("O") == {}


def test_r7_7_the_surplus_is_not_for_sale_this_winter() -> None:
    """
    What orange will give back cannot be had by red.
    """
    barn = {"orange": {"bean": 6}, "red": {"corn": 3}}
    table = Table(**WINTER, barn=barn, supply={"bean": 0}).play("O wi | be be be be be")

    assert table.refused("R wi 3co>be") == "sold_out"


def test_r7_8_the_clog_goes_on() -> None:
    """
    After the winter of orange's year red holds the clog in the next spring.
    """
    table = winter(corn=1)
    for letter in "ORBW":
        table.moves(letter)

    assert (table.open.year, table.open.start, table.open.phase) == (2, 2, Phase.SPRING)


def test_r8_1_r8_2_the_final_trade_sells_mills_and_tulips() -> None:
    """
    No farms, no dikes; exchanges are allowed.
    """
    position = {**WINTER, "phase": "final_trade", "barn": {"orange": {"cow": 2, "corn": 1, "potato": 1}}}
    table = Table(**position)

    assert table.refused("O fi fa") == table.refused("O fi dk") == "not_in_final_trade"
    assert table.refused("O fi | co") == "wrong_phase"
    assert table.play("O fi cw>co t1 t1").barn("O") == {"tulip-red": 2}


def test_r8_3_produce_and_dikes_go_back_at_once() -> None:
    """
    Farms and mills stay, tulips without limit too.
    """
    barn = {"corn": 1, "dike": 2, "farm": 1, "mill": 1, "tulip-red": 7}
    table = Table(**{**WINTER, "phase": "final_trade"}, barn={"orange": barn}).moves("O")

    assert table.barn("O") == {"farm": 1, "mill": 1, "tulip-red": 7}


def test_r8_4_shared_fields_are_cleared_when_all_have_traded() -> None:
    """
    The corn between orange's farm and red's mill goes; tulips between them stay.
    """
    table = Table(
        farms={"orange": ["M6"]},
        mills={"red": ["M9"]},
        phase="final_trade",
        fields=[["corn", "M7", "M8"], ["tulip-red", "N6", "N7"], ["cow", "L6", "L7"]],
    )
    for letter in "WORB":
        table.moves(letter)

    assert set(table.open.fields) == {"N6", "L6"}


def test_r8_5_r8_6_the_final_planting_has_buildings_and_tulips_only() -> None:
    """
    Tulips and a mill are placed; then it ends by itself and the race begins.
    """
    table = Table(
        **START,
        phase="planting",
        turn="orange",
        start_player="orange",
        barn={"orange": {"tulip-red": 1, "mill": 1, "corn": 1}},
    )

    assert table.refused("O co N6N7") == "not_in_barn"
    table.play("O t1 I1I2", "O mi H3")
    assert table.open.phase is Phase.RACE


@pytest.mark.parametrize("code", ALL_DEALS)
def test_e3_trades_are_written_and_read(code: str) -> None:
    """
    Every trade there is comes back from its code.
    """
    deal = read_deal(code)

    assert deal is not None
    assert write_deal(deal) == code


# --- Handed in secretly (section H) --------------------------------------------------------------------------------


def sealed() -> Position[State]:
    """Return a two-player match in its first sealed winter."""
    position = start(GAME, Setup(2, H2OllandOptions(winter="sealed")), bytes(32)).position
    while position.state.table.phase is not Phase.WINTER:
        ask = GAME.asks(position.state)[0]
        turn = fallback_turn(GAME, position.state, ask)
        position = settle(GAME, commit(GAME, position, ask.seat, ask.id, turn).position, bytes(32)).position
    return position


def test_h_sealed_all_are_asked_at_once() -> None:
    """
    Both players hand in; nothing happens before the last order is in, then both are carried out.
    """
    position = sealed()
    first, second = GAME.asks(position.state)

    assert first.sealed
    assert second.sealed
    one = commit(GAME, position, second.seat, second.id, fallback_turn(GAME, position.state, second)).position
    assert one.state == position.state
    both = commit(GAME, one, first.seat, first.id, fallback_turn(GAME, one.state, first)).position
    assert settle(GAME, both, bytes(32)).position.state.table.phase is Phase.SPRING


def test_h_sealed_only_a_sold_out_order_is_asked_again() -> None:
    """
    One dike is left and both buy it: the first in player order gets it, the second is asked again.
    """
    table = Table(
        players=["white", "orange"],
        phase="winter",
        supply={"dike": 1},
        barn={"white": {"potato": 1}, "orange": {"potato": 1}},
    )
    table.state = State(replace(table.open, collecting=True, sealed_trade=True), table.state.baskets)
    for letter in "OW":
        seat = table.seat(letter)
        table.state = GAME.step(table.state, seat, Trade(("dk",)), table.dealer).state
        table.state = GAME.step(table.state, seat, HandIn(), table.dealer).state
    table.settle()

    assert table.barn("W") == {"dike": 1}
    assert table.barn("O") == {"potato": 1}
    assert table.turn == "O"
    (ask,) = GAME.asks(table.state)
    assert (ask.sealed, ask.seat == TABLE) == (False, False)
    table.moves("O")
    assert table.open.phase in (Phase.SPRING, Phase.DIKES, Phase.WINTER)

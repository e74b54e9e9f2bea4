"""What is played when a deadline has passed (D.6)."""

from __future__ import annotations

import pytest

from games.core.moves import Move
from games.h2olland import GAME
from games.h2olland.moves import Area, Drought, Flip, HandIn, Keep, Pass, Place, Reward, Run, Trade
from tests.games.h2olland.table import START, Table


def default(letter: str, **position: object) -> Move:
    """Return the default of the player in a position."""
    table = Table(**position)
    ask = table.asks(letter)[0]
    return GAME.fallback(table.view(letter), ask)


@pytest.mark.parametrize(
    ("barn", "move"),
    [
        ({"cow": 1, "corn": 1, "mill": 1}, Place("cow", "N5N6")),
        ({"corn": 1, "bean": 1}, Place("corn", "I1I2")),
        ({"tulip-red": 1, "tulip-pink": 1}, Place("tulip-pink", "I1I2")),
        ({"mill": 1, "farm": 1}, Place("mill", "L6")),
        ({"farm": 1}, Place("farm", "H2")),
    ],
)
def test_d1_the_first_item_of_the_list_where_it_fits_best(barn: dict[str, int], move: Move) -> None:
    """
    Pastures and crops by most own buildings, tulips by most own mills, mills by water tiles, farms by empty land.
    """
    assert default("O", **START, turn="orange", barn={"orange": barn}) == move


def test_d1_what_cannot_be_placed_is_left_out() -> None:
    """
    Without a farm the pasture waits; the corn is placed.
    """
    move = default("O", mills=START["mills"], turn="orange", barn={"orange": {"cow": 1, "corn": 1}})

    assert isinstance(move, Place)
    assert move.item == "corn"


def test_d1_the_planting_begins_with_tulips() -> None:
    """
    Tulips, then mill, then farm.
    """
    barn = {"orange": {"tulip-red": 1, "mill": 1}}

    assert default("O", **START, phase="planting", turn="orange", barn=barn) == Place("tulip-red", "I1I2")


def test_d2_dikes_pass() -> None:
    """
    No dike is laid.
    """
    assert default("W", **START, phase="dikes", barn={"white": {"dike": 2}}) == Pass()


def test_d3_the_lowest_area_and_tile() -> None:
    """
    Of the ready areas the one with the lowest tile; of the legal tiles the lowest.
    """
    mills = {"white": ["D1", "H6", "I7"], "orange": ["I3"], "red": ["I6"], "blue": ["L5"]}
    dikes = ["1-2", "2-6", "7-8", "3-9", "14-18"]
    position = {"phase": "drain", "drained": {"10": "plain"}, "mills": mills, "dikes": dikes}

    assert default("W", **position) == Area(2)
    assert default("W", **position, area=[8, 9, 14]) == Flip(8)


def test_d4_the_highest_colours() -> None:
    """
    The last pink field, then orange.
    """
    move = default(
        "R",
        phase="reward",
        turn="red",
        mills={"red": ["L9", "M9", "M8", "L8"]},
        helped={"red": 2},
        supply={"tulip-pink": 1},
    )

    assert move == Reward(("tulip-pink", "tulip-orange"))


def test_d5_no_tile_in_a_drought() -> None:
    """
    Nothing is turned.
    """
    assert default("W", **START, phase="drought", card=5) == Drought(0)


@pytest.mark.parametrize(
    ("barn", "turn"),
    [
        ({"cow": 2, "bean": 1, "carrot": 1, "corn": 2, "potato": 1}, (Trade(("mi", "fa", "t1")), HandIn())),
        ({"bean": 2}, (HandIn(),)),
        (
            {"tulip-red": 1, "cow": 2, "potato": 3, "bean": 3},
            (Keep(("tulip-red", "cow", "potato", "bean", "cow")), HandIn()),
        ),
    ],
)
def test_d6_buildings_then_tulips_and_a_sensible_keep(barn: dict[str, int], turn: tuple[Move, ...]) -> None:
    """
    Mills, farms, tulips as often as affordable; tulips are kept first, then cow, potato, carrot, bean, corn in turn.
    """
    table = Table(**START, phase="winter", turn="orange", start_player="orange", barn={"orange": barn})
    made: list[Move] = []
    while not made or not isinstance(made[-1], HandIn):
        ask = table.asks("O")[0]
        made.append(GAME.fallback(table.view("O"), ask))
        table.state = GAME.step(table.state, ask.seat, made[-1], table.dealer).state

    assert tuple(made) == turn


def test_d7_tulips_in_the_final_trade() -> None:
    """
    No mill is bought then.
    """
    barn = {"orange": {"cow": 1, "bean": 1, "carrot": 1, "corn": 2}}

    assert default("O", **START, phase="final_trade", turn="orange", barn=barn) == Trade(("t1", "t1"))


RACE = {
    "phase": "race",
    "turn": "orange",
    "drained": {"3": "plain", "4": "plain"},
    "mills": {"orange": ["I3"], "white": ["L4"]},
}


def test_d8_the_best_tulips_in_reach() -> None:
    """
    Most points; of equals one that a rival with runners could take; then reading order.
    """
    fields = [["tulip-red", "I1", "I2"], ["tulip-pink", "J3", "K3"], ["tulip-pink", "H3", "H2"]]
    contested = [["tulip-pink", "H2", "H3"], ["tulip-pink", "J3", "K3"]]
    rivals = {"orange": ["I3"], "white": ["K2"]}

    assert default("O", **RACE, fields=fields, racers={"orange": 1}) == Run("H2H3")
    assert default("O", **{**RACE, "mills": rivals}, fields=contested, racers={"orange": 1, "white": 1}) == Run("J3K3")


def test_d8_towards_tulips_over_crops() -> None:
    """
    The corn leads to tulips two fields on; with too few runners he passes.
    """
    fields = [["corn", "J3", "K3"], ["bean", "L3", "M3"], ["tulip-red", "M2", "L2"], ["corn", "I1", "I2"]]

    assert default("O", **RACE, fields=fields, racers={"orange": 3}) == Run("J3K3")
    assert default("O", **RACE, fields=fields, racers={"orange": 2}) == Pass()

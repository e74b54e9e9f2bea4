"""Dikes, draining, facings and rewards (R5, D.5)."""

from __future__ import annotations

from games.h2olland.rules.draining import areas, dike_borders, flips, ready_areas
from games.h2olland.state import Phase
from tests.games.h2olland.table import START, Table

CHAIN = {
    "phase": "drain",
    "drained": {"10": "plain"},
    "mills": {"red": ["I6"], "blue": ["L5"], "orange": ["I3"]},
    "dikes": ["7-8", "3-9", "14-18"],
    "start_player": "red",
    "turn": "red",
    "deck": [9],
}
"""Tiles 8, 9 and 14 hang together; red's mill reaches 8 and 14, orange's 8 (and 3), blue's 9."""


def test_r5_1_one_dike_a_turn() -> None:
    """
    A turn is one dike; who has no more has passed.
    """
    table = Table(**START, phase="dikes", barn={"white": {"dike": 2}, "orange": {"dike": 1}})

    table.play("W dk 1-2", "O dk 3-4", "W dk 5-1")

    assert table.open.dikes.keys() == {"1-2", "3-4", "1-5"}
    assert table.open.phase is not Phase.DIKES


def test_r5_2_only_between_two_water_tiles() -> None:
    """
    No border, or land on one side of it.
    """
    table = Table(**START, phase="dikes", barn={"white": {"dike": 2}})

    assert table.refused("W dk 1-7") == "bad_edge"
    assert table.refused("W dk 7-12") == "not_water"


def test_r5_3_a_dike_starts_from_land_or_from_a_dike() -> None:
    """
    On the oblong board 5-6 lies in open water until a dike touches one of its ends, or a tile there is land.
    """
    plain = Table(players=["white", "orange"], phase="dikes", barn={"white": {"dike": 1}})
    joined = Table(players=["white", "orange"], phase="dikes", dikes=["1-5"])
    drained = Table(players=["white", "orange"], phase="dikes", drained={"1": "plain"})

    assert plain.refused("W dk 5-6") == "no_anchor"
    assert "5-6" in dike_borders(joined.open)
    assert "5-6" in dike_borders(drained.open)
    assert len(dike_borders(plain.open)) == 20


def test_r5_4_one_dike_per_border() -> None:
    """
    4-3 is the border 3-4.
    """
    table = Table(**START, phase="dikes", dikes=["3-4"], barn={"white": {"dike": 2}})

    assert table.refused("W dk 4-3") == "dike_exists"


def test_r5_5_anyone_builds_on_from_any_dike() -> None:
    """
    Orange goes on from white's dike.
    """
    table = Table(players=["white", "orange"], phase="dikes", barn={"white": {"dike": 1}, "orange": {"dike": 1}})

    table.play("W dk 1-5", "O dk 5-6")

    assert table.open.dikes.keys() == {"1-5", "5-6"}


def test_r5_6_areas_hang_together_over_open_borders() -> None:
    """
    Two dikes close off tile 3.
    """
    table = Table(**START, phase="drain", dikes=["3-4", "3-9"])

    assert [len(area) for area in areas(table.open)] == [23, 1]


def test_r5_7_each_tile_needs_a_mill_of_its_own() -> None:
    """
    With orange's mill the chain of three tiles is ready, without it is not.
    """
    two = {**CHAIN, "mills": {"red": ["I6"], "blue": ["L5"]}}

    assert ready_areas(Table(**CHAIN).open) == ((8, 9, 14),)
    assert ready_areas(Table(**two).open) == ()


def test_r5_8_a_mill_pumps_once_a_summer() -> None:
    """
    After draining tile 3 the mill I3 has pumped: tile 8, closed off too, has to wait.
    """
    table = Table(
        phase="drain",
        mills={"orange": ["I3"]},
        turn="orange",
        start_player="orange",
        dikes=["3-4", "3-9", "7-8", "8-9"],
        deck=[9],
    )

    table.play("O ar 3", "O fl 3")

    assert table.open.used == ("I3",)
    assert table.open.phase is Phase.REWARD


def test_r5_9_r5_10_the_choice_goes_round_until_no_area_is_ready() -> None:
    """
    White chooses, then the next player who has an area; nobody may decline.
    """
    table = Table(
        phase="drain",
        mills={"white": ["B1"], "orange": ["L1"], "blue": ["B14"]},
        dikes=["1-2", "1-5", "3-4", "4-10", "19-25", "25-26"],
        deck=[9],
    )

    table.play("W ar 1", "W fl 1")
    second = table.turn
    table.play("O ar 4", "O fl 4")

    assert (second, table.turn) == ("O", "B")
    assert table.refused("B --") == "wrong_phase"


def test_r5_9_only_areas_next_to_an_own_unused_mill() -> None:
    """
    Red cannot choose the area of tile 3 next to orange's mill only.
    """
    table = Table(**START, phase="drain", turn="red", dikes=["3-4", "3-9", "18-23", "14-18"])

    assert table.refused("R ar 3") == "no_own_mill"


def test_r5_11_tiles_are_turned_in_player_order() -> None:
    """
    Red turns 14, then orange and blue follow from the start player, red.
    """
    table = Table(**CHAIN).play("R ar 9")
    first = table.turn
    table.play("R fl 14")

    assert first == "R"
    assert table.turn == "B"
    assert table.refused("B fl 14") == "already_flipped"
    assert table.refused("B fl 18") == "not_in_area"
    assert table.refused("B fl 8") == "no_own_mill"


def test_r5_12_no_tile_may_be_left_without_a_mill() -> None:
    """
    If red turned 8, nobody could turn 14; the refusal names the tiles to choose from.
    """
    table = Table(**CHAIN).play("R ar 9")

    assert flips(table.open, table.seat("R")) == (14,)
    assert table.refused("R fl 8") == "would_block"


def test_r5_13_all_mills_next_to_the_area_help() -> None:
    """
    A second mill of orange by tile 9 helps and is used, though it turned nothing.
    """
    position = {**CHAIN, "mills": {"red": ["I6"], "blue": ["L5"], "orange": ["I3", "L4"]}}
    table = Table(**position).play("R ar 9", "R fl 14", "B fl 9", "O fl 8")

    assert table.open.helped == (0, 2, 1, 1)
    assert set(table.open.used) == {"I6", "L5", "I3", "L4"}


def test_r5_14_drained_tiles_are_land_and_give_their_dikes_back() -> None:
    """
    All three dikes of the chain return to the co-op.
    """
    table = Table(**CHAIN).play("R ar 9", "R fl 14", "B fl 9", "O fl 8")

    assert set(table.open.land) >= {8, 9, 14}
    assert table.open.dikes == {}
    assert table.open.coop["dike"] == 12


def test_r5_15_d5_the_turner_may_set_a_barren_tile_once() -> None:
    """
    Red turned 14 with one barren square: nobody waits for him; he may set it once, others not.
    """
    table = Table(**CHAIN, undersides={"14": ["single", "NW"], "9": ["double", "N"]}).play("R ar 9", "R fl 14")
    ask = next(ask for ask in table.asks("R"))

    assert ask.waits is False
    assert table.refused("B fc 14 SE") == "not_your_tile"
    assert table.refused("R fc 14 N") == "bad_direction"
    table.play("R fc 14 SE")
    assert table.refused("R fc 14 NE") == "not_your_tile"
    table.play("B fl 9", "O fl 8")
    assert table.open.barren == {"K7", "J4", "K4"}


def test_r5_15_two_tiles_of_one_player_are_set_one_after_the_other() -> None:
    """
    Blue turns a single and a double tile; each gets a facing, by asks with ids of their own.
    """
    table = Table(
        phase="drought",
        card=6,
        year=2,
        turn="blue",
        start_player="white",
        rotatable={"1": "blue", "2": "blue"},
        drained={"1": ["single", "NW"], "2": ["double", "N"]},
    )
    first = table.asks("B")[-1].id

    table.play("B fc 1 SE")
    second = table.asks("B")[-1].id
    table.play("B fc 2 S")

    assert first != second
    assert table.open.land == {1: "s.SE", 2: "d.S", 12: "plain", 13: "plain", 16: "plain", 17: "plain"}


def test_r5_16_the_last_to_turn_a_tile_is_remembered() -> None:
    """
    Orange turned the last tile of the chain.
    """
    table = Table(**CHAIN).play("R ar 9", "R fl 14", "B fl 9", "O fl 8")

    assert table.open.last_flipper == table.seat("O")


def test_r5_17_one_tulip_field_for_each_mill_that_helped() -> None:
    """
    In player order each takes colours up to his level, all in one turn.
    """
    table = Table(
        mills={"red": ["L9", "M9"], "blue": ["F12"]},
        phase="reward",
        turn="red",
        start_player="red",
        helped={"red": 2, "blue": 1},
        deck=[9],
    )

    assert table.refused("R rw t3") == "level_too_low"
    assert table.refused("R rw co") == "not_a_tulip"
    assert table.refused("R rw t1 t1 t1") == "too_many"
    table.play("R rw t2 t1")
    assert table.turn == "B"
    table.play("B rw red")
    assert table.barn("R") == {"tulip-yellow": 1, "tulip-red": 1}


def test_r5_18_without_a_permitted_colour_the_reward_lapses() -> None:
    """
    The last red field goes to red; of his second reward and blue's nothing is left.
    """
    table = Table(
        mills={"red": ["L9"], "blue": ["F12"]},
        phase="reward",
        turn="red",
        start_player="red",
        helped={"red": 2, "blue": 1},
        supply={"tulip-red": 1},
        deck=[9],
    )

    table.play("R rw t1")

    assert table.barn("R") == {"tulip-red": 1}
    assert table.barn("B") == {}
    assert table.open.phase is Phase.WINTER


def test_d5_the_facing_ends_with_the_first_trade_or_the_next_spring() -> None:
    """
    An order without a trade leaves it open; the new year ends it.
    """
    table = Table(**START, phase="winter", rotatable={"3": "orange"}, drained={"3": ["single", "NW"]})

    table.moves("W").moves("O").moves("R")
    still = table.asks("O")
    table.moves("B")

    assert [ask.waits for ask in still] == [False]
    assert table.open.rotatable == {}
    assert table.refused("O fc 3 SE") == "not_your_tile"

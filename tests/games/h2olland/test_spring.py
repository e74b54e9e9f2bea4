"""Building and planting (R4)."""

from __future__ import annotations

import pytest

from games.h2olland.rules.placing import places
from tests.games.h2olland.table import START, Table


def test_r4_1_the_item_must_be_in_the_barn() -> None:
    """
    What is not in the barn cannot be placed; a dike is nothing to place.
    """
    table = Table(**START, barn={"white": {"corn": 1, "dike": 1}})

    assert table.refused("W be F1G1") == "not_in_barn"
    assert table.play("W co F1G1").barn("W") == {"dike": 1}


@pytest.mark.parametrize(
    ("at", "code"),
    [("N6N7", "legal"), ("N1N2", "off_board"), ("L5M5", "water"), ("M6N6", "occupied"), ("N8N9", "not_connected")],
)
def test_r4_2_land_and_empty(at: str, code: str) -> None:
    """
    All squares must be land and empty.
    """
    assert Table(**START).place("O", "corn", at) == code


@pytest.mark.parametrize(("item", "at"), [("mill", "I2H2"), ("farm", "I2H2"), ("corn", "I2"), ("cow", "I1I2H1")])
def test_r4_3_buildings_cover_one_square_fields_two(item: str, at: str) -> None:
    """
    Another number of squares is no shape.
    """
    assert Table(**START).place("O", item, at) == "bad_shape"


def test_r4_4_a_field_may_lie_over_tiles_and_zones_but_not_over_a_bridge() -> None:
    """
    H1 and G1 belong to different zones; M1 and N2 are the ends of a bridge.
    """
    table = Table(mills={"orange": ["H2", "M2"]}, drained={"4": "plain"}, farms={"orange": ["N3"]})

    assert table.place("O", "corn", "G1H1") == "legal"
    assert table.place("O", "corn", "M1N2") == "bad_shape"


def test_r4_4_a_field_may_not_lie_over_a_bridge_of_the_oblong_board() -> None:
    """
    N5 and N6 lie side by side there, with a river between: refused and not offered.
    """
    table = Table(players=["white", "orange"], farms={"orange": ["N4"]})

    offered = set(places(table.open, table.seat("O"), "corn"))

    assert table.place("O", "corn", "N5N6") == "bad_shape"
    assert offered == {("N2", "N3")}


def test_r4_5_only_buildings_stand_on_barren_land() -> None:
    """
    On the barren NW quarter of tile 3 a farm and a mill may stand, no field.
    """
    table = Table(mills={"orange": ["I2"]}, drained={"3": ["single", "NW"]})

    assert table.place("O", "corn", "J2K2") == "barren"
    assert table.place("O", "farm", "J2") == table.place("O", "mill", "J2") == "legal"
    assert table.place("O", "corn", "J1K1") == "not_connected"


def test_r4_6_other_safe_zones_are_closed_to_buildings() -> None:
    """
    White may plant by his mill in the NE zone, but not build there.
    """
    table = Table(mills={"white": ["G2"], "orange": ["I3"]})

    assert table.place("W", "mill", "H2") == "safe_zone"
    assert table.place("W", "corn", "H1H2") == "legal"


def test_r4_7_farms_keep_a_distance() -> None:
    """
    Not next to any farm, bridges included; diagonally is allowed.
    """
    table = Table(farms={"white": ["F2", "B1"]})

    assert table.place("W", "farm", "F3") == "farm_next_to_farm"
    assert table.place("W", "farm", "A2") == "farm_next_to_farm"
    assert table.place("W", "farm", "G3") == "legal"


def test_r4_8_the_island_needs_a_dry_walk() -> None:
    """
    Tile 14 joins the island to the east shore for orange's farm there; fields need no walk.
    """
    position = {**START, "drained": {"14": "plain"}}
    table = Table(**position)

    assert table.place("O", "farm", "H6") == "legal"
    assert table.place("W", "farm", "H6") == "island_not_connected"
    assert Table(**START).place("O", "farm", "H6") == "island_not_connected"


def test_r4_9_a_mill_needs_one_of_three_connections() -> None:
    """
    An own building; a produce field next to one; tulips with an own worker.
    """
    table = Table(
        drained={"3": "plain", "4": "plain"},
        mills={"orange": ["I3"]},
        fields=[["corn", "J3", "K3"], ["tulip-red", "L2", "M2", "orange"], ["tulip-red", "J1", "K1", "white"]],
    )

    assert table.place("O", "mill", "I2") == "legal"
    assert table.place("O", "mill", "K2") == "legal"
    assert table.place("O", "mill", "M3") == "legal"
    assert table.place("O", "mill", "N13") == "safe_zone"
    assert table.place("O", "mill", "N5") == "not_connected"


def test_r4_10_a_crop_needs_an_own_building() -> None:
    """
    Another crop is not enough; a building across a bridge is.
    """
    table = Table(mills={"orange": ["N2"]}, fields=[["corn", "N3", "N4"]])

    assert table.place("O", "corn", "L1M1") == "legal"
    assert table.place("O", "corn", "N5N6") == "not_connected"


def test_r4_11_one_pasture_for_each_farm() -> None:
    """
    The farm on M6 has had its pasture, whoever placed it; a farm without one next to the same field makes it legal.
    """
    one = Table(farms={"orange": ["M6"]}, fields=[["cow", "N6", "N5"]])
    two = Table(farms={"orange": ["M6", "M8"]}, fields=[["cow", "N6", "N5"]])

    assert one.place("O", "cow", "M7L7") == "farm_has_cow"
    assert two.place("O", "cow", "M7L7") == "legal"
    assert Table(mills={"orange": ["I3"]}).place("O", "cow", "I1I2") == "cow_needs_farm"


def test_r4_12_tulips_touch_a_building_or_its_produce() -> None:
    """
    A crop next to the own farm is enough, a tulip field is not.
    """
    crop = Table(**START, fields=[["corn", "N6", "N5"]])
    tulips = Table(**START, fields=[["tulip-red", "N6", "N5", "orange"]])

    assert crop.place("O", "t1", "N3N4") == "legal"
    assert tulips.place("O", "t1", "N3N4") == "not_connected"


def test_r4_13_tulips_come_with_a_worker() -> None:
    """
    One worker of the stock stands on the field; the sixteenth field gets none.
    """
    table = Table(**START, turn="orange", barn={"orange": {"tulip-red": 2, "corn": 1}}, workers_left={"orange": 1})

    table.play("O t1 N6N7", "O t1 I1I2")

    assert [field.worker for field in table.open.fields.values()] == [1, None]
    assert table.open.workers[1] == 0


def test_r4_14_nothing_must_be_placed() -> None:
    """
    A player may pass with a full barn.
    """
    table = Table(**START, barn={"white": {"corn": 3}, "orange": {"corn": 1}}).play("W --")

    assert table.barn("W") == {"corn": 3}
    assert table.turn == "O"


def test_r4_15_a_mill_raises_the_level_at_once() -> None:
    """
    The second mill opens yellow tulips.
    """
    table = Table(**START, barn={"white": {"mill": 1, "corn": 1}}).play("W mi C7")

    assert table.open.levels[0] == 2

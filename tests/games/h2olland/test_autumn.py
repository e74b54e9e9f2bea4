"""Weather and harvest (R6)."""

from __future__ import annotations

import pytest

from games.h2olland.components import CROPS, WEATHER
from games.h2olland.rules.autumn import find_flooded_fields, harvest, harvest_fields
from games.h2olland.state import Phase
from tests.games.h2olland.table import START, Table

EVE = {**START, "phase": "spring", "turn": "blue", "passed": ["white", "orange", "red"], "barn": {"blue": {"corn": 1}}}
"""Blue has one corn left and passes; then comes the autumn."""


def autumn(card: int, **position: object) -> Table:
    """Return the table after the autumn with that card."""
    barn = {"blue": {"corn": 1}, **position.pop("barn", {})}  # type: ignore[dict-item]
    return Table(**{**EVE, "barn": barn, "deck": [card], **position}).play("B --")


def test_r6_1_the_parts_of_a_card_come_in_order() -> None:
    """
    Card 7: rot takes the corn of the barns before corn is harvested; the extra bean comes with the harvest.
    """
    table = autumn(7, barn={"orange": {"corn": 2}}, fields=[["corn", "N6", "N7"], ["bean", "L6", "L7"]])

    assert table.barn("O") == {"corn": 1, "bean": 2}
    assert table.open.cards == (7,)


def test_r6_2_a_flood_takes_what_touches_water_outside_the_safe_zones() -> None:
    """
    Corn on a reclaimed tile next to water goes back to the co-op.
    """
    lying = [["corn", "J3", "K3"], ["corn", "J2", "K2"], ["corn", "I1", "I2"]]
    table = autumn(1, drained={"3": "plain", "4": "plain"}, fields=lying)

    assert set(table.open.fields) == {"J2", "I1"}
    assert table.open.coop["corn"] == 28 - len(table.open.fields) - sum(
        barn.get("corn", 0) for barn in table.open.barns
    )


def test_r6_2_rivers_are_no_water() -> None:
    """
    With ``village`` corn on B1 by the river is outside any zone, and still safe from the flood; on the strip by tile 1
    it is not.
    """
    table = Table(safe_zone="village", fields=[["corn", "M1", "L1"], ["corn", "A2", "A3"]], drained={"4": "plain"})

    assert [field.name for field in find_flooded_fields(table.open, "corn")] == ["A2A3"]


def test_r6_3_in_a_drought_each_may_turn_any_water_tile() -> None:
    """
    From the start player on, one tile or none; no mill is needed, no reward follows; barren tiles may be set.
    """
    table = autumn(5, undersides={"20": ["single", "NW"]}, start_player="red")
    order = [table.turn]
    for line in ("R dr 20", "B dr -", "W dr 3"):
        table.play(line)
        order.append(table.turn)

    assert order == ["R", "B", "W", "O"]
    assert table.refused("O dr 3") == "not_water"
    assert table.open.rotatable == {20: 2}
    assert table.open.last_flipper == 0
    assert table.play("O dr -").open.phase is Phase.WINTER


def test_r6_3_without_water_the_others_have_no_turn() -> None:
    """
    White turns the last tile in the drought: harvest, and then the final trade.
    """
    table = autumn(5, water=[20])

    assert table.turn == "W"
    assert table.play("W dr 20").open.phase is Phase.FINAL_TRADE


def test_r6_3_a_drought_on_dry_land_is_no_turn_at_all() -> None:
    """
    No tile is left to turn: the harvest follows the card.
    """
    assert autumn(5, water=[]).open.phase is Phase.FINAL_TRADE


def test_r6_4_rot_empties_the_barns_of_a_crop() -> None:
    """
    Card 8: all beans of all barns go back to the co-op.
    """
    table = autumn(8, barn={"orange": {"bean": 2}, "red": {"bean": 1, "cow": 1}})

    assert table.barn("O") == {}
    assert table.barn("R") == {"cow": 1}
    assert table.open.coop["bean"] == 28


def test_r6_5_r6_6_r6_7_every_neighbour_harvests_a_field_once() -> None:
    """
    One field between two buildings of white and one of orange: each takes one.
    """
    table = Table(farms={"white": ["F2"]}, mills={"white": ["G1"], "orange": ["H2"]}, fields=[["corn", "G2", "G3"]])

    assert harvest(table.open, WEATHER[9]) == {0: {"corn": 1}, 1: {"corn": 1}, 2: {}, 3: {}}


def test_r6_8_pastures_pair_with_different_farms() -> None:
    """
    Two farms bring in two of three pastures, however they are to be paired.
    """
    table = Table(
        farms={"orange": ["M6", "M9"]}, fields=[["cow", "M7", "M8"], ["cow", "N6", "N7"], ["cow", "L6", "L7"]]
    )

    assert len(harvest_fields(table.open)[table.seat("O")]) == 2


@pytest.mark.parametrize(("fields", "corn"), [(1, 0), (2, 1), (3, 2)])
def test_r6_9_minus_one_in_all_and_never_below_zero(fields: int, corn: int) -> None:
    """
    Card 6 takes one corn from whoever harvests any.
    """
    lying = [["corn", "N6", "N7"], ["corn", "M7", "L7"], ["corn", "L6", "L5"]][:fields]
    table = Table(farms={"orange": ["M6"]}, drained={"10": "plain"}, fields=lying)

    assert harvest(table.open, WEATHER[6])[table.seat("O")].get("corn", 0) == corn


def test_r6_9_plus_one_only_for_who_harvests_the_crop() -> None:
    """
    Card 11 adds a corn for orange, who harvests one; white harvests none and gets none.
    """
    table = Table(**START, fields=[["corn", "N6", "N7"]])

    assert harvest(table.open, WEATHER[11]) == {0: {}, 1: {"corn": 2}, 2: {}, 3: {}}


def test_r6_10_a_short_co_op_deals_one_at_a_time() -> None:
    """
    Three cows for orange's two and white's two fields: from the start player, orange, one each in turn.
    """
    table = autumn(
        9,
        farms={"white": ["F2", "A4"], "orange": ["M6", "N11"]},
        fields=[["cow", "E1", "F1"], ["cow", "A5", "A6"], ["cow", "N6", "N7"], ["cow", "N12", "N13"]],
        start_player="orange",
        supply={"cow": 3},
    )

    assert table.barn("O")["cow"] == 2
    assert table.barn("W")["cow"] == 1


def test_r6_11_harvested_fields_stay() -> None:
    """
    The corn stays on the board, tulips yield nothing.
    """
    table = autumn(9, fields=[["corn", "N6", "N7"], ["tulip-red", "L6", "L7", "orange"]])

    assert set(table.open.fields) == {"N6", "L6"}
    assert table.barn("O") == {"corn": 1}


@pytest.mark.parametrize(("year", "phase"), [(5, Phase.WINTER), (6, Phase.FINAL_TRADE)])
def test_r6_12_the_last_autumn_leads_to_the_end(year: int, phase: Phase) -> None:
    """
    In the sixth year no winter follows.
    """
    assert autumn(9, year=year).open.phase is phase


def test_a6_the_cards_are_balanced() -> None:
    """
    Each crop has one flood, one rot, three times one more and twice one less; two cards bring a drought.
    """
    cards = WEATHER.values()

    for crop in CROPS:
        assert [sum(card.flood == crop for card in cards), sum(card.rot == crop for card in cards)] == [1, 1]
        assert [sum(crop in card.plus for card in cards), sum(crop in card.minus for card in cards)] == [3, 2]
    assert sum(card.drought for card in cards) == 2

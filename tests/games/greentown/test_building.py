"""Building: operations, laying, developing, erecting (R5 to R8)."""

from __future__ import annotations

import pytest

from games.greentown import GAME
from games.greentown.moves import Announce, Develop, Erect, Lay
from games.greentown.rules.building import erect_sites, still_to_build
from games.greentown.rules.town import can_build, cut_off, developable, develops_at, is_connected, lay_fault, lays_at
from tests.games.greentown.table import EMPTY, Match, refusal, refusal_of, sentence_of, words

ONE_TWO = {**EMPTY, "2-flower": 1}


@pytest.mark.parametrize(
    "operations", ["+L15:45 +N15:56", "^L13:2345 ^L14:2345", "+L15:45 ^L14:2345", "^L14:2345 +L15:45"]
)
def test_r5_1_a_build_has_two_operations_of_either_kind(operations: str) -> None:
    """
    Lay and lay, develop and develop, or one of each in either order.
    """
    match = Match().play(f"B {operations}")

    assert 1 == match.table.current


def test_r5_2_both_operations_are_compulsory_while_one_is_legal() -> None:
    """
    With one tile left in the supply, one operation is enough; a building may follow.
    """
    assert "BUILD_INCOMPLETE" == Match().refused("B +L15:45")
    assert "BUILD_INCOMPLETE" == Match().refused("B")
    assert "BUILD_INCOMPLETE" == Match().refused("B +L15:45 C@L15")
    assert "45 P1:C" == Match(supply=ONE_TWO).play("B +L15:45 C@L15").tile("L15")


def test_r5_2_the_rest_is_dropped_when_nothing_more_is_legal() -> None:
    """
    After the only tile is laid nothing is owed; a tile just developed cannot be developed again.
    """
    match = Match(supply=ONE_TWO).draft(Announce("B"), Lay("L15", "45"))

    assert 0 == still_to_build(match.table)
    assert not can_build(match.table)


def test_r5_3_a_tile_laid_may_be_developed_but_none_twice() -> None:
    """
    Lay and develop on one space is allowed, develop and develop is not.
    """
    twice = Match(map={"K13": "14 vacant"})

    assert "456 vacant" == Match().play("B +L15:45 ^L15:456").tile("L15")
    assert "DEV_SAME_TILE" == twice.refused("B ^K13:145 ^K13:1456")
    twice.draft(Announce("B"), Develop("K13", "145"))
    assert "K13" not in {choice.value for choice in GAME.choices(twice.view, Develop, {})}


def test_r5_4_operations_are_carried_out_in_order() -> None:
    """
    The second may rest on the first, not the other way round.
    """
    assert "34 vacant" == Match().play("B +K13:14 +J13:34").tile("J13")
    assert "LAY_NOT_CONNECTED" == Match().refused("B +J13:34 +K13:14")


def test_r6_1_the_space_must_be_empty() -> None:
    """
    No tile is laid on a tile.
    """
    assert "LAY_OCCUPIED" == Match().refused("B +M13:25 +N15:56")
    assert () == lays_at(Match().table, "M13")


def test_r6_2_only_tiles_with_the_fewest_streets_are_laid() -> None:
    """
    Twos first; a two that comes back by developing must be laid first again.
    """
    no_twos = {"2-cow": 0, "2-tree": 0, "2-flower": 0}

    assert "LAY_NOT_FEWEST" == Match().refused("B +L15:456 +N15:56")
    assert "LAY_NOT_FEWEST" == Match(supply=no_twos, map={"K13": "14 vacant"}).refused("B ^K13:145 +L15:456")
    assert "456 vacant" == Match(supply=no_twos).play("B +L15:456 +N15:456").tile("L15")


def test_r6_2_the_supply_may_be_empty() -> None:
    """
    With Build and Tour a lay is then refused by itself.
    """
    line = "BT +L15:45 ~M12-L12-L13-L14-M15-M14-M13-M12"

    assert "SUPPLY_EMPTY" == Match(supply=EMPTY).refused(line)
    assert () == lays_at(Match(supply=EMPTY).table, "L15")


def test_r6_3_one_street_must_meet_the_town() -> None:
    """
    What is offered on a space is exactly what is not refused.
    """
    table = Match().table

    for streets in ("14", "12", "45", "56", "25", "36", "13", "24"):
        assert (streets in lays_at(table, "L15")) is (lay_fault(table, "L15", streets) is None), streets


def test_r6_4_other_sides_are_free() -> None:
    """
    A laid tile may have dead ends and open streets, and may close a neighbour's open street.
    """
    match = Match(map={"K13": "14 vacant"}).play("B +L11:23 +N15:56")

    assert "23 vacant" == match.tile("L11")


def test_r6_5_the_space_must_lie_on_the_frame() -> None:
    """
    Rows A to Y, columns 1 to 26.
    """
    for space in ("M27", "Z13", "M0"):
        assert "OFF_FRAME" == Match().refused(f"B +{space}:14 +L15:45")


def test_r6_6_the_site_of_a_laid_tile_is_vacant() -> None:
    """
    And its kind leaves the supply.
    """
    match = Match().play("B +L15:45 +N15:56")

    assert "45 vacant" == match.tile("L15")
    assert 2 == match.table.supply["2-flower"]


def test_r7_1_what_stands_on_the_site_stays() -> None:
    """
    A tree or a building keeps its place when its tile is replaced.
    """
    match = Match(map={"L13": "245 P2:C"}).play("B ^L13:2345 ^L14:2345")

    assert ("2345 P2:C", "2345 tree") == (match.tile("L13"), match.tile("L14"))


def test_r7_2_exactly_one_street_more() -> None:
    """
    Not two more, not the same number; fives and empty stacks end it.
    """
    assert ["DEV_NOT_ONE_MORE"] * 2 == [Match().refused(f"B ^L13:{s} +L15:45") for s in ("12345", "124")]
    assert "DEV_MAX" == Match(map={"M13": "12345 vacant"}).refused("B ^M13:23456 +L15:45")
    assert "TYPE_OUT" == Match(supply={"5-cow": 0}).refused("B ^M13:12345 +L15:45")


def test_r7_3_at_most_one_street_is_closed() -> None:
    """
    Linked or not; trees and own buildings protect nothing.
    """
    assert "DEV_LOSES_TWO" == Match().refused("B ^L13:1236 +L15:45")
    assert "1256 P1:C" == Match(map={"L13": "245 P1:C"}).play("B ^L13:1256 +L15:45").tile("L13")


def test_r7_3_the_town_stays_connected() -> None:
    """
    The refusal names what would be cut off.
    """
    match = Match(map={"K13": "14 vacant", "L12": "124 tree"})

    assert "DEV_DISCONNECTS" == match.refused("B ^L12:2345 +L15:45")
    assert "That would cut off part of the town: K13. Keep the streets connected." == sentence_of(
        lambda: match.play("B ^L12:2345 +L15:45")
    )
    assert is_connected(match.table.town)
    assert () == cut_off(match.table.town, "K13")


def test_r7_3_what_is_offered_is_what_is_legal() -> None:
    """
    Over all sets of streets, of every tile: develops_at lists those without objection.
    """
    match = Match(map={"K13": "14 vacant", "L13": "245 P2:C", "M13": "12345 vacant"}).draft(Announce("B"))
    sets = ["".join(side for at, side in enumerate("123456") if number >> at & 1) for number in range(64)]

    for space in match.table.town:
        legal = [s for s in sets if _legal(match, Develop(space, s))]
        assert sorted(legal) == list(develops_at(match.table, space)), space
    assert {"M12", "M15", "M13"}.isdisjoint(developable(match.table))


def _legal(match: Match, move: Develop) -> bool:
    try:
        GAME.check(match.view, move)
    except Exception:
        return False
    return True


def test_r7_4_under_an_opponents_building_no_street_is_closed() -> None:
    """
    The refusal names the owner and the sides.
    """
    found = refusal(lambda: Match(map={"L13": "245 P2:C"}).play("B ^L13:1256 +L15:45"))

    assert "DEV_OPPONENT" == found.code
    assert "Wessel has a building there, so no street may be closed. This would close: SW." == words(found.text)


def test_r7_5_hotels_are_not_developed() -> None:
    """
    Their tiles have six streets.
    """
    assert "DEV_HOTEL" == Match().refused("B ^M12:12345 +L15:45")


def test_r7_6_the_old_tile_may_be_used_at_once() -> None:
    """
    It returns to its stack and serves the next operation.
    """
    match = Match(supply={"3-flower": 0}).play("B ^L13:2345 +L15:45")

    assert 1 == match.table.supply["3-flower"]


def test_r8_1_a_building_needs_a_laid_tile_and_is_one_at_most() -> None:
    """
    Two developments give none; a second one is refused whatever is wrong with the first.
    """
    assert "ERECT_NO_LAY" == Match().refused("B ^L13:2345 ^L14:2345 M@M13")
    assert "ERECT_TWO" == Match().refused("B +L15:45 +N15:56 M@M13 C@M14")
    assert "ERECT_TWO" == Match().refused("B +L15:45 +N15:56 M@M12 C@M14")
    assert "ERECT_NO_LAY" == Match().refused("B ^L13:2345 ^L14:2345 M@M13 C@M14")


def test_r8_2_on_any_vacant_or_tree_site_of_the_town() -> None:
    """
    Not on hotels, buildings, or beside the town; the stock goes down by one.
    """
    match = Match().play("B +L15:45 ^L14:2345 S@M13")

    assert {"C": 3, "S": 2, "M": 3} == match.player("P1").stock
    assert "ERECT_HOTEL" == Match().refused("B +L15:45 +N15:56 C@M12")
    assert "ERECT_NO_TILE" == Match().refused("B +L15:45 +N15:56 C@K13")
    assert "ERECT_OCCUPIED" == Match(map={"M13": "1245 P1:C"}).refused("B +L15:45 +N15:56 C@M13")
    assert "ERECT_NONE_LEFT" == Match(left={"P1": {"C": 0}}).refused("B +L15:45 +N15:56 C@M13")


def test_r8_3_a_tree_moves_to_a_vacant_site() -> None:
    """
    Its target must be named, vacant, and named only if there is a tree.
    """
    match = Match().play("B +L15:45 ^L14:2345 M@L12>L15")

    assert ("124 P1:M", "45 tree") == (match.tile("L12"), match.tile("L15"))
    for target, code in (("", "TREE_TARGET_MISSING"), (">L13", "TREE_TARGET_BAD"), (">L12", "TREE_TARGET_BAD")):
        assert code == Match().refused(f"B +L15:45 ^L14:2345 M@L12{target}")
    assert "TREE_TARGET_BAD" == Match().refused("B +L15:45 ^L14:2345 M@L12>A1")
    assert "TREE_NOT_MOVED" == Match().refused("B +L15:45 ^L14:2345 M@M13>L15")


def test_r8_3_a_tree_without_a_vacant_site_cannot_make_room() -> None:
    """
    Then no site is offered at all.
    """
    full = {"M13": "1245 P2:C", "M14": "1245 P2:C"}

    assert () == erect_sites(Match(map=full).table)


def test_r8_2_choices_lead_to_a_legal_building() -> None:
    """
    Kind, site, and for a tree its target; a vacant site has no further choice.
    """
    match = Match().draft(Announce("B"), Lay("L15", "45"), Lay("N15", "56"))

    assert ["C", "S", "M"] == [choice.value for choice in GAME.choices(match.view, Erect, {})]
    sites = [choice.value for choice in GAME.choices(match.view, Erect, {"kind": "C"})]
    assert {"L12", "M13", "L15"} <= set(sites)
    assert [] == list(GAME.choices(match.view, Erect, {"kind": "C", "at": "M13"}))
    targets = [choice.value for choice in GAME.choices(match.view, Erect, {"kind": "C", "at": "L12"})]
    assert ["L15", "M13", "M14", "N15"] == targets


def test_r8_1_a_move_of_the_wrong_time_is_refused() -> None:
    """
    After a tour nothing is built any more.
    """
    match = Match(supply=ONE_TWO).draft(Announce("BT"), Lay("L15", "45"))
    tour = next(iter(GAME.notation.read(match.view, "T ~M12-L12-L13-L14-M15-M14-M13-M12")[1:]))
    match.draft(tour)

    assert "TOURED" == refusal_of(lambda: GAME.check(match.view, Erect("C", "L15")))
    assert "TOURED" == refusal_of(lambda: GAME.check(match.view, tour))

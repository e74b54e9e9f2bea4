"""Set-up, terms and the year (R1-R3, R11)."""

from __future__ import annotations

import pytest

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.table import start
from games.core.seats import Seat
from games.h2olland import GAME
from games.h2olland.board import OBLONG, SQUARE, Square
from games.h2olland.components import TOTALS, Item
from games.h2olland.options import H2OllandOptions
from games.h2olland.rules.playing import set_up
from games.h2olland.state import Phase
from games.h2olland.state import Table as Open
from tests.cases.judging import judge
from tests.games.h2olland.table import START, Table

SEED = bytes(range(32))


def fresh(seats: int, options: H2OllandOptions | None = None, first: int | None = None) -> Open:
    """Return the table at the beginning of a match."""
    setup = Setup(seats, options or H2OllandOptions(), None if first is None else Seat(first))
    return set_up(setup, Rng(SEED)).state.table


def _starters(options: H2OllandOptions) -> set[int]:
    """Return who begins with forty different seeds."""
    return {set_up(Setup(4, options), Rng(bytes([number]) * 32)).state.table.start for number in range(40)}


@pytest.mark.parametrize(("seats", "board", "water"), [(2, OBLONG, 20), (3, SQUARE, 24), (4, SQUARE, 24)])
def test_r1_1_board_by_players(seats: int, board: object, water: int) -> None:
    """
    Two players use the oblong board with 20 water tiles, three and four the square board with 24.
    """
    table = fresh(seats)

    assert table.board is board
    assert len(table.water) == water


def test_r1_2_undersides_are_not_known_before_they_are_turned() -> None:
    """
    The island lies fertile; of the other tiles only the mix is known: 12, 8 and 4 on the square board. The oblong
    board draws its 20 from all 28.
    """
    square, oblong = fresh(4), fresh(2)

    assert square.land == {12: "plain", 13: "plain", 16: "plain", 17: "plain"}
    assert square.unseen == {"plain": 12, "single": 8, "double": 4}
    assert oblong.unseen == {"plain": 16, "single": 8, "double": 4}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_3_seats_are_clockwise(seats: int) -> None:
    """
    Seats are taken clockwise from NW (W).
    """
    corners = fresh(seats).board.corners_named[:seats]

    assert corners == {2: ("W", "E"), 3: ("NW", "NE", "SE"), 4: ("NW", "NE", "SE", "SW")}[seats]


def test_r1_4_r1_5_everybody_has_one_mill_one_farm_and_the_same_barn() -> None:
    """
    One farm and one mill stand on the marks; in the barn lie five fields, two dikes, a farm and a mill; four of each
    building and 15 workers are in stock.
    """
    table = fresh(4)

    for seat in table.players:
        assert table.count_standing(seat, Item.FARM) == table.count_standing(seat, Item.MILL) == 1
        assert table.stock(seat, Item.FARM) == table.stock(seat, Item.MILL) == 4
        assert sum(table.barns[seat].values()) == 9
    assert table.workers == (15, 15, 15, 15)


def test_r1_6_twelve_cards_one_a_year() -> None:
    """
    No weather card has been turned at the start.
    """
    assert fresh(4).cards == ()


def test_r1_7_the_clog_goes_by_lot_unless_the_host_names_somebody() -> None:
    """
    The lot falls on every seat sooner or later; a seat named by the host begins.
    """
    assert _starters(H2OllandOptions()) == {0, 1, 2, 3}
    assert fresh(4, first=2).start == 2


def test_r2_4_adjacent_means_sharing_an_edge() -> None:
    """
    J3 has four neighbours; K4 is none of them.
    """
    assert set(SQUARE.near["J3"]) == {"I3", "K3", "J2", "J4"}  # type: ignore[index]


def test_r2_5_bridges_join_squares_but_not_edges() -> None:
    """
    A2 and B1 are adjacent over the bridge, but share no edge.
    """
    assert "B1" in SQUARE.near["A2"]  # type: ignore[index]
    assert "B1" not in SQUARE.edges["A2"]  # type: ignore[index]


def test_r2_5_the_end_of_a_bridge_is_a_neighbor_once() -> None:
    """
    On the oblong board the ends of a bridge lie side by side; each counts the other once, and no field joins them.
    """
    for one, other in OBLONG.bridges:
        assert OBLONG.near[one].count(other) == OBLONG.near[other].count(one) == 1
        assert (one, other) not in OBLONG.pairs
    assert ["A4", "A6", "B5"] == sorted(OBLONG.near[Square("A5")])


def test_r2_7_safe_zones_follow_the_corners() -> None:
    """
    G1 belongs to NW, H1 to NE; a square of the lake to nobody; with three players SW has no owner.
    """
    four, three = fresh(4), fresh(3)

    assert [four.zone_owner(square) for square in SQUARE.squares if square in ("G1", "H1", "D4")] == [0, 1, None]
    assert three.zone_owner(SQUARE.start[3][Item.MILL]) is None


def test_r2_9_level_is_the_number_of_mills_on_the_board() -> None:
    """
    A mill in the barn does not raise the level; placed it does at once (R4.15).
    """
    table = Table(**START, turn="orange", barn={"orange": {"mill": 1}})
    before = table.open.levels

    table.play("O mi I2")

    assert before == (1, 1, 1, 1)
    assert table.open.levels == (1, 2, 1, 1)


def test_r3_1_each_season_allows_its_own_moves() -> None:
    """
    In spring no dike is laid, in the dike part nothing is built, in winter nothing is turned.
    """
    barn = {"white": {"corn": 1, "dike": 1, "mill": 1}}

    assert Table(**START, barn=barn).refused("W dk 3-4") == "wrong_phase"
    assert Table(**START, barn=barn, phase="dikes").refused("W mi G2") == "wrong_phase"
    assert Table(**START, barn=barn, phase="winter").refused("W fl 3") == "wrong_phase"


def test_r3_2_r3_3_turns_of_one_item_go_round_from_the_start_player() -> None:
    """
    Each places one thing, then the next has his turn, clockwise.
    """
    barn = {colour: {"corn": 2} for colour in ("white", "orange", "red", "blue")}
    table = Table(**START, barn=barn, start_player="red")

    table.play("R co I14J14", "B co A8A9", "W co F1G1", "O co N6N7")

    assert table.turn == "R"


def test_r3_4_who_has_passed_is_out_for_the_season() -> None:
    """
    After a pass the turn goes on to those who have not passed.
    """
    barn = {colour: {"corn": 3} for colour in ("white", "orange")}
    table = Table(**START, barn=barn).play("W --", "O co N6N7")

    assert table.turn == "O"
    assert table.refused("W co F1G1") == "passed"


def test_r3_5_an_empty_barn_passes_by_itself() -> None:
    """
    Who has placed his last thing has passed.
    """
    barn = {"white": {"corn": 1}, "orange": {"corn": 2}}
    table = Table(**START, barn=barn).play("W co F1G1")

    assert 0 in table.open.passed
    assert "Wim has nothing more to do this season and passes automatically." in table.events


def test_r3_6_who_cannot_act_now_is_skipped_and_asked_again() -> None:
    """
    Blue holds a pasture but no farm of his is free; once he could act again he is asked.
    """
    farms = {"blue": ["B9"], "orange": ["M6"]}
    table = Table(
        farms=farms,
        mills=START["mills"],
        turn="orange",
        start_player="orange",
        barn={"orange": {"corn": 3}, "blue": {"cow": 1}},
        fields=[["cow", "A9", "A10"]],
    )

    table.play("O co N6N7")

    assert table.turn == "O"
    assert "Bea can't do anything at the moment and is skipped." in table.events
    assert 3 not in table.open.passed


def test_r3_7_the_season_ends_when_nobody_can_act() -> None:
    """
    The last player's last item ends the spring; without dikes in any barn summer goes by, and the year is in autumn's
    hands until winter.
    """
    table = Table(**START, barn={"white": {"corn": 1}}, deck=[9]).play("W co F1G1")

    assert table.open.phase is Phase.WINTER


def test_r11_1_the_empty_corner_is_open_and_protects() -> None:
    """
    With three players everybody may build in the SW zone, and fields there are safe from floods.
    """
    table = Table(players=["white", "orange", "red"], farms={"orange": ["M6"]}, fields=[["corn", "B9", "C9"]])

    assert table.place("O", "farm", "F13") == "legal"
    assert table.open.zone_owner(SQUARE.start[3][Item.FARM]) is None


def test_r11_2_two_players_play_four_years_without_island() -> None:
    """
    The oblong board has no island.
    """
    table = fresh(2)

    assert table.years == 4
    assert table.board.island == ()


@pytest.mark.parametrize(("years", "expected"), [("usual", 6), ("3", 3), ("4", 4), ("5", 5), ("6", 6)])
def test_h_years(years: str, expected: int) -> None:
    """
    The host may shorten the match.
    """
    assert fresh(4, H2OllandOptions(years=years)).years == expected  # type: ignore[arg-type]


def test_h_middle_starts_with_three() -> None:
    """
    With ``middle`` the NE seat starts with three players; with four the lot decides.
    """
    assert fresh(3, H2OllandOptions(first_player="middle")).start == 1
    assert {
        set_up(Setup(4, H2OllandOptions(first_player="middle")), Rng(bytes([n]) * 32)).state.table.start
        for n in range(20)
    } > {1}


def test_h_village_leaves_the_strip_open() -> None:
    """
    With ``village`` only the peninsulas are safe: white may build on N4, but not on M7, and corn on the strip floods.
    """
    position = {**START, "safe_zone": "village", "drained": {"4": "plain"}, "fields": [["corn", "M3", "N3"]]}
    table = Table(**position)

    assert table.place("W", "farm", "N4") == "legal"
    assert table.place("W", "farm", "M7") == "safe_zone"
    assert judge(
        GAME, {"position": position, "query": {"what": "flood", "crop": "corn"}, "expect": {"removed": ["M3-N3"]}}
    ).passed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_in_the_box_is_somewhere(seats: int) -> None:
    """
    Barns, board and co-op together hold what the box holds.
    """
    table = start(GAME, Setup(seats, H2OllandOptions()), SEED).position.state.table

    for item, total in TOTALS.items():
        held = sum(barn.get(item, 0) for barn in table.barns)
        assert total == table.coop.get(item, 0) + held

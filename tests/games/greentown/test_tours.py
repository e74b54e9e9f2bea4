"""Tours: paths, wishes, payments, finding and listing them (R9, R10.5, section 12)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.core.moves import STOP
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.bots.worth import Leader, rank, value
from games.greentown.components import CARDS
from games.greentown.grid import NEIGHBOURS, order
from games.greentown.moves import Announce, Avoid, Develop, Done, Erect, Lay, Tour, Via, spaces_of
from games.greentown.rules.dealing import town_of
from games.greentown.rules.town import are_joined
from games.greentown.state import Pay, Site, Town
from games.greentown.tours.finding import best, groups
from games.greentown.tours.listing import MOST_LISTED, list_tours, short_path
from games.greentown.tours.net import Net
from games.greentown.tours.paths import onward, stop_list, tour_fault
from tests.games.greentown.table import PLAIN, STUCK, Match, refusal_of, sentence_of, words

SITES = {"M13": "1245 P1:C", "M14": "1245 P2:S"}
PATH = tuple(PLAIN[3:].split("-"))


def led(line: str, **position: object) -> Match:
    """A match in which the line was led."""
    return Match(**position).play(f"T ~{line}")  # type: ignore[arg-type]


def pay_of(match: Match) -> Pay:
    """What the latest tour was worth."""
    assert match.table.last is not None
    assert match.table.last.pay is not None
    return match.table.last.pay


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("M12", "TOUR_EMPTY"),
        ("M12-L12-K13-L13-L14-M15", "TOUR_NO_TILE"),
        ("M12-M13-Z13-M15", "TOUR_NO_TILE"),
        ("L12-L13-L14-M15", "TOUR_START"),
        ("M12-L12-M13-M14-M15", "TOUR_NO_STREET"),
        ("M12-M15", "TOUR_NO_STREET"),
        ("M12-L12-L13-L14-M15-L14-M14-M13-M12", "TOUR_REUSED"),
        ("M12-L12-L13-L14-M15-N14", "TOUR_END"),
        ("M12-L12-L13-L14-M15", "TOUR_TOO_SHORT"),
        ("M12-L12-L13-L14-M14-N13-N14-M15", "TOUR_TOO_LONG"),
    ],
)
def test_r9_1_a_path_goes_from_hotel_to_hotel_over_stretches(path: str, code: str) -> None:
    """
    Objections come in the order of section 6.
    """
    assert code == Match().refused(f"T ~{path}")


def test_r9_2_a_tour_of_the_wrong_length_lists_its_stops() -> None:
    """
    Stops are numbered, vacant sites stand in brackets.
    """
    told = sentence_of(lambda: Match().play("T ~M12-L12-L13-M13-N12-M12"))

    assert "This tour has 4 stops, but your visitors want exactly 5: L12(1) L13(2) [M13] N12(3) M12(4)." == told
    assert "L12(1) [M13]" == stop_list(town_of("recommended"), ("M12", "L12", "M13"))


def test_r9_3_vacant_sites_are_passed_freely() -> None:
    """
    Nor does the hotel at the start count.
    """
    assert tour_fault(town_of("recommended"), PATH, 5) is None


def test_r9_4_no_stretch_twice_but_tiles_again() -> None:
    """
    The starting hotel may be passed on the way (R9.5: then it is a stop).
    """
    town = town_of("recommended")
    path = ("M12", "N12", "M13", "M12", "L12", "L13", "L14", "M15")

    assert tour_fault(town, path, 6) is None


def test_r9_6_every_arrival_is_a_visit_and_ranges_are_inclusive() -> None:
    """
    A site visited twice counts twice and pays once; too many visits miss the wish.
    """
    town = Match(map=SITES).table.town
    leader = Leader(Seat(0), CARDS["8C"], 3)
    twice = value(town, ["M12", "N12", "M13", "L13", "L14", "M15", "M14", "M13", "M12"], leader)
    over = value(town, ["M12", "N12", "M13", "L13", "L14", "M14", "N13", "N14", "M15"], leader)

    assert ((3, 2, 1, 0), (4, 1, 0), 2) == (twice.visits, twice.pays, twice.hotel_stops)
    assert ((5, 1, 1, 0), (0, 1, 0)) == (over.visits, over.pays)
    assert (False, True, True, True) == over.met


def test_r9_7_trees_pay_the_leader_and_buildings_their_owner() -> None:
    """
    One Greenie for each different site.
    """
    match = led("M12-L12-L13-M13-M14-M15", map=SITES, cards={"P1": "5C"})

    assert (3, 1, 0) == match.money


def test_r9_8_a_missed_category_pays_nobody_and_costs_the_leader_one() -> None:
    """
    Also where the sites are an opponent's.
    """
    match = led("M12-L12-L13-M13-M14-M15", map=SITES, cards={"P1": "5M"})

    assert (2, 1, 0) == match.money
    assert 1 == pay_of(match).missed


def test_r9_9_income_never_falls_below_zero() -> None:
    """
    Greenies already owned stay.
    """
    match = led("M12-L12-L13-M13-N12-N13-M14-M15", cards={"P1": "5M"}, money={"P1": 7})

    assert (7, 0, 0) == match.money
    assert (0, 2, 0) == (pay_of(match).gross, pay_of(match).missed, pay_of(match).net)


def test_r9_10_the_card_is_replaced_by_the_open_one_and_the_next_comes_up() -> None:
    """
    The table turns it up after the turn.
    """
    match = Match().play(PLAIN)

    assert ("6C", ("5start",)) == (match.player("P1").card, match.table.discards)
    assert match.table.top in ("6S", "6M")
    assert 11 == match.table.deck


def test_r10_5_two_players_get_the_difference() -> None:
    """
    The greater income is paid minus the smaller; equal amounts cancel; after the losses.
    """
    greater = led("M12-L12-L13-M13-M14-M15", players=2, map=SITES, cards={"P1": "5C"})
    equal = {"M13": "1245 P2:C", "M14": "1245 P2:S", "L13": "245 P1:M"}

    assert (2, 0) == greater.money
    assert -1 == greater.state.sheets[0].settled
    assert (0, 0) == led("M12-L12-L13-M13-M14-M15", players=2, map=equal, cards={"P1": "5M"}).money


@pytest.mark.parametrize("stops", [5, 6, 7])
def test_12_the_search_finds_every_tour(stops: int) -> None:
    """
    It finds what a plain search without bounds finds, each tour in one direction.
    """
    town = town_of("recommended")
    net = Net(town)
    plain = set(_all_paths(town, ("M12",), stops)) | set(_all_paths(town, ("M15",), stops))

    found = [net.name_spaces(path) for path in net.tours(stops)]

    assert len(plain) == 2 * len(found)
    assert plain == {*found, *(path[::-1] for path in found)}
    assert found == sorted(found, key=lambda path: [order(space) for space in path])
    assert all(tour_fault(town, path, stops) is None for path in found)


def _all_paths(town: Town, path: tuple[str, ...], stops: int) -> list[tuple[str, ...]]:
    used = {frozenset(step) for step in pairwise(path)}
    found: list[tuple[str, ...]] = []
    made = sum(town[space].site is not Site.VACANT for space in path[1:])
    if made == stops:
        return [path] if town[path[-1]].site is Site.HOTEL else []
    for other in NEIGHBOURS[path[-1]]:
        if other in town and are_joined(town, path[-1], other) and frozenset((path[-1], other)) not in used:
            found += _all_paths(town, (*path, other), stops)
    return found


def test_12_groups_have_one_result_each_and_the_best_comes_first() -> None:
    """
    By own pay minus the greatest of an opponent, then own pay; each result that some tour has is there.
    """
    town = Match(map=SITES).table.town
    leader = Leader(Seat(0), CARDS["5C"], 3)

    found = groups(town, leader, 1000)
    pays = [value(town, Net(town).name_spaces(path), leader) for path in Net(town).tours(5)]

    assert {(pay.pays, pay.met) for pay in pays} == {(group.pay.pays, group.pay.met) for group in found}
    assert len(found) == len({(group.pay.pays, group.pay.met) for group in found})
    assert sorted(rank(group.pay, Seat(0)) for group in found) == [rank(group.pay, Seat(0)) for group in found]
    assert all(group.pay == value(town, group.path, leader) for group in found)


def test_12_via_and_avoid_narrow_the_list() -> None:
    """
    Every path listed passes the one and keeps off the other.
    """
    town = town_of("recommended")
    leader = Leader(Seat(0), CARDS["5C"], 3)

    found = groups(town, leader, MOST_LISTED, via=("N13",), avoid=("L13",))

    assert found
    assert all("N13" in group.path and "L13" not in group.path for group in found)
    assert () == groups(town, leader, MOST_LISTED, via=("A1",))


def test_12_filters_are_aids_that_are_forgotten() -> None:
    """
    They narrow the choices of the draft and are no part of the turn that is committed.
    """
    match = Match().draft(Announce("T"), Via("N13"), Avoid("L13"))
    first = next(iter(GAME.choices(match.view, Tour, {})))
    path = str(first.value)

    assert "N13" in path
    assert "L13" not in path
    fresh = Match().commit(Announce("T"), Via("N13"), Avoid("L13"), Tour((path,)))
    assert ("announce", "tour", "done") == tuple(type(move).__struct_config__.tag for move in fresh.entries[0].moves)
    assert f"T ~{path}" == fresh.entries[0].line


def test_12_a_filter_that_leaves_nothing_is_refused() -> None:
    """
    Nor can a space without a tile be asked for; every space offered narrows the list and leaves some tour.
    """
    match = Match().draft(Announce("T"))

    assert "TOUR_NO_TILE" == refusal_of(lambda: GAME.check(match.view, Via("A1")))
    assert "NO_SUCH_TOUR" == refusal_of(lambda: match.draft(Avoid("M12"), Avoid("M15")))
    for choice in GAME.choices(match.view, Avoid, {}):
        GAME.check(match.view, Avoid(str(choice.value)))


def test_12_the_list_shows_results_and_paths() -> None:
    """
    Up to 25 entries, numbered, each with its path below, hotels to start from included; a long path is cut.
    """
    match = Match(map=SITES, cards={"P1": "5C"}).draft(Announce("T"))
    choices = list(GAME.choices(match.view, Tour, {}))

    assert len(choices) <= MOST_LISTED
    assert ["M12", "M15"] == [choice.value for choice in choices[-2:]]
    assert choices[0].label is not None
    assert choices[0].note is not None
    assert "1 · you +4 · all wishes met" == words(choices[0].label)
    assert "M12-L12-L13-M13-N12-M12" == words(choices[0].note)
    assert "M12-L12-L13-L14-M15-M14-M13-M12-L12" == short_path(("M12", *PATH[1:], "L12"))
    assert len(short_path(PATH * 5)) <= 100
    assert short_path(PATH * 5).endswith("-…")


def test_12_a_path_may_be_entered_space_by_space() -> None:
    """
    Each choice can be completed to a tour; at its end there is nothing but to stop.
    """
    match = Match().draft(Announce("T"))
    path: tuple[str, ...] = ("M12",)
    while True:
        values = [str(choice.value) for choice in GAME.choices(match.view, Tour, {"path": path})]
        assert values
        if values == [STOP]:
            break
        path = (*path, values[-1])

    GAME.check(match.view, Tour(path))
    assert () == onward(match.table.town, ("M12", "A1"), 5)
    assert () == onward(match.table.town, ("M12", "L12", "M12"), 5)


def test_12_a_listed_path_equals_the_same_path_space_by_space() -> None:
    """
    A choice that holds several spaces is taken apart.
    """
    assert Tour(("M12-L12", "L13")) == Tour(("M12", "L12", "L13"))
    assert ("M12", "L12") == spaces_of(("M12-", "L12"))


@pytest.mark.parametrize("help_", ["check", "off"])
def test_8_tour_help_may_be_less_than_a_list(help_: str) -> None:
    """
    Without the list there are no filters and no numbers; only hotels are offered to start from.
    """
    match = Match(tour_help=help_).draft(Announce("T"))  # type: ignore[arg-type]

    assert ["M12", "M15"] == [choice.value for choice in GAME.choices(match.view, Tour, {})]
    assert Via not in match.ask.verbs
    assert [] == list(GAME.choices(match.view, Via, {}))
    assert "SYNTAX" == Match(tour_help=help_).refused("T ~1")  # type: ignore[arg-type]


def test_8_without_help_the_value_shows_only_after_confirming() -> None:
    """
    With help the answer names stops, visits, wishes and payments before; without it, the path alone.
    """
    tour = Tour(PATH)
    valued, blind = Match().draft(Announce("T"), tour), Match(tour_help="off").draft(Announce("T"), tour)

    assert valued.ask.private is not None
    assert blind.ask.private is not None
    told = "This tour has 5 stops (nature 3): you +3 · all wishes met. Confirm to lead it."
    assert told == words(valued.ask.private)
    assert "This tour has 5 stops. Confirm to lead it." == words(blind.ask.private)
    assert (0, 0, 0) == valued.money == blind.money
    assert (3, 0, 0) == blind.commit(Done()).money


def test_12_the_best_tour_counts_what_is_really_received() -> None:
    """
    Two players: after the losses and the settlement (R12.1).
    """
    match = Match(players=2, cards={"P1": "6C"}, map={"M14": "1245 P2:M", "L13": "245 P2:M"})
    found = best(match.table.town, Leader(Seat(0), CARDS["6C"], 2))

    assert found is not None
    assert "M12-L12-L13-L14-M14-M13-N12-M12" == "-".join(found.path)
    assert best(Match(STUCK).table.town, Leader(Seat(0), CARDS["5C"], 3)) is None


def test_12_a_tour_by_its_number_in_the_list() -> None:
    """
    ``~1`` is the first of the list on the map after the build of the same line.
    """
    match = Match().play("BT +L15:45 ^L14:2345 C@L15 ~1")

    assert (4, 0, 0) == match.money
    assert "SYNTAX" == Match().refused("T ~99")


def test_r9_2_all_verbs_of_a_turn_are_offered_in_their_time() -> None:
    """
    Marker; operations; building, tour and filters; then nothing but the end.
    """
    match = Match()
    assert (Announce,) == match.ask.verbs
    match.draft(Announce("BT"))
    assert {Lay, Develop} <= set(match.ask.verbs)
    match.draft(Lay("L15", "45"), Develop("L14", "2345"))
    assert {Erect, Tour, Via, Avoid, Done} == set(match.ask.verbs)
    match.draft(Erect("C", "L15"))
    assert {Tour, Via, Avoid, Done} == set(match.ask.verbs)
    assert len(list_tours(match.table, CARDS["5start"])) > 1

"""Finding the best tours, by walking all of them and without (R12.1, section 12)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.core.rng import Rng
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.bots.worth import Leader, rank, value
from games.greentown.components import CARDS
from games.greentown.moves import Announce, Avoid, Tour, Via
from games.greentown.state import Site, Town
from games.greentown.tours import finding
from games.greentown.tours import paths as tours
from games.greentown.tours.finding import Group, best, groups
from games.greentown.tours.listing import MOST_LISTED
from games.greentown.tours.net import Net, Vast, net_of, search
from games.greentown.tours.paths import find_dividing_spaces, has_tour, is_there, onward, tour_fault
from games.greentown.tours.sums import STOPS, count_for
from games.greentown.tours.sweep import from_start, sweep_of
from tests.games.greentown.table import Match
from tests.games.greentown.towns import built_town

TOWNS = [(tiles, buildings, seats) for tiles in (12, 13, 15) for buildings in (0, 2, 4) for seats in (2, 3, 4)]
"""Towns small enough to walk all tours in a plain way."""


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every town too large to be walked through."""
    monkeypatch.setattr(finding, "WALKED", 0)
    monkeypatch.setattr(finding, "IDLE", 5)
    monkeypatch.setattr(tours, "STEPS", 0)


def plain_groups(town: Town, leader: Leader, *, via: Sequence[str] = (), avoid: Sequence[str] = ()) -> list[Group]:
    """Group all tours of a town one by one."""
    net = Net(town, avoid=avoid)
    found: dict[object, Group] = {}
    for path in map(net.name_spaces, net.tours(leader.card.stops)):
        if set(via).issubset(path):
            pay = value(town, path, leader)
            found.setdefault((pay.pays, pay.met), Group(path, pay))
    return sorted(found.values(), key=lambda group: rank(group.pay, leader.seat))


def drawn(town: Town, seed: str) -> tuple[Leader, tuple[str, ...], tuple[str, ...]]:
    """Draw a card, a space to pass and one to avoid."""
    rng = Rng(seed.encode())
    leader = Leader(Seat(0), CARDS[rng.pick("card", [card for card in CARDS if CARDS[card].stops < 8])], 4)
    spaces = sorted(town)
    via, avoid = rng.pick("space", spaces), rng.pick("space", spaces)
    return leader, (via,)[: rng.below("some", 2)], (avoid,)[: rng.below("some", 2)]


def check_against_plain(tiles: int, buildings: int, seats: int) -> None:
    """Find the groups of a town, in one and in many, and compare them with those of all tours."""
    seed = f"{tiles} {buildings} {seats}"
    town = built_town(seed, tiles=tiles, buildings=buildings, seats=seats)
    leader, via, avoid = drawn(town, seed)
    leader = Leader(leader.seat, leader.card, seats)
    plain = plain_groups(town, leader, via=via, avoid=avoid)

    assert tuple(plain[:MOST_LISTED]) == groups(town, leader, MOST_LISTED, via=via, avoid=avoid)
    assert tuple(plain[:2]) == groups(town, leader, 2, via=via, avoid=avoid)
    assert bool(plain) == is_there(Net(town, avoid=avoid), leader.card.stops, via=via)


@pytest.mark.parametrize(("tiles", "buildings", "seats"), TOWNS)
def test_12_walking_finds_the_first_path_of_each_result(tiles: int, buildings: int, seats: int) -> None:
    """
    As valuing one tour after the other does, in the same order.
    """
    check_against_plain(tiles, buildings, seats)


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize(("tiles", "buildings", "seats"), TOWNS)
def test_12_the_same_is_found_without_walking_all(tiles: int, buildings: int, seats: int) -> None:
    """
    The results worked out stretch by stretch, and the search that turns back, leave out nothing.
    """
    check_against_plain(tiles, buildings, seats)


@pytest.mark.parametrize("layout", ["recommended", "short", "open", "four-hotels"])
def test_12_sums_are_those_of_all_tours(layout: str) -> None:
    """
    No tour is left out by the sweep, and none is made up, on whatever map.
    """
    town = built_town(layout, tiles=13, buildings=3, layout=layout)
    leader = Leader(Seat(1), CARDS["6S"], 4)
    net, count = net_of(town), count_for(net_of(town), leader)
    walked = set()
    for path in net.tours(6):
        total = count.first[path[0]]
        for at, space in enumerate(path[1:], 1):
            total += count.again[space] if space in path[:at] else count.fresh[space]
        walked.add(total)

    swept = sweep_of(net).sums(count, count.loose(6), from_start(net))

    assert walked == {total for total in swept if total & STOPS == 6}


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_12_paths_go_on_where_all_tours_do(seed: str) -> None:
    """
    Also where it is not walked: by spaces by which some tour with this beginning goes on, and by no other.
    """
    town = built_town(seed, tiles=12, buildings=2)
    net = net_of(town)
    both = [*net.tours(6), *(path[::-1] for path in net.tours(6))]
    beginning = both[len(both) // 3][:4]
    ways = {path[4] for path in both if path[:4] == beginning}

    assert net.name_spaces(sorted({path[0] for path in both})) == onward(town, (), 6)
    assert net.name_spaces(sorted(ways)) == onward(town, net.name_spaces(beginning), 6)


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("via", [(), ("M13",)])
def test_12_filters_are_offered_that_divide_the_tours(via: tuple[str, ...]) -> None:
    """
    Spaces that some tours pass and others do not.
    """
    net = net_of(built_town("divided", tiles=12, buildings=0))
    paths = [path for path in net.tours(6) if all(net.number[space] in path for space in via)]
    some = [at for at in range(len(net.spaces)) if 0 < sum(at in path for path in paths) < len(paths)]

    assert tuple(some) == find_dividing_spaces(net, 6, via)


@pytest.mark.parametrize("buildings", [0, 6, 14])
@pytest.mark.parametrize("card", ["5C", "9S"])
def test_12_a_town_with_too_many_tours_to_walk_is_listed(buildings: int, card: str) -> None:
    """
    All 38 tiles with as many stretches as possible and most sites vacant: tours without number, yet listed and legal.
    """
    town = built_town("wide", tiles=38, buildings=buildings)
    leader = Leader(Seat(0), CARDS[card], 4)
    with pytest.raises(Vast):
        sum(1 for _ in search(net_of(town), [net_of(town).hotels[0]], 9, ends=net_of(town).hotels, most=100_000))

    found = groups(town, leader, MOST_LISTED)

    assert found
    assert [rank(group.pay, Seat(0)) for group in found] == sorted(rank(group.pay, Seat(0)) for group in found)
    assert len(found) == len({(group.pay.pays, group.pay.met) for group in found})
    assert all(tour_fault(town, group.path, leader.card.stops) is None for group in found)
    assert all(group.pay == value(town, group.path, leader) for group in found)
    assert found[0] == best(town, leader)
    assert has_tour(town, leader.card.stops)


def test_12_all_of_a_turn_is_answered_in_such_a_town() -> None:
    """
    The list, the next space, and the filters.
    """
    town = built_town("wide", tiles=38, buildings=0)
    cells = {
        at: f"{tile.streets} {'hotel' if tile.site is Site.HOTEL else tile.site.value}" for at, tile in town.items()
    }
    match = Match(base=None, map=cells, cards={"P1": "9C"}).draft(Announce("T"))

    offered = list(GAME.choices(match.view, Tour, {}))
    filters = [str(choice.value) for choice in GAME.choices(match.view, Via, {})]

    assert offered
    assert filters
    GAME.check(match.view, Via(filters[0]))
    GAME.check(match.view, Avoid(filters[-1]))

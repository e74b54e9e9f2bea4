"""Terms, the box and setting up (R1, R2, R10.1 to R10.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.game import Setup
from games.core.rng import Rng
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.components import BOX, CARDS, CATEGORIES, DECK, KIND_OF, KINDS, LAYOUTS, ORIENTATIONS
from games.greentown.grid import DIGITS, NEIGHBOURS, OPPOSITE, SIDES, order, read_space, side_towards, turn_sides
from games.greentown.options import GreenTownOptions
from games.greentown.rules.dealing import draw, supply_for, town_of
from games.greentown.rules.town import (
    are_joined,
    dead_ends,
    fewest,
    find_incoming_sides,
    is_connected,
    open_ends,
    open_spaces,
    spaces_with,
)
from games.greentown.state import Site, State
from games.greentown.tours.net import Net


def set_up(seats: int, *, seed: bytes = b"setup", first: Seat | None = None, layout: str = "recommended") -> State:
    """A match that has just been set up."""
    options = GreenTownOptions(map=layout)  # type: ignore[arg-type]
    return GAME.setup(Setup(seats, options, first), Rng(seed)).state


def test_r1_4_neighbours_are_mutual() -> None:
    """
    A space lies on the opposite side of its neighbour; inside the frame each has six.
    """
    for space, around in NEIGHBOURS.items():
        for side, other in enumerate(around):
            if other is not None:
                assert space == NEIGHBOURS[other][OPPOSITE[side]]

    assert 25 * 26 == len(NEIGHBOURS)
    assert 6 == sum(other is not None for other in NEIGHBOURS["M13"])


def test_r1_4_side_towards_a_space_that_is_no_neighbour_is_none() -> None:
    """
    Sides are numbered from 1 at NE clockwise; spaces apart, or off the frame, share none.
    """
    assert (1, 4, None, None) == (
        side_towards("M13", "L13"),
        side_towards("L13", "M13"),
        side_towards("M13", "K13"),
        side_towards("Z99", "M13"),
    )


def test_r1_5_streets_end_in_links_dead_ends_or_in_the_open() -> None:
    """
    A street is a stretch if the neighbour has one there too, a dead end before a blank side, else open.
    """
    town = town_of("recommended")

    assert are_joined(town, "M12", "L12")
    assert not are_joined(town, "L12", "M13")
    assert not are_joined(town, "M12", "A1")
    assert (1,) == open_ends(town, "L12")
    assert () == dead_ends(town, "M13")
    assert {"M12": (), "N13": ()} == {at: dead_ends(town, at) for at in ("M12", "N13")}


def test_r1_6_nine_kinds_in_48_orientations() -> None:
    """
    Turning a tile leaves its kind; the crossing and the straight look the same after half a turn.
    """
    assert 48 == len(KIND_OF)
    assert {"2-cow": 3, "4-cow": 3} == {kind: len(ORIENTATIONS[kind]) for kind in ("2-cow", "4-cow")}
    assert all(KIND_OF[turn_sides(sides, 1)] == kind for sides, kind in KIND_OF.items())
    assert all(DIGITS[digits] == sides for sides, digits in SIDES.items())


def test_1_1_the_box_holds_38_place_tiles() -> None:
    """
    Nine kinds of four and two hotel tiles.
    """
    assert 38 == sum(kind.count for kind in KINDS.values()) + BOX.hotel_tiles.in_play


def test_1_2_every_card_shows_one_icon_more_than_stops() -> None:
    """
    Sixteen cards; the maxima of a card sum up to its stops and one more.
    """
    assert 16 == len(CARDS)
    assert all(sum(wish.most for wish in card.wishes) == card.stops + 1 for card in CARDS.values())
    assert ("N", "C", "S", "M") == CATEGORIES


@pytest.mark.parametrize(
    ("layout", "tiles", "hotels", "tours"),
    [("recommended", 10, 2, 48), ("short", 9, 2, 16), ("open", 10, 2, 34), ("four-hotels", 12, 4, 86)],
)
def test_1_3_starting_maps(layout: str, tiles: int, hotels: int, tours: int) -> None:
    """
    Each map is connected, carries six trees, has a vacant site, and has so many five-stop tours in one direction.
    """
    town = town_of(layout)

    assert (tiles, hotels, 6) == (len(town), len(spaces_with(town, Site.HOTEL)), len(spaces_with(town, Site.TREE)))
    assert is_connected(town)
    assert spaces_with(town, Site.VACANT)
    assert tours == sum(1 for _ in Net(town).tours(5))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_r2_2_the_supply_is_what_is_not_on_the_map(layout: str) -> None:
    """
    Tiles of the nine kinds on the map and in the supply are 36 together.
    """
    town = town_of(layout)
    supply = supply_for(town)

    assert 36 == sum(supply.values()) + len(town) - len(spaces_with(town, Site.HOTEL))
    assert 2 == fewest(supply)


def test_r2_3_players_begin_with_nine_buildings_four_markers_and_no_greenies() -> None:
    """
    Three of each building, all markers face up.
    """
    state = set_up(4)

    assert all({"C": 3, "S": 3, "M": 3} == player.stock for player in state.table.players)
    assert all(("B", "T", "BT", "BOT") == player.up for player in state.table.players)
    assert [0, 0, 0, 0] == [sheet.total for sheet in state.sheets]


def test_r2_4_the_deck_ascends_and_is_random_within_a_number() -> None:
    """
    Sixes come before sevens and so on; among the sixes chance decides; every card comes once.
    """
    rng = Rng(b"deck")
    hidden, drawn = DECK, []
    while hidden:
        card, hidden = draw(hidden, rng)
        drawn.append(card)

    stops = [CARDS[card].stops for card in drawn]
    tops = {set_up(3, seed=bytes([seed])).table.top for seed in range(20)}

    assert sorted(stops) == stops
    assert Counter(DECK) == Counter(drawn)
    assert {"6C", "6S", "6M"} == tops


@pytest.mark.parametrize(("seats", "left_over"), [(2, 2), (3, 1), (4, 0)])
def test_r2_5_fives_are_dealt_and_the_start_card_makes_the_start_player(seats: int, left_over: int) -> None:
    """
    Everybody holds a five; the start card is always among them; the others leave the game.
    """
    for seed in range(10):
        table = set_up(seats, seed=bytes([seed])).table
        held = [player.card for player in table.players]
        assert "5start" == table.players[table.start].card
        assert table.current == table.start
        assert 4 - left_over == len(set(held))


def test_r2_5_the_host_may_name_the_start_player() -> None:
    """
    The named seat gets the start card.
    """
    table = set_up(3, first=Seat(2)).table

    assert (2, "5start") == (table.start, table.players[2].card)


def test_r2_6_the_right_hand_neighbour_of_the_start_player_holds_the_marker() -> None:
    """
    With three or four players; with two there is no marker.
    """
    assert 1 == set_up(3, first=Seat(2)).table.marker
    assert 3 == set_up(4, first=Seat(0)).table.marker
    assert set_up(2).table.marker is None


def test_r6_5_spaces_are_read_on_the_frame_and_off_it() -> None:
    """
    A row letter A to Z and a number can be read; nothing else is a space.
    """
    assert ("L12", "Z13", "M27", "L7") == tuple(map(read_space, ("l12", "Z13", "m27", "L07")))
    assert [None] * 4 == list(map(read_space, ("12", "LL1", "L", "")))
    assert ["B3", "B12", "C1"] == sorted(["C1", "B12", "B3"], key=order)


def test_r6_3_open_spaces_are_those_that_streets_point_at() -> None:
    """
    At an open space the sides at which streets end are known.
    """
    town = town_of("recommended")

    assert "4" == SIDES[find_incoming_sides(town, "L15")]
    assert "L15" in open_spaces(town)

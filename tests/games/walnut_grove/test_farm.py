"""Spring, summer and what a farm holds (R3 to R5)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.core.errors import IllegalMove
from games.core.moves import STOP
from games.core.rng import Rng
from games.walnut_grove import GAME
from games.walnut_grove.components import TILES
from games.walnut_grove.moves import Lay, Work
from games.walnut_grove.rules.farm import change_count, hide_coins, put_in_barn, store_coins, take_good
from games.walnut_grove.rules.land import Laid, fences_of, land_of, matches, pens_with, placements, sides_of, spots
from tests.games.walnut_grove.table import SPRING, Match

FULL = {"squares": {"J0.g": 2, "N0.w": 2}}
"""A farm whose field and forest have no free square."""


def spring(farm: Mapping[str, object] | None = None) -> Match:
    """P1 in a spring."""
    return Match(SPRING, farms={"P1": dict(farm or {})})


# --- R3 ---


def test_r3_1_a_full_barn_loses_goods() -> None:
    """
    What finds no space is lost; a barn tile gives two more.
    """
    farm = Match(farms={"P1": {"barn": {"copper": 2, "stone": 1}}}).farm()

    assert 1 == farm.free
    assert 1 == put_in_barn(farm, "g", 2)[1]
    assert 3 == Match(farms={"P1": {"barn": {"copper": 2, "stone": 1}, "barns": 1}}).farm().free


def test_r3_4_others_see_the_number_of_coins_only() -> None:
    """
    Coins of others are face down; goods are open.
    """
    farm = Match(farms={"P1": {"barn": {"gold": 1, "copper": 1, "milk": 1}}}).farm()

    assert {"m": 1, "$": 2} == hide_coins(farm).barn


def test_r3_6_a_better_coin_takes_the_place_of_the_cheapest() -> None:
    """
    In a full barn gold replaces copper; copper does not replace silver; nothing replaces its like.
    """
    farm = Match(farms={"P1": {"barn": {"copper": 1, "silver": 1, "milk": 2}}}).farm()

    after, back = store_coins(farm, ("C", "G", "S"))

    assert {"S": 1, "G": 1, "m": 2} == after.barn
    assert ("C", "S", "C") == back


def test_r3_8_the_barn_pays_first_then_the_fullest_area() -> None:
    """
    Without wood in the barn it comes from the area with fewest free squares; after that they are equal, and the older
    one pays.
    """
    facts = {"barn": {}, "squares": {"N0.w": 1, "J1.w": 2}, "tiles": [["L04", "J1", 0]]}
    farm = Match(farms={"P1": facts}).farm()

    once = take_good(farm, "w")
    twice = take_good(once, "w")

    assert {"N0.w": 1, "J1.w": 1} == once.squares
    assert {"J1.w": 1} == twice.squares


# --- R4 ---


def test_r4_5_a_quarter_turn_is_clockwise() -> None:
    """
    With one turn the piece printed as N lies to the east, and its fences go with it.
    """
    assert TILES["L12"].sides == "wmmm"
    assert tuple("mwmm") == sides_of("L12", 1)
    assert frozenset({0, 1}) == fences_of("L12", 1)


def test_r4_10_pieces_of_one_landscape_are_neighbours() -> None:
    """
    On each of the fifty tiles the pieces of one landscape hang together, and fences stand between different ones.
    """
    for tile in TILES.values():
        for good in set(tile.sides):
            edges = sum(tile.sides[side] == good != tile.sides[side - 1] for side in range(4))
            assert edges <= 1, tile.id
        assert all(tile.sides[diagonal] != tile.sides[(diagonal + 1) % 4] for diagonal in tile.fences)
        assert set(tile.storage) <= set(tile.sides)


def test_r4_4_never_more_than_25_free_cells() -> None:
    """
    Ten tiles in a row leave at most 25 cells to lay on; a tile two rows up needs one below it.
    """
    cells = ("J1", "I1", "H1", "G1", "F1", "E1", "D1", "C1", "B1", "A1")
    tiles = tuple(Laid(f"L{number + 1:02}", cell, 0) for number, cell in enumerate(cells))

    assert len(spots(tiles)) <= 25
    assert "J2" not in spots(())


def test_r4_8_the_second_tile_may_touch_the_first() -> None:
    """
    With a disc that keeps two, the second tile lies on the first.
    """
    match = Match(phase="farm", disc="A1", drawn={"P1": ["L12", "L01", "L26", "L02"]}, farms={"P1": {}})

    match.play("L12@N1/2 L26@N2/1 : N0.w M0.m")

    assert ["N1", "N2"] == [laid.at for laid in match.farm().tiles]


def test_r4_9_tiles_not_kept_return_to_the_bag() -> None:
    """
    When all farm orders are in, unused tiles are in the bag again and nobody has tiles in hand.
    """
    match = spring().play("L12@N1/2 : N0.w M0.m")

    assert "L01" in match.table.tile_bag
    assert "L12" not in match.table.tile_bag
    assert ((),) == match.table.drawn


# --- R5 ---


def test_r5_1_fences_do_not_divide_areas() -> None:
    """
    L41 has three fences; its fields still join the field below and count as one area.
    """
    land = land_of("blue", (Laid("L41", "J1", 2),))

    assert 2 == land.of["J0.g"].size
    assert land.of["J1.g"] is land.of["J0.g"]


def test_r5_1_a_tile_counts_once() -> None:
    """
    A tile that touches an area with several pieces counts once.
    """
    land = land_of("blue", (Laid("L01", "J1", 0), Laid("L01", "J2", 0)))

    assert 3 == land.of["J0.g"].size


def test_r5_2_choices_offer_each_area_once_and_then_end() -> None:
    """
    Two figures: two areas are chosen, best yield first, and nothing more.
    """
    match = spring()
    view = GAME.view(match.draft("L12@N1/2"), match.ask().seat)

    first = [choice.value for choice in GAME.choices(view, Work, {})]
    second = [choice.value for choice in GAME.choices(view, Work, {"areas": (first[0],)})]
    end = [choice.value for choice in GAME.choices(view, Work, {"areas": (first[0], second[0])})]

    assert "J0.g" == first[0], "one field and the bonus of the summer"
    assert set(first) - {first[0]} == set(second)
    assert [STOP] == end


def test_r5_3_the_bonus_counts_for_each_figure() -> None:
    """
    With the grain bonus of the year a single field brings two.
    """
    match = spring().play("L12@N1/2 : J0.g N0.w")

    assert 2 == match.squares()["J0.g"]


def test_r5_5_what_is_lost_is_told_before() -> None:
    """
    A draft shows what will be lost, so that one may drop or leave something.
    """
    match = spring({**FULL, "barn": {"copper": 4}})
    table = match.draft("L12@N1/2 : J0.g N0.w")

    assert [2, 2] == [worked.lost for worked in table.summers[0].worked]
    assert [0, 0] == [worked.barn for worked in table.summers[0].worked]


def test_r5_5_dropping_comes_before_the_first_area() -> None:
    """
    Dropped coins make room for the first harvest and lie in the bag.
    """
    match = spring({**FULL, "barn": {"copper": 4}})
    bag = match.table.coin_bag["C"]

    match.play("L12@N1/2 : J0.g K0.s xCC")

    assert {"copper": 2, "grain": 2} == match.barn()
    assert bag + 2 == match.table.coin_bag["C"]


def test_r5_5_renouncing_keeps_room_for_the_next_area() -> None:
    """
    One grain is left so that a wood finds a space.
    """
    match = spring({**FULL, "barn": {"copper": 2}}).play("L01@J1/0 : N0.w-1 L0.f")

    assert {"copper": 2} == match.barn()


def test_r3_12_paying_back_between_two_areas() -> None:
    """
    With the notation of the log the payment stands behind the area; the squares it frees take the next harvest.
    """
    facts = {"help": {"open": 1}, "barn": {"copper": 2, "stone": 2}, "squares": {"N0.w": 2}}

    match = spring(facts).play("L01@K1/0 : J0.g h(gww) N0.w")

    assert 0 == match.farm().open
    assert {"J0.g": 1, "N0.w": 1} == match.squares()


def test_r3_12_paying_back_before_the_spring() -> None:
    """
    Help paid back before the first tile takes goods that lie there then.
    """
    match = spring({"help": {"open": 1}, "barn": {"stone": 3}}).play("h(sss) L12@N1/2 : N0.w M0.m")

    assert 0 == match.farm().help


def test_r5_6_squares_fill_printed_landscape_first() -> None:
    """
    Five wood on three tiles lie on the printed squares, then on the tiles in the order laid.
    """
    facts = {"tiles": [["L04", "N1", 0], ["L16", "N2", 2]], "squares": {"N0.w": 4}}

    assert {"N0.w": 2, "N1.w": 2} == Match(farms={"P1": facts}).farm().squares


def test_r5_7_age_follows_columns_then_the_order_laid() -> None:
    """
    Areas stand from J0 to N0, then by tile in the order laid, on one tile by g f m w s.
    """
    land = land_of("blue", (Laid("L47", "M1", 0), Laid("L02", "K1", 0)))

    assert ["J0.g", "K0.s", "L0.f", "M0.m", "N0.w"] == [area.name for area in land.areas[:5]]
    names = [area.name for area in land.areas[5:]]
    assert names == [name for name in ("M1.g", "M1.m", "M1.w", "M1.s", "K1.f") if name in names]


def test_r8_2_pens_are_counted_for_a_tile_that_is_not_yet_laid() -> None:
    """
    Of a growing land every way to lay the next tile closes as many pens as the land that it leads to has.
    """
    rng, bag = Rng(b"pens"), sorted(TILES)
    tiles: tuple[Laid, ...] = ()
    for _ in range(14):
        ways = [laid for tile in bag[:6] for laid in placements(tiles, (tile,))]
        counted = {laid: pens_with(tiles, laid) for laid in ways}
        best = max(counted.values())

        assert {laid: len(land_of("blue", (*tiles, laid)).pens) for laid in ways} == counted
        tiles = (*tiles, rng.pick("ways", [laid for laid, pens in counted.items() if pens == best]))
        bag = [tile for tile in rng.shuffle("bag", bag) if tile != tiles[-1].tile]
    assert best > 1, "pens were closed on the way"


def test_matches_count_sides_of_one_landscape() -> None:
    """
    A field on J1 matches the printed field below it and a field beside it.
    """
    tiles = (Laid("L01", "I1", 0),)

    assert 2 == matches("blue", tiles, Laid("L01", "J1", 0))


def test_counts_hold_no_zeros() -> None:
    """
    What is none is not in the counts.
    """
    assert {"w": 1} == change_count({"w": 1, "g": 1}, "g", -1)


@pytest.mark.parametrize("cell", ["I1", "O1", "J2", "Q7"])
def test_r4_4_cells_that_touch_nothing(cell: str) -> None:
    """
    Cells beside the first row, or above an empty one, are refused with the free ones named.
    """
    with pytest.raises(IllegalMove) as caught:
        GAME.check(spring().view(), Lay("L12", cell, 0))

    assert "NOT_ADJACENT" == caught.value.code

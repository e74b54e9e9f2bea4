"""Set-up and start rows (R2, R9, D12)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.table import start
from games.core.seats import Seat
from games.walnut_grove import GAME
from games.walnut_grove.components import COINS_IN_BOX, FIRST_LABOURER, TILES, Kind, count_at_start
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.state import Phase, Table
from tests.games.walnut_grove.table import P1, P2, P3, Match


def dealt(seats: int = 4, first: Seat | None = None, seed: int = 1, **options: object) -> Table:
    """Set a match up."""
    setup = Setup(seats, WalnutGroveOptions(**options), first)  # type: ignore[arg-type]
    return GAME.setup(setup, Rng(bytes([seed]) * 32)).state


def test_r2_1_boards_are_dealt_two_of_each_kind() -> None:
    """
    Four players get two blue and two yellow boards, at random.
    """
    boards = [tuple(farm.board for farm in dealt(seed=seed).farms) for seed in range(10)]

    assert {("blue", "blue", "yellow", "yellow")} == {tuple(sorted(kinds)) for kinds in boards}
    assert len(set(boards)) > 1


def test_r2_2_what_a_farm_starts_with() -> None:
    """
    A labourer in the colour of the board, two coppers in the barn, one wood on N0.
    """
    for farm in dealt().farms:
        assert (FIRST_LABOURER[farm.board],) == farm.labourers
        assert {"C": 2} == farm.barn
        assert {"N0.w": 1} == farm.squares


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_r2_3_bags(seats: int) -> None:
    """
    All fifty tiles are in the bag, and the coins that the players did not get.
    """
    table = dealt(seats)

    assert len(TILES) == len(table.tile_bag)
    assert {**COINS_IN_BOX, "C": COINS_IN_BOX["C"] - 2 * seats} == table.coin_bag


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_r2_5_to_7_what_lies_in_town(seats: int) -> None:
    """
    Two, two, three or four labourers and tiles lie at each building, and never more of a kind than there are.
    """
    stock = dealt(seats).stock

    assert {count_at_start(Kind.HIRE, seats)} == {len(stock[stop]) for stop in ("lodge", "hotel", "saloon")}
    assert {count_at_start(Kind.BUILD, seats)} == {len(stock[stop]) for stop in ("carpenter", "mill")}
    improvements = Counter(stock["svenson"] + stock["soebuck"])
    assert 2 * count_at_start(Kind.IMPROVE, seats) == improvements.total()
    assert max(improvements.values()) <= 3
    assert max(Counter(stock["carpenter"] + stock["mill"]).values()) <= 4


def test_r2_9_the_start_player_is_drawn_or_named() -> None:
    """
    Chance says who begins, unless the host does; then the seats choose rows in order.
    """
    assert {dealt(seed=seed).first for seed in range(30)} == {0, 1, 2, 3}

    named = dealt(first=P3)

    assert (P3, 3, P1, P2) == named.order
    assert [P3] == [ask.seat for ask in GAME.asks(named)]


def test_r2_9_the_first_free_circle_of_the_row() -> None:
    """
    Figures take the circles of a row from the lowest on.
    """
    match = Match(players=2, farms={"P1": {}, "P2": {}})
    match.play("church", P1)
    assert ("church:1", "") == match.table.places

    match.play("church", P2)

    assert ("church:1", "church:2") == match.table.places
    assert Phase.FARM is match.table.phase


def test_d12_start_rows_may_be_dealt() -> None:
    """
    With ``start_rows`` dealt nobody is asked: church and town alternate from the start player on.
    """
    table = dealt(first=P2, start_rows="dealt")

    assert ("town:2", "church:1", "town:1", "church:2") == table.places
    assert Phase.YEAR is table.phase


def test_d12_boards_of_one_kind() -> None:
    """
    With ``boards`` yellow all farms have a yellow board.
    """
    assert {"yellow"} == {farm.board for farm in dealt(boards="yellow").farms}


def test_r4_1_a_discs_come_before_b_discs() -> None:
    """
    The first disc is of pile A; which one depends on chance, and eight are known by name.
    """
    firsts = set()
    for seed in range(12):
        options = WalnutGroveOptions(start_rows="dealt")
        table = start(GAME, Setup(1, options), bytes([seed]) * 32).position.state
        firsts.add(table.disc)
        assert 7 == len(table.discs_left)

    assert firsts == {"A1", "A2", "A3", "A4"}


def test_r9_2_solo_is_set_up_as_for_two() -> None:
    """
    Alone, two labourers wait at each house.
    """
    assert {2} == {len(lying) for lying in dealt(1).stock.values()}

"""Who sits at which table: the clauses are those of ``docs/tournaments.md``."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from bot.app.tournaments.pairing import tables
from bot.app.tournaments.pairing.rivals import Rival, around_table
from games.core.registry import games
from tests.app.tournaments.test_pairing import Field


@pytest.mark.parametrize(
    ("count", "size", "allowed", "wanted"),
    [
        (12, 4, (3, 4), (4, 4, 4)),
        (8, 6, (2, 3, 4, 5, 6), (4, 4)),
        (11, 6, (2, 3, 4, 5, 6), (6, 5)),
        (4, 3, (2, 3), (2, 2)),
        (13, 4, (3, 4), (4, 3, 3, 3)),
        (14, 4, (3, 4), (4, 4, 3, 3)),
        (5, 4, (3, 4), (4,)),
        (5, 4, (4,), (4,)),
        (7, 3, (2, 3), (3, 2, 2)),
        (2, 4, (3, 4), ()),
        (9, 4, (3, 4), (3, 3, 3)),
    ],
)
def test_t1_sizes_of_tables(count: int, size: int, allowed: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    """
    As few as possible sit out, then as few tables as can be, which differ by one at most.
    """
    assert wanted == tables.sizes(count, size, set(allowed))


def _splits(count: int, allowed: Sequence[int]) -> bool:
    """Whether so many can be seated at tables of any of these sizes."""
    return count == 0 or any(count >= size and _splits(count - size, allowed) for size in allowed)


RANGES = sorted(
    {tuple(seat for seat in game.spec.seats if seat > 1) for game in games().values()} | {(3, 4), (4, 5, 6)}
)


@pytest.mark.parametrize("known", RANGES)
def test_t6_everybody_is_seated_where_numbers_allow(known: tuple[int, ...]) -> None:
    """
    By every game's seats, up to every size of tables, for 2 to 60: as few tables as can be, as even as can be.
    """
    for size in known:
        allowed = {seats for seats in known if seats <= size}
        fits = [_splits(count, sorted(allowed)) for count in range(61)]
        for count in range(2, 61):
            found = tables.sizes(count, size, set(known))
            seated = max(part for part in range(count + 1) if fits[part])

            assert sum(found) == seated, f"{count} at tables of {size}"
            assert not found or (max(found) - min(found) <= 1 and allowed >= set(found))
            assert len(found) == -(-seated // size)


@pytest.mark.parametrize(
    ("count", "size", "rounds", "most"), [(16, 4, 5, 2), (36, 6, 4, 2), (24, 3, 6, 1), (60, 5, 4, 1)]
)
def test_t2_players_meet_evenly(count: int, size: int, rounds: int, most: int) -> None:
    """
    Over some rounds nobody meets anybody more often than must be, and seats go round.
    """
    tournament = Field(count, seats=size)
    for _ in range(rounds):
        made = tables.draw(tournament.rivals(), size, allowed={size - 1, size})
        assert () == made.byes
        for table in made.tables:
            tournament.play(table)

    assert most >= max(max(card.met.values()) for card in tournament.cards.values())
    assert max(max(card.seats) - min(card.seats) for card in tournament.cards.values()) <= 2


def test_t3_a_round_of_500_at_tables_is_drawn_in_time() -> None:
    """
    Under two seconds of one core, also with what was played before.
    """
    tournament = Field(500, seats=4)
    for _ in range(2):
        rivals = tournament.rivals()
        began = time.process_time()
        made = tables.draw(rivals, 4, allowed={3, 4})
        assert time.process_time() - began < 2
        for table in made.tables:
            tournament.play(table)

    assert max(max(card.met.values()) for card in tournament.cards.values()) == 1


def test_t4_who_sat_out_least_often_and_stands_lowest_sits_out() -> None:
    """
    One of five at a table of four.
    """
    rivals = [Rival(number=number, points=60 - number, byes=number == 5) for number in range(1, 6)]

    assert (4,) == tables.draw(rivals, 4, allowed={4}).byes


def test_t5_a_table_of_two_is_seated_like_a_pair() -> None:
    """
    Seats in turn.
    """
    assert (2, 1) == around_table([Rival(number=1, seats=(1, 0), last=0), Rival(number=2)])


def test_what_two_cost_is_the_same_both_ways() -> None:
    """Points five apart: if one order cost more than the other, two players would change tables for ever."""
    one, other = Rival(number=1, points=5), Rival(number=2)

    assert tables.price(one, other) == tables.price(other, one)

"""Ratings as a fold over results."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.ratings.fold import Key, Known, as_known, rows
from bot.app.ratings.fold import changes as changes_of
from bot.app.ratings.skill import (
    LOWEST,
    MONTH,
    SETTLED,
    START,
    Strength,
    after_match,
    margin,
    points,
    rest,
    write_rating,
)
from db.ratings.records import RatingRecord
from tests.app.ratings.facts import Book, placed, result
from tests.bench.settling import UNTIL_SETTLED, measure


def _book(*matches: tuple[tuple[int | str, int], ...]) -> Book:
    book = Book()
    for number, ranks in enumerate(matches, start=1):
        book.add(result(number), placed(number, *ranks))
    return book


def _known(stored: dict[Key, RatingRecord], key: Key) -> Known:
    return as_known(stored.get(key))


def test_who_wins_gains_and_who_loses_pays() -> None:
    """
    Both are known better afterwards; a shared first place between equals changes nothing but that.
    """
    first, second = after_match((1, 2), (START, START))
    even, other = after_match((1, 1), (START, START))

    assert first.mu > START.mu > second.mu
    assert first.sigma < START.sigma
    assert even.mu == other.mu == START.mu


def test_a_match_counts_on_its_server_and_across_for_its_game_and_for_all() -> None:
    """
    Four ratings for each player; a match outside servers counts across only.
    """
    book = _book(((1, 1), (2, 2)))
    private = Book()
    private.add(result(1, guild=None), placed(1, (1, 1), (2, 2)))

    assert {(7, "season"), (7, ""), (0, "season"), (0, "")} == {(key.guild, key.game) for key in book.known}
    assert {(0, "season"), (0, "")} == {(key.guild, key.game) for key in private.known}


def test_an_unrated_result_changes_nothing() -> None:
    """
    It stands in profiles only.
    """
    book = Book()
    book.add(result(1, rated=False), placed(1, (1, 1), (2, 2)))

    assert {} == book.known


def test_computer_players_are_rated_by_game_and_level_and_do_not_drift() -> None:
    """
    They serve as anchors: after many matches their rating hardly moves, while that of people stays lively.
    """
    matches = [((1, 1 + number % 2), ("easy", 2 - number % 2)) for number in range(60)]
    book = _book(*matches)
    anchor = book.known[Key(7, "season", 0, "season", "easy")]
    person = book.known[Key(7, "season", 1)]

    assert anchor.matches == person.matches == 60
    assert anchor.strength.sigma < person.strength.sigma


def test_the_same_computer_player_at_two_seats_is_one() -> None:
    """
    Its rating takes the mean of both seats.
    """
    book = _book(((1, 1), ("easy", 2), ("easy", 3)))

    assert 1 == book.known[Key(7, "season", 0, "season", "easy")].matches


def test_a_newcomer_is_guarded_and_who_left_pays() -> None:
    """
    Taking a lost seat over costs nothing, winning with it counts; the one who left is last behind the others.
    """
    book = Book()
    book.add(result(1), placed(1, (1, 1), (2, 2), guarded=1, former=3))
    won = Book()
    won.add(result(1), placed(1, (1, 2), (2, 1), guarded=1))

    assert Key(7, "season", 2) not in book.known
    assert book.known[Key(7, "season", 3)].strength.mu < START.mu
    assert book.known[Key(7, "season", 1)].strength.mu > START.mu
    assert won.known[Key(7, "season", 2)].strength.mu > START.mu


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.lists(st.integers(1, 6), min_size=2, max_size=6, unique=True).flatmap(
            lambda who: st.tuples(
                st.permutations(range(1, len(who) + 1)).map(lambda ranks: tuple(zip(who, ranks, strict=True))),
                st.integers(0, 900),
            )
        ),
        max_size=12,
    )
)
def test_reckoning_twice_gives_the_same_numbers(matches: list[tuple[tuple[tuple[int | str, int], ...], int]]) -> None:
    """
    Whatever was played by 2 to 6, after however many days: the fold from the start, and the one that goes on from what
    is stored of each match, agree to the last digit.
    """
    book, stored, day = Book(), dict[Key, RatingRecord](), 0
    for number, (ranks, idle) in enumerate(matches, start=1):
        day += idle
        played, placings = result(number, days=day), placed(number, *ranks)
        book.add(played, placings)
        changed = changes_of(played, placings, partial(_known, stored))
        stored |= {Key(row.guild, row.game, row.user, row.level_of, row.level): row for row, _ in rows(played, changed)}

    assert stored == book.ratings
    assert {key: as_known(row) for key, row in stored.items()} == book.known


@given(st.integers(1, START.sigma), st.integers(0, 50 * 12 * MONTH), st.integers(0, MONTH))
def test_time_without_a_match_makes_less_sure(sigma: int, idle: int, more: int) -> None:
    """
    Never surer than before, never less sure than at the start; the mean stays.
    """
    before = Strength(20_000_000, sigma)
    early, late = rest(before, idle), rest(before, idle + more)

    assert before == rest(before, 0)
    assert sigma <= early.sigma <= late.sigma <= START.sigma
    assert START.sigma == rest(before, 300 * MONTH).sigma
    assert 20_000_000 == late.mu


def test_a_year_without_a_match() -> None:
    """
    Half a unit in a month adds up as deviations do; a computer player has not changed meanwhile.
    """
    book = _book(*[((1, 1 + number % 2), ("easy", 2 - number % 2)) for number in range(26)])
    person, anchor = Key(7, "season", 1), Key(7, "season", 0, "season", "easy")
    known = dict(book.known)
    book.add(result(27, days=26 + 360), placed(27, (1, 1), ("easy", 2)))
    without = changes_of(result(27), placed(27, (1, 1), ("easy", 2)), lambda key: known[key])

    assert 5_000_000 == rest(Strength(0, 4_690_416), 12 * MONTH).sigma
    assert without[person].strength.sigma < book.known[person].strength.sigma
    assert abs(book.known[person].strength.mu - START.mu) > abs(without[person].strength.mu - START.mu)
    assert book.known[anchor].strength.sigma < known[anchor].strength.sigma
    assert 27 == book.known[person].matches


@pytest.mark.parametrize(("seats", "matches"), sorted(UNTIL_SETTLED.items()))
def test_settled_after_as_many_matches_as_the_docs_say(seats: int, matches: int) -> None:
    """
    Measured among players of different strength, with a match in a month; no more than people play in two years.
    """
    rows = measure(seats, pace=1, rounds=matches)
    docs = (Path(__file__).parents[3] / "docs" / "ratings.md").read_text("utf-8")

    assert rows[-1].sigma * 1_000_000 <= SETTLED < rows[-2].sigma * 1_000_000
    assert f"| {seats} | {matches} |" in docs


def test_numbers_are_shown_on_a_familiar_scale() -> None:
    """
    1500 at the start, surely not more than 1000 off; provisional down to 800; never below 100, whatever was lost.
    """
    assert (1500, 1000) == (points(START.mu), margin(START.sigma))
    assert START.provisional
    assert not Strength(25_000_000, SETTLED).provisional
    assert (800, LOWEST, LOWEST) == (margin(SETTLED), points(0), points(Strength(1_000_000).sure))
    assert ("1083? ± 930", "1612 ± 140", "1500") == (
        write_rating(1083, 930, provisional=True),
        write_rating(1612, 140, provisional=False),
        write_rating(1500, None, provisional=False),
    )
    assert START == Known().strength

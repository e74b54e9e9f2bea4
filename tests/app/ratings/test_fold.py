"""Ratings as a fold over results."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.ratings.fold import Book, Key, Known
from bot.app.ratings.skill import START, Strength, after_match, margin, points
from tests.app.ratings.facts import placed, result


def _book(*matches: tuple[tuple[int | str, int], ...]) -> Book:
    book = Book()
    for number, ranks in enumerate(matches, start=1):
        book.add(result(number), placed(number, *ranks))
    return book


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
    anchor = book.known[Key(7, "season", 0, "season:easy")]
    person = book.known[Key(7, "season", 1)]

    assert anchor.matches == person.matches == 60
    assert anchor.strength.sigma < person.strength.sigma


def test_the_same_computer_player_at_two_seats_is_one() -> None:
    """
    Its rating takes the mean of both seats.
    """
    book = _book(((1, 1), ("easy", 2), ("easy", 3)))

    assert 1 == book.known[Key(7, "season", 0, "season:easy")].matches


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
            lambda who: st.permutations(range(1, len(who) + 1)).map(lambda ranks: tuple(zip(who, ranks, strict=True)))
        ),
        max_size=12,
    )
)
def test_reckoning_twice_gives_the_same_numbers(matches: list[tuple[tuple[int | str, int], ...]]) -> None:
    """
    Whatever was played by 2 to 6, the fold from the start and the fold going on agree to the last digit.
    """
    whole = _book(*matches)
    half = _book(*matches[: len(matches) // 2])
    for number, ranks in enumerate(matches[len(matches) // 2 :], start=len(matches) // 2 + 1):
        half.add(result(number), placed(number, *ranks))

    assert whole.known == half.known
    assert whole.ratings == half.ratings


def test_numbers_are_shown_on_a_familiar_scale() -> None:
    """
    1500 at the start, surely not more than 1000 off; provisional until something is known.
    """
    assert (1500, 1000) == (points(START.mu), margin(START.sigma))
    assert START.provisional
    assert not Strength(25_000_000, 4_000_000).provisional
    assert START == Known().strength

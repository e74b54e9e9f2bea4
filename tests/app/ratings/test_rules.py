"""What finished matches count as; the clauses are those of ``docs/ratings.md``."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app.ratings.rules import Turns, find_result, ranks_of, turns_of
from db.ids import UserId
from db.ratings.records import Ended, Left, Unrated
from games.core.text import say
from tests.app.ratings.facts import facts, ruled, sat, seats


def test_1_a_match_played_to_its_end_is_rated_by_its_places() -> None:
    """
    Places are ranks; every turn counts, none of them late.
    """
    result, placings = find_result(facts(seats(1, 2, 3), places=(2, 1, 2), script="abcabc"))

    assert (True, "", Ended.PLAYED) == (result.rated, result.why, result.ended)
    assert [(2, 2, 2, 0), (1, 1, 2, 0), (2, 2, 2, 0)] == [(r.place, r.rank, r.turns, r.late) for r in placings]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"practice": True}, Unrated.PRACTICE),
        ({"practice": True, "who": seats(1), "places": (1,), "script": "aa"}, Unrated.PRACTICE),
        ({"who": seats(1), "places": (1,), "script": "aa"}, Unrated.SOLO),
        ({"who": seats("easy", "steady")}, Unrated.COMPUTERS),
        ({"who": seats(1, 1)}, Unrated.DOUBLE),
        ({"script": "aBaB"}, Unrated.ABSENT),
        ({"note": say("app.ended_by_staff")}, Unrated.STAFF),
        ({"ruling": ruled()}, Unrated.VOID),
        ({"rated_tournament": False}, Unrated.TOURNAMENT),
        ({"unrated": True}, Unrated.REVEALED),
        ({"unrated": True, "who": seats(1), "places": (1,), "script": "aa"}, Unrated.REVEALED),
    ],
)
def test_2_some_matches_are_not_rated(given: dict[str, Any], why: str) -> None:
    """
    Practice, solo, only computers, one person twice, somebody who never came, ended by staff, annulled, unrated
    tournament, turns taken back past what had come to light (solo, too: no record).
    """
    result, _ = find_result(facts(**given))

    assert (False, why) == (result.rated, result.why)


def test_2_a_match_against_a_computer_is_rated() -> None:
    """
    Computer players are anchors: their rating is known well, and meeting them tells something.
    """
    result, placings = find_result(facts(seats(1, "steady")))

    assert result.rated
    assert [(UserId(1), None), (None, "steady")] == [(row.user, row.level) for row in placings]


def test_3_who_resigns_ranks_behind_all_who_stayed() -> None:
    """
    Turns made for somebody who has resigned are nobody's.
    """
    who = seats(1, 2, 3, resigned={0: 3})
    _, placings = find_result(facts(who, places=(1, 2, 3), script="abcABCabc"))

    assert [3, 1, 2] == [row.rank for row in placings]
    assert [Left.RESIGNED, Left.STAYED, Left.STAYED] == [row.left for row in placings]
    assert 1 == placings[0].turns


@pytest.mark.parametrize(
    ("note", "ended", "left"),
    [
        ("app.ended_by_resignation", Ended.RESIGNED, Left.RESIGNED),
        ("app.ended_by_time", Ended.LATE, Left.LATE),
        ("app.ended_by_vote", Ended.AGREED, Left.STAYED),
        ("app.ended_by_rule", Ended.ADJUDICATED, Left.STAYED),
    ],
)
def test_4_an_early_end_counts_as_it_stands(note: str, ended: Ended, left: Left) -> None:
    """
    Resigning, losing by time, agreeing and adjudication are rated, if everybody made a turn.
    """
    result, placings = find_result(facts(note=say(note, seat=1)))

    assert (True, ended, left) == (result.rated, result.ended, placings[1].left)


def test_4_where_everybodys_time_was_up_the_score_counts() -> None:
    """
    All seats are marked as given up. It is rated by its places; two have lost by time, and not who had left before.
    """
    who = seats(1, 2, 3, resigned={0: 7, 1: 7, 2: 3})
    result, placings = find_result(
        facts(who, places=(2, 1, 3), script="abcab", note=say("app.ended_by_times", seat=(0, 1)))
    )

    assert (True, Ended.LATE) == (result.rated, result.ended)
    assert [2, 1, 3] == [row.rank for row in placings]
    assert [Left.LATE, Left.LATE, Left.RESIGNED] == [row.left for row in placings]


def test_5_whose_time_ends_the_match_has_lost_by_time() -> None:
    """
    Though the seat is marked as given up: that keeps its player out of tournaments in proportion.
    """
    _, placings = find_result(facts(seats(1, 2, resigned={1: 5}), note=say("app.ended_by_time", seat=1)))

    assert [Left.STAYED, Left.LATE] == [row.left for row in placings]


def test_5_all_whose_time_ended_the_match_together_have_lost_by_time() -> None:
    """
    Not only the first of them.
    """
    who = seats(1, 2, 3, resigned={1: 5, 2: 5})
    _, placings = find_result(facts(who, places=(1, 2, 2), script="abc", note=say("app.ended_by_time", seat=(1, 2))))

    assert [Left.STAYED, Left.LATE, Left.LATE] == [row.left for row in placings]


@pytest.mark.parametrize("note", ["app.ended_by_resignation", "app.ended_by_time", "app.ended_by_staff"])
def test_8_a_solo_match_that_is_broken_off_is_not_played_to_its_end(note: str) -> None:
    """
    So it makes no record; what the game itself says of a solo match is no early end.
    """
    broken, _ = find_result(facts(seats(1), places=(1,), script="a", note=say(note, seat=0)))
    whole, _ = find_result(facts(seats(1), places=(1,), script="a", note=say("shop.solo")))

    assert (Unrated.SOLO, Unrated.SOLO) == (broken.why, whole.why)
    assert Ended.PLAYED is not broken.ended
    assert Ended.PLAYED is whole.ended


def test_5_more_than_half_of_the_turns_by_default_is_losing_by_time() -> None:
    """
    The seat ranks behind those who stayed, whatever its place; exactly half is not enough.
    """
    _, half = find_result(facts(places=(1, 2), script="abAb"))
    _, more = find_result(facts(places=(1, 2), script="abAbAb"))

    assert (Left.STAYED, 1) == (half[0].left, half[0].rank)
    assert (Left.LATE, 2, 2, 3) == (more[0].left, more[0].rank, more[0].late, more[0].turns)


def test_6_who_was_replaced_ranks_last_and_the_newcomer_is_guarded() -> None:
    """
    Turns belong to who sat there when they were made.
    """
    result, placings = find_result(facts(tenures=(sat(1, 5, until=2),), script="ababab"))
    newcomer, former = placings[1], placings[2]

    assert result.rated
    assert (UserId(2), True, 2) == (newcomer.user, newcomer.guarded, newcomer.turns)
    assert (UserId(5), Left.REPLACED, 2, 1) == (former.user, former.left, former.place, former.turns)


def test_7_a_ruling_sets_the_places() -> None:
    """
    What staff decided stands in place of what the match said.
    """
    result, placings = find_result(facts(places=(1, 2), ruling=ruled(2, 1)))

    assert result.edited
    assert [2, 1] == [row.rank for row in placings]


def test_forced_and_sealed_turns_do_not_count() -> None:
    """
    Only turns that somebody could decide count, and a secret turn once.
    """
    made = facts(script="ab")
    silent = [line.entry for line in made.lines]

    assert {(0, 0): Turns(1), (1, 0): Turns(1)} == turns_of(made)
    assert 2 == len(silent)


@pytest.mark.parametrize(
    ("places", "left", "ranks"),
    [
        ((1, 1, 3), (Left.STAYED,) * 3, (1, 1, 3)),
        ((1, 2, 3), (Left.LATE, Left.STAYED, Left.STAYED), (3, 1, 2)),
        ((1, 1, 2), (Left.LATE, Left.RESIGNED, Left.STAYED), (2, 2, 1)),
    ],
)
def test_ranks(places: tuple[int, ...], left: tuple[Left, ...], ranks: tuple[int, ...]) -> None:
    """
    Those who left stand behind all others, among each other by their places.
    """
    assert ranks == ranks_of(places, left)


def test_a_note_on_a_match_of_several_seats_is_no_solo_note() -> None:
    """
    Only a solo match keeps what the game says about the result.
    """
    note = say("season.board", season=1, plots="1")
    solo, _ = find_result(facts(seats(1), places=(1,), script="a", note=note))
    several, _ = find_result(facts(note=note))

    assert solo.note is not None
    assert several.note is None

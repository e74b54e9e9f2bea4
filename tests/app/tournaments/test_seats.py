"""Seats of a Swiss stay within one wherever that can be; checked against all pairings there are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.tournaments.pairing import swiss
from bot.app.tournaments.pairing.matching import Round
from bot.app.tournaments.pairing.rivals import WIN, Rival, by_standing, seat_pair
from bot.app.tournaments.pairing.whole import Grade, grade
from tests.app.tournaments.test_pairing import Card, Field


def all_rounds(rivals: Sequence[Rival]) -> Iterator[Round]:
    """Yield all ways to pair some entrants, each pair seated as it is best."""
    if len(rivals) % 2:
        for bye in rivals:
            for made in all_rounds([each for each in rivals if each is not bye]):
                yield Round(made.pairs, bye.number)
    elif not rivals:
        yield Round(())
    else:
        first, *others = rivals
        for other in others:
            for made in all_rounds([each for each in others if each is not other]):
                yield Round((seat_pair(first, other), *made.pairs))


def play(tournament: Field, *, ahead: bool) -> Grade:
    """Pair a round and play it; return what is wrong with it."""
    order = by_standing(tournament.rivals())
    made = swiss.pair_round(order, ahead=ahead)
    if made.bye is not None:
        tournament.cards[made.bye].byes += 1
        tournament.cards[made.bye].points += WIN
    for pair in made.pairs:
        tournament.play(pair)
    return grade(order, made)


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 7), st.integers(1, 6), st.integers(0, 10_000))
def test_s8_no_other_pairing_has_fewer_repeats_or_better_seats(count: int, rounds: int, seed: int) -> None:
    """
    Then fewer second byes, then fewer blocked pairs; whoever leaves, comes late, or blocks somebody.
    """
    tournament, chance = Field(count, seed), random.Random(seed)
    for turn in range(rounds):
        if turn:
            tournament.drop(0.1)
        if turn and len(tournament.cards) < 7 and chance.random() < 0.2:
            number = 1 + len(tournament.cards)
            tournament.cards[number] = Card(strength=chance.randrange(1000))
            tournament.alive.add(number)
        if len(tournament.alive) < 2:
            return
        rivals = tournament.rivals()
        blocked = frozenset(chance.sample(sorted(tournament.alive), 1))
        order = by_standing(
            [tournament.cards[each.number].rival(each.number, blocked) for each in rivals[:1]] + rivals[1:]
        )
        made = swiss.pair_round(order, ahead=turn + 1 < rounds)
        least = min(grade(order, each) for each in all_rounds(order))

        assert least == grade(order, made)
        if made.bye is not None:
            tournament.cards[made.bye].byes += 1
        for pair in made.pairs:
            tournament.play(pair)


@pytest.mark.parametrize(("count", "rounds"), [(4, 3), (5, 4), (6, 4), (7, 5), (8, 6), (11, 6)])
def test_s9_where_nobody_leaves_seats_stay_within_one(count: int, rounds: int) -> None:
    """
    Small fields too, in every round, nobody meeting anybody twice or having two byes: a round is looked ahead.
    """
    for seed in range(2):
        tournament = Field(count, seed)
        for turn in range(rounds):
            assert (0, 0, 0, 0) == play(tournament, ahead=turn + 1 < rounds), f"round {turn + 1} of seed {seed}"

        assert max(abs(card.seats[0] - card.seats[1]) for card in tournament.cards.values()) <= 1


def test_s10_seats_of_a_large_field_are_as_even_as_can_be() -> None:
    """
    Where one who sits out leaves as many who are owed one seat as the other, that one does.
    """
    rivals = [Rival(number=number, seats=(1, 0), last=0, strength=100 - number) for number in range(1, 27)]
    rivals += [Rival(number=number, seats=(0, 1), last=1, strength=100 - number) for number in range(27, 52)]
    made = swiss.pair_round(rivals)

    assert made.bye == 26
    assert 0 == grade(rivals, made)[3]

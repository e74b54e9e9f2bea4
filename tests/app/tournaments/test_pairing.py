"""Who plays whom: the clauses are those of ``docs/tournaments.md``."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.tournaments.pairing import bracket, free, ladder, robin, swiss
from bot.app.tournaments.pairing.rivals import DRAW, WIN, Rival, excess, seat_pair
from db.tournaments.records import NodeKey, TreePart

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass
class Card:
    """What a simulated entrant has played."""

    strength: int = 0
    points: int = 0
    met: Counter[int] = field(default_factory=Counter)
    seats: list[int] = field(default_factory=lambda: [0, 0])
    last: int = -1
    byes: int = 0

    def rival(self, number: int, unwanted: frozenset[int] = frozenset()) -> Rival:
        """Return it as pairing sees it."""
        return Rival(
            number=number,
            points=self.points,
            strength=self.strength,
            met=dict(self.met),
            seats=tuple(self.seats),
            last=self.last,
            byes=self.byes,
            unwanted=unwanted,
        )


class Field:
    """A simulated tournament of two seats."""

    def __init__(self, count: int, seed: int = 0, seats: int = 2) -> None:
        """Entrants 1 … ``count``."""
        self.chance = random.Random(seed)
        self.cards = {
            number: Card(strength=self.chance.randrange(1000), seats=[0] * seats) for number in range(1, count + 1)
        }
        self.alive = set(self.cards)
        self.again = 0

    def rivals(self) -> list[Rival]:
        """Return those who are still in it."""
        return [self.cards[number].rival(number) for number in sorted(self.alive)]

    def sit(self, table: Sequence[int]) -> None:
        """Note who met whom at which seat."""
        for seat, number in enumerate(table):
            card = self.cards[number]
            card.seats[seat] += 1
            card.last = seat
            for other in table:
                if other != number:
                    self.again += other in card.met
                    card.met[other] += 1

    def play(self, table: Sequence[int]) -> None:
        """Play a match by chance."""
        self.sit(table)
        order = list(table)
        self.chance.shuffle(order)
        if len(table) == 2 and self.chance.random() < 0.1:
            for number in order:
                self.cards[number].points += DRAW
            return
        for place, number in enumerate(order):
            self.cards[number].points += WIN * (len(order) - 1 - place) // (len(order) - 1)

    def drop(self, share: float) -> None:
        """Let some leave."""
        self.alive -= {number for number in self.alive if self.chance.random() < share}


def _tilts(rivals: Sequence[Rival]) -> tuple[int, int, int]:
    tilts = [rival.tilt for rival in rivals]
    return sum(t > 0 for t in tilts), sum(t < 0 for t in tilts), sum(t == 0 for t in tilts)


@pytest.mark.parametrize("seed", range(4))
def test_s1_a_swiss_of_200_with_drop_outs_pairs_itself(seed: int) -> None:
    """
    Nobody meets anybody twice; seats stay within one, save as many pairs as drop-outs force; two byes for nobody.
    """
    tournament = Field(200, seed)
    for turn in range(9):
        if turn:
            tournament.drop(0.04)
        rivals = tournament.rivals()
        made = swiss.pair_round(rivals)
        known = {rival.number: rival for rival in rivals}
        playing = [rival for rival in rivals if rival.number != made.bye]
        more, less, even = _tilts(playing)
        forced = max(0, -(-(abs(more - less) - even) // 2))
        beyond = sum(excess(known[first], known[second]) > 0 for first, second in made.pairs)
        assert sorted(number for pair in made.pairs for number in pair) == [rival.number for rival in playing]
        assert beyond <= forced, f"round {turn + 1}: {beyond} pairs unbalanced, {forced} had to be"
        if made.bye is not None:
            tournament.cards[made.bye].points += WIN
            tournament.cards[made.bye].byes += 1
        for pair in made.pairs:
            tournament.play(pair)

    assert 0 == tournament.again
    assert max(card.byes for card in tournament.cards.values()) <= 1
    assert (
        max(abs(tournament.cards[number].seats[0] - tournament.cards[number].seats[1]) for number in tournament.alive)
        <= 1
    )


def test_s2_a_round_of_500_is_paired_in_time() -> None:
    """
    Under two seconds of one core, also late in the tournament; points stay close.
    """
    tournament = Field(500, 1)
    slowest, gaps = 0.0, []
    for _ in range(5):
        rivals = tournament.rivals()
        began = time.process_time()
        made = swiss.pair_round(rivals)
        slowest = max(slowest, time.process_time() - began)
        gaps += [abs(tournament.cards[one].points - tournament.cards[other].points) for one, other in made.pairs]
        for pair in made.pairs:
            tournament.play(pair)

    assert slowest < 2
    assert 0 == tournament.again
    assert sum(gaps) / len(gaps) < DRAW / 4


def test_s3_the_first_round_sets_the_upper_half_against_the_lower() -> None:
    """
    By strength: the first meets the one in the middle.
    """
    rivals = [Rival(number=number, strength=100 - number) for number in range(1, 9)]
    made = swiss.pair_round(rivals)

    assert [{1, 5}, {2, 6}, {3, 7}, {4, 8}] == [set(pair) for pair in made.pairs]


def test_s4_the_lowest_who_had_none_gets_the_bye() -> None:
    """
    Of an odd number; who is owed a seat after two of the same is passed over.
    """
    rivals = [
        Rival(number=1, points=60),
        Rival(number=2, points=30),
        Rival(number=3, points=0, byes=1),
    ]
    owed = [*rivals[:2], Rival(number=3, points=0, seats=(2, 0))]

    assert 2 == swiss.pair_round(rivals).bye
    assert 2 == swiss.pair_round(owed).bye


def test_s5_blocked_players_do_not_meet_where_that_is_possible() -> None:
    """
    The pair is exchanged with another; of two there is no other.
    """
    rivals = [Rival(number=number, strength=100 - number) for number in range(1, 5)]
    blocked = [
        Rival(number=each.number, strength=each.strength, unwanted=frozenset({3} if each.number == 1 else ()))
        for each in rivals
    ]

    assert {1, 3} in [set(pair) for pair in swiss.pair_round(rivals).pairs]
    assert {1, 3} not in [set(pair) for pair in swiss.pair_round(blocked).pairs]
    assert [{1, 3}] == [set(pair) for pair in swiss.pair_round([blocked[0], blocked[2]]).pairs]


def test_s6_meeting_again_is_the_last_resort() -> None:
    """
    Four who have all met are paired again all the same, with those they met least often.
    """
    met = {1: {2: 2, 3: 1, 4: 1}, 2: {1: 2, 3: 1, 4: 1}, 3: {1: 1, 2: 1, 4: 2}, 4: {1: 1, 2: 1, 3: 2}}
    rivals = [Rival(number=number, met=met[number]) for number in met]
    pairs = [set(pair) for pair in swiss.pair_round(rivals).pairs]

    assert {1, 2} not in pairs
    assert 2 == len(pairs)


def test_s7_an_end_that_does_not_come_out_takes_pairs_back() -> None:
    """
    The last two have met: an earlier pair is undone for them.
    """
    numbers = range(1, 41)
    rivals = [
        Rival(number=number, strength=100 - number, met={40: 1} if number == 20 else {20: 1} if number == 40 else {})
        for number in numbers
    ]
    pairs = swiss.pair_round(rivals).pairs

    assert {20, 40} not in [set(pair) for pair in pairs]
    assert 20 == len(pairs)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 30), st.integers(1, 8), st.integers(0, 10_000))
def test_every_field_is_paired(count: int, rounds: int, seed: int) -> None:
    """
    Whatever was played before, everybody has exactly one place in the round.
    """
    tournament = Field(count, seed)
    for _ in range(rounds):
        made = swiss.pair_round(tournament.rivals())
        used = [number for pair in made.pairs for number in pair] + ([made.bye] if made.bye else [])
        assert sorted(tournament.alive) == sorted(used)
        for pair in made.pairs:
            tournament.play(pair)
        if made.bye:
            tournament.cards[made.bye].byes += 1


def test_seats_in_turn() -> None:
    """
    Who began more often follows; else who began last time; else the stronger one follows.
    """
    begun, fresh = Rival(number=1, seats=(1, 0), last=0), Rival(number=2)
    strong, weak = Rival(number=3, strength=9), Rival(number=4, strength=1)

    assert (2, 1) == seat_pair(begun, fresh) == seat_pair(fresh, begun)
    assert (4, 3) == seat_pair(strong, weak) == seat_pair(weak, strong)


# --- Round robin -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, 14))
def test_r1_all_meet_once_and_begin_as_often_as_not(count: int) -> None:
    """
    Within one with an even number, exactly with an odd one; one match a round for each.
    """
    tournament = Field(count)
    rounds = robin.schedule(sorted(tournament.cards))
    for pairs in rounds:
        assert len({number for pair in pairs for number in pair}) == 2 * len(pairs)
        for pair in pairs:
            tournament.sit(pair)

    assert all(card.met == Counter(set(tournament.cards) - {number}) for number, card in tournament.cards.items())
    assert max(abs(card.seats[0] - card.seats[1]) for card in tournament.cards.values()) == (count + 1) % 2


def test_r2_groups_are_equally_strong() -> None:
    """
    Dealt in a snake: 1 with 6 and 7, 2 with 5 and 8, 3 with 4 and 9.
    """
    rivals = [Rival(number=number, strength=100 - number) for number in range(1, 10)]

    assert [[1, 6, 7], [2, 5, 8], [3, 4, 9]] == robin.groups(rivals, 3)
    assert [[1, 2]] == robin.groups(rivals[:2], 6)


# --- Next free pair ----------------------------------------------------------------------------------------------


def _waiting(
    number: int, points: int = 0, *, played: int = 0, hours: float = 0, met: Sequence[int] = ()
) -> free.Waiting:
    rival = Rival(number=number, points=points, met=dict.fromkeys(met, 1))
    return free.Waiting(rival=rival, played=played, since=NOW - timedelta(hours=hours))


def test_f1_free_players_who_are_close_are_paired_at_once() -> None:
    """
    Within half a win a match.
    """
    waiting = [
        _waiting(1, 120, played=2),
        _waiting(2, 60, played=2),
        _waiting(3, 0, played=2),
        _waiting(4, 90, played=2),
    ]
    pairs = free.pair_free(waiting, patience=timedelta(hours=24), now=NOW, others=(9,))

    assert [{1, 4}, {2, 3}] == sorted(map(set, pairs), key=min)


def test_f2_others_wait_as_long_as_the_event_says() -> None:
    """
    A leader and the last are paired when one of them has waited long enough, or nobody else is left to come.
    """
    patience = timedelta(hours=24)
    far = [_waiting(1, 120, played=2), _waiting(2, 0, played=2)]
    late = [_waiting(1, 120, played=2, hours=25), _waiting(2, 0, played=2)]

    assert () == free.pair_free(far, patience=patience, now=NOW, others=(9,))
    assert 1 == len(free.pair_free(late, patience=patience, now=NOW, others=(9,)))
    assert 1 == len(free.pair_free(far, patience=patience, now=NOW))


def test_f3_nobody_meets_again() -> None:
    """
    Two who have met stay without a pair.
    """
    waiting = [_waiting(1, met=(2,), hours=99), _waiting(2, met=(1,), hours=99)]

    assert () == free.pair_free(waiting, patience=timedelta(hours=1), now=NOW)
    assert () == free.pair_free([], patience=timedelta(hours=1), now=NOW)


# --- Ladder ------------------------------------------------------------------------------------------------------


def test_l1_one_plays_the_nearest_free_one_above() -> None:
    """
    From below; not against the last two opponents if somebody else is in reach.
    """
    rivals = {number: Rival(number=number) for number in range(1, 7)}
    order = (1, 2, 3, 4, 5, 6)
    pairs = ladder.challenges(order, {1, 2, 5, 6}, rivals, recent={})
    fresh = ladder.challenges(order, {4, 5, 6}, rivals, recent={6: (5,)})
    alone = ladder.challenges(order, {1, 6}, rivals, recent={})

    assert [{5, 6}, {1, 2}] == [set(pair) for pair in pairs]
    assert [{4, 6}] == [set(pair) for pair in fresh]
    assert () == alone


def test_l2_a_winner_from_below_takes_the_place() -> None:
    """
    Those between move down; a winner from above changes nothing.
    """
    assert (1, 4, 2, 3) == ladder.move_up((1, 2, 3, 4), winner=4, loser=2)
    assert (1, 2, 3, 4) == ladder.move_up((1, 2, 3, 4), winner=1, loser=2)


def test_l3_blocked_players_do_not_challenge_each_other() -> None:
    """
    Whoever of the two blocks.
    """
    rivals = {1: Rival(number=1, unwanted={2}), 2: Rival(number=2)}

    assert () == ladder.challenges((1, 2), {1, 2}, rivals, recent={})


# --- Knockouts --------------------------------------------------------------------------------------------------


def _champion(known: dict[NodeKey, bracket.Meeting]) -> int | None:
    """Return who won the whole, or None while that is open."""
    return list(known.values())[-1].onward or None


def _run(count: int, *, double: bool, seed: int) -> tuple[int, dict[int, int], dict[NodeKey, bracket.Meeting]]:
    """Play a tree by chance; return the champion, defeats by entrant, and the tree."""
    nodes = bracket.tree(count, double=double)
    seeds = list(range(1, count + 1))
    winners: dict[NodeKey, int] = {}
    lost: Counter[int] = Counter()
    chance = random.Random(seed)
    for _ in range(10 * count):
        known = bracket.meetings(nodes, seeds, winners)
        ready = [key for key, meeting in known.items() if meeting.ready]
        if not ready:
            won = _champion(known)
            assert won is not None
            return won, lost, known
        key = chance.choice(ready)
        first, second = known[key].first, known[key].second
        assert first
        assert second
        winners[key] = chance.choice((first, second))
        lost[second if winners[key] == first else first] += 1
    raise AssertionError("the tree never ends")


@pytest.mark.parametrize("count", range(2, 34))
@pytest.mark.parametrize("double", [False, True])
def test_k1_everybody_but_the_champion_loses_once_or_twice(count: int, double: bool) -> None:
    """
    At any number of entrants the tree ends with one who lost less often than all others had to.
    """
    for seed in range(3):
        won, lost, _ = _run(count, double=double, seed=seed)
        most = 2 if double else 1

        assert {most} == {lost[number] for number in range(1, count + 1) if number != won}
        assert lost[won] < most


def test_k2_the_strongest_meet_last_and_sit_the_first_round_out() -> None:
    """
    Of six in a tree of eight the two strongest go on at once; 1 and 2 are in different halves.
    """
    known = bracket.meetings(bracket.tree(6), (1, 2, 3, 4, 5, 6), {})
    first = {(meeting.first, meeting.second) for key, meeting in known.items() if key[:2] == (TreePart.WINNERS, 1)}
    upper, lower = (known[NodeKey(TreePart.WINNERS, 2, row)] for row in range(2))

    assert {(1, 0), (4, 5), (2, 0), (3, 6)} == first
    assert (1, None) == (upper.first, upper.second)
    assert 2 == lower.first


def test_k3_the_second_final_is_played_only_if_the_first_is_a_first_defeat() -> None:
    """
    Who comes without a defeat and wins the first final is champion; else both have lost once, and meet again.
    """
    nodes, first = bracket.tree(2, double=True), NodeKey(TreePart.WINNERS, 1)
    done = bracket.meetings(nodes, (1, 2), {first: 1, bracket.FINAL: 1})
    again = bracket.meetings(nodes, (1, 2), {first: 1, bracket.FINAL: 2})

    assert 1 == _champion(done)
    assert _champion(again) is None
    assert again[bracket.AGAIN].ready
    assert 2 == _champion(bracket.meetings(nodes, (1, 2), {first: 1, bracket.FINAL: 2, bracket.AGAIN: 2}))

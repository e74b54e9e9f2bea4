"""Pairing a Swiss round of a small field as a whole, with an eye on the round after. Pure.

No other pairing of the round has fewer repeats, of those fewer who have another bye, of those fewer blocked pairs, and
of those better balanced seats. Among small fields some pairings and seats leave none for the next round that is as
good; another one that does is taken then, if it is as good in all this now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from bot.app.tournaments.pairing.matching import (
    AGAIN,
    UNBALANCED,
    Both,
    Round,
    against,
    cheapest,
    in_line,
    is_unwanted,
    match_best,
    seat_round,
)
from bot.app.tournaments.pairing.rivals import Pair, Rival, by_standing, excess, imbalance_of

WHOLE = 48
"""Fields up to this size are matched as a whole."""

AHEAD = 16
"""Fields up to this size are looked at a round ahead; in larger ones there is choice enough."""

_BYE = 10**11 * AGAIN
_PLACE = 10**3

Banned = Collection[frozenset[int]]
Grade = tuple[int, int, int, int]
"""What is wrong with a round: repeats, earlier byes of the one who sits out, blocked pairs, seats beyond one."""


class _Arranged(Struct, frozen=True):
    pairs: tuple[Both, ...]
    bye: Rival | None


def pair_whole(order: Sequence[Rival], *, ahead: bool) -> Round:
    """Pair a field of up to ``WHOLE`` entrants who stand in order; ``ahead``: another round is to follow."""
    best = _arrange(order)
    made = seat_round(best.pairs, best.bye)
    if not ahead or not 4 <= len(order) <= AHEAD:
        return made
    graded = _prospect(order, made)
    if _is_clean(order, made, graded[1]):
        return made
    for other in _candidates(order, best, made):
        found = _prospect(order, other)
        if found < graded:
            made, graded = other, found
        if _is_clean(order, made, graded[1]):
            break
    return made


def _arrange(order: Sequence[Rival], banned: Banned = ()) -> _Arranged:
    bye = _sits_out(order, banned) if len(order) % 2 else None
    line = in_line(each for each in order if each is not bye)
    return _Arranged(tuple(match_best(line, again=True, banned=banned)), bye)


def _sits_out(order: Sequence[Rival], banned: Banned) -> Rival:
    """The one without whom the others can be paired best; of several the lowest."""
    nobody = len(order)
    prices = {
        (at, beside): against(one, order[beside]) + one.met.get(order[beside].number, 0) * _BYE * nobody
        for at, one in enumerate(order)
        for beside in range(at + 1, nobody)
        if frozenset((one.number, order[beside].number)) not in banned
    }
    for at, rival in enumerate(order):
        if frozenset((rival.number,)) not in banned:
            prices[at, nobody] = rival.byes * _BYE + _weigh_owed(rival) * UNBALANCED + (nobody - at) * _PLACE
    (found,) = (at for at, beside in cheapest(nobody + 1, prices) if beside == nobody)
    return order[found]


def _weigh_owed(rival: Rival) -> int:
    """How far beyond one an entrant is who sits out, squared."""
    return max(0, abs(rival.tilt) - 1) ** 2


# --- The round after ---------------------------------------------------------------------------------------------


def grade(order: Sequence[Rival], made: Round) -> Grade:
    """Return what is wrong with a round."""
    known = {rival.number: rival for rival in order}
    both = [(known[first], known[second]) for first, second in made.pairs]
    out = None if made.bye is None else known[made.bye]
    return (
        sum(first.met.get(second.number, 0) for first, second in both),
        0 if out is None else out.byes,
        sum(is_unwanted(first, second) for first, second in both),
        sum(excess(first, second) for first, second in both) + (0 if out is None else _weigh_owed(out)),
    )


def _prospect(order: Sequence[Rival], made: Round) -> tuple[Grade, Grade]:
    """What is wrong with a round, and with the best one that can follow if everybody stays."""
    then = by_standing(_after(order, made))
    best = _arrange(then)
    return grade(order, made), grade(then, seat_round(best.pairs, best.bye))


def _is_clean(order: Sequence[Rival], made: Round, following: Grade) -> bool:
    """Whether no round that follows could be better."""
    byes = min(rival.byes + (rival.number == made.bye) for rival in order) if len(order) % 2 else 0
    return following == (0, byes, 0, 0)


def _after(order: Sequence[Rival], made: Round) -> list[Rival]:
    """The entrants once a round is played, whoever wins."""
    known = {rival.number: rival for rival in order}
    for pair in made.pairs:
        for seat, (number, other) in enumerate((pair, pair[::-1])):
            rival = known[number]
            seats = tuple(count + (at == seat) for at, count in enumerate(rival.seats))
            met = {**rival.met, other: rival.met.get(other, 0) + 1}
            known[number] = replace(rival, seats=seats, last=seat, met=met)
    if made.bye is not None:
        known[made.bye] = replace(known[made.bye], byes=known[made.bye].byes + 1)
    return list(known.values())


def _candidates(order: Sequence[Rival], best: _Arranged, made: Round) -> Iterator[Round]:
    """The best round with other seats; then without one of its pairs at a time, or with another bye."""
    yield _turn_seats(order, made)
    sides = [frozenset(rival.number for _, rival in both) for both in best.pairs]
    for banned in [*sides, *([frozenset((best.bye.number,))] if best.bye else [])]:
        other = _arrange(order, (banned,))
        seated = seat_round(other.pairs, other.bye)
        yield seated
        yield _turn_seats(order, seated)


def _turn_seats(order: Sequence[Rival], made: Round) -> Round:
    """The same pairs, seated so that those who may meet next are owed different seats, where that is as balanced."""
    known = {rival.number: rival for rival in order}
    then = _arrange([replace(rival, seats=(0, 0)) for rival in by_standing(_after(order, made))])
    following = [(one.number, other.number) for (_, one), (_, other) in then.pairs]
    best, least = made, None
    for pairs in product(*(_seatings(known, pair) for pair in made.pairs)):
        turned = Round(pairs, made.bye)
        after = {rival.number: rival for rival in _after(order, turned)}
        beyond = sum(imbalance_of(after[one], after[other]) for one, other in following)
        if least is None or beyond < least:
            best, least = turned, beyond
        if not least:
            break
    return best


def _seatings(known: dict[int, Rival], pair: Pair) -> tuple[Pair, ...]:
    first, second = known[pair[0]], known[pair[1]]
    return (pair, pair[::-1]) if excess(second, first) == excess(first, second) else (pair,)

"""A ladder: who beats somebody above takes that place, and those between move down. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.app.tournaments.pairing.rivals import Pair, Rival, seat_pair

REACH = 3
"""One plays somebody at most so many places above."""

PAUSE = 2
"""Not against one of the last so many opponents, as long as somebody else is in reach."""


def challenges(
    order: Sequence[int], free: Collection[int], rivals: Mapping[int, Rival], *, recent: Mapping[int, Sequence[int]]
) -> tuple[Pair, ...]:
    """Return who plays whom now: from below, each free entrant the nearest free one above in reach.

    ``order`` is the ladder from the top, ``recent`` the opponents of each, the newest last. Who was met lately is
    played only if nobody else could be in reach.
    """
    left = [number for number in order if number in free]
    places = {number: place for place, number in enumerate(order)}
    pairs: list[Pair] = []
    for low in reversed(left.copy()):
        if low not in left:
            continue
        above = [
            number
            for number in order[max(0, places[low] - REACH) : places[low]]
            if number not in _find_banned(rivals, low)
        ]
        lately = set(recent.get(low, ())[-PAUSE:])
        fresh = [number for number in above if number not in lately] or above
        high = next((number for number in reversed(fresh) if number in left), None)
        if high is not None:
            left.remove(low)
            left.remove(high)
            pairs.append(seat_pair(rivals[high], rivals[low]))
    return tuple(pairs)


def _find_banned(rivals: Mapping[int, Rival], number: int) -> set[int]:
    own = set(rivals[number].unwanted)
    return own | {other for other, rival in rivals.items() if number in rival.unwanted}


def move_up(order: Sequence[int], *, winner: int, loser: int) -> tuple[int, ...]:
    """Return the ladder after a match: a winner from below takes the loser's place."""
    above, below = order.index(loser), order.index(winner)
    if below < above:
        return tuple(order)
    rest = [number for number in order if number != winner]
    return (*rest[:above], winner, *rest[above:])

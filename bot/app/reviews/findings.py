"""What follows from a review: the turns that cost most, the one that decided, and from when on it was decided. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from bot.app.reviews.making import TOLD
from bot.app.reviews.records import Decision, Review
from games.core.game import Outcome
from games.core.seats import Seat

LEAST_SWING = 0.15
"""Of the victories: what changed the winner's share by less didn't decide."""

SURE_SWING = 3.0
"""Standard errors that a swing exceeds: it is the largest of many."""

SETTLED = 0.9
"""The match is settled from when on its winner would have won so many of the tries."""


class Swing(Struct, frozen=True, kw_only=True):
    """The turn after which the winner won most more of the tries, and the one of the point before.

    ``before`` and ``after`` are the means of a round each: within one it shows who has just moved.
    """

    since: int
    turn: int
    before: float
    after: float


class Findings(Struct, frozen=True, kw_only=True):
    """What a review comes to.

    ``losses`` are sure and in order of the turns, a few of each seat; ``winner`` is None in solo matches and after a
    tie. ``settled`` is the turn from which on the winner was not to be caught; None: it was open to the end.
    ``from_start``: that is where the curve begins, so no turn brought it about. ``share`` is the winner's chance when a
    match ended before its rules ended it; None: they did.
    """

    losses: tuple[Decision, ...]
    winner: Seat | None = None
    decided: Swing | None = None
    settled: int | None = None
    from_start: bool = False
    share: float | None = None


def find(review: Review, outcome: Outcome | None, *, last: int) -> Findings:
    """Return what follows from a review of a match that ended so with turn ``last``."""
    losses = choose_losses(review.decisions)
    places = () if outcome is None else outcome.places
    if len(places) < 2 or places.count(1) != 1:
        return Findings(losses=losses)
    winner = Seat(places.index(1))
    curve = [(point.turn, point.shares[winner], point.tries) for point in review.points]
    ends = [(last, 1.0, 0)] if review.whole else []
    shares = smooth([share for _turn, share, _tries in (*curve, *ends)], len(places))
    settled = _find_settled([point.turn for point in review.points], shares[: len(curve)])
    return Findings(
        losses=losses,
        winner=winner,
        decided=_find_swing([*curve, *ends], len(places)),
        settled=settled,
        from_start=settled == curve[0][0],
        share=None if review.whole else curve[-1][1],
    )


def smooth(values: Sequence[float], seats: int) -> list[float]:
    """Return means over a round of turns, half of the first and last one, fewer near the ends, which stay.

    A player who has just moved looks better than one who is about to; over a round that evens out.
    """
    found = []
    for at in range(len(values)):
        reach = min(seats / 2, at, len(values) - 1 - at)
        steps = range(-math.ceil(reach), math.ceil(reach) + 1)
        weights = [1.0 if abs(step) < reach or not reach else 0.5 for step in steps]
        weighed = zip(weights, (values[at + step] for step in steps), strict=True)
        found.append(sum(weight * value for weight, value in weighed) / sum(weights))
    return found


def choose_losses(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return the turns that have surely cost most, a few of each seat, in order."""
    held = sorted((each for each in decisions if each.held), key=lambda each: -each.gain)
    chosen = [each for at, each in enumerate(held) if sum(one.seat == each.seat for one in held[:at]) < TOLD]
    return tuple(sorted(chosen, key=lambda each: each.ply))


def _find_swing(curve: Sequence[tuple[int, float, int]], seats: int) -> Swing | None:
    rises = []
    for at in range(1, len(curve)):
        (before, left), (after, right) = _mean(curve[max(0, at - seats) : at]), _mean(curve[at : at + seats])
        if after - before > max(LEAST_SWING, SURE_SWING * math.hypot(left, right)):
            rises.append(Swing(since=curve[at - 1][0], turn=curve[at][0], before=before, after=after))
    return max(rises, key=lambda swing: swing.after - swing.before, default=None)


def _mean(points: Sequence[tuple[int, float, int]]) -> tuple[float, float]:
    """The mean of shares, and its standard error; that of the end is known."""
    errors = [(share * (1 - share) + 1 / (4 * tries)) / tries if tries else 0.0 for _turn, share, tries in points]
    return fmean(share for _turn, share, _tries in points), math.sqrt(sum(errors)) / len(points)


def _find_settled(turns: Sequence[int], shares: Sequence[float]) -> int | None:
    """The first turn from which on all shares are high, if there is one."""
    settled = None
    for turn, share in zip(reversed(turns), reversed(shares), strict=True):
        if share < SETTLED:
            break
        settled = turn
    return settled

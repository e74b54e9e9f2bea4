"""What follows from a review: the turns that cost most, the one that decided, and from when on it was decided. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

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
    """The turn after which the winner won most more of the tries, and the one of the point before; both shares."""

    since: int
    turn: int
    before: float
    after: float


class Findings(Struct, frozen=True, kw_only=True):
    """What a review comes to.

    ``losses`` are sure and in order of the turns, a few of each seat; ``winner`` is None in solo matches and after a
    tie. ``settled`` is the turn from which on the winner was not to be caught; None: it was open to the end. ``share``
    is the winner's chance when a match ended before its rules ended it; None: they did.
    """

    losses: tuple[Decision, ...]
    winner: Seat | None = None
    decided: Swing | None = None
    settled: int | None = None
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
    return Findings(
        losses=losses,
        winner=winner,
        decided=_find_swing([*curve, *ends]),
        settled=_find_settled(curve),
        share=None if review.whole else curve[-1][1],
    )


def choose_losses(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return the turns that have surely cost most, a few of each seat, in order."""
    held = sorted((each for each in decisions if each.held), key=lambda each: -each.gain)
    chosen = [each for at, each in enumerate(held) if sum(one.seat == each.seat for one in held[:at]) < TOLD]
    return tuple(sorted(chosen, key=lambda each: each.ply))


def _find_swing(curve: Sequence[tuple[int, float, int]]) -> Swing | None:
    rises = [
        Swing(since=before[0], turn=after[0], before=before[1], after=after[1])
        for before, after in pairwise(curve)
        if after[1] - before[1] > max(LEAST_SWING, SURE_SWING * math.hypot(_error(before), _error(after)))
    ]
    return max(rises, key=lambda swing: swing.after - swing.before, default=None)


def _error(point: tuple[int, float, int]) -> float:
    """The standard error of a share; that of the end is known."""
    _turn, share, tries = point
    return math.sqrt((share * (1 - share) + 1 / (4 * tries)) / tries) if tries else 0.0


def _find_settled(curve: Sequence[tuple[int, float, int]]) -> int | None:
    """The turn of the first point from which on all shares are high, if there is one."""
    settled = None
    for turn, share, _tries in reversed(curve):
        if share < SETTLED:
            break
        settled = turn
    return settled

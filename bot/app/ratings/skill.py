"""How strong a player is taken to be, and what one match changes about it. Pure.

The model is Plackett and Luce's as openskill has it. Numbers are kept in millionths, rounded after each match, so that
reckoning anew gives the same to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt, sqrt

from msgspec import Struct
from openskill.models import PlackettLuce

MILLION = 1_000_000

DRIFT = 25 / 300
"""People change: each match first makes a rating so much less sure. Computer players do not change."""

MONTH = 30 * 86_400_000
"""In milliseconds."""

MONTHLY = 500_000
"""Every month without a rated match makes a person's rating so much less sure: sigma grows as with that of a sum."""

VARIANCE = MONTHLY**2

SETTLED = 6_666_666
"""A rating is provisional while its sigma is above this, four fifths of that at the start (shown as 800 of 1000)."""

LOWEST = 100
"""No rating is shown below this, as chess federations do it."""

BETA = 25 / 6
"""How far chance and a player's form of the day scatter around a strength."""

_model = PlackettLuce(beta=BETA, tau=0.0)


def lower_bound(mu: int, sigma: int) -> int:
    """Return what somebody is at least, almost surely: boards go by this."""
    return mu - 3 * sigma


class Strength(Struct, frozen=True):
    """A normal distribution: mean and deviation in millionths."""

    mu: int = 25 * MILLION
    sigma: int = 8_333_333

    @property
    def sure(self) -> int:
        """What the player is at least, almost surely."""
        return lower_bound(self.mu, self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too little is known."""
        return self.sigma > SETTLED


START = Strength()


def after_match(
    ranks: Sequence[int], strengths: Sequence[Strength], *, drifting: Sequence[bool] | None = None
) -> tuple[Strength, ...]:
    """Return the strengths after a match of 2 or more; ``ranks`` are 1-based, shared where tied.

    ``drifting``: whose strength may have changed since the match before (everybody's, if left out).
    """
    drifts = drifting or [True] * len(strengths)
    teams = [
        [_model.rating(mu=each.mu / MILLION, sigma=_less_sure(each, drift))]
        for each, drift in zip(strengths, drifts, strict=True)
    ]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(Strength(round(team[0].mu * MILLION), max(1, round(team[0].sigma * MILLION))) for team in rated)


def _less_sure(strength: Strength, drift: bool) -> float:
    sigma = strength.sigma / MILLION
    return min(sqrt(sigma * sigma + DRIFT * DRIFT), START.sigma / MILLION) if drift else sigma


def rest(strength: Strength, idle: int) -> Strength:
    """Return a strength after so many milliseconds without a rated match: less sure, at most as at the start."""
    return Strength(strength.mu, rest_deviation(strength.sigma, idle))


def rest_deviation(sigma: int, idle: int) -> int:
    """Return the deviation of a strength after so many milliseconds without a rated match."""
    return min(isqrt(sigma * sigma + VARIANCE * max(0, idle) // MONTH), START.sigma)


def points(mu: int) -> int:
    """Return a mean as it is shown: 1500 at the start, 60 for each unit of the model, never below ``LOWEST``."""
    return max(LOWEST, 1500 + round((mu / MILLION - 25) * 60))


def margin(sigma: int) -> int:
    """Return the uncertainty as it is shown: 19 of 20 times the true strength is no further off."""
    return round(2 * sigma / MILLION * 60)


def write_rating(points: int, margin: int | None, *, provisional: bool) -> str:
    """Return a rating with its uncertainty (None: unknown), as it is written everywhere; "?": it is provisional."""
    doubt = "" if margin is None else f" ± {margin}"
    return f"{points}{'?' if provisional else ''}{doubt}"

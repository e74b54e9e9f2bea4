"""How soon ratings settle, and how good they are then: the numbers in ``docs/ratings.md``.

``python -m tests.bench.settling`` prints them. Players of different strength (as far apart as the model takes
newcomers to be) meet at tables drawn at random, and each is as good as that in a match, more or less.
"""

from __future__ import annotations

from random import Random
from statistics import fmean, median
from typing import NamedTuple

from bot.app.ratings.skill import MILLION, MONTH, SETTLED, START, Strength, after_match, margin, rest

UNTIL_SETTLED = {2: 9, 3: 11, 4: 13, 6: 21}
"""Matches, one in a month, by seats: after so many half of the players have settled."""

FIELD = 24
FIELDS = 10
SWING = 25 / 6
"""How much better or worse than usual somebody is in a match: a deviation, in the model's units."""


class Row(NamedTuple):
    """After so many matches of each: the median sigma, and which part of all pairs stands in the right order."""

    matches: int
    sigma: float
    order: float


def measure(seats: int, *, pace: float, rounds: int) -> list[Row]:
    """Return a row for each round, over ``FIELDS`` fields of players; ``pace`` are the months between two matches."""
    runs = [_run(seats, Random(seed), pace, rounds) for seed in range(FIELDS)]
    return [
        Row(at + 1, fmean(run[at].sigma for run in runs), fmean(run[at].order for run in runs)) for at in range(rounds)
    ]


def _run(seats: int, chance: Random, pace: float, rounds: int) -> list[Row]:
    true = [chance.gauss(START.mu / MILLION, START.sigma / MILLION) for _ in range(FIELD)]
    found, rows = [START] * FIELD, []
    for number in range(1, rounds + 1):
        found = [rest(each, round(pace * MONTH)) for each in found]
        order = chance.sample(range(FIELD), FIELD)
        for begin in range(0, FIELD, seats):
            _play(order[begin : begin + seats], true, found, chance)
        pairs = [(one, two) for one in range(FIELD) for two in range(one)]
        right = fmean((true[one] > true[two]) == (found[one].mu > found[two].mu) for one, two in pairs)
        rows.append(Row(number, median(each.sigma for each in found) / MILLION, right))
    return rows


def _play(table: list[int], true: list[float], found: list[Strength], chance: Random) -> None:
    shown = [true[who] + chance.gauss(0, SWING) for who in table]
    ranks = [1 + sum(other > own for other in shown) for own in shown]
    for who, after in zip(table, after_match(ranks, [found[who] for who in table]), strict=True):
        found[who] = after


def _main() -> None:
    for seats in UNTIL_SETTLED:
        for pace in (0, 1):
            rows = measure(seats, pace=pace, rounds=26)
            settled = next(row for row in rows if row.sigma * MILLION <= SETTLED)
            at = {row.matches: f"{margin(round(row.sigma * MILLION))}" for row in rows if row.matches in (1, 5, 10, 26)}
            print(f"{seats} seats, {pace} months between: settled after {settled.matches}", end=", ")
            print(f"{settled.order:.0%} of pairs in order (after one match {rows[0].order:.0%}); margins {at}")


if __name__ == "__main__":
    _main()

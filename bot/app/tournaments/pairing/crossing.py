"""Seeds of a knockout between the best of several groups: those of one group are to meet as late as can be. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from bot.app.tournaments.pairing.bracket import seed_order, size_of


def cross(order: Sequence[int], places: Mapping[int, int], groups: Mapping[int, str]) -> list[int]:
    """Return entrants from the strongest seed, changed only among those with the same place in their groups.

    Two of the same place change seeds as long as that lets players of a group meet later, the lowest place first.
    ``order`` are entrants by place in their group, ``places`` and ``groups`` where each stood.
    """
    size = size_of(len(order))
    slots = {seed: slot for slot, seed in enumerate(seed_order(size))}
    seeds = list(order)
    tiers: dict[int, list[int]] = {}
    for seed, number in enumerate(seeds):
        tiers.setdefault(places[number], []).append(seed)
    least = _clashes(seeds, groups, slots)
    better = True
    while better:
        better = False
        for place in sorted(tiers, reverse=True):
            for one, other in combinations(tiers[place], 2):
                seeds[one], seeds[other] = seeds[other], seeds[one]
                now = _clashes(seeds, groups, slots)
                if now < least:
                    least, better = now, True
                else:
                    seeds[one], seeds[other] = seeds[other], seeds[one]
    return seeds


def _clashes(seeds: Sequence[int], groups: Mapping[int, str], slots: Mapping[int, int]) -> tuple[int, ...]:
    """How many of the same group would meet in each round, from the first: the lower, the better."""
    found = [0] * (len(slots).bit_length())
    where: dict[str, list[int]] = {}
    for seed, number in enumerate(seeds):
        for slot in where.setdefault(groups[number], []):
            found[(slot ^ slots[seed]).bit_length()] += 1
        where[groups[number]].append(slots[seed])
    return tuple(found)

"""Series and points (R11), places (R12). Exact: every way to use Jokers and tiles is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, product

from msgspec import Struct

from games.core.text import say
from games.core.ties import TieBreak, Ties, rank_by_points
from games.grumpf.components import BOX, SPECIES

POINTS = BOX.series_points.by_length
"""Points of a series by its length (R11.2)."""


class Division(Struct, frozen=True):
    """A division into series.

    ``series``: the species of each, longest first. ``copied``: species of which a token is copied; ``wild``: species a
    Joker stands for. Both are by the order of the series: the last series that have the species hold the copy or Joker.
    """

    points: int
    series: tuple[tuple[str, ...], ...]
    copied: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()

    @property
    def lengths(self) -> tuple[int, ...]:
        """Length of each series, longest first."""
        return tuple(map(len, self.series))


def divide(counts: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Divide Animals into series, the longest possible first, which is best (R11.3)."""
    most = max(counts.values(), default=0)
    return tuple(
        tuple(species for species in SPECIES if counts.get(species, 0) >= number) for number in range(1, most + 1)
    )


def _copies(counts: Mapping[str, int], tiles: int) -> Iterator[tuple[str, ...]]:
    """Yield what the tiles may copy: at most each token once (R11.5); fewest copies first."""
    for used in range(tiles + 1):
        for copied in combinations_with_replacement(SPECIES, used):
            if all(copied.count(species) <= counts.get(species, 0) for species in set(copied)):
                yield copied


@lru_cache(maxsize=4096)
def _best(animals: tuple[int, ...], jokers: int, tiles: int) -> Division:
    counts = dict(zip(SPECIES, animals, strict=True))
    options = product(_copies(counts, tiles), combinations_with_replacement(SPECIES, jokers))
    return max(
        (_division(counts, copied, wild) for copied, wild in options),
        key=lambda one: (one.points, -len(one.copied), one.lengths),
    )


def _division(counts: Mapping[str, int], copied: tuple[str, ...], wild: tuple[str, ...]) -> Division:
    more = {species: counts[species] + copied.count(species) + wild.count(species) for species in SPECIES}
    series = divide(more)
    return Division(sum(POINTS[len(one)] for one in series), series, copied, wild)


def best_division(animals: Mapping[str, int], *, jokers: int = 0, tiles: int = 0) -> Division:
    """Return the division with most points; of equals the one with fewest copies, then longest series first (R11.6)."""
    return _best(tuple(animals.get(species, 0) for species in SPECIES), jokers, tiles)


def ties_of(tokens: tuple[int, ...]) -> Ties:
    """Return what parts equal points: fewer Animal tokens (R12.2)."""
    fewer = TieBreak(say("grumpf.score.tie.fewer"), tokens, fewer=True)
    return Ties((fewer,), "grumpf.score.tie.shared", "grumpf.score.tie.won")


def places(points: tuple[int, ...], tokens: tuple[int, ...]) -> tuple[int, ...]:
    """Return places by points, then fewer Animal tokens; shared where still tied (R12)."""
    return rank_by_points(points, ties_of(tokens))

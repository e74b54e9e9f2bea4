"""The town as a net: spaces numbered in reading order, stretches as bits, and the search over it (section 12).

The search goes depth-first from every hotel over unused stretches and gives up where the nearest hotel is too many
stops away. Each tour is found in the one of its two directions that comes first in reading order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence

from games.core.search.kept import cached_by_identity
from games.greentown.components import CATEGORIES
from games.greentown.grid import order
from games.greentown.rules.town import TOWNS, find_linked_spaces
from games.greentown.state import CATEGORY_OF, Site, Tile, Town

FAR = 1 << 20
"""More stops than any card asks for: no hotel can be reached."""


class Vast(Exception):
    """There are more ways through the town than are worth walking one by one."""


class Net:
    """The town made ready for the search: spaces numbered in reading order, stretches as bits."""

    def __init__(self, town: Town, *, avoid: Collection[str] = ()) -> None:
        """Number the spaces, leaving out those to be avoided."""
        self.town = town
        self.spaces: tuple[str, ...] = tuple(sorted((space for space in town if space not in avoid), key=order))
        number = {space: at for at, space in enumerate(self.spaces)}
        self.tiles: tuple[Tile, ...] = tuple(town[space] for space in self.spaces)
        self.stops: tuple[int, ...] = tuple(int(tile.site is not Site.VACANT) for tile in self.tiles)
        self.hotels: tuple[int, ...] = tuple(at for at, tile in enumerate(self.tiles) if tile.site is Site.HOTEL)
        self.category: tuple[int, ...] = tuple(category_at(tile) for tile in self.tiles)
        self.number = number
        self._away: dict[tuple[int, ...], tuple[int, ...]] = {}
        around = tuple(
            sorted([number[other] for other in find_linked_spaces(town, space) if other in number])
            for space in self.spaces
        )
        bits: dict[tuple[int, int], int] = {}
        for at, others in enumerate(around):
            for other in others:
                if at < other:
                    bits[at, other] = 1 << len(bits)
        self.bits = bits
        self.links: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
            tuple((other, bits[min(at, other), max(at, other)], self.stops[other]) for other in others)
            for at, others in enumerate(around)
        )
        """For each space: neighbour, bit of the stretch, and whether arriving there is a stop."""
        self.meeting: tuple[int, ...] = tuple(sum(bit for _, bit, _ in links) for links in self.links)
        """For each space the stretches that meet there, as a bit set."""

    def distances(self, goals: tuple[int, ...]) -> tuple[int, ...]:
        """Return the least number of stops from each space to one of the goals, used stretches not minded (12)."""
        if goals not in self._away:
            self._away[goals] = self._distances(goals)
        return self._away[goals]

    def _distances(self, goals: tuple[int, ...]) -> tuple[int, ...]:
        found = [FAR] * len(self.spaces)
        ahead = deque(goals)
        for goal in goals:
            found[goal] = 0
        while ahead:
            at = ahead.popleft()
            further = found[at] + self.stops[at]
            for other, _, _ in self.links[at]:
                if further < found[other]:
                    found[other] = further
                    if self.stops[at]:
                        ahead.append(other)
                    else:
                        ahead.appendleft(other)
        return tuple(found)

    def tours(self, stops: int) -> Iterator[tuple[int, ...]]:
        """Yield every tour with exactly so many stops, in reading order, each in one direction only."""
        for at, hotel in enumerate(self.hotels):
            for path in search(self, [hotel], stops, ends=self.hotels[at:]):
                if path[-1] != hotel or path <= path[::-1]:
                    yield path

    def name_spaces(self, path: Sequence[int]) -> tuple[str, ...]:
        """Return a path by its spaces."""
        return tuple(self.spaces[at] for at in path)


@cached_by_identity(TOWNS)
def net_of(town: Town) -> Net:
    """Return the whole town made ready for the search."""
    return Net(town)


def search(
    net: Net, path: list[int], stops: int, *, ends: tuple[int, ...], used: int = 0, most: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield the ways to go on from ``path`` with so many stops more to one of ``ends`` (12).

    Raises Vast after ``most`` steps.
    """
    away = net.distances(ends)
    links = net.links
    stack = [iter(links[path[-1]])]
    left = [(stops, used)]
    budget = -1 if most is None else most
    while stack:
        remaining, taken = left[-1]
        for other, bit, stop in stack[-1]:
            if taken & bit:
                continue
            after = remaining - stop
            if away[other] > after:
                continue
            if not after:
                yield (*path, other)
                continue
            if not budget:
                raise Vast
            budget -= 1
            path.append(other)
            stack.append(iter(links[other]))
            left.append((after, taken | bit))
            break
        else:
            stack.pop()
            left.pop()
            path.pop()


_NUMBER_OF: dict[Site, int] = {
    site: CATEGORIES.index(CATEGORY_OF[site]) if site in CATEGORY_OF else -1 for site in Site
}


def category_at(tile: Tile) -> int:
    """Return the number of the site's category in ``CATEGORIES``, -1 for a hotel or a vacant site."""
    return _NUMBER_OF[tile.site]

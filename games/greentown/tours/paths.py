"""Tours: checking a path, and whether there is any (R4.4, R9.1 to R9.5, section 12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.search.kept import cached_by_identity
from games.core.search.proofs import proof
from games.core.text import raw
from games.greentown.rules.town import TOWNS, are_joined, spaces_with
from games.greentown.state import Site, Town
from games.greentown.tours.net import Net, Vast, net_of, search
from games.greentown.tours.sums import STOPS, count_of_stops
from games.greentown.tours.sweep import Stand, from_start, sweep_of
from games.greentown.words.names import refusal, spaces_text

STEPS = 2000
"""So many steps are tried to find a tour, before it is found out whether there is one at all."""


@proof
@cached_by_identity(TOWNS)
def has_tour(town: Town, stops: int) -> bool:
    """Return whether a legal tour exists (R4.4)."""
    return is_there(net_of(town), stops)


def is_there(net: Net, stops: int, *, via: Collection[str] = ()) -> bool:
    """Return whether there is a tour with so many stops that passes some spaces."""
    must = {net.number.get(space, -1) for space in via}
    try:
        return any(must.issubset(path) for path in _some_tours(net, stops))
    except Vast:
        return _comes(net, stops, from_start(net), via)


def _some_tours(net: Net, stops: int) -> Iterator[tuple[int, ...]]:
    """Yield tours, some in both directions; raises Vast if there are more than it is worth to walk."""
    for at, hotel in enumerate(net.hotels):
        yield from search(net, [hotel], stops, ends=net.hotels[at:], most=STEPS)


def _comes(net: Net, stops: int, stand: Stand, via: Collection[str] = ()) -> bool:
    """Return whether a tour with so many stops more goes on from where one stands, passing some spaces."""
    count = count_of_stops(net, via)
    sums = sweep_of(net).sums(count, count.loose(stops), stand)
    return any(total & STOPS == stops and total & count.must == count.must for total in sums)


def find_dividing_spaces(net: Net, stops: int, via: Collection[str]) -> tuple[int, ...]:
    """Return the spaces that some but not all tours pass, of those that pass the spaces ``via``."""
    must = {net.number.get(space, -1) for space in via}
    everywhere = frozenset(range(len(net.spaces)))
    passed: set[int] = set()
    missed: set[int] = set()
    try:
        for path in _some_tours(net, stops):
            if must.issubset(path):
                passed.update(path)
                missed |= everywhere.difference(path)
    except Vast:
        start = from_start(net)
        for at in everywhere - passed:
            if _comes(net, stops, start, (*via, net.spaces[at])):
                passed.add(at)
        for at in everywhere - missed:
            if _comes(net, stops, replace(start, used=net.meeting[at]), via):
                missed.add(at)
    return tuple(sorted(passed & missed))


def onward(town: Town, path: tuple[str, ...], stops: int) -> tuple[str, ...]:
    """Return the spaces by which a path so far can go on to a legal tour, in reading order; () if it is one."""
    net = net_of(town)
    if not path:
        return tuple(net.spaces[at] for at in net.hotels if _leads_on(net, [at], stops, used=0))
    at = [net.number.get(space, -1) for space in path]
    used = 0
    for here, there in pairwise(at):
        stretch = net.bits.get((min(here, there), max(here, there)), 0)
        if not stretch or used & stretch:
            return ()
        used |= stretch
    left = stops - sum(net.stops[there] for there in at[1:])
    return tuple(
        net.spaces[other]
        for other, bit, stop in net.links[at[-1]]
        if not used & bit
        and ((left == stop and other in net.hotels) or _leads_on(net, [*at, other], left - stop, used=used | bit))
    )


def _leads_on(net: Net, path: list[int], stops: int, *, used: int) -> bool:
    if stops <= 0:
        return False
    try:
        return next(search(net, path.copy(), stops, ends=net.hotels, used=used, most=STEPS), None) is not None
    except Vast:
        return _comes(net, stops, Stand(path[-1], used, 0, 0, net.hotels))


def stop_numbers(town: Town, path: Sequence[str]) -> tuple[int, ...]:
    """Return for each space of a path the number of the stop made there, 0 for the start and vacant sites (R9.3)."""
    numbers, count = [0] * len(path[:1]), 0
    for space in path[1:]:
        stop = town[space].site is not Site.VACANT
        count += stop
        numbers.append(count if stop else 0)
    return tuple(numbers)


def stop_list(town: Town, path: Sequence[str]) -> str:
    """Return the path after its start with the stops counted and vacant sites in brackets: ``L12(1) [M13]`` (6)."""
    counted = zip(path[1:], stop_numbers(town, path)[1:], strict=True)
    return " ".join(f"{space}({number})" if number else f"[{space}]" for space, number in counted)


def count_stops(town: Town, path: Sequence[str]) -> int:
    """Return how many stops a path has (R9.3, R9.5)."""
    return max(stop_numbers(town, path), default=0)


def tour_fault(town: Town, path: tuple[str, ...], stops: int) -> IllegalMove | None:
    """Return the objection to a tour (R9.1 to R9.5)."""
    if len(path) < 2:
        return refusal("TOUR_EMPTY", "R9.1")
    bare = next((space for space in path if space not in town), None)
    if bare is not None:
        return refusal("TOUR_NO_TILE", "R9.1", space=bare)
    if town[path[0]].site is not Site.HOTEL:
        return refusal("TOUR_START", "R9.1", hotels=spaces_text(spaces_with(town, Site.HOTEL)))
    steps = list(pairwise(path))
    apart = next((step for step in steps if not are_joined(town, *step)), None)
    if apart is not None:
        return refusal("TOUR_NO_STREET", "R1.5", here=apart[0], there=apart[1])
    stretches = [frozenset(step) for step in steps]
    twice = next((step for at, step in enumerate(steps) if stretches[at] in stretches[:at]), None)
    if twice is not None:
        return refusal("TOUR_REUSED", "R9.4", here=twice[0], there=twice[1])
    if town[path[-1]].site is not Site.HOTEL:
        return refusal("TOUR_END", "R9.1", space=path[-1])
    made = count_stops(town, path)
    if made == stops:
        return None
    code = "TOUR_TOO_SHORT" if made < stops else "TOUR_TOO_LONG"
    return refusal(code, "R9.2", count=made, wanted=stops, stops=raw(stop_list(town, path)))

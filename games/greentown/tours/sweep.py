"""What tours can come to, found without walking them: for towns in which there are too many ways (section 12).

Vacant sites are passed freely, so a town in which little is built has more tours than can be walked one by one. But
what a tour is worth depends on its stretches alone, not on their order: a set of stretches can be led as one tour
exactly if it hangs together and an even number of them meets at every space, save at the two hotels of its ends. Such
sets are put together stretch by stretch. Of what is put together so far it matters only how it meets the spaces at the
edge of what was swept (its *shape*), and what was visited (its *sum*); what is equal in both is gone on with once.

A shape is a number made of cells, the lowest first: how many ends were found, then for each space at the edge 0 if no
stretch meets there, else twice the number of the part it belongs to, plus one if an odd number meets there; above them
stands a bit 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeAlias, assert_never

from msgspec import Struct

from games.core.search.kept import cached_by_identity
from games.greentown.tours.net import Net
from games.greentown.tours.sums import HOTELS, Count, Sum

Shape: TypeAlias = int
Found: TypeAlias = dict[Shape, set[Sum]]

CELL = 6
"""Bits of a cell: a town of forty tiles has no more than twenty parts."""

MASK = (1 << CELL) - 1
START: Shape = 1 << CELL
APART, WHOLE = -1, -2
"""A part was left behind: another stands beside it, or it is all there is."""

KEPT = 1 << 15
"""So many changes of shape are kept; they are the same in all towns."""

NOWHERE = -1
"""Where a tour stands that is not begun."""

ENDS = 2
"""A tour that is not begun has two ends to be found, else one."""

EFFORT = 3
"""What each further space at the edge costs, as a factor."""

SWEEPS = 8
"""So many nets are kept with their order and the shapes met; few towns need to be swept at all."""

TRIED = 4000
"""So many beginnings are gone on with in search of the best order."""


class Enter(Struct, frozen=True):
    """A space comes to the edge, in the last place."""

    space: int
    place: int


class Cross(Struct, frozen=True):
    """A stretch between two spaces of the edge, at their places, is decided upon; ``after`` notes shapes crossed."""

    one: int
    other: int
    bit: int
    place: int
    place_of_other: int
    after: dict[Shape, Shape]


class Leave(Struct, frozen=True):
    """A space leaves its place at the edge: ``after`` notes shapes as ``leave_place``, all its stretches decided."""

    space: int
    place: int
    after: dict[Shape, Shape]


class Stand(Struct, frozen=True):
    """A tour under way: the space where it stands, stretches used, spaces seen, its sum, and where it may end."""

    here: int
    used: int
    seen: int
    sum: Sum
    ends: tuple[int, ...]


def shape_of(cells: list[int]) -> Shape:
    """Return the shape of cells, its parts numbered anew from the lowest."""
    number: dict[int, int] = {}
    made = [number.setdefault(cell >> 1, len(number) + 1) << 1 | cell & 1 if cell else 0 for cell in cells[1:]]
    shape = 1
    for cell in reversed([cells[0], *made]):
        shape = shape << CELL | cell
    return shape


def cells_of(shape: Shape) -> list[int]:
    """Return what a shape packs: one number a cell, the first from the lowest bits."""
    cells = []
    while shape > 1:
        cells.append(shape & MASK)
        shape >>= CELL
    return cells


@lru_cache(KEPT)
def cross_stretch(shape: Shape, one: int, other: int) -> Shape:
    """Return the shape after the stretch between two places is used."""
    cells = cells_of(shape)
    parts = {cells[one] >> 1, cells[other] >> 1} - {0}
    whole = MASK >> 1
    cells[one] ^= 1
    cells[other] ^= 1
    for at in range(1, len(cells)):
        if at in (one, other) or cells[at] >> 1 in parts:
            cells[at] = whole << 1 | cells[at] & 1
    return shape_of(cells)


@lru_cache(KEPT)
def leave_place(shape: Shape, place: int) -> Shape:
    """Return the shape without a place; APART or WHOLE if its part has no other place."""
    cells = cells_of(shape)
    part = cells.pop(place) >> 1
    if part and all(cell >> 1 != part for cell in cells[1:]):
        return APART if any(cells[1:]) else WHOLE
    return shape_of(cells)


def from_start(net: Net) -> Stand:
    """Return the stand of a tour that is not begun, which may start and end at every hotel."""
    return Stand(NOWHERE, 0, 0, 0, net.hotels)


class Sweep:
    """A net with the order in which its stretches are swept, so that few spaces are at the edge at once."""

    def __init__(self, net: Net) -> None:
        """Find the order."""
        self._meeting = net.meeting
        place = {space: at for at, space in enumerate(_order(net))}
        edge: list[int] = []
        self._steps: list[Enter | Cross | Leave] = []
        for space in place:
            ways = [(place[other], other, bit) for other, bit, _ in net.links[space]]
            ahead = sorted(way for way in ways if way[0] > place[space])
            for new in (space, *(other for _, other, _ in ahead)):
                if new not in edge:
                    edge.append(new)
                    self._steps.append(Enter(new, len(edge)))
            for _, other, bit in ahead:
                self._steps.append(Cross(space, other, bit, edge.index(space) + 1, edge.index(other) + 1, {}))
            self._steps.append(Leave(space, edge.index(space) + 1, {}))
            edge.remove(space)

    def sums(self, count: Count, bound: Sum, stand: Stand) -> set[Sum]:
        """Return what the tours come to that go on from where one stands, of the sums within a bound."""
        fresh = [count.again[at] if stand.seen >> at & 1 else adds for at, adds in enumerate(count.fresh)]
        free = self._free(fresh, count.guard, bound, stand)
        ends = ENDS if stand.here == NOWHERE else 1
        begun = stand.here == NOWHERE
        found: Found = {START: {stand.sum}}
        made: set[Sum] = set()
        for step in self._steps:
            match step:
                case Cross():
                    if free & step.bit:
                        found = _cross(found, step, (fresh, count.again), bound, count.guard)
                case Enter():
                    begun = begun or step.space == stand.here
                    found = _enter(found, step.place, begins=step.space == stand.here)
                case Leave():
                    most = ends if step.space in stand.ends else 0
                    found, done = _leave(found, step, most, twice=count.again[step.space] if ends == ENDS else 0)
                    if begun:
                        made |= _whole(done, ends)
                case _:
                    assert_never(step)
        return made

    def _free(self, fresh: list[Sum], guard: Sum, bound: Sum, stand: Stand) -> int:
        """Return the stretches that can be used: not where a site exceeds the bound, nor where no other goes on."""
        free = ~stand.used
        room = bound - stand.sum
        for at, adds in enumerate(fresh):
            if adds and at != stand.here and (room - adds) & guard != guard:
                free &= ~self._meeting[at]
        closing = True
        while closing:
            closing = False
            for at, meeting in enumerate(self._meeting):
                meet = meeting & free
                if meet and not meet & meet - 1 and at != stand.here and at not in stand.ends:
                    free &= ~meet
                    closing = True
        return free


@cached_by_identity(SWEEPS)
def sweep_of(net: Net) -> Sweep:
    """Return the sweep of a net, made once for as long as the net is in use."""
    return Sweep(net)


def _order(net: Net) -> list[int]:
    """Return all spaces in an order in which few are at the edge, one connected part of the net after another."""
    around = [sum(1 << other for other, _, _ in links) for links in net.links]
    order: list[int] = []
    for at in range(len(around)):
        if at not in order:
            part = _greedy(around, at)[0]
            effort, best = min((effort, found) for found, effort in (_greedy(around, start) for start in part))
            order += _least(around, sum(1 << space for space in part), effort) or best
    return order


def _greedy(around: list[int], start: int) -> tuple[list[int], int]:
    """Return the spaces connected with one, that next which brings fewest to the edge, and the effort it takes."""
    order, swept, edge, effort = [start], 1 << start, around[start], 0
    while edge:
        effort += EFFORT ** edge.bit_count()
        known = swept | edge
        at = min(_spaces(edge), key=lambda at: ((around[at] & ~known).bit_count(), at))
        order.append(at)
        swept |= 1 << at
        edge = (edge | around[at]) & ~swept
    return order, effort


def _least(around: list[int], part: int, most: int) -> list[int]:
    """Return the order of a connected part that takes the least effort, less than ``most``; [] if it takes too long."""
    effort = {0: 0}
    before: dict[int, tuple[int, int]] = {}
    ahead = [(0, 0, 0)]
    for _ in range(TRIED):
        if not ahead:
            break
        spent, swept, edge = heappop(ahead)
        if swept == part:
            order: list[int] = []
            while swept:
                swept, at = before[swept]
                order.append(at)
            return order[::-1]
        if spent > effort[swept]:
            continue
        for at in _spaces(edge or part):
            further = swept | 1 << at
            edge_after = (edge | around[at]) & ~further
            sum_ = spent + (EFFORT ** edge_after.bit_count() if edge_after else 0)
            if sum_ < min(effort.get(further, most), most):
                effort[further] = sum_
                before[further] = swept, at
                heappush(ahead, (sum_, further, edge_after))
    return []


def _spaces(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _enter(found: Found, place: int, *, begins: bool) -> Found:
    """Open a place; where a tour ``begins`` that is under way, a stretch meets there already, of a part of its own."""
    top = 1 << CELL * place
    if not begins:
        return {shape + (top << CELL) - top: sums for shape, sums in found.items()}
    return {shape_of([*cells_of(shape), MASK]): sums for shape, sums in found.items()}


def _cross(found: Found, step: Cross, adds: tuple[Sequence[Sum], Sequence[Sum]], bound: Sum, guard: Sum) -> Found:
    """Use a stretch or not. A visit counts as soon as an odd number of stretches meets at its space."""
    fresh, again = adds
    first_of_one, first_of_other = fresh[step.one], fresh[step.other]
    again_of_one, again_of_other = again[step.one], again[step.other]
    one, other = CELL * step.place, CELL * step.place_of_other
    made = found.copy()
    for shape, sums in found.items():
        here, there = shape >> one & MASK, shape >> other & MASK
        add = 0 if here & 1 else again_of_one if here else first_of_one
        if not there & 1:
            add += again_of_other if there else first_of_other
        if add:
            room = bound - add
            sums = {total + add for total in sums if (room - total) & guard == guard}
            if not sums:
                continue
        after = step.after.get(shape)
        if after is None:
            after = step.after[shape] = cross_stretch(shape, step.place, step.place_of_other)
        known = made.get(after)
        made[after] = sums if known is None else known | sums
    return made


def _leave(found: Found, step: Leave, most: int, *, twice: Sum) -> tuple[Found, list[tuple[int, set[Sum]]]]:
    """Leave a space behind, where up to ``most`` ends may be; return what goes on, and what hangs together as a whole.

    With ``twice``, what a visit to the space adds, the first end is the start: what was counted there is no visit.
    """
    made: Found = {}
    done: list[tuple[int, set[Sum]]] = []
    for shape, sums in found.items():
        if shape >> CELL * step.place & 1:
            ends = shape & MASK
            if ends >= most:
                continue
            if twice and not ends:
                sums = {total - twice for total in sums}
            shape += 1
        after = step.after.get(shape)
        if after is None:
            after = step.after[shape] = leave_place(shape, step.place)
        if after == WHOLE:
            done.append((shape & MASK, sums))
        elif after != APART:
            known = made.get(after)
            made[after] = sums if known is None else known | sums
    return made, done


def _whole(done: list[tuple[int, set[Sum]]], ends: int) -> set[Sum]:
    """Return the sums of whole tours: with all ends, or none if they end at the hotel where they start."""
    made: set[Sum] = set()
    for count, sums in done:
        if count == ends:
            made |= sums
        elif not count and ends == ENDS:
            made |= {total for total in sums if total & HOTELS}
    return made

"""A landscape at full size in the sea: tiles, empty cells, coordinates, canals, what changed, what may be chosen."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.grunn.view import CanalSight, column_name, line_name
from render.core.lettering.badge import badge, tight
from render.core.lettering.fonts import KAFFEESATZ
from render.core.lettering.text import fit
from render.core.noise import seed_random
from render.grunn.inks import CREAM, INK, SEA
from render.grunn.paint import Painter
from render.grunn.pieces.canals import canal
from render.grunn.pieces.cells import draw_ring, free_cell
from render.grunn.pieces.signs import clock
from render.grunn.pieces.tiles import tile
from render.grunn.sights import Land, Offered, Parts
from render.grunn.terrain import choices, ground
from render.grunn.terrain.layout import Layout, layout, run

CENTRE = (321, 381)
OFF, PUSHED = 21, 27  # from the grid to the middle of a coordinate, and where a canal runs between
NAMES, NARROW_NAMES = 52, 50  # of empty cells; 10 pixels high on a phone


def draw(painter: Painter, land: Land, offered: Offered, *, centre: tuple[int, int] = CENTRE) -> None:
    """The landscape with all that is shown of it; the sea lies there already."""
    wanted = [name for name, _ in offered.parts if name[-1].isdigit()]
    tiles = dict(land.tiles)
    at = layout(land.corner, tiles, {*land.free, *wanted} - tiles.keys(), centre)
    before, painter.ground = painter.ground, SEA
    _waves(painter, at)
    _coordinates(painter, land.canals, at, _sides(offered, at))
    named = set(wanted) if offered.parts else set(land.free)
    for number in at.lines.numbers:
        for across in at.columns.numbers:
            name = column_name(land.corner, across) + line_name(land.corner, number)
            if name not in tiles:
                _empty(painter, name, at, legal=name in named)
    for name, each in land.tiles:
        painter.put(tile, at.box(name)[:2], each, at.cell)
    _canals(painter, land.canals, at)
    share = at.cell / 144
    signs = Signs((13.5 * share, 7 * share), 20 * share, round(17 * share), 36, 6)
    covered = frozenset(name for name, _ in offered.parts)
    _ring(painter, land, at, signs, covered)
    tags = choices.draw(painter, offered, at, tiles)
    _put_numbers(painter, _place_numbers(land, at, signs, covered - tiles.keys()), signs, tags)
    painter.ground = before


def _empty(painter: Painter, name: str, at: Layout, *, legal: bool) -> None:
    """An empty cell, with its name where one may go there."""
    left, top, wide, high = at.box(name)
    painter.put(free_cell, (left, top), (wide, high), legal=legal)
    if legal:
        largest = NAMES if min(wide, high) > NAMES * 1.5 else NARROW_NAMES
        fitted = fit(name, KAFFEESATZ, wide - 12, (largest, 34))
        painter.middle(fitted.text, (left + wide / 2, top + high / 2), fitted.size)


@lru_cache(maxsize=64)
def _places_of_waves(at: Layout) -> tuple[tuple[float, float, int], ...]:
    """Where waves stand in the gaps between the cells, and which of the four each is."""
    chance = seed_random(f"waves{at.columns.starts}{at.lines.starts}")
    found = []
    for line in range(at.lines.first - 1, at.lines.numbers[-1] + 1):
        y = at.lines.gap_after(line) or 0.0
        outer = line in (at.lines.first - 1, at.lines.numbers[-1])
        aside = 0.0 if not outer else -14.0 if line < at.lines.first else 14.0
        for column in at.columns.numbers[:-1] if outer else at.columns.numbers:
            start, wide = at.columns.at(column)
            x = start + wide - 15 if outer else start + chance.uniform(0.05, 0.6) * wide
            if chance.random() < 0.6:
                found.append((x, y + aside + chance.uniform(-2, 2), chance.randrange(4)))
    return tuple(found)


def _waves(painter: Painter, at: Layout) -> None:
    for x, y, shape in _places_of_waves(at):
        painter.put(ground.wavelet, (x, y), shape)


Middle = tuple[float, float]
Side = tuple[bool, int, int]  # of a cell: whether upright, column and line of the cell to the left or above


def _sides(offered: Offered, at: Layout) -> frozenset[Side]:
    """The edges that have a letter to choose by."""
    edges = (name for name, _ in offered.parts if not name[-1].isdigit())
    return frozenset((name[-1] == "e", *at.place(name[:-1])) for name in edges)


def _coordinates(painter: Painter, canals: Iterable[CanalSight], at: Layout, lettered: frozenset[Side]) -> None:
    """Letters above and below, numbers left and right (R18.4); not where a canal runs, but on the other side."""
    canal_sides = frozenset((each.upright, each.across, each.down) for each in canals)
    for upright, axis, other in ((False, at.columns, at.lines), (True, at.lines, at.columns)):
        before, last = other.first - 1, other.numbers[-1]
        for number in axis.numbers:
            start, size = axis.at(number)
            word = line_name(at.corner, number) if upright else column_name(at.corner, number)
            sides = [(upright, *((side, number) if upright else (number, side))) for side in (before, last)]
            covered = [side in canal_sides for side in sides]
            for side, hidden, away in zip(sides, covered, (other.starts[0], other.end), strict=True):
                if side in lettered or (hidden and not all(covered)):
                    continue
                off = (PUSHED if hidden else OFF) * (1 if side is sides[1] else -1)
                along = start + size / 2
                painter.middle(word, (away + off, along) if upright else (along, away + off), 36)


def _canals(painter: Painter, canals: Iterable[CanalSight], at: Layout) -> None:
    """All canals in three passes, so that they join; in the last the ones that score lie on top."""
    ordered = sorted(canals, key=lambda each: each.scores)
    scale = at.cell / 144
    grounds = {"ink": SEA, "cream": INK, "water": CREAM}
    for layer, painter.ground in grounds.items():
        for each in ordered:
            start, length = run(each, at)
            if length:
                painter.put(canal, start, layer, length, scale, level=not each.upright, scoring=each.scores)
    painter.ground = SEA


@dataclass(frozen=True, slots=True)
class Signs:
    """
    The signs on changes, in pixels.

    Widths of a ring's strokes; radius of the clock on the first ring, and on a canal; size of a number; how far it
    stands out of the corner of its cell; whether it takes no more room than it needs, and stands at the lower corner.
    """

    ring: tuple[float, float]
    first: float
    canal: int
    number: int
    out: int
    tight: bool = False
    low: bool = False


def mark(painter: Painter, land: Land, at: Layout, signs: Signs) -> None:
    """Rings round cells, a clock on the first, clocks on canals; instead of clocks numbers where there are any."""
    _ring(painter, land, at, signs, frozenset())
    _put_numbers(painter, _place_numbers(land, at, signs, frozenset()), signs, ())


def _ring(painter: Painter, land: Land, at: Layout, signs: Signs, covered: Collection[str]) -> None:
    """Rings and clocks; none on what a choice has `covered`."""
    parts: Parts = tuple((name, number) for name, number in land.parts if name not in covered)
    numbered = any(number for _, number in land.parts)
    names = [name for name, _ in parts if name[-1].isdigit() and at.shows(name)]
    for i, name in enumerate(names):
        left, top, wide, high = at.box(name)
        painter.put(
            draw_ring, (left, top), (wide, high), signs.ring, 0.0 if i or numbered or not land.clock else signs.first
        )
    if numbered:
        return
    changed = dict(parts)
    for _, middle in _find_canals(land, at, changed):
        painter.put(clock, middle, signs.canal)


def _find_canals(land: Land, at: Layout, changed: Collection[str]) -> Iterator[tuple[str, Middle]]:
    """Yield the canals `changed`, with their middles."""
    for each in land.canals:
        (x, y), length = run(each, at)
        if each.edge in changed and length:
            yield each.edge, (x, y + length / 2) if each.upright else (x + length / 2, y)


def _place_numbers(land: Land, at: Layout, signs: Signs, within: Collection[str]) -> Iterator[tuple[int, list[Middle]]]:
    """Yield each number with the places where it may stand, the best first; cells it stands `within` are empty."""
    changed = {name: number for name, number in land.parts if number}
    for edge, middle in _find_canals(land, at, changed):
        yield changed[edge], [middle]
    for name, number in changed.items():
        if name[-1].isdigit() and at.shows(name):
            left, top, wide, high = at.box(name)
            out = -signs.out if name in within else signs.out
            upper, lower, right = top - out, top + high - out if signs.low else top + high + out, left + wide + out
            first = [(left - out, lower), (left - out, upper)]
            yield number, [*(first if signs.low else reversed(first)), (right, upper), (right, lower)]


def _put_numbers(
    painter: Painter, numbers: Iterable[tuple[int, list[Middle]]], signs: Signs, tags: Sequence[choices.Tag]
) -> None:
    """Each number in the first place where it covers no name or letter; none if there is no such place."""
    for number, places in numbers:
        free = (each for each in places if not choices.Tag(str(number), each, signs.number).hits(tags))
        if middle := next(free, None):
            painter.put(tight if signs.tight else badge, middle, str(number), KAFFEESATZ, signs.number, INK, CREAM)

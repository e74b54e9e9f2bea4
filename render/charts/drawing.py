"""Drawing charts: one function for each kind of order."""

from collections.abc import Sequence
from math import ceil
from typing import assert_never

from PIL import Image

from render.charts.course import course
from render.charts.inks import BAND, INK, LEAD, LINE, MARGIN, OWN, QUIET, RULE
from render.charts.orders import Box, Chart, Course, Grid, Tree, Way
from render.charts.sheet import ASIDE, BARE, EDGE, FINE, HEAD, SMALL, WORDS, Sheet
from render.core.colour import RGB
from render.core.lettering.fonts import DOSIS, DOSIS_BOLD
from render.core.lettering.text import plain, width
from render.core.memory.cache import cached_file
from render.core.plates import HIGH, WIDE, Drawing, finish


@cached_file
def draw(chart: Chart) -> Drawing:
    """Draw a chart as a PNG with its alternative text; one that has not changed is not drawn again."""
    return finish(paint(chart), chart.alt)


def paint(chart: Chart) -> Image.Image:
    """Draw a chart as a picture in palette mode."""
    match chart:
        case Way():
            return way(chart)
        case Grid():
            return grid(chart)
        case Tree():
            return tree(chart)
        case Course():
            return course(chart)
        case _:
            assert_never(chart)


# --- A rating's way ----------------------------------------------------------------------------------------------

_TOP, _BOTTOM, _LEFT, _RIGHT = 104, 626, 138, 1056
_BAR = 40
"""Half the width of the margin of a single match."""
_LABEL = 240
"""Width that the newest value takes at most."""


def way(chart: Way) -> Image.Image:
    """Draw a line through the values, a band around it for the margin, squares at matches, and the newest value."""
    sheet = Sheet(HIGH)
    sheet.title(chart.title)
    low, high, step = _scale(chart)
    line = chart.points if chart.today is None else (*chart.points, chart.today)
    days = [day for day, _, _ in line]
    span = max(days) - min(days) or 1.0

    def x(day: float) -> float:
        return _LEFT + (day - min(days)) / span * (_RIGHT - _LEFT) if len(days) > 1 else (_LEFT + _RIGHT) / 2

    def y(value: float) -> float:
        return _BOTTOM - (min(max(value, low), high) - low) / (high - low) * (_BOTTOM - _TOP)

    band = [(x(day), y(value + margin)) for day, value, margin in line]
    band += [(x(day), y(value - margin)) for day, value, margin in reversed(line)]
    if len(line) == 1:
        (px, upper), (_, lower) = band
        band = [(px - _BAR, upper), (px + _BAR, upper), (px + _BAR, lower), (px - _BAR, lower)]
    sheet.draw.polygon([(px * FINE, py * FINE) for px, py in band], fill=MARGIN)
    for value in range(low, high + 1, step):
        sheet.line([(_LEFT, y(value)), (_RIGHT, y(value))], colour=RULE, wide=2)
        sheet.words(str(value), (_LEFT - 14, y(value) + 12), ASIDE, right=True)
    path = [(x(day), y(value)) for day, value, _ in line]
    if len(path) > 1:
        sheet.line(path, colour=LINE, wide=6)
    size = 8 if len(path) <= 40 else 4
    for px, py in path[: len(chart.points)]:
        sheet.area(px - size, py - size, px + size, py + size, fill=LINE)
    sheet.words(chart.label, (_RIGHT, beside(path)), (DOSIS, 44, INK), right=True)
    sheet.words(chart.first, (_LEFT, 682), ASIDE)
    sheet.words(chart.last, (_RIGHT, 682), ASIDE, right=True)
    return sheet.finish()


def beside(path: list[tuple[float, float]]) -> float:
    """Return the baseline of the newest value: above all of the line that it would cross, below where only that fits.

    ``path`` is the line in pixels of the picture, from left to right.
    """
    crossed = [y for x, y in path if x >= _RIGHT - _LABEL]
    before = [(x, y) for x, y in path if x < _RIGHT - _LABEL]
    if before and crossed:
        (left, high), (right, low) = before[-1], path[len(before)]
        crossed.append(high + (low - high) * (_RIGHT - _LABEL - left) / (right - left))
    above = min(crossed, default=path[-1][1]) - 24
    below = max(crossed, default=path[-1][1]) + 58
    return below if above < _TOP - 6 and below < _BOTTOM else max(above, _TOP - 6)


def _scale(chart: Way) -> tuple[int, int, int]:
    """The lowest and highest value shown and the step between lines: round numbers around all values and margins.

    Nothing below 0 is shown, since no rating is.
    """
    line = chart.points if chart.today is None else (*chart.points, chart.today)
    least = max(0, min(value - max(50, margin) for _, value, margin in line))
    most = max(value + max(50, margin) for _, value, margin in line)
    step = next(each for each in (50, 100, 200, 500, 1000, 5000) if (most - least) / each <= 6)
    return least // step * step, -(-most // step) * step, step


# --- Tables ------------------------------------------------------------------------------------------------------

_ROW = 55
_GUTTER = 30
"""Between two columns."""
_BLEED = 20
"""How far the ground of a row goes beyond its words."""


def grid(chart: Grid) -> Image.Image:
    """Draw a table: every second row on a darker ground, the reader's own framed."""
    sheet = Sheet((HEAD if chart.title else BARE) + _ROW * (len(chart.rows) + 1) + 12)
    top = sheet.title(chart.title)
    places = _columns(chart)
    left, right = EDGE - _BLEED, WIDE - EDGE + _BLEED
    _row(sheet, chart, tuple(column.head for column in chart.columns), places, top, QUIET)
    for at, row in enumerate(chart.rows, start=1):
        upper = top + _ROW * at
        if at - 1 == chart.own:
            sheet.area(left, upper + 2, right, upper + _ROW - 2, fill=OWN, edge=INK)
        elif at % 2:
            sheet.area(left, upper, right, upper + _ROW, fill=BAND)
        _row(sheet, chart, row, places, upper, INK)
    sheet.line([(left, top + _ROW), (right, top + _ROW)], colour=QUIET, wide=3)
    return sheet.finish()


def _row(
    sheet: Sheet, chart: Grid, cells: Sequence[str], places: Sequence[tuple[float, float]], top: float, colour: RGB
) -> None:
    for column, text, (left, right) in zip(chart.columns, cells, places, strict=True):
        if text:
            x, room = right if column.number else left, int(right - left)
            sheet.words(text, (x, top + 40), (DOSIS_BOLD, WORDS, colour), room=room, right=column.number)


def _columns(chart: Grid) -> list[tuple[float, float]]:
    """From where to where each column goes: numbers take what they need, words share the rest by what they need.

    What is left over is spread between the columns.
    """
    cells = [(column.head, *(row[at] for row in chart.rows)) for at, column in enumerate(chart.columns)]
    needs = [ceil(max(width(plain(cell), DOSIS_BOLD, WORDS) for cell in column)) + 1 for column in cells]
    room = WIDE - 2 * EDGE - _GUTTER * (len(needs) - 1)
    words = [at for at, column in enumerate(chart.columns) if not column.number]
    left = room - sum(need for at, need in enumerate(needs) if at not in words)
    for at in sorted(words, key=lambda each: needs[each] / chart.columns[each].share):
        share = chart.columns[at].share / sum(chart.columns[each].share for each in words)
        needs[at] = min(needs[at], int(left * share))
        left -= needs[at]
        words = [each for each in words if each != at]
    gap = _GUTTER + max(0, left) / max(1, len(needs) - 1)
    starts = [EDGE + sum(needs[:at]) + gap * at for at in range(len(needs))]
    return [(start, start + need) for start, need in zip(starts, needs, strict=True)]


# --- Trees -------------------------------------------------------------------------------------------------------

_JOINT = 36
"""Between two rounds, for the lines that join them."""
_PITCH = 112
"""From one place to the next, where there is room for that."""
_HEADS = 38
"""What the names of the rounds take."""


def tree(chart: Tree) -> Image.Image:
    """Draw the boxes of each round beside those they come from; who won has a mark and heavy letters."""
    slots = chart.slots or tuple(max(1, len(boxes)) for boxes in chart.rounds)
    head = (HEAD if chart.title else BARE) + _HEADS
    pitch = min(_PITCH, (HIGH - head - 4) // max(slots))
    sheet = Sheet(head + max(slots) * pitch + 4)
    top = sheet.title(chart.title)
    wide = (WIDE - 2 * EDGE - _JOINT * (len(chart.rounds) - 1)) / len(chart.rounds)
    tall = pitch - max(5, pitch // 10)
    before: dict[int, float] = {}
    for at, boxes in enumerate(chart.rounds):
        left = EDGE + at * (wide + _JOINT)
        sheet.words(chart.heads[at], (left, top + 27), ASIDE, room=int(wide))
        places = {box.slot if box.slot >= 0 else number: box for number, box in enumerate(boxes)}
        room = max(slots) * pitch / slots[at]
        middles = {slot: head + room * (slot + 0.5) for slot in places}
        for slot, middle in middles.items():
            sources = _sources(slot, slots[at - 1] if at else 0, slots[at])
            for source in before.keys() & {*sources}:
                _join(sheet, left, before[source], middle)
        for slot, box in places.items():
            _box(sheet, box, (left, middles[slot]), (wide, tall))
        before = middles
    return sheet.finish()


def _sources(slot: int, before: int, now: int) -> tuple[int, ...]:
    """The places of the round before from which somebody comes to a place."""
    if before == 2 * now:
        return (2 * slot, 2 * slot + 1)
    return (slot,) if before == now else ()


def _join(sheet: Sheet, left: float, source: float, middle: float) -> None:
    bend = left - _JOINT / 2
    sheet.line([(left - _JOINT, source), (bend, source), (bend, middle), (left, middle)], colour=QUIET, wide=3)


def _box(sheet: Sheet, box: Box, at: tuple[float, float], size: tuple[float, float]) -> None:
    """Draw a match of so wide and tall a box whose left edge has its middle at a point."""
    (left, middle), (wide, tall) = at, size
    half = tall / 2
    letters = WORDS if half > WORDS + 8 else SMALL + 1
    sheet.area(left, middle - half, left + wide, middle + half, fill=BAND, edge=QUIET)
    sheet.line([(left, middle), (left + wide, middle)], colour=RULE, wide=2)
    for side, (name, upper) in enumerate(((box.first, middle - half), (box.second, middle))):
        won = box.won == side
        base = upper + half / 2 + 10
        if won:
            sheet.area(left + 6, upper + 5, left + 16, upper + half - 5, fill=LEAD)
        face, colour = (DOSIS, INK) if won else (DOSIS_BOLD, QUIET)
        sheet.words(name or "–", (left + 24, base), (face, letters, colour), room=int(wide) - 32)

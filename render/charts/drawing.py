"""Drawing charts: shapes at twice their size and reduced, then letters, then brought to the palette.

A picture is 1,200 pixels wide; the least letters are 36 pixels high there, so that they can be read at a third of it.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from PIL import Image, ImageDraw

from render.charts.inks import BAND, INK, LEAD, LINE, MARGIN, OWN, PAPER, QUIET, RULE, palette
from render.charts.orders import Box, Chart, Column, Grid, Tree, Way
from render.core.colour import RGB
from render.core.fonts import DOSIS, DOSIS_BOLD, Face
from render.core.plates import Drawing, finish
from render.core.text import fit, plain, stamp, width

WIDTH = 1200
EDGE = 36
TITLE = 58
WORDS = 40
SMALL = 36
ROW = 62
HEAD = 110
FINE = 2


class Sheet:
    """A picture in the making: shapes go to a ground of twice the size, letters wait until it is reduced."""

    def __init__(self, height: int) -> None:
        """Start with plain paper."""
        self._ground = Image.new("RGB", (WIDTH * FINE, height * FINE), PAPER)
        self.draw = ImageDraw.Draw(self._ground)
        self._letters: list[tuple[str, tuple[float, float], tuple[Face, int, RGB]]] = []

    def area(self, left: float, top: float, right: float, bottom: float, *, fill: RGB, edge: RGB | None = None) -> None:
        """Fill a rectangle, with an edge of three pixels if wanted."""
        box = (left * FINE, top * FINE, right * FINE, bottom * FINE)
        self.draw.rectangle(box, fill=fill, outline=edge, width=3 * FINE if edge else 0)

    def line(self, points: Sequence[tuple[float, float]], *, colour: RGB, wide: float) -> None:
        """Draw a line through points."""
        path = [(x * FINE, y * FINE) for x, y in points]
        self.draw.line(path, fill=colour, width=round(wide * FINE), joint="curve")

    def words(
        self,
        text: str,
        at: tuple[float, float],
        *,
        size: int = WORDS,
        colour: RGB = INK,
        room: int = WIDTH,
        face: Face = DOSIS_BOLD,
        right: bool = False,
    ) -> None:
        """Put words on a baseline, made to fit into ``room``; ``right``: they end there."""
        fitted = fit(plain(text), face, room, (size, SMALL))
        x = at[0] - (width(fitted.text, face, fitted.size) if right else 0)
        self._letters.append((fitted.text, (x, at[1]), (face, fitted.size, colour)))

    def done(self) -> Image.Image:
        """Return the picture in palette mode."""
        image = self._ground.reduce(FINE)
        for text, pen, look in self._letters:
            stamp(image, text, pen, look)
        return palette().bring(image)


def draw(chart: Chart) -> Drawing:
    """Draw a chart as a PNG with its alternative text."""
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
        case _:
            assert_never(chart)


# --- A rating's way ----------------------------------------------------------------------------------------------

_TOP, _BOTTOM, _LEFT, _RIGHT = 130, 690, 170, 1140
_LABEL = 230
"""Width that the newest value takes at most."""


def way(chart: Way) -> Image.Image:
    """Draw a line through the values, a band around it for the margin, squares at the matches, and the newest value."""
    sheet = Sheet(780)
    sheet.words(chart.title, (EDGE, 76), size=TITLE, room=WIDTH - 2 * EDGE, face=DOSIS)
    low, high, step = _scale(chart)
    days = [day for day, _, _ in chart.points]
    span = max(days) - min(days) or 1.0

    def x(day: float) -> float:
        return _LEFT + (day - min(days)) / span * (_RIGHT - _LEFT) if len(days) > 1 else (_LEFT + _RIGHT) / 2

    def y(value: float) -> float:
        return _BOTTOM - (min(max(value, low), high) - low) / (high - low) * (_BOTTOM - _TOP)

    band = [(x(day), y(value + margin)) for day, value, margin in chart.points]
    band += [(x(day), y(value - margin)) for day, value, margin in reversed(chart.points)]
    if len(chart.points) > 1:
        sheet.draw.polygon([(px * FINE, py * FINE) for px, py in band], fill=MARGIN)
    for value in range(low, high + 1, step):
        sheet.line([(_LEFT, y(value)), (_RIGHT, y(value))], colour=RULE, wide=2)
        sheet.words(str(value), (_LEFT - 16, y(value) + 13), size=SMALL, colour=QUIET, right=True)
    path = [(x(day), y(value)) for day, value, _ in chart.points]
    if len(path) > 1:
        sheet.line(path, colour=LINE, wide=6)
    size = 8 if len(path) <= 40 else 4
    for px, py in path:
        sheet.area(px - size, py - size, px + size, py + size, fill=LINE)
    _, value, margin = chart.points[-1]
    label = f"{value} ± {margin}"
    sheet.words(label, (_RIGHT, beside(path)), size=48, colour=INK, right=True, face=DOSIS)
    sheet.words(chart.first, (_LEFT, 752), size=SMALL, colour=QUIET)
    sheet.words(chart.last, (_RIGHT, 752), size=SMALL, colour=QUIET, right=True)
    return sheet.done()


def beside(path: list[tuple[float, float]]) -> float:
    """Return the baseline of the newest value: above all of the line that it would cross, below where only that fits.

    ``path`` is the line in pixels of the picture, from left to right.
    """
    crossed = [y for x, y in path if x >= _RIGHT - _LABEL]
    before = [(x, y) for x, y in path if x < _RIGHT - _LABEL]
    if before and crossed:
        (left, high), (right, low) = before[-1], path[len(before)]
        crossed.append(high + (low - high) * (_RIGHT - _LABEL - left) / (right - left))
    above = min(crossed, default=path[-1][1]) - 26
    below = max(crossed, default=path[-1][1]) + 62
    return below if above < _TOP - 6 and below < _BOTTOM else max(above, _TOP - 6)


def _scale(chart: Way) -> tuple[int, int, int]:
    """The lowest and highest value shown and the step between lines: round numbers around all values."""
    values = [value for _, value, _ in chart.points]
    spread = max(100, max(values) - min(values))
    step = next(each for each in (50, 100, 200, 500, 1000, 5000) if spread / each <= 5)
    low = (min(values) - step // 2) // step * step
    high = -((-max(values) - step // 2) // step) * step
    return low, high, step


# --- Tables ------------------------------------------------------------------------------------------------------


def grid(chart: Grid) -> Image.Image:
    """Draw a table: every second row on a darker ground, the reader's own framed."""
    height = HEAD + ROW * (len(chart.rows) + 1) + (64 if chart.note else 24)
    sheet = Sheet(height)
    sheet.words(chart.title, (EDGE, 76), size=TITLE, room=WIDTH - 2 * EDGE, face=DOSIS)
    places = _columns(chart.columns)
    for column, (left, right) in zip(chart.columns, places, strict=True):
        _cell(sheet, column, column.head, (left, right, HEAD + 44), QUIET)
    for at, row in enumerate(chart.rows):
        top = HEAD + ROW * (at + 1)
        if at == chart.own:
            sheet.area(EDGE - 24, top + 2, WIDTH - EDGE + 24, top + ROW - 2, fill=OWN, edge=INK)
        elif at % 2 == 0:
            sheet.area(EDGE - 24, top, WIDTH - EDGE + 24, top + ROW, fill=BAND)
        for column, cell, (left, right) in zip(chart.columns, row, places, strict=True):
            _cell(sheet, column, cell, (left, right, top + 45), INK)
    sheet.line([(EDGE - 24, HEAD + ROW), (WIDTH - EDGE + 24, HEAD + ROW)], colour=QUIET, wide=3)
    if chart.note:
        sheet.words(chart.note, (EDGE, height - 22), size=SMALL, colour=QUIET, room=WIDTH - 2 * EDGE)
    return sheet.done()


def _columns(columns: Sequence[Column]) -> list[tuple[float, float]]:
    whole = sum(column.share for column in columns)
    room = WIDTH - 2 * EDGE
    edges = [EDGE + room * sum(column.share for column in columns[:at]) / whole for at in range(len(columns) + 1)]
    return [(left, right - 18) for left, right in pairwise(edges)]


def _cell(sheet: Sheet, column: Column, text: str, place: tuple[float, float, float], colour: RGB) -> None:
    left, right, base = place
    if text:
        x = right if column.number else left
        sheet.words(text, (x, base), colour=colour, room=round(right - left), right=column.number)


# --- Trees -------------------------------------------------------------------------------------------------------

_BOX = 124
_GAP = 26


def tree(chart: Tree) -> Image.Image:
    """Draw the boxes of each round beside those they come from; who won has a mark and heavy letters."""
    slots = chart.slots or tuple(max(1, len(boxes)) for boxes in chart.rounds)
    sheet = Sheet(HEAD + 70 + max(slots) * (_BOX + _GAP))
    sheet.words(chart.title, (EDGE, 76), size=TITLE, room=WIDTH - 2 * EDGE, face=DOSIS)
    wide = (WIDTH - 2 * EDGE - 40 * (len(chart.rounds) - 1)) / len(chart.rounds)
    before: dict[int, float] = {}
    for at, boxes in enumerate(chart.rounds):
        left = EDGE + at * (wide + 40)
        sheet.words(chart.heads[at], (left, HEAD + 40), size=SMALL, colour=QUIET, room=round(wide))
        places = {box.slot if box.slot >= 0 else number: box for number, box in enumerate(boxes)}
        room = max(slots) * (_BOX + _GAP) / slots[at]
        middles = {slot: HEAD + 60 + room * (slot + 0.5) for slot in places}
        for slot, middle in middles.items():
            for source in _sources(slot, slots[at - 1] if at else 0, slots[at]):
                if source in before:
                    _join(sheet, left, before[source], middle)
        for slot, box in places.items():
            _box(sheet, box, left, middles[slot], wide)
        before = middles
    return sheet.done()


def _sources(slot: int, before: int, now: int) -> tuple[int, ...]:
    """The places of the round before from which somebody comes to a place."""
    if before == 2 * now:
        return (2 * slot, 2 * slot + 1)
    return (slot,) if before == now else ()


def _join(sheet: Sheet, left: float, source: float, middle: float) -> None:
    bend = left - 20
    sheet.line([(left - 40, source), (bend, source), (bend, middle), (left, middle)], colour=QUIET, wide=3)


def _box(sheet: Sheet, box: Box, left: float, middle: float, wide: float) -> None:
    sheet.area(left, middle - _BOX / 2, left + wide, middle + _BOX / 2, fill=BAND, edge=QUIET)
    sheet.line([(left, middle), (left + wide, middle)], colour=RULE, wide=2)
    for side, (name, base) in enumerate(((box.first, middle - 17), (box.second, middle + 45))):
        won = box.won == side
        if won:
            sheet.area(left + 6, base - 34, left + 16, base + 6, fill=LEAD)
        face, colour = (DOSIS, INK) if won else (DOSIS_BOLD, QUIET)
        sheet.words(name or "–", (left + 26, base), colour=colour, room=round(wide - 40), face=face)

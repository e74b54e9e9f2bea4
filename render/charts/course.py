"""Drawing how a match went: a line for each player, told apart by colour, by the shapes on it and by the names."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import cos, pi, sin

from PIL import Image

from render.charts.inks import BAND, INK, PAPER, RULE, SEATS
from render.charts.orders import Course
from render.charts.sheet import ASIDE, FINE, SMALL, WORDS, Sheet
from render.core.colour import RGB
from render.core.lettering.fonts import DOSIS, DOSIS_BOLD
from render.core.lettering.text import fit_lines, plain, width
from render.core.picture import Token
from render.core.plates import HIGH, WIDE
from render.core.registry import NoPictures, picture

_TOP, _BOTTOM, _LEFT, _RIGHT = 92, 616, 124, 786
_NAMES = 836
"""Where the shapes beside the names stand."""
_PITCH = 76
"""From one name to the next, at least."""
_SHAPE, _SMALL_SHAPE = 17, 11
"""Half the size of the shapes beside the names, and of those on the lines."""
_BESIDE = 26
"""From the words of the scale to the lines: more than half of the widest shape on them with its rim."""
_CASING, _LINE = 11, 6
_EACH = 8
"""Shapes on a line, about: those of two lines stand at different turns."""
_DISC = 21
"""Half the width of a flag."""

SHAPES = ("circle", "diamond", "square", "triangle", "hexagon", "star")
"""By seat, where a game's pictures don't say otherwise."""


def course(chart: Course) -> Image.Image:
    """Draw the lines, the last place below and the winner on top, then the flags, and the names at the right."""
    sheet, tokens = Sheet(HIGH), _tokens(chart)
    sheet.title(chart.title)
    places = _Places(chart)
    _ground(sheet, chart, places)
    for seat in reversed(chart.ranked):
        path = [places.at(turn, value) for turn, value in zip(chart.turns, chart.lines[seat], strict=True)]
        sheet.line(path, colour=INK, wide=_CASING)
        sheet.line(path, colour=tokens[seat][1], wide=_LINE)
        every = max(1, round(len(path) / _EACH))
        first = seat * every // max(1, len(chart.lines))
        for spot in path[first:-1:every]:
            _token(sheet, spot, tokens[seat], _SMALL_SHAPE)
    _flags(sheet, chart, places, tokens)
    _names(sheet, chart, places, tokens)
    return sheet.finish(free=True)


class _Places:
    """Where turns and values lie."""

    def __init__(self, chart: Course) -> None:
        """Take what is to be shown."""
        self._first, self._last = chart.turns[0], max(chart.turns[-1], chart.turns[0] + 1)
        self._low, self._high = chart.scale[0][0], chart.scale[-1][0]

    def x(self, turn: float) -> float:
        """Return the place of a turn."""
        return _LEFT + (turn - self._first) / (self._last - self._first) * (_RIGHT - _LEFT)

    def y(self, value: float) -> float:
        """Return the place of a value."""
        part = (value - self._low) / (self._high - self._low)
        return _BOTTOM - min(max(part, 0.0), 1.0) * (_BOTTOM - _TOP)

    def at(self, turn: float, value: float) -> tuple[float, float]:
        """Return the place of a value after a turn."""
        return self.x(turn), self.y(value)


def _tokens(chart: Course) -> Sequence[Token]:
    """The shape and the colour of each seat."""
    found: Sequence[Token] = ()
    with suppress(NoPictures):
        found = picture(chart.game).tokens(chart.view) if chart.game else ()
    usual = [(SHAPES[seat % len(SHAPES)], SEATS[seat % len(SEATS)]) for seat in range(len(chart.lines))]
    return found if len(found) >= len(usual) else usual


def _ground(sheet: Sheet, chart: Course, places: _Places) -> None:
    """The darker ground from when on nothing changed, the scale, and the turns below."""
    if chart.settled is not None:
        left = places.x(chart.settled)
        sheet.area(left, _TOP, _RIGHT, _BOTTOM, fill=BAND)
    for value, words in chart.scale:
        y = places.y(value)
        sheet.line([(_LEFT, y), (_RIGHT, y)], colour=RULE, wide=2)
        sheet.words(words, (_LEFT - _BESIDE, y + 11), ASIDE, right=True)
    if chart.settled is not None:
        sheet.line([(places.x(chart.settled), _TOP), (places.x(chart.settled), _BOTTOM)], colour=RULE, wide=4)
        _label(sheet, chart.settled_words)
    for turn, words in chart.ticks:
        half = width(words, *ASIDE[:2]) / 2
        x = min(max(places.x(turn), _LEFT + half), _RIGHT)
        sheet.line([(places.x(turn), _BOTTOM), (places.x(turn), _BOTTOM + 10)], colour=RULE, wide=3)
        sheet.words(words, (x - half, 668), ASIDE)


def _label(sheet: Sheet, words: str) -> None:
    """What the darker ground means, beside a piece of it above the lines."""
    wide = width(words, *ASIDE[:2])
    sheet.area(_RIGHT - wide - 44, 24, _RIGHT - wide - 14, 54, fill=BAND, edge=RULE)
    sheet.words(words, (_RIGHT, 50), ASIDE, right=True)


def _flags(sheet: Sheet, chart: Course, places: _Places, tokens: Sequence[Token]) -> None:
    """Numbers on discs, above or below the line; those that would lie on each other move apart."""
    taken: list[tuple[float, float]] = []
    for flag in chart.flags:
        at = chart.turns.index(flag.turn) if flag.turn in chart.turns else _nearest(chart.turns, flag.turn)
        x, y = places.at(flag.turn, chart.lines[flag.seat][at])
        x, y = next(spot for spot in _around(x, y) if all(_apart(spot, other) for other in taken))
        taken.append((x, y))
        _disc(sheet, (x, y), _DISC + 4, tokens[flag.seat][1])
        _disc(sheet, (x, y), _DISC, INK)
        look = (DOSIS_BOLD, 31, PAPER)
        words = str(flag.number)
        sheet.words(words, (x - width(words, *look[:2]) / 2, y + 11), look)


def _nearest(turns: Sequence[int], turn: int) -> int:
    return min(range(len(turns)), key=lambda at: abs(turns[at] - turn))


def _around(x: float, y: float) -> Iterator[tuple[float, float]]:
    """Places for a flag, the best first: on the line, then ever further above and below it; at last anywhere."""
    first = min(max(y, _TOP + _DISC), _BOTTOM - _DISC)
    for step in range(12):
        for side in (1, -1):
            spot = first + side * step * (2 * _DISC + 10)
            if _TOP + _DISC <= spot <= _BOTTOM - _DISC:
                yield x, spot
    for step in range(1, 100):
        yield x + step * 2 * _DISC, y


def _apart(spot: tuple[float, float], other: tuple[float, float]) -> bool:
    return (spot[0] - other[0]) ** 2 + (spot[1] - other[1]) ** 2 >= (2 * _DISC + 8) ** 2


def _disc(sheet: Sheet, at: tuple[float, float], radius: float, colour: RGB) -> None:
    x, y = at
    box = ((x - radius) * FINE, (y - radius) * FINE, (x + radius) * FINE, (y + radius) * FINE)
    sheet.draw.ellipse(box, fill=colour)


def _names(sheet: Sheet, chart: Course, places: _Places, tokens: Sequence[Token]) -> None:
    """The names as the lines end, equal ones by place, each as near to the end of its line as the others let it.

    In a match that ended early, the winner needn't have been ahead.
    """
    ends = {seat: places.y(chart.lines[seat][-1]) for seat in chart.ranked}
    order = sorted(chart.ranked, key=ends.__getitem__)
    for seat, y in zip(order, _spread([ends[seat] for seat in order]), strict=True):
        _token(sheet, (_NAMES, y), tokens[seat], _SHAPE)
        name = fit_lines(plain(chart.names[seat]) or "?", ((DOSIS, (WORDS, SMALL)),), WIDE - _NAMES - 42)
        first = y + 12 - name.size / 2 * (len(name.lines) - 1)
        for number, line in enumerate(name.lines):
            sheet.words(line, (_NAMES + 30, first + number * name.size), (name.face, name.size, INK))


def _spread(wanted: Sequence[float]) -> list[float]:
    """Return heights in the same order, at least one pitch apart, with the last one within the picture."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + _PITCH) if found else y)
    over = max(0.0, found[-1] - _BOTTOM)
    found[-1] -= over
    for at in range(len(found) - 2, -1, -1):
        found[at] = min(found[at], found[at + 1] - _PITCH)
    return found


def _token(sheet: Sheet, at: tuple[float, float], token: Token, radius: float) -> None:
    """A shape with a dark rim."""
    for size, colour in ((radius + 4, INK), (radius, token[1])):
        if token[0] == "circle":
            _disc(sheet, at, size, colour)
        else:
            sheet.shape([(at[0] + x, at[1] + y) for x, y in _outline(token[0], size)], fill=colour)


def _outline(shape: str, r: float) -> list[tuple[float, float]]:
    """A shape round (0, 0), all of about one weight."""
    match shape:
        case "diamond":
            return [(0, -1.24 * r), (1.24 * r, 0), (0, 1.24 * r), (-1.24 * r, 0)]
        case "square":
            return [(-0.92 * r, -0.92 * r), (0.92 * r, -0.92 * r), (0.92 * r, 0.92 * r), (-0.92 * r, 0.92 * r)]
        case "triangle":
            return [(0, -1.34 * r), (1.24 * r, 0.9 * r), (-1.24 * r, 0.9 * r)]
        case "star":
            reach = (1.34 * r, 0.66 * r)
            turned = [(reach[k % 2], k * pi / 5 - pi / 2) for k in range(10)]
            return [(each * cos(angle), each * sin(angle)) for each, angle in turned]
        case _:
            return [(1.08 * r * cos(k * pi / 3), 1.08 * r * sin(k * pi / 3)) for k in range(6)]

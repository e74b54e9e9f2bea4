"""The head of a picture, and the line of the last turn in the notation, which is the legend of the marks on the map."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from games.greentown.view import NEIGHBOURS, Board, Change
from render.core.fonts import DOSIS, DOSIS_BOLD
from render.core.ink import even
from render.core.painter import Painter as Plain
from render.core.paths import Point, closed
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.core.text import fit, fit_sentence, width
from render.greentown import signs
from render.greentown.bands import WIDTH, pill
from render.greentown.cards import token
from render.greentown.hatching import hatch
from render.greentown.hexagon import hexagon
from render.greentown.inks import BAND, CARD, CREAM, INK, PAPER, QUIET, RED
from render.greentown.paint import Painter
from render.greentown.pieces import chip

ROUND_LEFT = 412
LINE_MIDDLE = 93
LINE = (20, 1186)  # left and right
ROOMS = (480, 300, 190)
LOOKS = tuple((room, *look) for look in ((28, False, 13), (26, False, 9), (26, True, 9)) for room in ROOMS)
"""Room for the name, size, whether a tour is written in short, gap between parts: the first that fits is taken."""
LETTERING = ("round {round} • turn {turn}", "last turns", "{name} to move", "{name} to decide", "finished", "draft",
             "the first turn: {name} begins")  # fmt: skip


def head(painter: Painter, board: Board, names: tuple[str, ...], theme: Theme) -> None:
    """Round and turn, and the plate that says whose turn it is."""
    words = theme.say("round {round} • turn {turn}", round=board.round, turn=board.turn)
    if board.last_turns:
        words = f"{words} • {theme.say('last turns')}"
    if board.mover is None:
        left = plate(painter, theme.say("finished"), words)
    else:
        who = theme.say("{name} to decide" if board.deciding else "{name} to move")
        left = plate(painter, who, words, name=names[board.mover], seat=board.mover, double=board.second)
    second(painter, words, left)


def second(painter: Painter, words: str, right: float) -> None:
    """Words of second rank beside the title, up to `right`."""
    found = fit(words, DOSIS_BOLD, round(right - ROUND_LEFT - 16), (33, 26))
    painter.ground = BAND
    painter.capped(found.text, (ROUND_LEFT, 36), (DOSIS_BOLD, found.size, QUIET), side="left")
    painter.ground = PAPER


def plate(
    painter: Painter, words: str, beside: str, *, name: str = "", seat: int | None = None, double: bool = False
) -> float:
    """
    The cream plate at the right of the head, up to what stands `beside` it; `{name}` in its words is fitted.

    Returns its left edge.
    """
    before = 62 if seat is not None else 22
    after = 74 if double else 20
    free = WIDTH - 10 - ROUND_LEFT - 34 - width(beside, DOSIS_BOLD, 33) - before - after
    found = fit_sentence(words, name, DOSIS, max(330 if double else 380, int(free)), (37, 28))
    wide = round(width(found.text, DOSIS, found.size)) + before + after
    painter.ground = BAND
    painter.put(pill, (WIDTH - 10, 7), wide)
    painter.ground = CREAM
    left = WIDTH - 10 - wide
    if seat is not None:
        painter.put(chip, (left + 31, 33.5), seat, 20)
    painter.word(found.text, (left + before, 34), found.size)
    if double:
        painter.put(token, (WIDTH - 10 - 64, 15), "×2")
    painter.ground = PAPER
    return left


@lru_cache(maxsize=16)
def sign(kind: str, *, draft: bool = False) -> Raster:
    """The mark that a part of the line has on the map: laid, developed or tour."""
    plate = Surface("sign", (-24, -20, 24, 20), 1.0)
    layer = plate.layer()
    if kind == "tour":
        plate.pen().line([(-17, 0), (17, 0)], even(10, INK))
        layer.pen().line([(-16, 0), (16, 0)], even(7, RED))
        plate.lay(hatch(layer, fine=True) if draft else layer)
        return signs.stop(0, 10.5, draft=draft, lettered=False).over(plate.raster())
    rings = ((14.5, 5.6),) if kind == "laid" else ((16.5, 2.6), (10.5, 2.6))
    for radius, wide in rings:
        plate.pen().shape(hexagon(radius), CARD, shake=0)
        if kind == "laid":
            plate.pen().line(closed(hexagon(radius)), even(wide + 3.0, INK))
        layer.pen().line(closed(hexagon(radius)), even(wide, RED))
    plate.lay(hatch(layer, fine=True) if draft else layer)
    return plate.raster()


@lru_cache(maxsize=4)
def chevron(colour: tuple[int, int, int]) -> Raster:
    """The sign of a development: the font's own is too small. (0, 0) is its left end."""
    plate = Surface("chevron", (-3, -10, 19, 6), 1.0)
    plate.pen().line([(1.5, 1), (8, -7), (14.5, 1)], even(3.2, colour))
    return plate.raster()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the line: how wide it is, and how it is put at a place on the middle line."""

    wide: float
    put: Callable[[Painter, Point], None]


def _name(seat: int, name: str, room: int) -> Part:
    found = fit(name, DOSIS, room, (30, 28))
    wide = width(found.text, DOSIS, found.size)

    def put(painter: Painter, at: Point) -> None:
        painter.put(chip, (at[0] + 20, at[1]), seat, 19)
        painter.word(found.text, (at[0] + 47, at[1]), found.size)

    return Part(wide + 47, put)


def _token(words: str) -> Part:
    wide = max(46, round(width(words, DOSIS, 27)) + 20)

    def put(painter: Painter, at: Point) -> None:
        painter.put(token, (at[0], at[1] - 18), words, wide=wide)

    return Part(wide, put)


def _words(text: str, size: int) -> Part:
    raised = text.startswith("^")
    rest = text[1:] if raised else text
    before = 18.0 if raised else 0.0

    def put(painter: Painter, at: Point) -> None:
        if raised:
            painter.put(chevron, at, INK)
        Plain.capped(painter, rest, (at[0] + before, at[1]), (DOSIS_BOLD, size, INK), side="left")

    return Part(before + width(rest, DOSIS_BOLD, size), put)


def _signed(kind: str, text: str, size: int, *, draft: bool) -> Part:
    words = _words(text, size)
    before = 46 if kind == "tour" else 40

    def put(painter: Painter, at: Point) -> None:
        if kind == "built":
            painter.put(signs.fresh, (at[0] + 18, at[1]), 14.0, draft=draft)
        else:
            painter.put(sign, (at[0] + (20 if kind == "tour" else 18), at[1]), kind, draft=draft)
        words.put(painter, (at[0] + before, at[1]))

    return Part(before + words.wide, put)


def tour_words(path: tuple[str, ...], *, short: bool) -> str:
    """A tour in the notation: its spaces, or in short its start and the sides taken."""
    if not short:
        return "~" + "-".join(path)
    sides = (str(NEIGHBOURS[a].index(b) + 1) for a, b in pairwise(path))
    return f"~{path[0]}.{''.join(sides)}"


def _parts(change: Change, size: int, *, short: bool, draft: bool) -> list[Part]:
    kinds = {"+": "laid", "^": "developed"}
    parts = [_token(change.marker)]
    parts += [_signed(kinds.get(word[0], "built"), word, size, draft=draft) for word in change.words[1:]]
    if change.tour:
        parts.append(_signed("tour", tour_words(change.tour, short=short), size, draft=draft))
    return parts


def last_line(painter: Painter, board: Board, names: tuple[str, ...], theme: Theme, *, draft: bool) -> None:
    """Who did what: name, marker, then each part of the turn led by its mark on the map."""
    painter.ground = PAPER
    change = board.draft if draft else board.last
    if change is None:
        if board.mover is not None:
            words = theme.say("the first turn: {name} begins", name=names[board.mover])
            painter.fitted(words, (LINE[0] + 8, LINE_MIDDLE), LINE[1] - LINE[0] - 16, (29, 26))
        return
    said = [_words(theme.say("draft"), 28)] if draft else []
    room = LINE[1] - LINE[0]
    for most, size, short, gap in LOOKS:
        name = _name(change.seat, names[change.seat], most)
        parts = [name, *said, *_parts(change, size, short=short, draft=draft)]
        if sum(part.wide for part in parts) + gap * (len(parts) - 1) <= room:
            break
    x = float(LINE[0])
    for part in parts:
        part.put(painter, (x, LINE_MIDDLE))
        x += part.wide + gap

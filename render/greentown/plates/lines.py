"""The head of a picture, and the line of the last turn in the notation, which is the legend of the marks on the map."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from games.greentown.view import NEIGHBOURS, Board, Change
from render.core.ink import even
from render.core.lettering.fonts import DOSIS, DOSIS_BOLD
from render.core.lettering.text import fit, fit_sentence, width
from render.core.memory.cache import cached
from render.core.painter import Painter as Plain
from render.core.paths import Point, close_path
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.greentown.inks import BAND, CARD, CREAM, INK, PAPER, QUIET, RED
from render.greentown.paint import Painter
from render.greentown.pieces import signs
from render.greentown.pieces.cards import token
from render.greentown.pieces.hatching import hatch
from render.greentown.pieces.tokens import chip
from render.greentown.plates.bands import HEAD, WIDTH, logo, pill, title, title_width
from render.greentown.terrain.hexagon import hexagon

LOGO, TITLE_LEFT = 32, 66
LINE = (14, 1088)  # left and right
LINE_HIGH = 50
LETTERS = 30  # pixels of the line of the last turn
ROOMS = (480, 300, 190)
LOOKS = tuple((room, short, gap) for short, gap in ((False, 14), (False, 8), (True, 10)) for room in ROOMS)
"""Room for the name, whether a tour is written in short, gap between parts: the first that fits is taken."""
LETTERING = ("round {round} • turn {turn}", "last turns", "{name} to move", "{name} to decide", "finished", "draft",
             "the first turn: {name} begins")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a picture says: words of second rank, and a sentence in a plate; `{name}` in it is fitted."""

    words: str
    sentence: str
    name: str = ""
    seat: int | None = None
    double: bool = False


def head_of(board: Board, names: tuple[str, ...], theme: Theme) -> Head:
    """Round and turn, and whose turn it is."""
    words = theme.say("round {round} • turn {turn}", round=board.round, turn=board.turn)
    if board.last_turns:
        words = f"{words} • {theme.say('last turns')}"
    if board.mover is None:
        return Head(words, theme.say("finished"))
    who = theme.say("{name} to decide" if board.deciding else "{name} to move")
    return Head(words, who, names[board.mover], board.mover, board.second)


def head(painter: Painter, said: Head) -> None:
    """The dark band with the logo, the title where there is room for it, and what the head says."""
    before, after = (56 if said.seat is not None else 20), (70 if said.double else 20)
    whole = said.sentence.replace("{name}", said.name)
    for titled, size, large in ((True, 32, 36), (True, 31, 33), (True, 30, 30), (False, 32, 34), (False, 30, 30)):
        left = TITLE_LEFT + (title_width() + 26 if titled else 0)
        room = round(WIDTH - 8 - left - width(said.words, DOSIS_BOLD, size) - 18 - before - after)
        if width(whole, DOSIS, large) <= room:
            break
    painter.ground = BAND
    painter.put(logo, (LOGO, HEAD / 2))
    if titled:
        painter.put(title, (TITLE_LEFT, HEAD / 2))
    painter.center_capitals(said.words, (left, HEAD / 2 + 1), (DOSIS_BOLD, size, QUIET), side="left")
    found = fit_sentence(said.sentence, said.name, DOSIS, room, (large, LETTERS))
    wide = round(width(found.text, DOSIS, found.size)) + before + after
    painter.put(pill, (WIDTH - 8, 4), wide)
    painter.ground = CREAM
    if said.seat is not None:
        painter.put(chip, (WIDTH - 8 - wide + 28, HEAD / 2), said.seat, 18)
    painter.word(found.text, (WIDTH - 8 - wide + before, HEAD / 2 + 0.5), found.size)
    if said.double:
        painter.put(token, (WIDTH - 8 - 64, 9), "×2")


@cached
def sign(kind: str, *, draft: bool = False) -> Raster:
    """The mark that a part of the line has on the map: laid, developed or tour."""
    plate = Surface("sign", (-24, -20, 24, 20), 1.0)
    layer = plate.layer()
    if kind == "tour":
        plate.pen().line([(-17, 0), (17, 0)], even(10, INK))
        layer.pen().line([(-16, 0), (16, 0)], even(7, RED))
        plate.lay(hatch(layer, fine=True) if draft else layer)
        return signs.stop(0, 10.5, 0, draft=draft).over(plate.raster())
    rings = ((14.5, 5.6),) if kind == "laid" else ((16.5, 2.6), (10.5, 2.6))
    for radius, wide in rings:
        plate.pen().shape(hexagon(radius), CARD, shake=0)
        if kind == "laid":
            plate.pen().line(close_path(hexagon(radius)), even(wide + 3.0, INK))
        layer.pen().line(close_path(hexagon(radius)), even(wide, RED))
    plate.lay(hatch(layer, fine=True) if draft else layer)
    return plate.raster()


@cached
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
    found = fit(name, DOSIS, room, (LETTERS, LETTERS))
    wide = width(found.text, DOSIS, found.size)

    def put(painter: Painter, at: Point) -> None:
        painter.put(chip, (at[0] + 20, at[1]), seat, 19)
        painter.word(found.text, (at[0] + 47, at[1]), found.size)

    return Part(wide + 47, put)


def _token(words: str) -> Part:
    wide = max(50, round(width(words, DOSIS, LETTERS)) + 20)

    def put(painter: Painter, at: Point) -> None:
        painter.put(token, (at[0], at[1] - 18), words, wide=wide)

    return Part(wide, put)


def _words(text: str) -> Part:
    raised = text.startswith("^")
    rest = text[1:] if raised else text
    before = 18.0 if raised else 0.0

    def put(painter: Painter, at: Point) -> None:
        if raised:
            painter.put(chevron, at, INK)
        Plain.center_capitals(painter, rest, (at[0] + before, at[1]), (DOSIS_BOLD, LETTERS, INK), side="left")

    return Part(before + width(rest, DOSIS_BOLD, LETTERS), put)


def _make_sign_part(kind: str, text: str, *, draft: bool) -> Part:
    words = _words(text)
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


def _parts(change: Change, *, short: bool, draft: bool) -> list[Part]:
    kinds = {"+": "laid", "^": "developed"}
    parts = [_token(change.marker)]
    parts += [_make_sign_part(kinds.get(word[0], "built"), word, draft=draft) for word in change.words[1:]]
    if change.tour:
        parts.append(_make_sign_part("tour", tour_words(change.tour, short=short), draft=draft))
    return parts


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a turn: what it changed and whose it was, or what is said before the first one."""

    change: Change | None
    name: str
    draft: bool = False
    words: str = ""


def line_of(board: Board, names: tuple[str, ...], theme: Theme, *, draft: bool) -> Line:
    """The line of the draft, or of the latest finished turn."""
    change = board.draft if draft else board.last
    if change is not None:
        return Line(change, names[change.seat], draft, theme.say("draft"))
    first = "" if board.mover is None else names[board.mover]
    return Line(None, first, words=theme.say("the first turn: {name} begins") if first else "")


def rows(line: Line) -> list[list[tuple[Part, float]]]:
    """The parts of a line with the left end of each, in one row or, where they need it, two."""
    if line.change is None:
        return [[]]
    said = [_words(line.words)] if line.draft else []
    room = LINE[1] - LINE[0]
    for most, short, gap in LOOKS:
        name = _name(line.change.seat, line.name, most)
        parts = [name, *said, *_parts(line.change, short=short, draft=line.draft)]
        if sum(part.wide for part in parts) + gap * (len(parts) - 1) <= room:
            return [_space_out(parts, gap)]
    return [_space_out(parts[:-1], gap), _space_out(parts[-1:], gap)]


def _space_out(parts: list[Part], gap: float) -> list[tuple[Part, float]]:
    found, x = [], float(LINE[0])
    for part in parts:
        found.append((part, x))
        x += part.wide + gap
    return found


def line_high(line: Line) -> int:
    """How high the line of a turn is."""
    return LINE_HIGH + (len(rows(line)) - 1) * (LINE_HIGH - 8)


def last_line(painter: Painter, line: Line) -> None:
    """Who did what: name, marker, then each part of the turn led by its mark on the map."""
    painter.ground = PAPER
    if line.change is None:
        found = fit_sentence(line.words, line.name, DOSIS, LINE[1] - LINE[0], (LETTERS, LETTERS))
        painter.word(found.text, (LINE[0], LINE_HIGH / 2), found.size)
    for i, row in enumerate(rows(line)):
        for part, x in row:
            part.put(painter, (x, LINE_HIGH / 2 + i * (LINE_HIGH - 8)))

"""The players' panels under the board, and what the co-op holds."""

from dataclasses import dataclass
from functools import lru_cache

from games.h2olland.view import Panel, Phase, Table
from render.core.fonts import SPARTAN
from render.core.ink import even
from render.core.noise import seeded
from render.core.paths import rectangle, rounded
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.core.text import fit
from render.h2olland import tokens
from render.h2olland.cuts import block
from render.h2olland.inks import CODES, CREAM, FLECKS, INK, LETTERS, PANEL, PAPER, QUIET, SEATS, TULIPS, shade
from render.h2olland.paint import Painter, wide

SIZE = (555, 140)
FLANK = 100
MANY = 6  # kinds in a barn that fit in one row with their numbers
PASSED, PLAYS, POINTS, STOCK = "passed", "plays", "{count:point|points}", "Co-op has"
EMPTY, NO_TULIPS = "no fields in barn", "no tulips yet"
LETTERING = (PASSED, PLAYS, POINTS, STOCK, EMPTY, NO_TULIPS)


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a panel needs beside the player's facts."""

    name: str
    phase: Phase
    theme: Theme


@lru_cache(maxsize=16)
def plaque(seat: int, *, active: bool, size: tuple[int, int] = SIZE) -> Raster:
    """A panel with a flank in the seat's colour (-1: none) from its upper left corner."""
    across, down = size
    plate = Surface(f"plaque{seat}", (-6, -6, across + 10, down + 11), 1.0, fine=2, flat=True)
    pen = plate.pen()
    inset = 4.0 if active else 2.0
    body = rounded(inset, inset, across - inset, down - inset, radius=14)
    pen.shape([(x + 4, y + 5) for x, y in body], shade(PAPER), shake=0)
    pen.shape(body, CREAM if active else PANEL, shake=0)
    if seat >= 0:
        _flank(plate, body, seat, down)
    block(pen, body, None, 8 if active else 4.4, amount=1.0)
    return plate.raster()


def _flank(plate: Surface, body: list[tuple[float, float]], seat: int, down: int) -> None:
    flank, mask = plate.layer(), plate.layer()
    mask.pen().shape(body, INK, shake=0)
    pen = flank.pen(key="flank")
    pen.shape(rectangle(0, 0, FLANK, down), SEATS[seat], shake=0)
    chance = seeded("flank")
    for _ in range(22):
        x, y = chance.uniform(8, FLANK - 16), chance.uniform(8, down - 8)
        pen.line([(x, y), (x + chance.uniform(5, 9), y)], even(1.8, FLECKS[seat]))
    flank.clip(mask)
    plate.lay(flank)
    plate.pen(key="edge").line([(FLANK, 3), (FLANK, down - 3)], even(4, INK))


def _owner(painter: Painter, panel: Panel, at: tuple[int, int], theme: Theme) -> None:
    """The flank: the token between the start player's clog and the word for what the player does."""
    x, y = at
    word = PLAYS if panel.to_move else PASSED if panel.passed else ""
    painter.ground = SEATS[panel.seat]
    if panel.clog:
        painter.put(tokens.clog, (x + 51, y + (20 if word else 28)))
    middle = (64 if word else 86) if panel.clog else 56 if word else 70
    painter.put(tokens.badge, (x + 51, y + middle), panel.seat, 26.0 if panel.clog and word else 32.0)
    if word:
        found = fit(theme.say(word), SPARTAN, FLANK - 14, (26, 26))
        painter.word(found.text, (x + 52, y + 119), found.size, side="middle", colour=LETTERS[panel.seat])


def draw(painter: Painter, panel: Panel, at: tuple[int, int], sitting: Sitting) -> None:
    """One player's panel."""
    x, y = at
    painter.ground = PAPER
    painter.put(plaque, at, panel.seat, active=panel.to_move)
    _owner(painter, panel, at, sitting.theme)
    painter.ground = CREAM if panel.to_move else PANEL
    racing = sitting.phase in (Phase.RACE, Phase.OVER)
    held = _held(panel, racing=racing)
    crowded = [(kind, count) for kind, count in held if kind in TULIPS] if len(held) > MANY and not racing else []
    aside = row_width(crowded, small=True)
    taken = _points(painter, panel, (x, y), sitting.theme) if racing else aside
    painter.fitted(sitting.name, (x + 114, y + 36), round(422 - taken) if crowded or racing else 202, (36, 26))
    if crowded:
        # What is held counts for more than the tulip list, which the mills repeat.
        counted(painter, crowded, (x + 543 - aside, y + 34), aside, small=True)
    elif not racing:
        _levels(painter, panel, (x + 337, y + 33))
    if held:
        counted(painter, [pair for pair in held if pair not in crowded], (x + 114, y + 78), 428)
    else:
        nothing = sitting.theme.say(NO_TULIPS if racing else EMPTY)
        painter.fitted(nothing, (x + 114, y + 78), 420, (27, 26), colour=QUIET)
    _stock(painter, panel, (x, y + 117), racing=racing)


def _levels(painter: Painter, panel: Panel, at: tuple[float, float]) -> None:
    """The tulip list, outlined and filled up to the level."""
    for i, kind in enumerate(TULIPS):
        painter.put(tokens.bulb, (at[0] + 37.5 * i, at[1]), kind, str(i + 1), pale=i >= panel.level)


def _points(painter: Painter, panel: Panel, at: tuple[int, int], theme: Theme) -> float:
    """The points in the race; how wide they are."""
    word = fit(theme.say(POINTS, count=panel.points), SPARTAN, 120, (27, 26))
    end = at[0] + 540
    painter.word(word.text, (end, at[1] + 36), word.size, side="right")
    before = 10 + wide(word.text, word.size)
    return before + painter.word(str(panel.points), (end - before, at[1] + 35), 44, side="right")


def _held(panel: Panel, *, racing: bool) -> list[tuple[str, int]]:
    """What the middle line counts: the barn, in the race the tulips claimed."""
    if racing:
        return [(kind, count) for kind, count in zip(TULIPS, panel.tulips, strict=True) if count]
    return [(kind, panel.barn[kind]) for kind in (*CODES, *TULIPS) if panel.barn.get(kind)]


def _row(held: list[tuple[str, int]], *, small: bool) -> list[tuple[str, str, float, int]]:
    """Goods with what is written beside them, their width, and the size of the type."""
    size = 26 if small else 29 if len(held) <= 4 else 27
    few = len(held) <= 5 and not small
    texts = [f"{'×' if few else ''}{count}" if few or count > 1 else "" for _, count in held]
    return [
        (kind, text, 2 * _half(kind, small=small) + (5 if text else 0) + wide(text, size), size)
        for (kind, _), text in zip(held, texts, strict=True)
    ]


def row_width(held: list[tuple[str, int]], *, small: bool) -> float:
    """How wide the goods of a row are at least."""
    return sum(width for _, _, width, _ in _row(held, small=small))


def counted(
    painter: Painter, held: list[tuple[str, int]], at: tuple[float, float], room: float, *, small: bool = False
) -> None:
    """Goods with their numbers in a row of at most `room` pixels; where there are many, a single one has no number."""
    row = _row(held, small=small)
    gap = max(0.0, min(20.0, (room - row_width(held, small=small)) / max(1, len(row) - 1)))
    x, y = at
    for kind, text, width, size in row:
        half = _half(kind, small=small)
        if small:
            painter.put(tokens.bulb, (x + half, y), kind, str(TULIPS.index(kind) + 1), size=34)
        else:
            painter.put(tokens.goods, (x + half, y), kind)
        painter.word(text, (x + 2 * half + 4, y), size)
        x += width + gap


def _half(kind: str, *, small: bool) -> float:
    return 17.0 if small else tokens.chip_width(kind) / 2 if kind in CODES else 20.0


def _stock(painter: Painter, panel: Panel, at: tuple[float, float], *, racing: bool) -> None:
    """Mills, farms, dikes, workers (in the race: runners)."""
    x, y = at
    for start, pitch, sign, counts in (
        (126.0, 22.0, tokens.mill_sign, panel.mills),
        (268.0, 21.5, tokens.farm_sign, panel.farms),
    ):
        states = ("ink",) * counts[0] + ("barn",) * counts[1] + ("stock",) * counts[2]
        for i, state in enumerate(states):
            painter.put(sign, (x + start + pitch * i, y), state)
    if not racing:
        painter.put(tokens.dike_sign, (x + 417, y))
        painter.word(str(panel.barn.get("dike", 0)), (x + 443, y), 29)
    painter.put(tokens.pawn, (x + 495, y - 1), panel.seat, 12.0)
    painter.word(str(panel.runners if racing else panel.workers), (x + 511, y), 29)


def coop(painter: Painter, table: Table, box: tuple[int, int, int, int], theme: Theme) -> None:
    """What the co-op still has, in a panel of its own; `box` is left, top, width and height."""
    x, y, across, down = box
    painter.ground = PAPER
    painter.put(plaque, (x, y), -1, active=False, size=(across, down))
    painter.ground = PANEL
    title = fit(theme.say(STOCK), SPARTAN, 200, (30, 26))
    painter.word(title.text, (x + 22, y + 32), title.size)
    goods = [(kind, table.coop.get(kind, 0)) for kind in (*CODES, *TULIPS)]
    dikes = table.coop.get("dike", 0)
    painter.put(tokens.dike_sign, (x + across - 86, y + 31))
    painter.word(str(dikes), (x + across - 58, y + 32), 29)
    rows = (goods[:5], goods[5:])
    for row, line in enumerate(rows):
        pitch = (across - 44) / len(line)
        for i, (kind, count) in enumerate(line):
            left = x + 24 + pitch * i
            half = _half(kind, small=False)
            middle = (left + half - 3, y + down - 72 + 41 * row - 3)
            painter.put(tokens.goods, middle, kind)
            painter.word(str(count), (left + 2 * half + 3, middle[1]), 27, colour=INK if count else QUIET)
            if not count:
                painter.put(tokens.crossing, middle)

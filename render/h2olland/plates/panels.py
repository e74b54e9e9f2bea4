"""The players' panels beside the board."""

from dataclasses import dataclass

from games.h2olland.view import Panel, Phase, View
from games.h2olland.view import panels as panels_of
from render.core.ink import even
from render.core.lettering.fonts import SPARTAN
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import rectangle, round_rectangle
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.h2olland.inks import CODES, CREAM, FLECKS, INK, LEGAL, LETTERS, PANEL, PAPER, QUIET, SEATS, TULIPS, shade
from render.h2olland.paint import LEAST, NARROW, Painter, fit_text
from render.h2olland.pieces import tokens
from render.h2olland.pieces.cuts import block
from render.h2olland.plates.goods import Held, draw_counted, least

COMMON = 530  # pixels of a panel's width
FLANK = 100
INNER = FLANK + 14  # where a panel's lines begin
LEVEL_PITCH = 32
APART = 30  # pixels between goods and what stands at the end of their line
PASSED, PLAYS, POINTS = "passed", "plays", "{count, plural, one {point} other {points}}"
RUNNERS = "{count, plural, one {# runner} other {# runners}} left"
EMPTY, NO_TULIPS = "no fields in barn", "no tulips yet"
OUTLOOK = "{count} in reach"
LETTERING = (PASSED, PLAYS, POINTS, RUNNERS, EMPTY, NO_TULIPS, OUTLOOK)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a panel shows of one player, in the reader's language."""

    seat: int
    name: str
    active: bool
    clog: bool
    word: str
    """What the player does: plays, has passed, or nothing."""
    racing: bool
    over: bool
    """The result beside the board says how the runners fared."""
    held: Held
    """What the middle line counts: the barn, in the race the tulips claimed."""
    nothing: str
    mills: tuple[int, int]
    """On the board and in stock."""
    farms: tuple[int, int]
    dikes: int
    workers: int
    runners: str
    level: int
    points: int
    unit: str
    outlook: tuple[str, ...]
    """Before the race: how many points of tulips lie next to own mills, in words and as a number; empty for none."""


def facts(view: View, names: tuple[str, ...], theme: Theme) -> tuple[Facts, ...]:
    """What the panels of all seats show."""
    return tuple(_facts(panel, names[panel.seat], theme, view.table.phase) for panel in panels_of(view))


def _facts(panel: Panel, name: str, theme: Theme, phase: Phase) -> Facts:
    racing = phase in (Phase.RACE, Phase.OVER)
    word = PLAYS if panel.to_move else PASSED if panel.passed else ""
    return Facts(
        seat=panel.seat,
        name=name,
        active=panel.to_move,
        clog=panel.clog and phase is not Phase.OVER,
        word=theme.say(word) if word else "",
        racing=racing,
        over=phase is Phase.OVER,
        held=_list_held(panel, racing=racing),
        nothing=theme.say(NO_TULIPS if racing else EMPTY),
        mills=(panel.mills[0], panel.mills[2]),
        farms=(panel.farms[0], panel.farms[2]),
        dikes=panel.barn.get("dike", 0),
        workers=panel.workers,
        runners=theme.say(RUNNERS, count=panel.runners),
        level=panel.level,
        points=panel.points,
        unit=theme.say(POINTS, count=panel.points),
        outlook=(theme.say(OUTLOOK, count=panel.hint), str(panel.hint)) if panel.hint and not racing else (),
    )


def _list_held(panel: Panel, *, racing: bool) -> Held:
    if racing:
        return tuple((kind, count) for kind, count in zip(TULIPS, panel.tulips, strict=True) if count)
    return tuple((kind, panel.barn[kind]) for kind in (*CODES, *TULIPS, "mill", "farm") if panel.barn.get(kind))


@cached
def plaque(seat: int, *, active: bool, size: tuple[int, int]) -> Raster:
    """A panel with a flank in the seat's colour (-1: none) from its upper left corner."""
    across, down = size
    plate = Surface(f"plaque{seat}", (-6, -6, across + 10, down + 11), 1.0, fine=2, flat=True)
    pen = plate.pen()
    inset = 4.0 if active else 2.0
    body = round_rectangle(inset, inset, across - inset, down - inset, radius=14)
    pen.shape([(x + 4, y + 5) for x, y in body], shade(PAPER), shake=0)
    pen.shape(body, CREAM if active else PANEL, shake=0)
    if seat >= 0:
        _flank(plate, body, seat, down)
    # Long edges are straight: each step in one costs a row of bytes.
    block(pen, body, None, 8 if active else 4.4, amount=1.0 if across < 2 * COMMON else 0.0)
    return plate.raster()


def _flank(plate: Surface, body: list[tuple[float, float]], seat: int, down: int) -> None:
    flank, mask = plate.layer(), plate.layer()
    mask.pen().shape(body, INK, shake=0)
    pen = flank.pen(key="flank")
    pen.shape(rectangle(0, 0, FLANK, down), SEATS[seat], shake=0)
    chance = seed_random("flank")
    for _ in range(9):
        x, y = chance.uniform(8, FLANK - 16), chance.uniform(8, down - 8)
        pen.line([(x, y), (x + chance.uniform(5, 9), y)], even(1.8, FLECKS[seat]))
    flank.clip(mask)
    plate.lay(flank)
    plate.pen(key="edge").line([(FLANK, 3), (FLANK, down - 3)], even(4, INK))


def draw(painter: Painter, shown: Facts, at: tuple[int, int], size: tuple[int, int]) -> None:
    """One player's panel."""
    x, y = at
    across, down = size
    painter.ground = PAPER
    painter.put(plaque, at, shown.seat, active=shown.active, size=size)
    _owner(painter, shown, at, down)
    painter.ground = CREAM if shown.active else PANEL
    room = across - INNER - 16
    steps = (-0.55, 0.55) if shown.over else (-1, 0, 1)
    first, second, *rest = (y + down / 2 + step * (down * 0.12 + 21.5) for step in steps)
    low = _low_line(shown, room)
    row = tuple(pair for pair in shown.held if pair not in low)
    line = _line_beside(shown, low, room)
    taken = _aside(painter, shown, low, (x + across - 16, (first, second, *rest)[line]), room)
    name = room - taken - 10 if taken and line == 0 else room
    outlook = 0.0
    if line == 1:  # Beside a long name there is room for the mere number at most.
        end = (x + across - 16, first)
        outlook = _outlook(painter, shown, end, room - fit_text(shown.name, 1000, 36).wide)
        outlook = outlook or _outlook(painter, shown, end, room - width(shown.name, NARROW, LEAST))
        name -= outlook
    painter.set_to_fit(shown.name, (x + INNER, first), name, 36)
    left = room - taken - APART if line == 1 else room
    if line == 1 and not shown.racing:
        painter.put(_rule, (x + across - 16 - taken - APART / 2, second))
    used = least(row) if row else width(shown.nothing, NARROW, LEAST)
    left -= 0.0 if outlook else _outlook(painter, shown, (x + INNER + left, second), left - used)
    if row:
        draw_counted(painter, row, (x + INNER, second), left)
    else:
        painter.set_to_fit(shown.nothing, (x + INNER, second), left, LEAST, colour=QUIET)
    for third in rest:
        _stock(painter, shown, (x + INNER, third), room - taken - APART if line == 2 else room)


def _outlook(painter: Painter, shown: Facts, end: tuple[float, float], room: float) -> float:
    """The tulip points next to own mills, as a mere number if there is little room; how much of it they take."""
    for told in shown.outlook:
        found = fit_text(told, 1000, LEAST)
        wide = 34 + found.wide + APART
        if wide <= room:
            painter.put(_tulip, (end[0] - found.wide - 18, end[1] - 1))
            painter.set(found, end, side="right")
            return wide
    return 0.0


@cached
def _tulip() -> Raster:
    """A tulip of any color; (0, 0) in its middle."""
    plate = Surface("tulip", (-20, -20, 20, 20), 1.0, flat=True)
    plate.pen().shape(tokens.bloom((0, 1), 26), LEGAL, edge=even(3, INK), shake=0)
    return plate.raster()


def _owner(painter: Painter, shown: Facts, at: tuple[int, int], down: int) -> None:
    """The flank: the token between the start player's clog and the word for what the player does."""
    x, y = at
    painter.ground = SEATS[shown.seat]
    spare = (down - 120) * 0.15
    top, low = 30 + spare if shown.clog else 8, down - (36 + spare if shown.word else 8)
    if shown.clog:
        painter.put(tokens.clog, (x + 51, y + 21 + spare))
    painter.put(tokens.badge, (x + 51, y + (top + low) / 2), shown.seat, min(34.0, (low - top) / 2.3))
    if shown.word:
        found = fit_text(shown.word, FLANK - 12, LEAST)
        painter.set(found, (x + 52, y + down - 26 - spare), side="middle", colour=LETTERS[shown.seat])


def _low_line(shown: Facts, room: int) -> Held:
    """The tulips that stand beside the name in place of the level, since the barn's own line is full."""
    if shown.racing or least(shown.held) <= room:
        return ()
    return tuple(pair for pair in shown.held if pair[0] in TULIPS)


def _line_beside(shown: Facts, low: Held, room: int) -> int:
    """On which line what else stands beside the name does: on the first, below it if a long name needs all of that."""
    aside = _points_width(shown) if shown.racing else _levels_width(shown.level)
    if low or not aside or fit_text(shown.name, 1000, LEAST).wide <= room - aside - 10:
        return 0
    goods = least(shown.held) if shown.held else width(shown.nothing, NARROW, LEAST)
    if shown.racing and not shown.over and 38 + width(shown.runners, NARROW, LEAST) + APART + aside <= room:
        return 2
    return 1 if goods + APART + aside <= room else 0


@cached
def _rule() -> Raster:
    """The line between what a barn holds and the tulip list up to the level; (0, 0) in its middle."""
    plate = Surface("rule", (-3, -20, 3, 20), 1.0, flat=True)
    plate.pen().line([(0, -17), (0, 17)], even(2.6, QUIET))
    return plate.raster()


def _points_width(shown: Facts) -> float:
    """How wide the points and their word are."""
    return fit_text(shown.unit, 120, LEAST).wide + 10 + width(str(shown.points), SPARTAN, 44)


def _levels_width(listed: int) -> float:
    """How wide so many tulips of the list are."""
    return LEVEL_PITCH * (listed - 1) + tokens.BULB if listed else 0.0


def _aside(painter: Painter, shown: Facts, low: Held, end: tuple[float, float], room: int) -> float:
    """At the right of the name: points, tulips that have no room below, or the tulip list up to the level; how wide."""
    if shown.racing:
        word = fit_text(shown.unit, 120, LEAST)
        painter.set(word, end, side="right")
        return word.wide + 10 + painter.word(str(shown.points), (end[0] - word.wide - 10, end[1]), 44, side="right")
    if low:
        wide = least(low)
        draw_counted(painter, low, (end[0] - wide, end[1]), wide)
        return wide
    name = fit_text(shown.name, 1000, 36).wide
    listed = len(TULIPS) if name + _levels_width(len(TULIPS)) + 10 <= room else shown.level
    return _levels(painter, shown.level, listed, end)


def _levels(painter: Painter, level: int, listed: int, end: tuple[float, float]) -> float:
    """The tulip list, filled up to the level; the others pale if there is room. How wide it is."""
    if not listed:
        return 0.0
    wide = _levels_width(listed)
    for i in reversed(range(listed)):
        middle = (end[0] - wide + tokens.BULB / 2 + LEVEL_PITCH * i, end[1])
        painter.put(tokens.bulb, middle, TULIPS[i], pale=None if i < level else painter.ground)
    return wide


def _stock(painter: Painter, shown: Facts, at: tuple[float, float], room: float) -> None:
    """Mills and farms standing and in stock, dikes, workers, each as a sign with its number; in the race runners."""
    x, y = at
    if shown.racing:
        painter.put(tokens.pawn, (x + 14, y - 1), shown.seat, 12.0)
        painter.set_to_fit(shown.runners, (x + 38, y), room - 38, LEAST)
        return
    parts: list[tuple[str, float, int, bool]] = []  # sign, half its width, number, whether it stands on the board
    for sign, half, (standing, left) in (("mill", 16.0, shown.mills), ("farm", 14.0, shown.farms)):
        parts += [(f"{sign}:ink", half, standing, True), (f"{sign}:stock", half, left, False)]
    parts += [("dike", 21.0, shown.dikes, True), ("pawn", 14.0, shown.workers, True)]
    runs = [width(str(count), SPARTAN, LEAST) for _, _, count, _ in parts]
    used = sum(2 * half + 4 + run for (_, half, _, _), run in zip(parts, runs, strict=True))
    gap = min(22.0, (room - used) / (len(parts) - 1))
    for (sign, half, count, present), run in zip(parts, runs, strict=True):
        _sign(painter, sign, shown.seat, (x + half, y))
        painter.word(str(count), (x + 2 * half + 4, y), LEAST, colour=INK if present else QUIET)
        x += 2 * half + 4 + run + gap


def _sign(painter: Painter, sign: str, seat: int, at: tuple[float, float]) -> None:
    kind, _, state = sign.partition(":")
    match kind:
        case "mill":
            painter.put(tokens.mill_sign, at, state, 29)
        case "farm":
            painter.put(tokens.farm_sign, at, state, 28)
        case "dike":
            painter.put(tokens.dike_sign, at)
        case _:
            painter.put(tokens.pawn, (at[0], at[1] - 1), seat, 12.0)


def draw_standing(painter: Painter, shown: Facts, at: tuple[float, float], room: float) -> None:
    """In a film: mills and farms on the board and workers left, in the race points."""
    x, y = at
    if shown.racing:
        painter.set_to_fit(f"{shown.points} {shown.unit}", at, room, 38)
        return
    for sign, half, count in (("mill", 16.0, shown.mills[0]), ("farm", 14.0, shown.farms[0])):
        _sign(painter, f"{sign}:ink", shown.seat, (x + half, y))
        x += 2 * half + 6
        x += painter.word(str(count), (x, y), 36) + 18
    painter.put(tokens.pawn, (x + 14, y - 1), shown.seat, 12.0)
    painter.word(str(shown.workers), (x + 34, y), 36)

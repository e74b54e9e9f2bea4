"""One's own plate: Grumpfs in hand with both faces, the plan step by step, what failed."""

from dataclasses import dataclass

from PIL import Image

from games.grumpf.view import HAND, Board, OwnSight, Phase, StepSight
from render.core.colour import mix
from render.core.ink import even
from render.core.lettering.fonts import CHERRY, KAFFEESATZ
from render.core.lettering.text import fit_lines
from render.core.memory.cache import cached
from render.core.paths import close_path
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf.inks import CAVE, CREAM, GLOW, HOLLOWS, INK, PALE, QUIET, RED, SOOT, TORCH, WAITING
from render.grumpf.paint import Painter, wide
from render.grumpf.pieces import cells, signs
from render.grumpf.pieces.cells import TAG, TEXT, club_shape
from render.grumpf.pieces.grumpfs import grumpf, mark
from render.grumpf.sights import Changes
from render.grumpf.terrain.stone import cut, wall

CLUB = "x"
TOKEN = (112, 114)
TOP, LEFT, PITCH = 14, 114, 122  # of the tokens' places
FOOT = TOP + TOKEN[1] + 8  # below them
PLANNED = FOOT + 16  # middle of the title
HUNTING = (Phase.READY, Phase.COUNT, Phase.VOLLEY, Phase.HUNT)
ROW = 50
COLUMNS = {3: 344, 2: 522}  # width of a strip, by how many stand in a row
BESIDE = 62  # of a strip that is not the step's
CROSS = 40  # of it that the cross behind a failed one takes
COLOUR = ((CHERRY, (TEXT, TEXT)), (KAFFEESATZ, (34, 34)))  # the word of one's colour; a long one is narrower
PLAN, DRAFT, FINAL, NOTHING = "your plan", "your draft", "your plan, final", "nothing planned"
FAILED = "failed"
LETTERING = (PLAN, DRAFT, FINAL, NOTHING, FAILED)


@dataclass(frozen=True, slots=True)
class Held:
    """A token of one's own: whether it is in hand, the face that is up ("": by turns), whether it may be chosen."""

    token: str
    inhand: bool
    up: str = ""
    offered: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A step in notation; `now`: in the coming volley."""

    beat: int
    text: str
    now: bool = True


@dataclass(frozen=True, slots=True)
class Own:
    """What the plate shows: clan and its colour in words; `title` is over the plan, "" where none is asked for."""

    clan: str
    colour: str
    tokens: tuple[Held, ...]
    title: str
    plan: tuple[Line, ...] = ()
    failed: tuple[Line, ...] = ()


def own_of(table: Board, steps: tuple[StepSight, ...], tokens: tuple[str, ...], changed: Changes) -> Own | None:
    """One's own plate; None for who has no clan, and between hunts. `tokens` are all that a clan has in this match."""
    own, live = table.own, table.mode == "live"
    if own is None or not (table.phase in HUNTING or own.failed):
        return None
    held = tuple(
        Held(token, token in own.hand, own.up.get(token, "") if live else "", f"{HAND}{token}" in changed.offers)
        for token in tokens
    )
    colour = next(card.name for card in table.cards if card.clan == own.clan)
    if live:
        return Own(own.clan, colour, held, "")
    plan = tuple(Line(step.beat, step.text, step.now) for step in steps)
    failed = tuple(Line(one.beat, one.choice) for one in own.failed)
    title = _title(own, steps) if table.phase is Phase.VOLLEY else ""
    return Own(own.clan, colour, held, title, plan, failed)


def _title(own: OwnSight, steps: tuple[StepSight, ...]) -> str:
    return NOTHING if not steps else DRAFT if own.draft else FINAL if own.final else PLAN


@cached
def draw_held(clan: str, token: str, up: str) -> Raster:
    """A token in hand: by turns both faces alike; live the one that is `up` large, the other small beside its foot."""
    front, back = token[0], token[1]
    if up:
        back = token[1] if up == token[0] else token[0]
        front = up
    across, high = TOKEN
    plate = Surface(f"held{clan}{token}{up}", (-2, -2, across + 2, high + 2), 1.0, flat=True)
    outline = cut((2, 2, across - 2, high - 2), 16, 0.7, "held")
    plate.pen().shape(outline, GLOW, edge=even(3, INK), shake=0)
    raster = _face(clan, front).over(plate.raster(), 2 if not up else 4, 14)
    small = Surface("back", (0, 0, across, high), 1.0, flat=True)
    if up:
        small.pen().shape(cut((74, 72, 108, 110), 9, 0.5, "back"), PALE, edge=even(2.4, SOOT), shake=0)
        _small(small, back, (91, 91), TEXT)
    else:
        _small(small, back, (90, 58), TAG)
    return small.raster().over(raster)


def _face(clan: str, face: str) -> Raster:
    """A Grumpf with a value, or with a club over it."""
    if face != CLUB:
        return grumpf(clan, face)
    plate = Surface("inhand", (-2, 0, 74, 90), 1.0, flat=True)
    club_shape(plate, (2, 42), 66)
    return plate.raster().over(grumpf(clan, ""))


def _small(plate: Surface, face: str, at: tuple[int, int], size: int) -> None:
    """The other face of a token."""
    if face == CLUB:
        across = size * 0.86
        club_shape(plate, (at[0] - across / 2, at[1] - across / 4), across)
    else:
        plate.text(face, at, (CHERRY, size, INK))


@cached
def draw_gone(token: str) -> Raster:
    """The empty place of a token that is on a board."""
    across, high = TOKEN
    plate = Surface("gone", (-2, -2, across + 2, high + 2), 1.0, flat=True)
    ground = mix(SOOT, CAVE, 0.5)
    outline = cut((2, 2, across - 2, high - 2), 16, 0.7, "held")
    plate.pen().shape(outline, ground, shake=0)
    plate.pen().draw_dashes(close_path(outline), even(2.4, QUIET), (9, 8))
    plate.text(token.replace(CLUB, ""), (40 if CLUB in token else 56, 58), (CHERRY, 34, QUIET))
    if CLUB in token:
        club_shape(plate, (54, 46), 46)
    return plate.raster()


@cached
def ring() -> Raster:
    """The dashed frame of a token that may be chosen; (0, 0) is its corner."""
    across, high = TOKEN
    plate = Surface("tokenring", (-8, -8, across + 8, high + 8), 1.0, flat=True)
    outline = close_path(cut((0, 0, across, high), 17, 0.7, "held"))
    plate.pen().line(outline, even(9, INK))
    plate.pen().draw_dashes(outline, even(5.4, TORCH), (15, 10))
    return plate.cut()


def _columns(own: Own) -> int:
    """Three strips in a row, if each step fits."""
    need = max((wide(line.text, TEXT) for line in own.plan), default=0.0)
    need = max([need, *(wide(line.text, TEXT) + CROSS for line in own.failed)])
    return 3 if need <= COLUMNS[3] - BESIDE else 2


def _rows(count: int, columns: int) -> int:
    """How many rows so many steps fill."""
    return (count + columns - 1) // columns


def height(own: Own) -> int:
    """How high the plate is."""
    columns = _columns(own)
    high = PLANNED + 24 if own.title else FOOT
    high += ROW * _rows(len(own.plan), columns)
    if own.failed:
        high += 42 + ROW * _rows(len(own.failed), columns)
    return high + 8


def draw(own: Own, theme: Theme) -> Image.Image:
    """The whole plate, 1100 wide."""
    painter = Painter(wall(height(own)))
    painter.put(mark, (57, TOP + 24), own.clan, 52)
    painter.word(own.clan, (57, TOP + 68), 36, side="middle", colour=CREAM)
    named = fit_lines(theme.say(own.colour), COLOUR, LEFT - 4, most=1)
    painter.center_capitals(named.lines[0], (57, TOP + 98), (named.face, named.size, CREAM), side="middle")
    for i, one in enumerate(own.tokens):
        place = (LEFT + PITCH * i, TOP)
        if one.inhand:
            painter.put(draw_held, place, own.clan, one.token, one.up)
        else:
            painter.put(draw_gone, place, one.token)
        if one.offered:
            painter.put(ring, place)
    _plan(painter, own, theme)
    return painter.image


def _plan(painter: Painter, own: Own, theme: Theme) -> None:
    """The plan in notation, beat by beat, then what failed in the latest volley."""
    columns = _columns(own)
    top = FOOT
    if own.title:
        painter.fit_word(theme.say(own.title), (24, PLANNED), 700, (34, TEXT), colour=TORCH)
        top = PLANNED + 24
    for i, line in enumerate(own.plan):
        _line(painter, _place(i, top, columns), line, COLUMNS[columns])
    top += ROW * _rows(len(own.plan), columns)
    if own.failed:
        painter.ground = CAVE
        painter.fit_word(theme.say(FAILED), (24, top + 16), 700, (34, TEXT), colour=CREAM)
    for i, line in enumerate(own.failed):
        _line(painter, _place(i, top + 42, columns), line, COLUMNS[columns], failed=True)


def _place(number: int, top: int, columns: int) -> tuple[int, int]:
    """The corner of a strip."""
    return 20 + (COLUMNS[columns] + 12) * (number % columns), top + ROW * (number // columns)


@cached
def strip(across: int, *, now: bool, failed: bool) -> Raster:
    """The strip of hide that a step is written on; (0, 0) is its corner."""
    high = ROW - 6
    plate = Surface("strip", (-2, -2, across + 2, high + 2), 1.0, flat=True)
    ground = PALE if failed else WAITING if now else HOLLOWS["M"]
    outline = cut((2, 2, across - 2, high - 2), 12, 0.9, "strip")
    plate.pen().shape(outline, ground, edge=even(4 if failed else 2.4, RED if failed else INK), shake=0)
    return plate.raster()


def _line(painter: Painter, at: tuple[int, int], line: Line, across: int, *, failed: bool = False) -> None:
    """A step on its strip."""
    x, y = at
    painter.ground = CAVE
    painter.put(strip, (x, y), across, now=line.now, failed=failed)
    painter.ground = PALE if failed else WAITING if line.now else HOLLOWS["M"]
    painter.put(cells.drumhead, (x + 24, y + 22), str(line.beat), pale=not line.now)
    if failed:
        painter.put(cross_sign, (x + across - 24, y + 22))
    room = across - BESIDE - (CROSS if failed else 0)
    painter.fit_word(line.text, (x + 54, y + 22), room, (TEXT, TEXT))


@cached
def cross_sign() -> Raster:
    """The cross behind what failed; (0, 0) is its middle."""
    plate = Surface("crosssign", (-14, -14, 14, 14), 1.0, flat=True)
    signs.cross(plate.pen(), (0, 0), 22, RED)
    return plate.raster()

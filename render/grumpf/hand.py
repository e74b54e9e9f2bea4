"""One's own band below the board: Grumpfs in hand with both faces, the plan step by step, what failed."""

from functools import lru_cache

from games.grumpf.view import Board, OwnSight, StepSight
from render.core.colour import mix
from render.core.fonts import CHERRY
from render.core.ink import even
from render.core.paths import closed
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf import cells, foot, signs
from render.grumpf.cells import club_shape
from render.grumpf.grumpfs import grumpf, mark
from render.grumpf.inks import CAVE, CREAM, GLOW, HOLLOWS, INK, PALE, QUIET, RED, SOOT, TORCH, WAITING
from render.grumpf.paint import Painter
from render.grumpf.stone import cut

CLUB = "x"
TOKEN = (121, 122)  # pitch and height of a token's place
ROW, COLUMNS = 50, 3
TOP = 16  # of wall above the band
PLAN, DRAFT, FINAL, NOTHING = "your plan", "your draft", "your plan, final", "nothing planned"
FAILED = "failed"
LETTERING = (PLAN, DRAFT, FINAL, NOTHING, FAILED)


def rows(count: int) -> int:
    """How many rows so many steps fill."""
    return (count + COLUMNS - 1) // COLUMNS


def height(table: Board, steps: tuple[StepSight, ...]) -> int:
    """How high the band is; 0 for who has no clan."""
    own = table.own
    if own is None:
        return 0
    if table.mode == "live":
        return TOP + TOKEN[1] + 28
    failed = rows(len(own.failed))
    return TOP + TOKEN[1] + 28 + 44 + ROW * max(1, rows(len(steps))) + (44 + ROW * failed if failed else 0)


@lru_cache(maxsize=64)
def held(clan: str, token: str, up: str) -> Raster:
    """A token in hand: by turns both faces alike; live the one that is `up` large, the other small beside its foot."""
    front, back = token[0], token[1]
    if up:
        back = token[1] if up == token[0] else token[0]
        front = up
    wide, high = 112, TOKEN[1] - 8
    plate = Surface(f"held{clan}{token}{up}", (-2, -2, wide + 2, high + 2), 1.0, flat=True)
    outline = cut((2, 2, wide - 2, high - 2), 16, 0.7, "held")
    plate.pen().shape(outline, GLOW, edge=even(3, INK), shake=0)
    raster = _face(clan, front).over(plate.raster(), 2 if not up else 6, 14)
    small = Surface("back", (0, 0, wide, high), 1.0, flat=True)
    if up:
        small.pen().shape(cut((76, 74, 108, 110), 9, 0.5, "back"), PALE, edge=even(2.4, SOOT), shake=0)
        _small(small, back, (92, 92), 28)
    else:
        _small(small, back, (90, 58), 42)
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
        wide = size * 0.86
        club_shape(plate, (at[0] - wide / 2, at[1] - wide / 4), wide)
    else:
        plate.text(face, at, (CHERRY, size, INK))


@lru_cache(maxsize=16)
def gone(token: str) -> Raster:
    """The empty place of a token that is on a board."""
    wide, high = 112, TOKEN[1] - 8
    plate = Surface("gone", (-2, -2, wide + 2, high + 2), 1.0, flat=True)
    ground = mix(SOOT, CAVE, 0.5)
    outline = cut((2, 2, wide - 2, high - 2), 16, 0.7, "held")
    plate.pen().shape(outline, ground, shake=0)
    plate.pen().dashed(closed(outline), even(2.4, QUIET), (9, 8))
    plate.text(token.replace(CLUB, ""), (40 if CLUB in token else 56, 58), (CHERRY, 34, QUIET))
    if CLUB in token:
        club_shape(plate, (50, 46), 44)
    return plate.raster()


def draw(painter: Painter, table: Board, steps: tuple[StepSight, ...], tokens: tuple[str, ...], theme: Theme) -> None:
    """The whole band from the foot of the board down; `tokens` are all that a clan has in this match."""
    own = table.own
    if own is None:
        return
    top = foot.TOP + foot.HIGH + TOP
    painter.ground = CAVE
    painter.put(mark, (56, top + 36), own.clan, 60)
    painter.word(own.clan, (56, top + 90), 38, side="middle", colour=CREAM)
    for i, token in enumerate(tokens):
        x = 100 + TOKEN[0] * i
        if token in own.hand:
            painter.put(held, (x, top), own.clan, token, own.up.get(token, "") if table.mode == "live" else "")
        else:
            painter.put(gone, (x, top), token)
    if table.mode != "live":
        _plan(painter, own, steps, top + TOKEN[1] + 8, theme)


def _plan(painter: Painter, own: OwnSight, steps: tuple[StepSight, ...], top: int, theme: Theme) -> None:
    """The plan in notation, beat by beat, then what failed in the latest volley."""
    title = NOTHING if not steps else DRAFT if own.draft else FINAL if own.final else PLAN
    painter.ground = CAVE
    painter.word(theme.say(title), (26, top + 20), 34, colour=TORCH)
    top += 44
    for i, step in enumerate(steps):
        _line(painter, (i, top), str(step.beat), step.text, now=step.now)
    top += ROW * max(1, rows(len(steps)))
    if own.failed:
        painter.ground = CAVE
        painter.word(theme.say(FAILED), (26, top + 20), 34, colour=CREAM)
    for i, one in enumerate(own.failed):
        _line(painter, (i, top + 44), str(one.beat), one.choice, now=True, failed=True)


@lru_cache(maxsize=4)
def strip(*, now: bool, failed: bool) -> Raster:
    """The strip of hide that a step is written on; (0, 0) is its corner."""
    wide, high = 340, ROW - 6
    plate = Surface("strip", (-2, -2, wide + 2, high + 2), 1.0, flat=True)
    ground = PALE if failed else WAITING if now else HOLLOWS["M"]
    outline = cut((2, 2, wide - 2, high - 2), 12, 0.9, "strip")
    plate.pen().shape(outline, ground, edge=even(4 if failed else 2.4, RED if failed else INK), shake=0)
    return plate.raster()


def _line(painter: Painter, at: tuple[int, int], beat: str, text: str, *, now: bool, failed: bool = False) -> None:
    """A step in its place: three in a row."""
    i, top = at
    x, y = 22 + 350 * (i % COLUMNS), top + ROW * (i // COLUMNS)
    painter.ground = CAVE
    painter.put(strip, (x, y), now=now, failed=failed)
    painter.ground = PALE if failed else WAITING if now else HOLLOWS["M"]
    painter.put(cells.drumhead, (x + 24, y + 22), beat, pale=not now)
    if failed:
        painter.put(cross_sign, (x + 318, y + 22))
    painter.fitted(text, (x + 54, y + 22), 244 if failed else 278, (32, 26))


@lru_cache(maxsize=1)
def cross_sign() -> Raster:
    """The cross behind what failed; (0, 0) is its middle."""
    plate = Surface("crosssign", (-14, -14, 14, 14), 1.0, flat=True)
    signs.cross(plate.pen(), (0, 0), 22, RED)
    return plate.raster()

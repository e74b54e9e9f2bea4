"""The frame of a farm and its head: whose it is, whether it is that player's turn, points."""

from dataclasses import dataclass

from games.walnut_grove.view import UNKNOWN, FarmSight, Turn
from render.core.colour import RGB
from render.core.ink import even
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import arc
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, FIELD, INK, PAPER, PAPER2, ROAD_D, SOFT, WHITE
from render.walnut_grove.paint import LEAST_SIGN, LEAST_WORD, Painter, surface
from render.walnut_grove.pieces import slips, tokens
from render.walnut_grove.sights import NOTHING, Marked
from render.walnut_grove.terrain.plan import Box

FARM_OF, POINTS, WITHOUT = "{name}'s farm", "points", "points without coins"
LETTERING = (FARM_OF, POINTS, WITHOUT, *(turn.value for turn in Turn if turn.value))
GROUNDS: dict[Turn, RGB] = {Turn.AWAITED: FIELD, Turn.DONE: PAPER2, Turn.NEXT: CREAM, Turn.OVER: CREAM}
SMALL = (50, 6, 9)
"""Of a small farm's head: where a name in two lines begins, what is left before the points, and behind them."""
ASIDE = 5  # pixels to the right of that where a name in one line begins
RADIUS = 12
"""Of the frame's corners."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn of a farm."""

    sight: FarmSight
    name: str
    theme: Theme
    marked: Marked = NOTHING
    wins: bool = False
    """At the end: the head is yellow."""


def frame(painter: Painter, shown: Scene, box: Box, head: int) -> RGB:
    """The frame with the ground of its head, which it gives back."""
    colour = FIELD if shown.wins else GROUNDS[shown.sight.turn]
    painter.ground = PAPER2
    painter.put(_frame, (box.left, box.top), box.wide, box.high, head, colour)
    return colour


@cached
def _frame(wide: float, high: float, head: int, colour: RGB) -> Raster:
    made = surface("farm", (-4, -4, wide + 8, high + 9))
    pen = made.pen()
    upper = [*arc(RADIUS, RADIUS, RADIUS, (180, 270)), *arc(wide - RADIUS, RADIUS, RADIUS, (270, 360))]
    lower = [*arc(wide - RADIUS, high - RADIUS, RADIUS, (0, 90)), *arc(RADIUS, high - RADIUS, RADIUS, (90, 180))]
    pen.shape([(x + 3, y + 4) for x, y in (*upper, *lower)], ROAD_D, shake=0)
    pen.shape([*upper, *lower], PAPER, edge=even(5, INK), shake=0)
    pen.shape([*upper, (wide, head), (0, head)], colour, edge=even(5, INK), shake=0)
    return made.raster()


def large(painter: Painter, shown: Scene, box: Box, head: int) -> None:
    """The head of a large farm: figure, *NAME's farm*, state, points and what they count."""
    painter.ground = frame(painter, shown, box, head)
    y = box.top + head / 2
    painter.put(tokens.figure, (box.left + 40, y + 8), int(shown.sight.seat), 20.0)
    title = shown.theme.say(FARM_OF, name=shown.name)
    right = box.right - 18 - painter.word(_points(shown), (box.right - 18, y), 44, side="right") - 12
    room = right - box.left - 78
    wanted = width(title, SLAB, LEAST_WORD)
    hidden = UNKNOWN in shown.sight.barn
    for word in (WITHOUT, POINTS) if hidden else (POINTS,):
        said = shown.theme.say(word).upper()
        wide = width(said, BEBAS, 34)
        if room - wide - _state_wide(shown, 34) - 40 >= wanted or word == POINTS:
            right -= painter.sign(said, (right, y), 34, side="right", colour=SOFT) + 24
            break
    right -= _state(painter, shown, (right, y), 34)
    painter.name(title, (box.left + 78, y), round(right - box.left - 86), 40)


def in_one_line(shown: Scene, box: Box) -> bool:
    """Whether the name fits whole into one line of a small farm's head."""
    room = box.wide - sum(SMALL) - ASIDE - width(_points(shown), SLAB, 38)
    return width(shown.name, BEBAS, LEAST_SIGN) <= round(room)


def small(painter: Painter, shown: Scene, box: Box, head: int) -> None:
    """The head of a small farm: figure, name, state if there is room for it, points."""
    painter.ground = frame(painter, shown, box, head)
    y = box.top + head / 2
    (lead, gap, end), single = SMALL, in_one_line(shown, box)
    painter.put(tokens.figure, (box.left + 29, y + 7), int(shown.sight.seat), 20.0)
    right = box.right - end - painter.word(_points(shown), (box.right - end, y), 38, side="right") - gap
    start = box.left + lead + (ASIDE if single else 0)
    if right - start - _state_wide(shown, LEAST_SIGN) >= width(shown.name, SLAB, LEAST_WORD):
        right -= _state(painter, shown, (right, y), LEAST_SIGN)
    painter.name(shown.name, (start, y), round(right - start), 34, most=1 if single else 2)


def _points(shown: Scene) -> str:
    return str(shown.sight.points).replace("-", "−")


def _state_wide(shown: Scene, size: int) -> float:
    turn = shown.sight.turn
    if turn is Turn.OVER:
        return 0.0
    if turn is Turn.DONE:
        return 48.0
    return width(shown.theme.say(turn.value).upper(), BEBAS, size) + (36 if turn is Turn.AWAITED else 14)


def _state(painter: Painter, shown: Scene, at: tuple[float, float], size: int) -> float:
    """Whether a player is to move, has moved or waits, to the left of a place; how much room it took."""
    right, y = at
    turn, ground = shown.sight.turn, painter.ground
    wide = _state_wide(shown, size)
    if turn is Turn.DONE:
        painter.put(tokens.tick, (right - 38, y + 4), 1.5)
    elif turn is Turn.AWAITED:
        painter.put(slips.dark, (right - wide + 10, y - 19), round(wide - 14), 38)
        painter.ground = INK
        said = shown.theme.say(turn.value).upper()
        painter.sign(said, (right + 3 - wide / 2, y), size, colour=WHITE)
        painter.ground = ground
    elif turn is Turn.NEXT:
        painter.sign(shown.theme.say(turn.value).upper(), (right, y), size, side="right", colour=SOFT)
    return wide

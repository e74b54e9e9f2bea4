"""A farm beside others: its land, all goods at hand, figures, buildings, coins and help."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from games.walnut_grove.view import GOODS, UNKNOWN, FarmSight
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.walnut_grove.inks import INK, PAPER, RED, SOFT, palette
from render.walnut_grove.paint import Painter
from render.walnut_grove.pieces import slips, things, tokens
from render.walnut_grove.plates import heads
from render.walnut_grove.sights import Marked
from render.walnut_grove.terrain import land, lying
from render.walnut_grove.terrain.plan import Box, grid_of

HEAD, TALL_HEAD = 44, 74
"""Height of a head, and of one whose name takes two lines."""
CELL = 116
EDGE = 3
"""Of the frame's line."""
LINE = 46
"""Height of a line of goods or figures."""
COLUMN = 190
"""Width of the column beside the land where a farm is wide."""
PAWN = 44.0
SIZE = 32
CLOSER = 1.2
"""How much more than their room the things of a line may take before they get another."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something in a line: how wide it is, and what draws it from its left end, in the middle of the line."""

    wide: float
    draw: Callable[[Painter, float, float], object]


def draw(painter: Painter, shown: heads.Scene, box: Box) -> None:
    """A small farm in a box."""
    head = HEAD if heads.in_one_line(shown, box) else TALL_HEAD
    heads.small(painter, shown, box, head)
    size = (round(box.wide - 2 * EDGE), round(box.high - head - 2 * EDGE))
    below = draw_small_farm(shown.sight.aside, shown.marked, size)
    painter.image.paste(below, (round(box.left + EDGE), round(box.top + head + EDGE)))


@cached
def draw_small_farm(farm: FarmSight, marked: Marked, size: tuple[int, int]) -> Image.Image:
    """What is below the head, whoever is to move: goods beside the land or below, whichever leaves it larger."""
    painter = Painter(palette().ground(size, PAPER))
    inner = Box(7, 6, size[0] - 14, size[1] - 10)
    lines = _lines([*_items(farm), _coins(farm), *_help(farm)], inner.wide)
    high = LINE * (1 + len(lines))
    grid = grid_of(farm, Box(inner.left, inner.top, inner.wide, inner.high - high - 10), CELL)
    beside = grid_of(farm, Box(inner.left, inner.top, inner.wide - COLUMN - 10, inner.high - 4), CELL)
    if beside.cell > grid.cell and inner.wide > 2 * COLUMN + 40:
        grid = beside
        _column(painter, farm, Box(inner.right - COLUMN, inner.top, COLUMN, inner.high))
    else:
        _goods(painter, farm, Box(inner.left, inner.foot - high, inner.wide, LINE))
        for i, line in enumerate(lines):
            _line(painter, line, Box(inner.left, inner.foot - high + LINE * (i + 1), inner.wide, LINE))
    land.draw(painter, lying.Land(farm, grid), marked.unnumbered)
    _numbers(painter, marked)
    return painter.image


def _numbers(painter: Painter, marked: Marked) -> None:
    """The numbers of the turns that changed something."""
    painter.ground = PAPER
    for i, number in enumerate(sorted({number for _, number in marked.changed if number})):
        painter.put(slips.tag, (22 + 40 * i, 22), number)


# --- Goods ---------------------------------------------------------------------------------------------------------


def _goods(painter: Painter, farm: FarmSight, row: Box) -> None:
    """All goods at hand in one line."""
    pitch = row.wide / len(GOODS)
    for i, (good, number) in enumerate(zip(GOODS, farm.goods, strict=True)):
        _good(painter, good, number, (row.left + pitch * i + 20, row.top + row.high / 2))


def _good(painter: Painter, good: str, number: int, at: tuple[float, float]) -> None:
    x, y = at
    painter.ground = PAPER
    painter.put(tokens.cube, (x, y), good, 40.0)
    face = SLAB if number < 10 else BEBAS
    painter.word(str(number), (x + 24, y + 1), SIZE, side="left", face=face, colour=INK if number else SOFT)


def _column(painter: Painter, farm: FarmSight, column: Box) -> None:
    """Goods two abreast, figures and buildings below them, coins and help at the foot."""
    painter.ground = PAPER
    for i, (good, number) in enumerate(zip(GOODS, farm.goods, strict=True)):
        at = (column.left + 22 + 96 * (i % 2), column.top + 22 + 46 * (i // 2))
        _good(painter, good, number, at)
    _coins(farm).draw(painter, column.left + 98, column.top + 22 + 46 * 2)
    lines = _lines([*_items(farm), *_help(farm)], column.wide)
    for i, line in enumerate(lines):
        _line(painter, line, Box(column.left, column.foot - LINE * (len(lines) - i), column.wide, LINE))


# --- Figures, buildings, coins, help -------------------------------------------------------------------------------


def _items(farm: FarmSight) -> list[Item]:
    """What stands in the lines below the goods, in order."""
    found = [_figure(colour) for colour in ("farmer", *farm.labourers, *farm.hired)]
    built = (("hut", farm.huts), ("barn", farm.barns), *((bought.kind, 1) for bought in farm.improvements))
    found += [_thing(kind, number) for kind, number in built if number]
    return found


def _figure(colour: str) -> Item:
    return Item(35.0, lambda painter, x, y: painter.put(tokens.pawn, (x + 17, y + 19), colour, PAWN))


def _thing(kind: str, number: int) -> Item:
    def put(painter: Painter, x: float, y: float) -> None:
        painter.put(things.thing, (x + 20, y), kind, 0.58)
        if number > 1:
            painter.word(f"×{number}", (x + 40, y + 1), SIZE, side="left")

    return Item(42.0 + (36.0 if number > 1 else 0.0), put)


def _coins(farm: FarmSight) -> Item:
    """How many coins there are, of whatever value."""

    def put(painter: Painter, x: float, y: float) -> None:
        painter.put(tokens.coin, (x + 21, y), UNKNOWN, 20.0)
        painter.word(str(farm.coins), (x + 44, y + 1), SIZE, side="left", colour=INK if farm.coins else SOFT)

    return Item(46.0 + width(str(farm.coins), SLAB, SIZE), put)


def _help(farm: FarmSight) -> list[Item]:
    """The points that help tiles cost, if there are any."""
    text = f"−{2 * farm.help}"
    item = Item(
        10.0 + width(text, SLAB, SIZE),
        lambda painter, x, y: painter.word(text, (x + 10, y + 1), SIZE, side="left", colour=RED),
    )
    return [item] if farm.help else []


def _lines(items: Sequence[Item], wide: float) -> list[list[Item]]:
    """The items in as many lines as they need; one is left if they fit somewhat closer."""
    whole = sum(item.wide for item in items)
    if wide < whole <= wide * CLOSER:
        return [[Item(item.wide * wide / whole, item.draw) for item in items]]
    lines: list[list[Item]] = [[]]
    for item in items:
        if sum(each.wide for each in lines[-1]) + item.wide > wide and lines[-1]:
            lines.append([])
        lines[-1].append(item)
    return lines


def _line(painter: Painter, line: Sequence[Item], row: Box) -> None:
    x = row.left
    painter.ground = PAPER
    for item in line:
        item.draw(painter, x, row.top + row.high / 2)
        x += item.wide

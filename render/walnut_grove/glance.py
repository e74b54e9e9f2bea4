"""Farms at a glance, small and two abreast: the land with its goods and pens, points, barn and figures."""

from collections.abc import Mapping, Sequence

from games.walnut_grove.view import GOODS, FarmSight
from render.core.fonts import BEBAS
from render.walnut_grove import land, things, tokens
from render.walnut_grove.inks import CREAM, PAPER, RED
from render.walnut_grove.paint import Painter
from render.walnut_grove.plan import Grid
from render.walnut_grove.sights import NOTHING, Changed
from render.walnut_grove.slips import slot, tag

WIDE, HEAD, FOOT = 573, 106, 156
CELL, ROOM = 80, (560, 320)


def land_high(farms: Sequence[FarmSight]) -> int:
    """How high the land of the highest of some farms is."""
    return max(grid_of(farm, (0, 0), ROOM[1]).rows * grid_of(farm, (0, 0), ROOM[1]).cell for farm in farms)


def high(farms: Sequence[FarmSight]) -> int:
    """How high some farms are."""
    return (HEAD + land_high(farms) + FOOT) * ((len(farms) + 1) // 2)


def grid_of(farm: FarmSight, corner: tuple[int, int], room: int) -> Grid:
    """The used cells in the largest size that fits, set in the middle of a room whose upper left corner is given."""
    cells = [(tile.column, tile.row) for tile in (*farm.printed, *farm.tiles)]
    low, far = min(column for column, _ in cells), max(column for column, _ in cells)
    columns, rows = far - low + 1, max(row for _, row in cells) + 1
    cell = min(CELL, ROOM[0] // columns, ROOM[1] // rows) // 4 * 4
    shift = corner[0] + (ROOM[0] - columns * cell) / 2
    return Grid(low, columns, rows, cell, left_edge=shift, foot=corner[1] + room)


def draw(
    painter: Painter,
    farms: Sequence[FarmSight],
    top: int,
    names: Sequence[str],
    changed: Mapping[str, Changed] = NOTHING,
) -> None:
    """Some farms below each other, two abreast; what `changed` in them is outlined, with its number."""
    land_room = land_high(farms)
    for i, farm in enumerate(farms):
        left, low = 22 + (WIDE + 10) * (i % 2), top + (HEAD + land_room + FOOT) * (i // 2)
        _farm(painter, farm, (left, low, land_room), names[farm.seat], changed.get(str(farm.seat), {}))


def _farm(painter: Painter, farm: FarmSight, at: tuple[int, int, int], name: str, changed: Changed) -> None:
    left, top, land_room = at
    painter.ground = PAPER
    painter.put(slot, (left, top), WIDE, "")
    painter.ground = CREAM
    painter.put(tokens.figure, (left + 48, top + 58), int(farm.seat), 25.0)
    room = (
        573 - 96 - painter.word(str(farm.points).replace("-", "−"), (left + WIDE - 18, top + 47), 52, side="right") - 34
    )
    painter.name(name, (left + 96, top + 47), round(room), (40, 26))
    grid = grid_of(farm, (left + 6, top + HEAD), land_room)
    land.draw(painter, land.Land(farm, grid), changed)
    y = top + HEAD + land_room + 44
    _store(painter, farm, (left + 10, y))
    painter.ground = CREAM
    barn = [changed[part] for part in ("barn",) if changed.get(part)]
    rest = [changed[part] for part in ("wagons", "improvements", "help") if changed.get(part)]
    for line, numbers in ((y, barn), (y + 62, rest)):
        for i, number in enumerate(dict.fromkeys(numbers)):
            painter.put(tag, (left + WIDE - 30 - 44 * i, line), number)


def _store(painter: Painter, farm: FarmSight, at: tuple[int, int]) -> None:
    """Barn in one row; figures, huts, help and improvements in another."""
    left, y = at
    for i, item in enumerate(farm.barn):
        painter.ground = PAPER
        if item in GOODS:
            painter.put(tokens.cube, (left + 24 + 56 * i, y), item, 44.0)
        else:
            painter.put(tokens.coin, (left + 24 + 56 * i, y), item, 23.0)
    x = left + 22
    for colour in ("farmer", *farm.farm.labourers, *farm.farm.hired):
        painter.put(tokens.pawn, (x, y + 84), colour, 46.0)
        x += 42
    x += 12
    built = (("hut", farm.farm.huts), ("barn", farm.farm.barns))
    for kind, number in (*built, *((bought.kind, 1) for bought in farm.improvements)):
        if number:
            painter.put(things.thing, (x + 10, y + 62), kind, 0.66)
            if number > 1:
                painter.word(f"×{number}", (x + 34, y + 66), 28, side="left")
                x += 40
            x += 54
    if farm.farm.help:
        painter.word(f"−{2 * farm.farm.help}", (x + 30, y + 64), 32, face=BEBAS, colour=RED)

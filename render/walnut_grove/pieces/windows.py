"""What lies in the windows of the houses: labourers, tiles, goods that stores buy, and what of it can be chosen."""

from collections.abc import Sequence
from typing import TypeAlias

from games.walnut_grove.view import COLOURS, RING, Kind, StopSight
from render.core.ink import even
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import Point
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, INK, PAPER2, SOFT, WHITE
from render.walnut_grove.paint import LEAST_SIGN, LEAST_WORD, Painter, surface
from render.walnut_grove.pieces import houses, slips, things, tokens
from render.walnut_grove.terrain import street

SOLD_OUT = "sold out"
KINDS = ("tent", "ladder", "safe", "storehouse", "paddock", "horses", "well", "hut", "barn")
LETTERING = (SOLD_OUT, *KINDS)
INSET = 6
PAWN = 52.0
GAP = 12
"""Between the names of two kinds side by side."""
THIN = 0.7
"""Frames round single things are thinner than those round houses."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""


def inside(pos: int) -> Box:
    """The box of a house's window."""
    left, top, wide, _ = street.box(pos)
    low, far = houses.WINDOW
    return left + INSET, top + low, wide - 2 * INSET, far - low


def draw(painter: Painter, stop: StopSight, theme: Theme) -> None:
    """What lies in a house's window."""
    left, top, wide, high = inside(stop.pos)
    painter.ground = PAPER2
    if stop.sold_out:
        painter.put(_hatch, (left + 2, top + 2), wide - 4.0, high - 4.0)
        said = theme.say(SOLD_OUT).upper()
        plate = max(128.0, min(wide - 8, width(said, BEBAS, LEAST_SIGN) + 12))
        painter.put(slips.dark, (left + wide / 2 - plate / 2, top + high / 2 - 19), plate, 38)
        painter.ground = INK
        at = (left + wide / 2, top + high / 2)
        painter.draw_fitted(said, at, round(plate - 10), (33, LEAST_SIGN), face=BEBAS, colour=WHITE)
        return
    if any(thing in COLOURS for thing, _ in stop.lying):
        for colour, (x, _, room, _) in boxes(stop, theme).items():
            number = dict(stop.lying)[colour]
            for i in range(number):
                painter.put(tokens.pawn, (x + room * (i + 0.5) / number, top + high - 2), colour, PAWN)
    elif stop.lying:
        _tiles(painter, stop, theme)


def boxes(stop: StopSight, theme: Theme) -> dict[str, Box]:
    """Where each kind of labourer, tile or good in a window stands."""
    left, top, wide, high = inside(stop.pos)
    house = RING[stop.pos - 1]
    if house.buys:
        return {good: (x - 27, top, 54, high) for good, x in street.list_bought_goods(house)}
    rooms = _rooms(stop, theme)
    if not rooms:
        return {kind: (left, top + high / 2 * i, wide, high / 2) for i, (kind, _) in enumerate(stop.lying)}
    x = left + (wide - sum(rooms) - _gap(stop) * (len(rooms) - 1)) / 2
    found = {}
    for (kind, _), room in zip(stop.lying, rooms, strict=True):
        found[kind] = (x, top, room, high)
        x += room + _gap(stop)
    return found


def _gap(stop: StopSight) -> int:
    return 0 if any(thing in COLOURS for thing, _ in stop.lying) else GAP


def _rooms(stop: StopSight, theme: Theme) -> list[float]:
    """How wide each kind is side by side; () for two whose names only fit one below the other."""
    _, _, wide, _ = inside(stop.pos)
    if any(thing in COLOURS for thing, _ in stop.lying):
        pitch = min(50.0, wide / sum(number for _, number in stop.lying))
        return [pitch * number for _, number in stop.lying]
    if len(stop.lying) == 1:
        return [wide]
    named = [max(_measure_name(kind, theme), _above(number)) for kind, number in stop.lying]
    if sum(named) + GAP * (len(named) - 1) <= wide:
        return named
    return [] if len(named) == 2 else [(wide - GAP * (len(named) - 1)) / len(named)] * len(named)


def _measure_name(kind: str, theme: Theme) -> float:
    return width(theme.say(kind).upper(), BEBAS, LEAST_SIGN)


def _above(number: int) -> float:
    """How wide a small picture is above a name, with its number if there are several."""
    return 30.0 + (34.0 if number > 1 else 0.0)


def _tiles(painter: Painter, stop: StopSight, theme: Theme) -> None:
    """Tiles for sale: one kind large with its name, several side by side, or two below each other."""
    found = boxes(stop, theme)
    numbers = dict(stop.lying)
    if len(numbers) == 1:
        ((kind, (left, top, wide, high)),) = found.items()
        word = theme.say(kind).upper()
        y, start = top + high / 2, left + 54
        painter.put(things.thing, (left + 28, y), kind, 0.8)
        painter.draw_fitted(word, (start + (wide - 56) / 2, y - 13), round(wide - 58), (33, LEAST_SIGN), face=BEBAS)
        painter.word(f"×{numbers[kind]}", (start + (wide - 56) / 2, y + 14), LEAST_WORD)
        return
    flat = len({y for _, y, _, _ in found.values()}) > 1
    named = not flat and all(room >= _measure_name(kind, theme) for kind, (_, _, room, _) in found.items())
    for kind, (x, y, wide, high) in found.items():
        word, number = theme.say(kind).upper(), numbers[kind]
        if flat:
            painter.put(things.thing, (x + 20, y + high / 2), kind, 0.36)
            gone = painter.sign(word, (x + 38, y + high / 2 + 1), LEAST_SIGN, side="left")
            if number > 1:
                painter.word(f"×{number}", (x + 42 + gone, y + high / 2 + 1), LEAST_WORD, side="left")
            continue
        several = number > 1
        middle = x + wide / 2 - (17 if several else 0)
        if named:
            painter.put(things.thing, (middle, y + 16), kind, 0.42)
            painter.sign(word, (x + wide / 2, y + high - 14), LEAST_SIGN)
        else:
            painter.put(things.thing, (middle, y + high / 2), kind, 0.58)
        if several:
            beside = 17 if named else 19
            painter.word(f"×{number}", (middle + beside, y + (17 if named else high / 2)), LEAST_WORD, side="left")


@cached
def _hatch(wide: float, high: float) -> Raster:
    made = surface("hatch", (0, 0, wide, high))
    pen = made.pen()
    for x in range(-int(high), int(wide), 16):
        low, far = max(0.0, -x), min(high, wide - x)
        pen.line([(x + low, high - low), (x + far, high - far)], even(3, SOFT))
    return made.raster()


# --- What can be chosen --------------------------------------------------------------------------------------------


def offer(painter: Painter, stop: StopSight, offered: Sequence[str], theme: Theme) -> None:
    """
    What can be chosen at a house, framed in its window or price, and again large in the middle of the town.

    `offered` are goods, colours, tiles, or goods of the price (`price:g`).
    """
    house = RING[stop.pos - 1]
    found = {} if house.kind is Kind.FREE else boxes(stop, theme)
    painter.ground = PAPER2
    for x, y, wide, high in (box for thing, box in found.items() if thing in offered):
        painter.put(tokens.choosable, (x - 1, y - 1), wide + 2, high + 2, THIN)
    painter.ground = CREAM
    _, top, _, _ = street.box(stop.pos)
    for good, count, x in street.prices(house):
        if f"price:{good}" in offered:
            wide = width(str(count), SLAB, 34) + 50
            low, far = houses.PRICE
            painter.put(tokens.choosable, (x - 6, top + low - 1), wide + 2, far - low + 1, THIN)
    x, y = street.HALL_AT if stop.pos <= street.UPPER else street.BAZAAR_AT
    _slip(painter, (x + (-2 if stop.pos <= street.UPPER else 2), y), tuple(offered), theme)


SLIP = (174, 142)
"""Width and height of the slip with what can be chosen, over the picture of Town Hall or bazaar."""
LARGE, ABREAST, LINE = 52, 3, 34


def _slip(painter: Painter, at: Point, offered: tuple[str, ...], theme: Theme) -> None:
    """What can be chosen, large enough to be read on a phone: pieces three abreast, or names of tiles."""
    wide, high = SLIP
    left, top = at[0] - wide / 2, at[1] - 136
    painter.ground = PAPER2
    painter.put(slips.slip, (left, top), wide, high)
    painter.ground = CREAM
    if not any(thing in COLOURS or thing[-2:-1] in ("", ":") for thing in offered):
        pitch = min(LINE + 8, high / len(offered))
        for i, kind in enumerate(offered):
            y = top + high / 2 + pitch * (i - (len(offered) - 1) / 2)
            painter.draw_fitted(theme.say(kind).upper(), (at[0], y), wide - 8, (tokens.CHOSEN, 42), face=BEBAS)
        return
    lines = [offered[i : i + ABREAST] for i in range(0, len(offered), ABREAST)]
    for row, line in enumerate(lines):
        y = top + high / 2 + (LARGE + 14) * (row - (len(lines) - 1) / 2)
        for i, thing in enumerate(line):
            x = at[0] + (LARGE + 4) * (i - (len(line) - 1) / 2)
            if thing in COLOURS:
                painter.put(tokens.pawn, (x, y + 28), thing, 60.0)
            else:
                painter.put(tokens.cube, (x, y), thing[-1], float(LARGE))

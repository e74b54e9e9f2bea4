"""The walnut board beside a large farm's land: barn, winter needs, house and wagons, improvements and help."""

from collections.abc import Set
from dataclasses import dataclass

from games.walnut_grove.view import (
    BARN_SITES,
    BARN_SPACES,
    GOODS,
    IMPROVEMENT_PLACES,
    WAGONS,
    FarmSight,
)
from render.core.ink import even
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import round_rectangle
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, FOREST, FOREST_D, FOREST_L, INK, LAKE_L, PAPER2, PAPER3, RED, ROAD_D, SOFT
from render.walnut_grove.paint import LEAST_SIGN, Painter, surface
from render.walnut_grove.pieces import slips, things, tokens
from render.walnut_grove.plates import hand
from render.walnut_grove.sights import Marked
from render.walnut_grove.terrain.plan import Box

HELP, OPEN, NEEDS = "help", "{count} open", "winter"
LETTERING = (HELP, OPEN, NEEDS, *hand.LETTERING)
WIDE, LOW = 480, 270
"""How wide a board is, and how high below the land."""
PAD, GAP = 9, 8
BARN_HIGH, NEEDS_HIGH = 46, 44
WAGONS_LEAST, WAGONS_MOST, PLACES_LEAST, PLACES_MOST = 60, 124, 74, 112
HELP_WIDE = 84
LARGE = 58.0
"""Side of the box of a good or coin that can be chosen: its letter is ten pixels high on a phone."""
SLIP = 70.0
"""Height of the slip with all goods at hand."""
THREE_LINES = 84
"""Height from which on help has three lines."""
LEAST_PAWN = 44.0
"""Height of the smallest figure whose letter can be read."""
FRAME = 0.7
"""Thickness of the frames of what changed."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a board, from above."""

    barn: Box
    needs: Box
    wagons: Box
    places: Box
    rest: Box | None
    """Room for the tiles drawn, or for all goods at hand."""


def rows_of(box: Box, *, hand_of_tiles: bool) -> Rows:
    """The rows of a board that fills a box."""
    left, wide = box.left + PAD, box.wide - 2 * PAD
    room = box.high - 2 * PAD - BARN_HIGH - NEEDS_HIGH - 3 * GAP
    if hand_of_tiles:
        wagons, places = 84.0, 84.0
    else:
        places = max(PLACES_LEAST, min(PLACES_MOST, room * 0.48))
        wagons = max(WAGONS_LEAST, min(WAGONS_MOST, room - places))
    top = box.top + PAD
    heights = (BARN_HIGH, NEEDS_HIGH, wagons, places)
    barn, needs, row, third = (
        Box(left, top + sum(heights[:i]) + GAP * i, wide, high) for i, high in enumerate(heights)
    )
    low = third.foot + GAP
    rest = Box(left, low, wide, box.foot - PAD - low)
    return Rows(barn, needs, row, third, rest if rest.high > PLACES_LEAST else None)


def draw(painter: Painter, farm: FarmSight, boxes: tuple[Box, Box | None], *, theme: Theme, marked: Marked) -> None:
    """
    The board with everything on it; what changed on it is outlined, with its number.

    `boxes` are its own, and that of a panel beside it for the tiles drawn; without one they lie on the board.
    """
    box, panel = boxes
    rows = rows_of(box, hand_of_tiles=panel is None and bool(farm.drawn))
    painter.ground = PAPER2
    for part in (box, panel):
        if part is not None:
            painter.put(_wood, (part.left, part.top), part.wide, part.high)
    offered = {part.partition(":")[2] for part, _ in marked.offers if part.startswith(("barn:", "item:"))}
    _barn(painter, farm, rows.barn, offered)
    needed = {part.partition(":")[2] for part, _ in marked.offers if part.startswith("need:")}
    _needs(painter, farm, rows.needs, needed, theme)
    _house(painter, rows.wagons)
    for number in range(WAGONS):
        _wagon(painter, farm, number, rows.wagons)
    for number in range(IMPROVEMENT_PLACES):
        _improvement(painter, farm, number, rows.places, theme)
    if marked.tag("help") is None:
        _help(painter, farm, rows.places, theme)
    rest = (
        rows.rest
        if panel is None
        else Box(panel.left + PAD, panel.top + PAD, panel.wide - 2 * PAD, panel.high - 2 * PAD)
    )
    if rest is not None and farm.drawn:
        hand.draw(painter, farm, rest, theme=theme, marked=marked)
    elif rest is not None:
        _goods(painter, farm, rest)
    _draw_changes(painter, farm, rows, marked)
    _offers(painter, farm, rows, theme=theme, marked=marked)


@cached
def _wood(wide: float, high: float) -> Raster:
    made = surface("board", (-4, -4, wide + 8, high + 9))
    pen = made.pen()
    form = round_rectangle(0, 0, wide, high, radius=8)
    pen.shape([(x + 3, y + 4) for x, y in form], ROAD_D, shake=0)
    pen.shape(form, FOREST, edge=even(5, INK), shake=0)
    for y in range(12, int(high) - 4, 15):
        pen.line([(6, y), (wide - 6, y)], even(2, FOREST_D))
    return made.raster()


# --- Places --------------------------------------------------------------------------------------------------------


def space_at(number: int, row: Box) -> Box:
    """A space of the barn; a little further before each barn tile."""
    groups = max(0, (number - BARN_SPACES) // 2 + 1)
    pitch = (row.wide - 2 * 16 - BARN_HIGH) / (BARN_SPACES + 2 * BARN_SITES - 1)
    return Box(round(row.left + pitch * number + 16 * groups), row.top, BARN_HIGH, row.high)


def wagon_at(number: int, row: Box) -> Box:
    """A box in the row of the house (0) and the wagons (from 1)."""
    wide = (row.wide - WAGONS * 6) / (WAGONS + 1)
    return Box(row.left + (wide + 6) * number, row.top, wide, row.high)


def place_at(number: int, row: Box) -> Box:
    """A place for an improvement; behind the last, that of help."""
    wide = (row.wide - HELP_WIDE - IMPROVEMENT_PLACES * 6) / IMPROVEMENT_PLACES
    return Box(row.left + (wide + 6) * number, row.top, wide if number < IMPROVEMENT_PLACES else HELP_WIDE, row.high)


def need_at(farm: FarmSight, row: Box) -> dict[str, tuple[float, float]]:
    """Left edge and width of each need in the strip, in order."""
    rooms = {
        need.good: width(str(need.asked), SLAB, 31) + 42 + (48 if need.short else 28)
        for need in farm.needs
        if need.asked
    }
    gap = max(3.0, min(16.0, (row.wide - 20 - sum(rooms.values())) / max(1, len(rooms))))
    found, x = {}, row.left + 12
    for good, room in rooms.items():
        found[good] = (x, room)
        x += room + gap
    return found


# --- Rows ----------------------------------------------------------------------------------------------------------


def _barn(painter: Painter, farm: FarmSight, row: Box, offered: Set[str]) -> None:
    """The spaces with what lies there, but for what is offered, which is drawn larger later."""
    for number in range(BARN_SPACES + 2 * BARN_SITES):
        box = space_at(number, row)
        painter.ground = FOREST
        built = number < farm.spaces
        painter.put(space, (box.left, box.top), box.wide, box.high, "paper" if built else "site")
        if number < len(farm.barn) and farm.barn[number] not in offered:
            item, at = farm.barn[number], (box.left + box.wide / 2, box.top + box.high / 2)
            painter.ground = CREAM
            if item in GOODS:
                painter.put(tokens.cube, at, item, 40.0)
            else:
                painter.put(tokens.coin, at, item, 20.0)


def _needs(painter: Painter, farm: FarmSight, row: Box, offered: Set[str], theme: Theme) -> None:
    """What winter asks for, with a tick where goods at hand cover it, else what is missing; then its fires."""
    painter.ground = FOREST
    painter.put(tokens.needs_strip, (row.left, row.top), row.wide, row.high)
    y = row.top + row.high / 2
    painter.ground = LAKE_L
    places = need_at(farm, row)
    if not places:
        _at_hand(painter, farm, row)
        return
    end = max((x + wide for x, wide in places.values()), default=row.left)
    for need in farm.needs:
        if need.good not in places:
            continue
        x, _ = places[need.good]
        digits = painter.word(str(need.asked), (x, y), 31, side="left")
        if need.good in offered:  # drawn larger later, in place of what is missing too
            continue
        painter.put(tokens.cube, (x + digits + 22, y), need.good, 38.0)
        if need.short:
            painter.put(tokens.short, (x + digits + 43, y), need.short)
        else:
            painter.put(tokens.tick, (x + digits + 45, y + 3), 1.15)
    right = row.right - 10
    if right - end > 96:
        fires = f"{farm.fires}+{farm.campfires}"
        right -= painter.word(fires, (right, y), 31, side="right") + 20
        painter.put(tokens.flame, (right, y), 34.0)
        right -= 26
    word = theme.say(NEEDS).upper()
    if right - end > width(word, BEBAS, LEAST_SIGN) + 16:
        right -= painter.sign(word, (right, y), LEAST_SIGN, side="right", colour=SOFT) + 10
    if farm.double and right - end > 80:
        right -= painter.word("×2", (right, y), 31, side="right") + 20
        painter.put(tokens.pawn, (right, y + 21), farm.double[0], LEAST_PAWN)


def _at_hand(painter: Painter, farm: FarmSight, row: Box) -> None:
    """All goods at hand, in the strip as long as winter asks for nothing, or larger in a row of their own."""
    pitch = row.wide / len(GOODS)
    size = min(46.0, row.high - 4)
    for i, (good, number) in enumerate(zip(GOODS, farm.goods, strict=True)):
        x, y = row.left + pitch * (i + 0.5), row.top + row.high / 2
        painter.put(tokens.cube, (x - 20, y), good, size)
        colour = INK if number else SOFT
        painter.word(str(number), (x + 10, y + 1), round(size * 0.84), side="left", colour=colour)


def _house(painter: Painter, row: Box) -> None:
    box = wagon_at(0, row)
    painter.ground = FOREST
    painter.put(space, (box.left, box.top), box.wide, box.high, "pale")
    painter.ground = PAPER2
    x, foot = box.left + box.wide / 2, box.foot - 4
    painter.put(things.house, (x, foot), round(min(0.64, (box.high - 2) / 158), 2))
    painter.put(tokens.pawn, (x, foot - 2), "farmer", _pawn(box))


def _pawn(box: Box) -> float:
    return max(LEAST_PAWN, min(52.0, box.high * 0.56))


def _wagon(painter: Painter, farm: FarmSight, number: int, row: Box) -> None:
    """A wagon with its labourer, and a hut or a campfire; one hired this year joins after the winter."""
    box = wagon_at(number + 1, row)
    taken = number < len(farm.labourers)
    painter.ground = FOREST
    painter.put(space, (box.left, box.top), box.wide, box.high, "pale" if taken else "dull")
    painter.ground = PAPER2 if taken else PAPER3
    share = round(min(0.74, box.high / 150), 2)
    kind = "hut" if number < farm.huts else "campfire"
    painter.put(things.thing, (box.left + box.wide / 2 + 12, box.top + 32 * share + 4), kind, round(share * 0.95, 2))
    painter.put(things.wagon, (box.right - 42 * share - 6, box.foot - 6), round(share * 0.9, 2))
    if taken:
        painter.put(tokens.pawn, (box.left + 22, box.foot - 5), farm.labourers[number], _pawn(box))
        return
    joining = number - len(farm.labourers)
    if joining < len(farm.hired):
        painter.put(tokens.draw_joining_disc, (box.left + 26, box.foot - 28), 0.8)
        painter.put(tokens.pawn, (box.left + 26, box.foot - 10), farm.hired[joining], LEAST_PAWN)


def _improvement(painter: Painter, farm: FarmSight, number: int, row: Box, theme: Theme) -> None:
    box = place_at(number, row)
    painter.ground = FOREST
    if number >= len(farm.improvements):
        painter.put(space, (box.left, box.top), box.wide, box.high, "place")
        return
    bought = farm.improvements[number]
    painter.put(space, (box.left, box.top), box.wide, box.high, "paper")
    painter.ground = CREAM
    y = box.top + (box.high - 30) / 2 + 2
    painter.put(things.thing, (box.left + 36, y), bought.kind, round(min(0.85, (box.high - 32) / 70), 2))
    painter.word(str(bought.points), (box.right - 16, y), 38, side="right")
    word = theme.say(bought.kind).upper()
    painter.draw_fitted(
        word, (box.left + box.wide / 2, box.foot - 17), round(box.wide - 4), (34, LEAST_SIGN), face=BEBAS
    )


def _help(painter: Painter, farm: FarmSight, row: Box, theme: Theme) -> None:
    """Help tiles: how many, and how many of them can still be paid back."""
    box = place_at(IMPROVEMENT_PLACES, row)
    painter.ground = FOREST
    painter.put(space, (box.left, box.top), box.wide, box.high, "paper")
    painter.ground = CREAM
    x = box.left + box.wide / 2
    lines = [theme.say(HELP).upper()]
    if farm.open:
        lines = [*lines[: box.high >= THREE_LINES], theme.say(OPEN, count=farm.open).upper()]
    pitch = min(34.0, (box.high - 10) / (len(lines) + 1))
    y = box.top + box.high / 2 - pitch * len(lines) / 2
    painter.word(
        f"×{farm.help}" if farm.help else "0", (x, y), min(36, round(pitch * 1.3)), colour=INK if farm.help else SOFT
    )
    for line in lines:
        y += pitch
        painter.draw_fitted(line, (x, y), HELP_WIDE - 6, (33, LEAST_SIGN), face=BEBAS, colour=RED)


def _goods(painter: Painter, farm: FarmSight, rest: Box) -> None:
    """A slip with all goods at hand, in the middle of the room that is left."""
    row = Box(rest.left, rest.top + max(0.0, (rest.high - SLIP) / 2), rest.wide, SLIP)
    painter.ground = FOREST
    painter.put(space, (row.left, row.top), row.wide, row.high, "paper")
    painter.ground = CREAM
    _at_hand(painter, farm, row)


# --- What changed and what can be chosen ---------------------------------------------------------------------------


def _draw_changes(painter: Painter, farm: FarmSight, rows: Rows, marked: Marked) -> None:
    last = max(0, len(farm.improvements) - 1)
    wagons = wagon_at(1, rows.wagons)
    boxes = {
        "barn": Box(
            rows.barn.left, rows.barn.top, space_at(farm.spaces - 1, rows.barn).right - rows.barn.left, BARN_HIGH
        ),
        "wagons": Box(wagons.left, wagons.top, rows.wagons.right - wagons.left, wagons.high),
        "improvements": place_at(last, rows.places),
        "help": place_at(IMPROVEMENT_PLACES, rows.places),
    }
    painter.ground = FOREST
    for part, box in boxes.items():
        number = marked.number(part)
        if number is None:
            continue
        painter.put(tokens.draw_change_frame, (box.left - 2, box.top - 2), box.wide + 4, box.high + 4, FRAME)
        if number:
            x = box.left + 8 if part == "improvements" else box.right + (14 if part == "barn" else -2)
            painter.put(slips.tag, (x, box.top + (BARN_HIGH / 2 if part == "barn" else 0)), number)


def _offers(painter: Painter, farm: FarmSight, rows: Rows, *, theme: Theme, marked: Marked) -> None:
    """Frames round goods and coins of the barn, needs and help that can be chosen."""
    painter.ground = FOREST
    needs = need_at(farm, rows.needs)
    for part, _ in marked.offers:
        kind, _, item = part.partition(":")
        if kind in ("barn", "item"):
            for number in (number for number, lying in enumerate(farm.barn) if lying == item):
                _choice(painter, item, space_at(number, rows.barn))
        elif kind == "need" and item in needs:
            x, _ = needs[item]
            _choice(painter, item, Box(x + 30, rows.needs.top, NEEDS_HIGH, NEEDS_HIGH))
        elif part == "help":
            _help_choice(painter, place_at(IMPROVEMENT_PLACES, rows.places), theme)


def _choice(painter: Painter, item: str, box: Box) -> None:
    """A good or coin that can be chosen, larger than its place, in a frame."""
    x, y = box.left + box.wide / 2, box.top + box.high / 2
    painter.ground = CREAM
    painter.put(space, (x - LARGE / 2, y - LARGE / 2), LARGE, LARGE, "paper")
    if item in GOODS:
        painter.put(tokens.cube, (x, y), item, LARGE - 6)
    else:
        painter.put(tokens.coin, (x, y), item, LARGE / 2 - 3)
    painter.put(tokens.choosable, (x - LARGE / 2, y - LARGE / 2), LARGE, LARGE, FRAME)


def _help_choice(painter: Painter, box: Box, theme: Theme) -> None:
    """Help that can be taken: its name large in a frame."""
    painter.ground = FOREST
    painter.put(space, (box.left, box.top), box.wide, box.high, "paper")
    painter.ground = CREAM
    at = (box.left + box.wide / 2, box.top + box.high / 2)
    painter.draw_fitted(theme.say(HELP).upper(), at, HELP_WIDE - 2, (tokens.CHOSEN, 42), face=BEBAS, colour=RED)
    painter.put(tokens.choosable, (box.left, box.top), box.wide, box.high, FRAME)


# --- A box ---------------------------------------------------------------------------------------------------------


@cached
def space(wide: float, high: float, kind: str) -> Raster:
    """A box on the board: `paper`, `pale` or `dull` ground, `site` not built yet, `place` empty; (0, 0) its corner."""
    made = surface("space", (-4, -4, wide + 4, high + 4))
    pen = made.pen()
    form = round_rectangle(0, 0, wide, high, radius=6)
    if kind in ("site", "place"):
        pen.shape(form, FOREST, edge=even(3.4, INK), shake=0)
        if kind == "place":
            pen.draw_dashes(
                [(8, 8), (wide - 8, 8), (wide - 8, high - 8), (8, high - 8), (8, 8)], even(3, FOREST_L), (12, 9)
            )
            return made.raster()
        for x in range(-int(high), int(wide), 16):
            low, far = max(4.0, 4.0 - x), min(high - 4, wide - 4 - x)
            if far > low:
                pen.line([(x + low, high - low), (x + far, high - far)], even(4, FOREST_L))
        return made.raster()
    fill = {"paper": CREAM, "pale": PAPER2, "dull": PAPER3}[kind]
    pen.shape(form, fill, edge=even(3.4, INK), shake=0)
    return made.raster()

"""The picture of the town: the street, what lies and who stands where, the year disc, the order of play."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.walnut_grove.view import COLOURS, YEARS, PlayerSight, StopSight, TownSight, Walk, town_of
from games.walnut_grove.view import View as GameView
from render.core.fonts import BEBAS, SLAB
from render.core.ink import even
from render.core.paths import Point, rounded
from render.core.picture import Theme
from render.core.surface import Raster
from render.core.text import width
from render.walnut_grove import slips, street, things, tokens, wheel
from render.walnut_grove.inks import CREAM, FIELD, HOT, INK, PAPER, PAPER2, ROAD, SOFT, WHITE
from render.walnut_grove.paint import Painter, plate
from render.walnut_grove.sights import TOWN, Changed, changes

TO_MOVE, DONE, WAITS, SOLD_OUT, TILES, HELP, START, OVER = (
    "to move", "done", "next", "sold out", "{count} {count:tile|tiles}", "help", "start", "the end",
)  # fmt: skip
IMPROVEMENTS = ("tent", "ladder", "safe", "storehouse", "paddock", "horses", "well", "hut", "barn")
LETTERING = (*street.LETTERING, *wheel.SEASONS, TO_MOVE, DONE, WAITS, SOLD_OUT, TILES, HELP, START, OVER, *IMPROVEMENTS)
STRIP, HIGH = 898, 94
ROW_GATES: dict[str, Point] = {"town": street.HALL_AT, "church": street.BAZAAR_AT}
LEAST_NAME = 26
LEAST_SIGN = 26
SLOTS = {TO_MOVE: "first", DONE: "done"}


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn of the town and how: changed stops, stops that can be chosen, names, language."""

    sight: TownSight
    names: Sequence[str]
    theme: Theme
    changed: Changed = field(default_factory=dict)
    legal: tuple[str, ...] = ()


def scene(view: GameView, marks: Marks, names: Sequence[str], theme: Theme, legal: tuple[str, ...] = ()) -> Scene:
    """The town of a view."""
    return Scene(town_of(view), names, theme, changes(marks).get(TOWN, {}), legal)


def draw(shown: Scene) -> Image.Image:
    """The town, 1200×1000."""
    painter = Painter(street.background(shown.theme))
    _rows(painter, shown)
    _year(painter, shown)
    for stop in shown.sight.stops:
        _stop(painter, shown, stop)
    _walk(painter, shown)
    _figures(painter, shown)
    _strip(painter, shown)
    return painter.image


def _year(painter: Painter, shown: Scene) -> None:
    """The year, the season, the disc, what is left in the bag."""
    sight, say = shown.sight, shown.theme.say
    painter.ground = PAPER
    painter.word(f"{max(1, sight.year)}/{YEARS}", (358, 402), 66)
    season = {"start": START, "over": OVER}.get(sight.season, sight.season)
    painter.put(slips.dark, (280, 446), 156, 52)
    painter.ground = INK
    painter.fitted(say(season).upper(), (358, 472), 140, (36, 28), face=BEBAS, colour=WHITE)
    wheel.draw(painter, sight.disc, sight.season, shown.theme)
    painter.ground = PAPER
    x, y = wheel.NEXT
    if sight.next_letter:
        painter.sign(say(street.NEXT).upper(), (x, 350), 36, colour=SOFT)
        painter.put(wheel.next_disc, (x, y), sight.next_letter)
    painter.word(say(TILES, count=sight.tiles), (x, 500), 32, colour=SOFT)
    for at, left in ((358, True), (842, False)):
        painter.put(wheel.sprig, (at, 552), left=left)


# --- Houses --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _hatch(wide: float, high: float) -> Raster:
    made = plate("hatch", (0, 0, wide, high))
    pen = made.pen()
    for x in range(-int(high), int(wide), 16):
        low, far = max(0.0, -x), min(high, wide - x)
        pen.line([(x + low, high - low), (x + far, high - far)], even(3, SOFT))
    return made.raster()


def _stop(painter: Painter, shown: Scene, stop: StopSight) -> None:
    left, top, wide, high = street.box(stop.pos)
    painter.ground = PAPER2
    if stop.sold_out:
        painter.put(_hatch, (left + 10, top + 92), wide - 20.0, 58.0)
        painter.put(slips.dark, (left + wide / 2 - 66, top + 101), 132, 40)
        painter.ground = INK
        painter.fitted(
            shown.theme.say(SOLD_OUT).upper(), (left + wide / 2, top + 121), 120, (33, 26), face=BEBAS, colour=WHITE
        )
    elif stop.lying:
        _window(painter, shown.theme, stop)
    painter.ground = PAPER
    if stop.id in shown.changed:
        painter.put(tokens.changed, (left - 7, top + 30), wide + 14, high - 28)
        painter.put(street.number, (left + 18, top + 26), stop.pos)
        if number := shown.changed[stop.id]:
            painter.put(slips.tag, (left + wide - 34, top + 30), number)
    elif stop.id in shown.legal:
        painter.put(tokens.choosable, (left - 1, top + 39), wide + 2, high - 38)
        painter.put(street.number, (left + 18, top + 26), stop.pos)


def _window(painter: Painter, theme: Theme, stop: StopSight) -> None:
    """What lies in a house's window."""
    left, top, wide, _ = street.box(stop.pos)
    middle, y = left + wide / 2, top + 121
    if any(thing in COLOURS for thing in stop.lying):
        pawns = [colour for colour, number in stop.lying.items() for _ in range(number)]
        pitch = 42 if len(pawns) > 3 else 52
        for i, colour in enumerate(pawns):
            painter.put(tokens.pawn, (middle + (i - (len(pawns) - 1) / 2) * pitch, top + 148), colour, 54.0)
        return
    kinds = list(stop.lying.items())
    if len(kinds) == 1:
        ((kind, number),) = kinds
        word = theme.say(kind).upper()
        # Beside a long word the thing is smaller.
        aside, share = (86, 0.88) if width(word, BEBAS, LEAST_SIGN) <= wide - 98 else (68, 0.66)
        painter.put(things.thing, (left + aside - 34, y), kind, share)
        x = left + aside + (wide - aside - 10) / 2
        painter.fitted(word, (x, y - 14), wide - aside - 10, (32, LEAST_SIGN), face=BEBAS)
        painter.word(f"×{number}", (x, y + 16), 30)
        return
    share = (wide - 20) / len(kinds)
    for i, (kind, number) in enumerate(kinds):
        x = left + 10 + share * (i + 0.5)
        if len(kinds) == 2:
            painter.put(things.thing, (x - 16, y), kind, 0.66)
            painter.word(f"×{number}", (x + 12, y + 8), 27, side="left")
        else:
            painter.put(things.thing, (x, y - 10), kind, 0.52)
            painter.word(f"×{number}", (x, y + 18), 26)


# --- Figures -------------------------------------------------------------------------------------------------------


def circle_at(row: str, number: int) -> Point:
    """The middle of a circle of a start row: 2×2 in place of the picture of hall or bazaar."""
    x, y = ROW_GATES[row]
    return x + (-37, 37)[number % 2], y - 100 + 74 * (number // 2)


def places(sight: TownSight) -> dict[Seat, Point]:
    """Where each figure stands."""
    found: dict[Seat, Point] = {}
    for stop in sight.stops:
        spots = street.standing(stop.pos, max(stop.spaces, len(stop.figures)))
        found |= dict(zip(stop.figures, spots, strict=False))
    for row, circles in sight.rows.items():
        found |= {seat: circle_at(row, i) for i, seat in enumerate(circles) if seat is not None}
    return found


@lru_cache(maxsize=2)
def _bare() -> Raster:
    made = plate("bare", (-76, -156, 76, 10))
    made.pen().shape(rounded(-72, -148, 72, 6, radius=24), PAPER, shake=0)
    return made.raster()


@lru_cache(maxsize=8)
def _circle(number: int) -> Raster:
    made = plate("circle", (-36, -36, 36, 36))
    pen = made.pen()
    pen.disc(0, 0, 33, SOFT)
    pen.disc(0, 0, 30, PAPER2)
    made.text(str(number), (0, 0), (SLAB, 32, SOFT))
    return made.raster()


def _rows(painter: Painter, shown: Scene) -> None:
    painter.ground = PAPER
    for row, circles in shown.sight.rows.items():
        if circles:
            painter.put(_bare, ROW_GATES[row])
            for i in range(len(circles)):
                painter.put(_circle, circle_at(row, i), i + 1)


def _figures(painter: Painter, shown: Scene) -> None:
    painter.ground = ROAD
    for seat, (x, y) in sorted(places(shown.sight).items()):
        painter.put(tokens.figure, (x, y + 8), int(seat), 22.0, 36.0)
        if shown.sight.walk is not None and shown.sight.walk.seat == seat and shown.changed:
            painter.put(tokens.ring, (x, y + 3), 37.0)


# --- The last walk -------------------------------------------------------------------------------------------------

AROUND: tuple[Point, ...] = ((59, 255), (1141, 255), (1141, 641), (59, 641))
"""Corners of the road, clockwise from the upper left."""


def _along(x: float, y: float) -> float:
    """How far a place on the road is from its upper left corner, clockwise."""
    wide, high = AROUND[1][0] - AROUND[0][0], AROUND[2][1] - AROUND[1][1]
    if y <= AROUND[0][1]:
        return x - AROUND[0][0]
    return wide + high + (AROUND[2][0] - x) if y >= AROUND[2][1] else (wide if x > 600 else 2 * wide + high)


def route(start: Point, end: Point) -> list[Point]:
    """The way along the road, clockwise, from one place to another; from a place to itself all round."""
    wide, high = AROUND[1][0] - AROUND[0][0], AROUND[2][1] - AROUND[1][1]
    round_trip = 2 * (wide + high)
    marks = [(0.0, AROUND[0]), (wide, AROUND[1]), (wide + high, AROUND[2]), (2 * wide + high, AROUND[3])]
    low, far = _along(*start), _along(*end)
    if far <= low:
        far += round_trip
    between = [(at + lap, point) for lap in (0.0, round_trip) for at, point in marks if low < at + lap < far]
    return [start, *(point for _, point in sorted(between)), end]


@lru_cache(maxsize=64)
def _way(points: tuple[Point, ...]) -> Raster:
    made = plate("way", (0, 200, 1200, 700))
    pen = made.pen()
    path = list(points)
    pen.line(path, even(13, INK))
    pen.line(path, even(10, CREAM))
    pen.dashed(path, even(6, HOT), (15, 9))
    (ax, ay), (bx, by) = path[-2], path[-1]
    far = max(abs(bx - ax), abs(by - ay)) or 1.0
    ux, uy = (bx - ax) / far, (by - ay) / far
    tip = (bx + ux * 4, by + uy * 4)
    head = [(tip[0] - ux * 20 - uy * 17, tip[1] - uy * 20 + ux * 17), tip]
    head.append((tip[0] - ux * 20 + uy * 17, tip[1] - uy * 20 - ux * 17))
    for thick, colour in ((13, INK), (8, HOT)):
        pen.line(head, even(thick, colour))
    return made.cut()


def _place(sight: TownSight, place: str) -> Point | None:
    """A place on the road before a stop, or beside a start row."""
    for stop in sight.stops:
        if stop.id == place:
            spots = street.standing(stop.pos, stop.spaces)
            return spots[0] if stop.pos > street.UPPER else spots[-1]
    return {"town": (59.0, 300.0), "church": (1141.0, 600.0)}.get(place.partition(":")[0])


def _walk(painter: Painter, shown: Scene) -> None:
    """Where the figure that moved last came from, and its way."""
    walk: Walk | None = shown.sight.walk
    if walk is None or not shown.changed:
        return
    start = _place(shown.sight, walk.start)
    end = places(shown.sight).get(walk.seat)
    if start is None or end is None:
        return
    painter.ground = ROAD
    path = route(start, end)
    (ax, ay), (bx, by) = path[-2], path[-1]
    far = max(abs(bx - ax), abs(by - ay))
    if far > 70:
        path[-1] = (bx - (bx - ax) / far * 60, by - (by - ay) / far * 60)
        (ax, ay), (bx, by) = path[:2]
        off = max(abs(bx - ax), abs(by - ay)) or 1.0
        path[0] = (ax + (bx - ax) / off * 36, ay + (by - ay) / off * 36)
        painter.put(_way, (0, 0), tuple(path))
        _interrupt(painter, shown.sight, path)
    if start[1] in (AROUND[0][1], AROUND[2][1]):
        painter.put(tokens.ring, start, 32.0)


def _interrupt(painter: Painter, sight: TownSight, path: list[Point]) -> None:
    """Empty places on the way lie over its line."""
    for stop in sight.stops:
        for x, y in street.standing(stop.pos, stop.spaces):
            for (ax, ay), (bx, by) in pairwise(path):
                if ay == y == by and min(ax, bx) + 40 < x < max(ax, bx) - 40:
                    painter.put(street.spot, (x, y), 32.0, filled=True)


# --- The strip -----------------------------------------------------------------------------------------------------


def _strip(painter: Painter, shown: Scene) -> None:
    players = shown.sight.players
    wide = (1156 - 10 * (len(players) - 1)) / len(players)
    for i, player in enumerate(players):
        _player(painter, shown, player, (22 + i * (wide + 10), wide))


def _state(shown: Scene, player: PlayerSight) -> str:
    if shown.sight.season == "over":
        return ""
    return TO_MOVE if player.awaited else DONE if player.acted else WAITS


def _player(painter: Painter, shown: Scene, player: PlayerSight, slot: tuple[float, float]) -> None:
    """One player: figure, name, state, coins, help tiles."""
    (left, wide), say = slot, shown.theme.say
    state = _state(shown, player)
    painter.ground = PAPER
    painter.put(slips.slot, (left, STRIP), round(wide), SLOTS.get(state, ""))
    ground = {TO_MOVE: FIELD, DONE: PAPER2}.get(state, CREAM)
    painter.ground = ground
    name = shown.names[player.seat]
    tight = wide < 300 or width(name, SLAB, LEAST_NAME) > wide - 96 - (_beside(say(state)) if state else 0)
    painter.put(tokens.figure, (left + (38 if tight else 44), STRIP + 58), int(player.seat), 25.0)
    start, low = left + (72 if tight else 84), STRIP + 68
    word = say(state).upper() if state else ""
    beside = 0.0 if tight or not word else _beside(word)
    name_room = round(wide - (start - left) - 12 - beside)
    painter.fitted(
        name,
        (start, STRIP + (30 if tight and state == TO_MOVE else 26)),
        name_room,
        (38, LEAST_NAME),
        side="left",
    )
    _tell(painter, (left, wide), state, word, tight=tight)
    painter.ground = ground
    painter.put(tokens.coin, (start + 18, low), "$", 17.0)
    gone = painter.word(f"×{player.coins}", (start + 38, low), 31, side="left")
    x = start + 38 + gone + (10 if tight else 28)
    painter.put(tokens.help_tag, (x + 30, low), say(HELP).upper())
    painter.word(f"×{player.open + player.flipped}", (x + 63, low), 31, side="left")


def _beside(word: str) -> float:
    """How much room the state of a player takes beside the name."""
    return 34.0 + 15.0 * len(word)


def _tell(painter: Painter, slot: tuple[float, float], state: str, word: str, *, tight: bool) -> None:
    """The state of a player at the upper right: a plate for the one awaited, a tick for who has acted."""
    left, wide = slot
    right = left + wide
    if not word or (tight and state != TO_MOVE):
        if state == DONE:
            painter.put(tokens.tick, (right - 34, STRIP + 70))
        return
    if state == TO_MOVE:
        size = 27 if tight else 32
        room = (13.0 if tight else 16.0) * len(word) + 26
        y, high = (STRIP - 1, 30) if tight else (STRIP + 26, 38)
        painter.put(slips.dark, (right - room - 8, y - high / 2), round(room), high)
        painter.ground = INK
        painter.sign(word, (right - 8 - room / 2, y), size, colour=WHITE)
        return
    painter.sign(word, (right - 14, STRIP + 26), 32, side="right", colour=SOFT)
    if state == DONE:
        painter.put(tokens.tick, (right - 14 - _beside(word) + 10, STRIP + 28))

"""The plate of the town: the street, what lies and who stands where, the year disc, what can be chosen."""

from dataclasses import dataclass

from PIL import Image

from games.core.seats import Seat
from games.walnut_grove.view import RING, YEARS, TownSight
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import Point, round_rectangle
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove.inks import INK, PAPER, PAPER2, ROAD, SOFT, WHITE
from render.walnut_grove.paint import LEAST_SIGN, LEAST_WORD, Painter, surface
from render.walnut_grove.pieces import slips, tokens, wheel, windows
from render.walnut_grove.sights import NOTHING, Marked
from render.walnut_grove.terrain import street, walks

TILES, START, OVER, ROWS = (
    "{count, plural, one {# tile} other {# tiles}}", "start", "the end", {"town": "town row", "church": "church row"},
)  # fmt: skip
LETTERING = (*street.LETTERING, *wheel.SEASONS, *windows.LETTERING, TILES, START, OVER, *ROWS.values())
ROW_AT: dict[str, Point] = {"town": street.HALL_AT, "church": street.BAZAAR_AT}
TILES_WIDE = 124
"""Room for the number of tiles below the next disc; beyond the disc's edge there is more toward the middle."""
BESIDE = 70
"""From a figure that stands where it could go again to the number of the stop."""
CIRCLE, PITCH = 28, 70
"""Radius of the circles of a start row, and from one to the next."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn of the town."""

    sight: TownSight
    theme: Theme
    marked: Marked = NOTHING


def draw(shown: Scene) -> Image.Image:
    """The town, 1100×700."""
    painter = Painter(street.background(shown.theme))
    _rows(painter, shown)
    _year(painter, shown)
    for stop in shown.sight.stops:
        windows.draw(painter, stop, shown.theme)
    spots = places(shown.sight)
    if shown.marked.changed and shown.sight.walk is not None:
        walks.draw(painter, shown.sight.walk, shown.sight.stops, spots)
    _draw_changes(painter, shown, spots)
    _figures(painter, shown, spots)
    _numbers(painter, shown)
    _offers(painter, shown, spots)
    return painter.image


def _year(painter: Painter, shown: Scene) -> None:
    """The year, the season, the disc, what is left in the bag."""
    sight, say = shown.sight, shown.theme.say
    painter.ground = PAPER
    x, y = street.YEAR_AT
    painter.word(f"{max(1, sight.year)}/{YEARS}", (x, y + 47), 62)
    season = {"start": START, "over": OVER}.get(sight.season, sight.season)
    painter.put(slips.dark, (x - 72, y + 83), 144, 46)
    painter.ground = INK
    painter.draw_fitted(say(season).upper(), (x, y + 106), 132, (34, LEAST_SIGN), face=BEBAS, colour=WHITE)
    wheel.draw(painter, sight.disc, sight.season, shown.theme)
    painter.ground = PAPER
    x, y = street.NEXT_AT
    if sight.next_letter:
        street.beside(painter, shown.theme, street.NEXT, wheel.SUMMER)
        painter.put(wheel.next_disc, (x, y + 67), sight.next_letter)
    tiles = say(TILES, count=sight.tiles)
    if width(tiles, SLAB, LEAST_WORD) > TILES_WIDE:
        x -= 18
    painter.draw_narrowed(tiles, (x, y + 138), TILES_WIDE + 36, (31, LEAST_WORD), colour=SOFT)


# --- Start rows and figures ----------------------------------------------------------------------------------------


def circle_at(row: str, number: int) -> Point:
    """The middle of a circle of a start row: 2×2 in place of the picture of hall or bazaar."""
    x, _ = ROW_AT[row]
    return x + (-PITCH / 2, PITCH / 2)[number % 2], 316 + PITCH * (number // 2)


def places(sight: TownSight) -> dict[Seat, Point]:
    """Where each figure stands."""
    found: dict[Seat, Point] = {}
    for stop in sight.stops:
        spots = street.find_standing_places(stop.pos, max(RING[stop.pos - 1].spaces, len(stop.figures)))
        found |= dict(zip(stop.figures, spots, strict=False))
    for row, circles in sight.rows:
        found |= {seat: circle_at(row, i) for i, seat in enumerate(circles) if seat is not None}
    return found


@cached
def _bare(high: int) -> Raster:
    """Paper over the picture of hall or bazaar; (0, 0) in the middle of its foot."""
    made = surface("bare", (-92, -high, 92, 38))
    made.pen().shape(round_rectangle(-90, 2 - high, 90, 36, radius=18), PAPER, shake=0)
    return made.raster()


@cached
def _circle(number: int) -> Raster:
    made = surface("circle", (-32, -32, 32, 32))
    pen = made.pen()
    pen.disc(0, 0, CIRCLE, SOFT)
    pen.disc(0, 0, CIRCLE - 3, PAPER2)
    made.text(str(number), (0, 0), (SLAB, 32, SOFT))
    return made.raster()


def _rows(painter: Painter, shown: Scene) -> None:
    """The circles of start rows that are not empty yet, below their names."""
    painter.ground = PAPER
    for row, circles in shown.sight.rows:
        if circles:
            x, y = ROW_AT[row]
            painter.put(_bare, (x, y), 130)
            painter.draw_fitted(shown.theme.say(ROWS[row]).upper(), (x, 262), 172, (42, LEAST_SIGN), face=BEBAS)
            for i in (i for i, seat in enumerate(circles) if seat is None):
                painter.put(_circle, circle_at(row, i), i + 1)


def _figures(painter: Painter, shown: Scene, spots: dict[Seat, Point]) -> None:
    """The figures, a gold ring round who is awaited, the hot one round who walked."""
    walk = shown.sight.walk if shown.marked.changed else None
    for seat, (x, y) in sorted(spots.items()):
        painter.ground = ROAD if y in (street.TOP_Y, street.LOW_Y) else PAPER
        painter.put(tokens.figure, (x, y + 6), int(seat), 20.0, 32.0)
        if walk is not None and walk.seat == seat:
            painter.put(tokens.ring, (x, y + 2), 34.0)
        elif seat in shown.sight.awaited:
            painter.put(tokens.halo, (x, y + 2), 36.0)
    for row, circles in shown.sight.rows:
        for i in range(len(circles)):
            if shown.marked.number(f"{row}:{i + 1}") is not None:
                painter.put(tokens.ring, circle_at(row, i), 34.0)


# --- What changed and what can be chosen ---------------------------------------------------------------------------


def _draw_changes(painter: Painter, shown: Scene, spots: dict[Seat, Point]) -> None:
    """Frames round changed houses, outside price and sign, with the numbers of the turns."""
    painter.ground = PAPER
    for stop in shown.sight.stops:
        number = shown.marked.number(stop.id)
        if number is None:
            continue
        left, top, wide, high = street.box(stop.pos)
        painter.put(tokens.draw_change_frame, (left - 1, top + 25), wide + 2, high - 24, 0.7)
        street.draw_number(painter, stop.pos)


def _numbers(painter: Painter, shown: Scene) -> None:
    """The numbers of the turns, on the roofs of changed houses and beside circles of start rows."""
    painter.ground = PAPER
    for stop in shown.sight.stops:
        if number := shown.marked.number(stop.id):
            left, top, wide, _ = street.box(stop.pos)
            painter.put(slips.tag, (left + wide - 30, top + 16), number)
    for row, circles in shown.sight.rows:
        for i in range(len(circles)):
            if number := shown.marked.number(f"{row}:{i + 1}"):
                x, y = circle_at(row, i)
                painter.put(slips.tag, (x + 30, y - 26), number)


def _offers(painter: Painter, shown: Scene, spots: dict[Seat, Point]) -> None:
    """Houses, start rows and things in town that can be chosen."""
    offers = dict(shown.marked.offers)
    for row, circles in shown.sight.rows:
        if f"row:{row}" in offers and None in circles:
            painter.ground = PAPER
            painter.put(tokens.choosable, (ROW_AT[row][0] - 91, 243), 182, 172, 0.75)
            painter.put(tokens.halo, circle_at(row, circles.index(None)), 32.0)
    for stop in shown.sight.stops:
        if stop.id in offers:
            _goal(painter, shown, stop.pos, spots)
        things = [part.partition(":")[2] for part in offers if part.startswith(f"{stop.id}:")]
        if things:
            row = "town" if stop.pos <= street.UPPER else "church"
            if dict(shown.sight.rows)[row]:
                painter.ground = PAPER
                painter.put(_bare, ROW_AT[row], 130)
            windows.offer(painter, stop, things, shown.theme)


def _goal(painter: Painter, shown: Scene, pos: int, spots: dict[Seat, Point]) -> None:
    """A house that can be chosen: framed, its number gold, and large where the figure would stand."""
    left, top, wide, high = street.box(pos)
    painter.ground = PAPER
    painter.put(tokens.choosable, (left, top + 27), wide, high - 26, 0.75)
    street.draw_number(painter, pos, chosen=True)
    taken = set(spots.values())
    spaces = street.find_standing_places(pos, RING[pos - 1].spaces)
    beside = (spaces[-1][0] + BESIDE, spaces[-1][1])
    painter.ground = ROAD
    painter.put(street.goal, next((place for place in spaces if place not in taken), beside), pos)

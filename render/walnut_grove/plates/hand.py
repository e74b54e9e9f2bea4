"""The tiles drawn in spring beside the own farm: to be chosen by their numbers, or turned four ways."""

from games.walnut_grove.view import DrawnSight, FarmSight, TileSight
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, FOREST, INK, LANDS, RAIL, ROAD_D
from render.walnut_grove.paint import Painter, surface
from render.walnut_grove.pieces import things, tokens
from render.walnut_grove.sights import Marked
from render.walnut_grove.terrain import lying, patterns
from render.walnut_grove.terrain.plan import Box

DRAWN, KEEP, TURNS = "drawn", "lay {count}", "quarter turns"
LETTERING = (DRAWN, KEEP, TURNS)
TURN, TILE = "turn:", "tile:"
QUARTERS = 4
HEAD, LABEL = 34, 48
"""Height of the heading, and of what a tile is called where that stands below it."""
BROAD = 500
"""From this width on the tiles lie in one row."""


def find_turned_tile(marked: Marked) -> str:
    """The tile whose turns are offered; "" if none are."""
    return next((part.partition(":")[2].partition("/")[0] for part, _ in marked.offers if part.startswith(TURN)), "")


def draw(painter: Painter, farm: FarmSight, rest: Box, *, theme: Theme, marked: Marked) -> None:
    """The drawn tiles with their numbers, or one of them turned in all ways."""
    wanted = find_turned_tile(marked)
    chosen = next((tile for tile in farm.drawn if tile.tile == wanted), None)
    if chosen is None:
        shown = [(tile, tile.tile, marked.tag(TILE + tile.tile) is not None) for tile in farm.drawn]
        left, right = theme.say(DRAWN), theme.say(KEEP, count=farm.keep)
    else:
        parts = [(turn, f"{TURN}{wanted}/{turn}") for turn in range(QUARTERS)]
        shown = [(_turn(chosen, turn), str(turn), marked.tag(part) is not None) for turn, part in parts]
        left, right = theme.say(TURNS), chosen.tile
    painter.ground = FOREST
    y = rest.top + HEAD / 2 - 2
    painter.sign(left.upper(), (rest.left + 4, y), 34, side="left", colour=RAIL)
    painter.sign(right.upper(), (rest.right - 4, y), 34, side="right", colour=RAIL)
    abreast = QUARTERS if rest.wide >= BROAD else 2
    wide, high = rest.wide / abreast, (rest.high - HEAD) / (QUARTERS // abreast)
    for i, (tile, name, offered) in enumerate(shown):
        box = Box(rest.left + wide * (i % abreast), rest.top + HEAD + high * (i // abreast), wide - 4, high - 5)
        _tile(painter, tile, box, name=name, offered=offered)


def _turn(tile: DrawnSight, turn: int) -> DrawnSight:
    """The tile after so many quarter turns clockwise."""
    sides = tuple(tile.sides[(side - turn) % QUARTERS] for side in range(QUARTERS))
    fences = tuple((corner + turn) % QUARTERS for corner in tile.fences)
    return DrawnSight(tile=tile.tile, sides=sides, fences=fences, squares=tile.squares, laid=False)


def _tile(painter: Painter, drawn: DrawnSight, box: Box, *, name: str, offered: bool) -> None:
    """A tile with what it is called beside or below it; one that was laid is ticked, one on offer framed."""
    below = box.high > box.wide
    side = min(box.wide - 14, box.high - LABEL - 8) if below else min(box.high - 12, 128.0)
    at = (box.left + (box.wide - side) / 2, box.top + 7) if below else (box.left + 8, box.top + (box.high - side) / 2)
    unit = side / patterns.CELL
    tile = TileSight(at="", column=0, row=1, sides=drawn.sides, fences=drawn.fences, squares=drawn.squares)
    painter.ground = INK
    painter.put(patterns.tile, at, drawn.sides, unit)
    painter.put(_rim, at, unit)
    if drawn.fences:
        painter.put(patterns.fences, at, drawn.fences, unit)
    for squares in drawn.squares:
        painter.ground = LANDS[squares.good][0]
        for x, y in lying.spots(tile, squares):
            painter.put(tokens.square, (at[0] + x * unit, at[1] + y * unit), squares.good, unit)
    painter.ground = FOREST
    if offered:
        painter.put(tokens.choosable, (box.left, box.top), box.wide - 2, box.high)
    room = box.wide if below else box.right - at[0] - side
    x, y = (
        (box.left + box.wide / 2, at[1] + side + LABEL / 2) if below else (box.right - room / 2, box.top + box.high / 2)
    )
    face = SLAB if width(name, SLAB, tokens.CHOSEN) <= room - 8 else BEBAS
    wide = painter.word(name, (x, y), tokens.CHOSEN, face=face, colour=ROAD_D if drawn.laid else CREAM)
    if drawn.laid:
        at = (x + wide / 2 + 2, y + 4) if below else (x - 14, y + 38)
        painter.put(tokens.tick, at, 1.3, bold=True)


@cached
def _rim(unit: float) -> Raster:
    made = surface("rim", (-4, -4, patterns.CELL + 4, patterns.CELL + 4), unit)
    made.pen().line([(0, 0), (160, 0), (160, 160), (0, 160), (0, 0)], things.LINE)
    return made.raster()

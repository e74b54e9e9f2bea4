"""The picture of a farm: header, land, board; below it the tiles drawn, or the viewer's own farm to compare."""

from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image

from games.walnut_grove.view import UNKNOWN, DrawnSight, FarmSight, TileSight
from render.core.fonts import BEBAS
from render.core.paths import Point
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove import homestead, patterns, plan, things, tokens
from render.walnut_grove import land as land_
from render.walnut_grove.inks import GOLD, INK, LANDS, PAPER, RAIL, SOFT, WHITE, palette
from render.walnut_grove.paint import Painter, plate
from render.walnut_grove.sights import Changed

FARM_OF, POINTS, SO_FAR, DRAWN, KEEP = "{name}'s farm", "points without coins", "points so far", "drawn", "lay {count}"
LETTERING = (FARM_OF, POINTS, SO_FAR, DRAWN, KEEP, *homestead.LETTERING)
HAND = 216
"""Height of the strip with the tiles drawn."""
HAND_CELL = 0.9


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn of a farm and how; `keep` is how many of the drawn tiles are laid this spring."""

    sight: FarmSight
    name: str
    theme: Theme
    changed: Changed = field(default_factory=dict)
    keep: int = 0


def draw(shown: Scene) -> Image.Image:
    """A farm, 1200×1200, and 216 more with a hand of tiles."""
    sight = shown.sight
    grid = plan.grid_of(sight)
    sheet = plan.background(grid, sight.printed[0].column)
    painter = Painter(sheet)
    head(painter, shown)
    land_.draw(painter, land_.Land(sight, grid), shown.changed)
    homestead.draw(painter, sight, shown.theme, shown.changed)
    return _with_hand(painter.image, shown) if sight.drawn else painter.image


def head(painter: Painter, shown: Scene) -> None:
    """Whose farm it is, and its points without coins that are hidden."""
    painter.ground = INK
    painter.put(tokens.figure, (62, 56), int(shown.sight.seat), 25.0, 43.0)
    right = (
        1176 - painter.word(str(shown.sight.points).replace("-", "−"), (1176, 47), 62, side="right", colour=GOLD) - 18
    )
    word = POINTS if UNKNOWN in shown.sight.barn else SO_FAR
    wide = painter.fitted(
        shown.theme.say(word).upper(), (right, 47), 360, (36, 28), face=BEBAS, side="right", colour=RAIL
    )
    title = shown.theme.say(FARM_OF, name=shown.name)
    painter.fitted(title, (122, 47), round(right - wide - 150), (50, 30), side="left", colour=WHITE)


# --- The tiles drawn -----------------------------------------------------------------------------------------------


def _with_hand(image: Image.Image, shown: Scene) -> Image.Image:
    painter = Painter(palette().ground((plan.WIDE, plan.HIGH + HAND), PAPER))
    painter.image.paste(image, (0, 0))
    painter.ground = PAPER
    y = plan.HIGH
    painter.sign(shown.theme.say(DRAWN).upper(), (112, y + 80), 40)
    painter.word(shown.theme.say(KEEP, count=shown.keep), (112, y + 126), 34, colour=SOFT)
    for i, tile in enumerate(shown.sight.drawn):
        _in_hand(painter, tile, (230 + 244 * i, y + 12))
    return painter.image


def _in_hand(painter: Painter, drawn: DrawnSight, at: Point) -> None:
    """A tile of the draw with its id; one that was laid is ticked."""
    tile = TileSight(
        at="", column=0, row=1, tile=drawn.tile, turn=0, sides=drawn.sides, fences=drawn.fences, squares=drawn.squares
    )
    painter.ground = INK
    painter.put(patterns.tile, at, drawn.sides, HAND_CELL)
    painter.put(_rim, at, HAND_CELL)
    if drawn.fences:
        painter.put(patterns.fences, at, drawn.fences, HAND_CELL)
    for squares in drawn.squares:
        painter.ground = LANDS[squares.good][0]
        for x, y in land_.spots(tile, squares):
            painter.put(tokens.square, (at[0] + x * HAND_CELL, at[1] + y * HAND_CELL), squares.good, HAND_CELL)
    painter.ground = PAPER
    side = patterns.CELL * HAND_CELL
    painter.word(drawn.tile, (at[0] + side / 2, at[1] + side + 28), 36, colour=SOFT if drawn.laid else INK)
    if drawn.laid:
        painter.put(tokens.tick, (at[0] + side + 14, at[1] + side / 2), 1.8)


@lru_cache(maxsize=4)
def _rim(unit: float) -> Raster:
    made = plate("rim", (-4, -4, patterns.CELL + 4, patterns.CELL + 4), unit)
    made.pen().line([(0, 0), (160, 0), (160, 160), (0, 160), (0, 0)], things.LINE)
    return made.raster()

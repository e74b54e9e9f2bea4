"""Choices on the board: rings with the names that the menus repeat, and signs of what fits on a square."""

from games.h2olland.view import Planted
from render.core.ink import even
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import arc, round_rectangle
from render.core.surface import Raster, Surface
from render.h2olland.inks import COW, CREAM, GRASS, INK, LEAF, LEGAL, SAND
from render.h2olland.paint import FIGURES, NAMED, Painter
from render.h2olland.pieces import buildings, tokens
from render.h2olland.pieces.fields import SIGNS
from render.h2olland.terrain.scene import Scene, Thing, lies

HIGH = 39  # pixels of a name's tag
BELOW = 48  # units from the middle of an upright border to that of its name
EDGES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@cached
def tag(name: str) -> Raster:
    """The name of a choice, yellow between lines of ink; (0, 0) in its middle."""
    half, deep = width(name, FIGURES, NAMED) / 2 + 3.5, HIGH / 2
    plate = Surface("tag", (-half - 3, -deep - 3, half + 3, deep + 3), 1.0, flat=True)
    plate.pen().shape(round_rectangle(-half, -deep, half, deep, radius=7), LEGAL, edge=even(3, INK), shake=0)
    plate.text(name, (0, 0), (FIGURES, NAMED, INK))
    return plate.raster()


@cached
def span(size: int, *, lying: bool) -> Raster:
    """What joins the middles of two squares on which a field can lie; (0, 0) halfway between them."""
    half = size / 2
    plate = Surface("span", (-half - 14, -half - 14, half + 14, half + 14), 1.0, flat=True)
    pen = plate.pen()
    ends = [(-half, 0.0), (half, 0.0)] if lying else [(0.0, -half), (0.0, half)]
    for wider, colour in ((6, INK), (0, LEGAL)):
        pen.line(ends, even(9 + wider, colour))
        for x, y in ends:
            pen.shape(arc(x, y, 8 + wider / 2, steps=20)[:-1], colour, shake=0)
    return plate.raster()


def _between(scene: Scene, pair: tuple[str, str]) -> tuple[float, float]:
    """The middle between two squares."""
    (x, y), (other_x, other_y) = map(scene.window.at, pair)
    return (x + other_x + scene.window.size) / 2, (y + other_y + scene.window.size) / 2


def draw(painter: Painter, scene: Scene, on: dict[str, Thing]) -> None:
    """Everything on the board that is offered now, and what is in reach of the race."""
    painter.ground = SAND
    for square, kinds in scene.lit.signs:
        _signs(painter, scene, square, kinds)
    for square in sorted(scene.lit.reach):
        thing = on.get(square)
        if isinstance(thing, Planted) and thing.at[0] == square:
            painter.put(buildings.reachable, scene.window.at(square), scene.window.unit)
    _fields(painter, scene, on)
    _tiles(painter, scene)
    for border in scene.zones.board.borders:
        if border in scene.lit.offered.borders:
            at = scene.middle(border)
            lying = scene.is_horizontal(border)
            painter.put(buildings.legal_dike, at, scene.window.unit, lying=lying)
            painter.put(tag, at if lying else _find_room(scene, at), border)


def _find_room(scene: Scene, middle: tuple[float, float]) -> tuple[float, float]:
    """Where the name of an upright border lies: below the numbers of the tiles beside it."""
    x, y = middle
    return x, y + BELOW * scene.window.unit


def _fields(painter: Painter, scene: Scene, on: dict[str, Thing]) -> None:
    """Rings with names round single squares, and the letters of fields: there already, or where one can lie."""
    offered = scene.lit.offered
    letters = dict(offered.labels)
    for square in sorted(offered.squares.difference(*offered.pairs)):
        _square(painter, scene, square)
    new = [pair for pair in sorted(offered.pairs) if not isinstance(on.get(pair[0]), Planted)]
    for pair in new:
        painter.put(span, _between(scene, pair), scene.window.size, lying=lies(pair))
    for pair in sorted(offered.pairs):
        letter = letters.get("".join(pair), pair[1])
        if pair in new:
            _free(painter, scene, pair, letter)
        else:
            _draw_field_ring(painter, scene, pair, letter)


def _free(painter: Painter, scene: Scene, pair: tuple[str, str], letter: str) -> None:
    """The letter of two squares between them; on the fold it is whole on both halves."""
    x, y = _between(scene, pair)
    if 0 <= y <= scene.window.high:
        painter.put(tag, (x, min(max(y, HIGH / 2 + 3), scene.window.high - HIGH / 2 - 3)), letter)


def _draw_field_ring(painter: Painter, scene: Scene, pair: tuple[str, str], name: str) -> None:
    """A ring round a field that is there; its letter lies on its second square, since the first shows what grows."""
    window = scene.window
    painter.put(buildings.legal, window.at(pair[0]), *((160, 80) if lies(pair) else (80, 160)), window.unit)
    x, y = window.at(pair[1])
    painter.put(tag, (x + window.size / 2, y + window.size / 2), name)


def _square(painter: Painter, scene: Scene, square: str) -> None:
    """A ring round a square with its name."""
    window = scene.window
    x, y = window.at(square)
    painter.put(buildings.legal, (x, y), 80, 80, window.unit)
    painter.put(tag, (x + window.size / 2, y + window.size / 2), square)


def _tiles(painter: Painter, scene: Scene) -> None:
    """Rings round tiles with their number, round areas with their letter; directions of a tile at its edges."""
    board, window = scene.zones.board, scene.window
    areas = {tile: area for area in scene.areas if area.offered for tile in area.tiles}
    facing = [(int(name[1:].partition(":")[0]), label) for name, label in scene.lit.offered.labels if ":" in name]
    for tile in sorted({*scene.lit.offered.tiles, *areas}):
        if not scene.sees(tile):
            continue
        painter.put(buildings.legal, window.at(board.tiles[tile][0]), 160, 160, window.unit, inset=20.0)
        if tile not in areas and all(tile != other for other, _ in facing):
            painter.put(tag, window.at(board.tiles[tile][3]), str(tile))
    for tile, direction in facing:
        x, y = window.at(board.tiles[tile][3])
        across, down = (sum(EDGES[side][axis] for side in direction) for axis in (0, 1))
        painter.put(tag, (x + across * 0.62 * window.size, y + down * 0.62 * window.size), direction)
    for area in scene.areas:
        if area.offered and scene.sees(area.tiles[0]):
            x, y = window.at(board.tiles[area.tiles[0]][0])
            painter.put(tokens.letter_sign, (x + 29 * window.unit, y + 29 * window.unit), area.letter)


def _signs(painter: Painter, scene: Scene, square: str, kinds: tuple[str, ...]) -> None:
    """What can be placed on a square: one large sign, or two to five smaller ones in two rows."""
    x, y = scene.window.at(square)
    size = scene.window.size
    painter.ground = SAND if square not in scene.zones.board.tile_of else GRASS
    painter.put(tablet, (x + size / 2, y + size / 2), size - 8)
    painter.ground = CREAM
    rows = [kinds] if len(kinds) < 3 else [kinds[: (len(kinds) + 1) // 2], kinds[(len(kinds) + 1) // 2 :]]
    high = {1: 42, 2: 27}.get(len(kinds), 26 if len(kinds) < 5 else 23)
    for i, row in enumerate(rows):
        for j, kind in enumerate(row):
            across = (j - (len(row) - 1) / 2) * (size - 12) / len(rows[0])
            down = (i - (len(rows) - 1) / 2) * (size - 12) / 2
            painter.put(sign, (x + size / 2 + across, y + size / 2 + down), kind, high)


@cached
def tablet(size: int) -> Raster:
    """The cream ground under signs; (0, 0) in its middle."""
    half = size / 2
    plate = Surface("tablet", (-half - 3, -half - 3, half + 3, half + 3), 1.0, flat=True)
    plate.pen().shape(round_rectangle(-half, -half, half, half, radius=10), CREAM, edge=even(3, INK), shake=0)
    return plate.raster()


@cached
def sign(kind: str, high: int) -> Raster:
    """The sign of what can be placed: mill, farm, crop (a sprout), pasture (a cow's head), tulip."""
    if kind == "mill":
        return tokens.mill_sign("ink", high)
    if kind == "farm":
        return tokens.farm_sign("ink", high)
    plate = Surface(f"sign{kind}", (-26, -24, 26, 24), high / 40, flat=True)
    pen = plate.pen()
    if kind == "tulip":
        pen.shape(tokens.bloom((0, 1), 40), LEGAL, edge=even(4, INK), shake=0)
    elif kind == COW:
        SIGNS[kind](plate.pen(share=0.68, key="sign"))
    else:
        pen.line([(0, 19), (0, -2)], even(6, INK))
        for side in (-1, 1):
            leaf = [(0.0, 1.0), (side * 5.0, -13.0), (side * 22.0, -18.0), (side * 18.0, -1.0), (side * 7.0, 5.0)]
            pen.shape(leaf, LEAF, edge=even(3.4, INK), shake=0)
    return plate.raster()

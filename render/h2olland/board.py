"""The board itself: tiles, dikes, fields and buildings, what is new, where something can go."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as field_
from functools import lru_cache

from PIL import Image

from games.h2olland.view import BARREN, Board, Building, Phase, Planted, Square, Table, View, ready
from render.core.badge import badge
from render.core.colour import RGB
from render.core.fonts import SPARTAN
from render.h2olland import buildings, choices, inks, lake, shore, tokens
from render.h2olland.fields import field
from render.h2olland.inks import CREAM, GRASS, INK, SAND, TILE_NUMBER, WATER
from render.h2olland.paint import Painter
from render.h2olland.sights import NONE, Spots, coast, lie
from render.h2olland.window import Window, box

TAG = 28  # pixels of the numbers on what is new
AREA_LETTERS = "abcdefghijklmn"
QUARTERS = (("NW", -1, -1), ("NE", 1, -1), ("SW", -1, 1), ("SE", 1, 1))


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn of the board: a view through a window, what is new in it, where something can go."""

    view: View
    window: Window
    changed: Spots = NONE
    legal: Spots = NONE
    fitting: Mapping[str, tuple[str, ...]] = field_(default_factory=dict)
    """What can be placed on a square; drawn where squares are large."""

    @property
    def table(self) -> Table:
        """The open table."""
        return self.view.table


def draw(scene: Scene) -> Image.Image:
    """The board, in the size of its window."""
    faces = lie(scene.view)
    zones = shore.Zones(scene.table)
    painter = Painter(lake_and_land(zones, scene.window, tuple(sorted(faces.items()))), SAND)
    _numbers(painter, scene, faces)
    _fresh_tiles(painter, scene)
    _dikes(painter, scene)
    _pieces(painter, scene, faces)
    _summer(painter, scene)
    _legal(painter, scene)
    shore.bridges(painter, scene.table.board, scene.window)
    _tags(painter, scene)
    return painter.image


def _tags(painter: Painter, scene: Scene) -> None:
    """The numbers on what is new: at a corner of a square or tile, in the middle of a dike."""
    board, window = scene.table.board, scene.window
    reach = 13 * window.unit
    for name, number in scene.changed.numbers.items():
        if name in board.borders:
            if _seen(scene, board.sides[name][1]):
                _tag(painter, number, _middle(scene, name))
        elif name.startswith("t"):
            tile = int(name[1:])
            if _seen(scene, tile):
                x, y = window.at(board.tiles[tile][1])
                _tag(painter, number, (x + window.size - reach, y + reach))
        elif window.shows(Square(name)) and _first(scene, Square(name)):
            x, y = window.at(Square(name))
            _tag(painter, number, (x + reach, y + reach))


def _first(scene: Scene, square: Square) -> bool:
    """Whether a square is the one of its field that carries the field's number."""
    thing = scene.table.on.get(square)
    return not isinstance(thing, Planted) or thing.at[0] == square


def _tag(painter: Painter, number: int, middle: tuple[float, float]) -> None:
    painter.put(badge, middle, str(number), SPARTAN, TAG, INK, CREAM)


@lru_cache(maxsize=32)
def lake_and_land(zones: shore.Zones, window: Window, faces: tuple[tuple[int, str], ...]) -> Image.Image:
    """The empty board: land first, then water, whose coast overlaps it; kept while no tile is turned."""
    board, lie = zones.board, dict(faces)
    painter = Painter(shore.ground(zones, window), GRASS)
    shown = [tile for tile in board.tiles if any(map(window.shows, board.tiles[tile]))]
    for tile in shown:
        if tile in lie:
            painter.put(lake.land, window.at(board.tiles[tile][0]), BARREN.get(lie[tile], ()), window.unit)
    painter.ground = SAND
    for tile in shown:
        if tile not in lie:
            painter.put(lake.water, window.at(board.tiles[tile][0]), coast(board, lie, tile), window.unit)
    for border in board.borders:
        low, high = board.sides[border]
        if low not in lie and high not in lie and high in shown:
            painter.put(lake.seam, window.at(board.tiles[high][0]), window.unit, lying=_lying(board, border))
    if board.island:
        island = box(window, (square for tile in board.island for square in board.tiles[tile]))
        painter.put(lake.beach, island[:2], 320, 320, window.unit)
    return painter.image


def _seen(scene: Scene, tile: int) -> bool:
    return any(map(scene.window.shows, scene.table.board.tiles[tile]))


def _lying(board: Board, border: str) -> bool:
    """Whether a border runs from left to right: its tiles lie one above the other."""
    low, high = board.sides[border]
    return board.tiles[low][0][0] == board.tiles[high][0][0]


def _numbers(painter: Painter, scene: Scene, faces: dict[int, str]) -> None:
    for tile in scene.table.board.tiles:
        if _seen(scene, tile):
            _number(painter, scene, tile, faces)


def _number(painter: Painter, scene: Scene, tile: int, faces: dict[int, str]) -> None:
    """The number of a tile: in the middle of the water, on land beside the middle where there is room."""
    table, window = scene.table, scene.window
    four = table.board.tiles[tile]
    x, y = window.at(four[3])
    unit = window.unit
    if tile not in faces:
        painter.ground = WATER
        painter.inked(str(tile), (x, y), (SPARTAN, round(47 * unit), CREAM))
        return
    barren = BARREN.get(faces[tile], ())
    taken = {*table.on, *scene.legal.squares}
    free = [place for place, square in enumerate(four) if square not in taken and place not in barren]
    if free:
        _, across, down = QUARTERS[free[-1]]
        painter.ground = GRASS
        far = 46 if tile in table.flipped or tile in table.rotatable else 24
        at = (x + across * far * unit, y + down * 22 * unit)
        painter.inked(str(tile), at, (SPARTAN, round(29 * unit), TILE_NUMBER))


def _fresh_tiles(painter: Painter, scene: Scene) -> None:
    """The frames round tiles that were turned."""
    for tile in sorted(scene.changed.tiles):
        if tile in scene.table.board.tiles and _seen(scene, tile):
            at = scene.window.at(scene.table.board.tiles[tile][0])
            painter.put(buildings.changed, at, 160, 160, scene.window.unit, 2.0, 10.0)


def _dikes(painter: Painter, scene: Scene) -> None:
    """Dikes, those just laid last and framed."""
    laid = sorted(scene.table.dikes, key=lambda border: border in scene.changed.borders)
    painter.ground = WATER
    for border in laid:
        at, lying = _middle(scene, border), _lying(scene.table.board, border)
        if border in scene.changed.borders:
            painter.put(buildings.changed_dike, at, scene.window.unit, lying=lying)
        painter.put(buildings.dike, at, scene.window.unit, lying=lying)


def _middle(scene: Scene, border: str) -> tuple[float, float]:
    """The middle of a border."""
    _, high = scene.table.board.sides[border]
    x, y = scene.window.at(scene.table.board.tiles[high][0])
    size = scene.window.size
    return (x + size, y) if _lying(scene.table.board, border) else (x, y + size)


def _ground_of(scene: Scene, square: Square, faces: dict[int, str]) -> RGB:
    """What lies under a piece."""
    board = scene.table.board
    tile = board.tile_of.get(square)
    if tile is None:
        return SAND
    barren = BARREN.get(faces.get(tile, ""), ())
    return inks.BARREN if any(board.tiles[tile][place] == square for place in barren) else GRASS


def _pieces(painter: Painter, scene: Scene, faces: dict[int, str]) -> None:
    """Everything that stands on squares; what is new comes last, in its frame."""
    table, window = scene.table, scene.window
    old: list[tuple[Square, Building | Planted | None]] = []
    new: list[tuple[Square, Building | Planted | None]] = []
    for square in table.board.squares:
        thing = table.on.get(square)
        if isinstance(thing, Planted):
            if thing.at[0] == square and any(map(window.shows, thing.at)):
                (new if scene.changed.squares.intersection(thing.at) else old).append((square, thing))
        elif window.shows(square):
            fresh = square in scene.changed.squares
            if fresh or thing is not None:
                (new if fresh else old).append((square, thing))
    _stones(painter, scene, faces)
    for square, thing in old:
        painter.ground = _ground_of(scene, square, faces)
        _piece(painter, scene, square, thing)
    for square, thing in new:
        _frame(painter, scene, square, thing)
        painter.ground = _ground_of(scene, square, faces)
        _piece(painter, scene, square, thing)


def _stones(painter: Painter, scene: Scene, faces: dict[int, str]) -> None:
    painter.ground = inks.BARREN
    for tile, face in faces.items():
        for place in BARREN.get(face, ()):
            square = scene.table.board.tiles[tile][place]
            if square not in scene.table.on and square not in scene.fitting and scene.window.shows(square):
                painter.put(lake.stones, scene.window.at(square), scene.window.unit)


def _piece(painter: Painter, scene: Scene, square: Square, thing: Building | Planted | None) -> None:
    """A field, a building, or nothing (a field was taken off)."""
    at, unit = scene.window.at(square), scene.window.unit
    match thing:
        case Planted(item=item, at=pair, worker=worker, runner=runner):
            seat = worker if runner is None else runner
            lying = pair[0][1:] == pair[1][1:]
            painter.put(field, at, item, unit, painter.ground, lying=lying, seat=seat)
        case Building(kind="farm", seat=seat):
            painter.put(buildings.farm, at, seat, unit, painter.ground)
        case Building(seat=seat):
            used = square in scene.table.used and scene.table.phase in (Phase.DRAIN, Phase.REWARD)
            painter.put(buildings.mill, at, seat, unit, painter.ground, used=used)


def _frame(painter: Painter, scene: Scene, square: Square, thing: Building | Planted | None) -> None:
    """The black and white frame of a change."""
    at, unit = scene.window.at(square), scene.window.unit
    if isinstance(thing, Planted):
        lying = thing.at[0][1:] == thing.at[1][1:]
        painter.put(buildings.changed, at, *((160, 80) if lying else (80, 160)), unit, 3.0, 13.0)
    else:
        painter.put(buildings.changed, at, 80, 80, unit, 5.0, 12.0)


def _summer(painter: Painter, scene: Scene) -> None:
    """Areas that are ready with their letters, the area being drained, tiles whose facing may be set."""
    table, unit = scene.table, scene.window.unit
    groups = [(AREA_LETTERS[i], area) for i, area in enumerate(ready(scene.view))] or [("", table.area)]
    for letter, area in groups:
        for tile in area:
            if _seen(scene, tile):
                painter.put(lake.dotted, scene.window.at(table.board.tiles[tile][0]), 160, 160, unit)
        if letter and _seen(scene, area[0]):
            x, y = scene.window.at(table.board.tiles[area[0]][0])
            painter.put(tokens.letter_sign, (x + 36 * unit, y + 36 * unit), letter)
    for tile, turned in table.flipped.items():
        if _seen(scene, tile):
            x, y = scene.window.at(table.board.tiles[tile][3])
            painter.put(tokens.badge, (x, y + (0 if turned.face else 46 * unit)), turned.seat, 22.0 * unit)
    painter.ground = GRASS
    for tile in table.rotatable:
        if _seen(scene, tile):
            x, y = scene.window.at(table.board.tiles[tile][3])
            painter.put(tokens.turn_sign, (x, y), GRASS)


def _legal(painter: Painter, scene: Scene) -> None:
    """Brackets round legal squares and tiles, outlines of borders, triangles on fields in reach of the race."""
    table, window = scene.table, scene.window
    for square in table.board.squares:
        if square in scene.legal.squares and window.shows(square):
            thing = table.on.get(square)
            if isinstance(thing, Planted):
                if thing.at[0] == square:
                    painter.put(buildings.reachable, window.at(square), window.unit)
            else:
                _choice(painter, scene, square)
    for tile in sorted(scene.legal.tiles):
        if _seen(scene, tile):
            painter.put(buildings.legal, window.at(table.board.tiles[tile][0]), 160, 160, window.unit, inset=20.0)
    for border in table.board.borders:
        if border in scene.legal.borders:
            lying = _lying(table.board, border)
            painter.put(buildings.legal_dike, _middle(scene, border), window.unit, lying=lying)


def _choice(painter: Painter, scene: Scene, square: str) -> None:
    """A legal square, with signs of what can be placed there."""
    x, y = scene.window.at(square)
    size = scene.window.size
    painter.put(buildings.legal, (x, y), 80, 80, scene.window.unit)
    kinds = scene.fitting.get(square, ())
    rows = [kinds[:2], kinds[2:4], kinds[4:]] if len(kinds) > 4 else [kinds[:2], kinds[2:]]
    rows = [row for row in rows if row]
    if not rows:
        return
    painter.put(choices.tablet, (x + size / 2, y + size / 2), len(rows[0]), len(rows))
    painter.ground = CREAM
    for i, row in enumerate(rows):
        for j, kind in enumerate(row):
            middle = (
                x + size / 2 + (j - (len(row) - 1) / 2) * choices.WIDE,
                y + size / 2 + (i - (len(rows) - 1) / 2) * choices.HIGH,
            )
            painter.put(choices.choice, middle, kind)

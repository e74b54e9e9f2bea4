"""The board itself: tiles, dikes, fields and buildings, what is new, where something can go."""

from dataclasses import dataclass

from PIL import Image

from games.h2olland.view import BARREN, Building, Phase, Planted, Table, View, ready
from render.core.colour import RGB
from render.core.fonts import SPARTAN
from render.h2olland import buildings, inks, lake, shore, tokens
from render.h2olland.fields import field
from render.h2olland.inks import CREAM, GRASS, SAND, TILE_NUMBER, WATER
from render.h2olland.paint import Painter
from render.h2olland.sights import NONE, Spots, coast, lie
from render.h2olland.window import Window, box

AREA_LETTERS = "abcdefghijklmn"
QUARTERS = (("NW", -1, -1), ("NE", 1, -1), ("SW", -1, 1), ("SE", 1, 1))


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn of the board: a view through a window, what is new in it, where something can go."""

    view: View
    window: Window
    changed: Spots = NONE
    legal: Spots = NONE

    @property
    def table(self) -> Table:
        """The open table."""
        return self.view.table


def draw(scene: Scene) -> Image.Image:
    """The board, in the size of its window."""
    painter = Painter(shore.ground(scene.table, scene.window), SAND)
    faces = lie(scene.view)
    _tiles(painter, scene, faces)
    _fresh_tiles(painter, scene)
    _dikes(painter, scene)
    _pieces(painter, scene, faces)
    _summer(painter, scene)
    _legal(painter, scene)
    return painter.image


def _seen(scene: Scene, tile: int) -> bool:
    return any(scene.window.shows(square) for square in scene.table.board.tiles[tile])


def _tiles(painter: Painter, scene: Scene, faces: dict[int, str]) -> None:
    """Land first, then water, whose coast overlaps it."""
    table, window = scene.table, scene.window
    shown = [tile for tile in table.board.tiles if _seen(scene, tile)]
    painter.ground = GRASS
    for tile in shown:
        if tile in faces:
            painter.put(lake.land, window.at(table.board.tiles[tile][0]), BARREN.get(faces[tile], ()), window.unit)
    painter.ground = SAND
    for tile in shown:
        if tile not in faces:
            painter.put(lake.water, window.at(table.board.tiles[tile][0]), coast(table, faces, tile), window.unit)
    _seams(painter, scene, faces)
    if table.board.island:
        island = box(window, (square for tile in table.board.island for square in table.board.tiles[tile]))
        painter.put(lake.beach, island[:2], 320, 320, window.unit)
    for tile in shown:
        _number(painter, scene, tile, faces)


def _seams(painter: Painter, scene: Scene, faces: dict[int, str]) -> None:
    """Dashes between tiles of water."""
    for border in scene.table.board.borders:
        low, high = scene.table.board.sides(border)
        if low not in faces and high not in faces and border not in scene.table.dikes and _seen(scene, high):
            x, y = scene.window.at(scene.table.board.tiles[high][0])
            painter.put(lake.seam, (x, y), scene.window.unit, lying=_lying(scene, border))


def _lying(scene: Scene, border: str) -> bool:
    """Whether a border runs from left to right: its tiles lie one above the other."""
    low, high = scene.table.board.sides(border)
    tiles = scene.table.board.tiles
    return tiles[low][0][0] == tiles[high][0][0]


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
    free = [place for place, square in enumerate(four) if square not in table.on and place not in barren]
    if free:
        _, across, down = QUARTERS[free[-1]]
        painter.ground = GRASS
        at = (x + across * 24 * unit, y + down * 22 * unit)
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
        at, lying = _middle(scene, border), _lying(scene, border)
        if border in scene.changed.borders:
            painter.put(buildings.changed_dike, at, scene.window.unit, lying=lying)
        painter.put(buildings.dike, at, scene.window.unit, lying=lying)


def _middle(scene: Scene, border: str) -> tuple[float, float]:
    """The middle of a border."""
    _, high = scene.table.board.sides(border)
    x, y = scene.window.at(scene.table.board.tiles[high][0])
    size = scene.window.size
    return (x + size, y) if _lying(scene, border) else (x, y + size)


def _ground_of(scene: Scene, square: str, faces: dict[int, str]) -> RGB:
    """What lies under a piece."""
    board = scene.table.board
    tile = board.tile_of.get(square)  # type: ignore[call-overload]
    if tile is None:
        return SAND
    barren = BARREN.get(faces.get(tile, ""), ())
    return inks.BARREN if any(board.tiles[tile][place] == square for place in barren) else GRASS


def _pieces(painter: Painter, scene: Scene, faces: dict[int, str]) -> None:
    """Everything that stands on squares; what is new comes last, in its frame."""
    table, window = scene.table, scene.window
    old: list[tuple[str, Building | Planted | None]] = []
    new: list[tuple[str, Building | Planted | None]] = []
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
            if square not in scene.table.on and scene.window.shows(square):
                painter.put(lake.stones, scene.window.at(square), scene.window.unit)


def _piece(painter: Painter, scene: Scene, square: str, thing: Building | Planted | None) -> None:
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


def _frame(painter: Painter, scene: Scene, square: str, thing: Building | Planted | None) -> None:
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
        x, y = scene.window.at(table.board.tiles[tile][3])
        painter.put(tokens.badge, (x, y), turned.seat, 22.0 * unit)
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
                painter.put(buildings.legal, window.at(square), 80, 80, window.unit)
    for tile in sorted(scene.legal.tiles):
        if _seen(scene, tile):
            painter.put(buildings.legal, window.at(table.board.tiles[tile][0]), 160, 160, window.unit, inset=20.0)
    for border in table.board.borders:
        if border in scene.legal.borders:
            painter.put(buildings.legal_dike, _middle(scene, border), window.unit, lying=_lying(scene, border))

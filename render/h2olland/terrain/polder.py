"""The board itself: tiles, dikes, fields and buildings, what is new, and over everything the bridges."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from PIL import Image

from games.h2olland.view import BARREN, Board, Building, Planted, Square
from render.core.colour import RGB
from render.core.lettering.badge import tight
from render.core.lettering.fonts import Face
from render.core.memory.cache import cached
from render.h2olland import inks
from render.h2olland.inks import CREAM, GRASS, INK, SAND, TILE_NUMBER, WATER
from render.h2olland.paint import FIGURES, LEAST, Painter, legible
from render.h2olland.pieces import buildings, tokens
from render.h2olland.pieces.fields import field
from render.h2olland.sights import coast
from render.h2olland.terrain import lake, offers, shore
from render.h2olland.terrain.scene import Scene, Thing, is_horizontal, lies
from render.h2olland.terrain.window import Window

TAG = 19  # pixels from the middle of a number on what is new to the end of its badge
QUARTERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""From the middle of a tile to its squares NW, NE, SW, SE."""

SMALL = 0.7
"""Pixels per unit of windows in which signs are smaller and numbers give way to them."""

CROWDED = frozenset(("A2", "B1", "A6"))
"""Ends of bridges whose deck lies where a number would stand."""
SQUARES = frozenset("ABCDEFGHIJKLMN")
Place: TypeAlias = tuple[int, int]
"""In pixels from the corner of the window."""


def draw(scene: Scene) -> Image.Image:
    """The board, in the size of its window."""
    painter = Painter(lake_and_land(scene.zones, scene.window, scene.faces), SAND)
    on = _on(scene)
    _numbers(painter, scene, on)
    _fresh_tiles(painter, scene)
    _dikes(painter, scene)
    _pieces(painter, scene, on)
    _summer(painter, scene)
    offers.draw(painter, scene, on)
    _tags(painter, scene, on)
    shore.bridges(painter, scene.zones.board, scene.window)
    return painter.image


def _on(scene: Scene) -> dict[str, Thing]:
    """What lies on each square."""
    return {
        square: thing for at, thing in scene.things for square in (thing.at if isinstance(thing, Planted) else (at,))
    }


def _tags(painter: Painter, scene: Scene, on: dict[str, Thing]) -> None:
    """
    The numbers on what is new: at a corner of a square or tile, where no letters are, in the middle of a dike; where
    something is yet to lie, in the middle of a square, once for both of a field: between two it is lost in their rings.
    """
    board, window = scene.zones.board, scene.window
    taken = {window.at(name) for name, _ in scene.lit.changed.labels if name[0] in SQUARES}
    labels = scene.lit.changed.labels
    empty = [(Square(name), number) for name, number in labels if name in board.near and name not in on]
    held = [scene.middle(name) for name, _ in labels if name in board.borders]
    for number, square in _list_once(board, empty):
        x, y = window.at(square)
        at = _inside(window, x + window.size / 2, y + window.size / 2)
        if not _is_free(at, held):
            at = _find_free(scene, square, taken, held)
        held.append(at)
        _tag(painter, number, at)
    for name, number in scene.lit.changed.labels:
        if (name, number) in empty:
            continue
        if name in board.borders:
            _tag(painter, number, scene.middle(name))
        elif name.startswith("t"):
            x, y = window.at(board.tiles[int(name[1:])][1])
            held.append(_inside(window, x + window.size, y))
            _tag(painter, number, held[-1])
        elif not isinstance(thing := on.get(name), Planted) or thing.at[0] == name:
            at = _find_free(scene, name, taken, held)
            held.append(at)
            _tag(painter, number, at)


def _find_free(scene: Scene, name: str, taken: set[Place], held: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """A corner of a square for its number, from then on taken; another one where a number lies already."""
    window = scene.window
    first = _corner(scene, name, taken)
    taken.add(first)
    (x, y), size = window.at(name), window.size
    corners = [first, *((x + across, y + down) for across, down in ((size, size), (0, size), (size, 0), (0, 0)))]
    placed = [_inside(window, *corner) for corner in corners]
    return next((at for at in placed if _is_free(at, held)), placed[0])


def _is_free(at: tuple[float, float], held: Sequence[tuple[float, float]]) -> bool:
    """Whether no other number lies near."""
    return not any(abs(at[0] - x) < 2 * TAG and abs(at[1] - y) < 2 * TAG for x, y in held)


def _list_once(board: Board, labels: Sequence[tuple[Square, str]]) -> Iterator[tuple[str, Square]]:
    """Yield each number with its square, of two that lie side by side with the first."""
    left = list(labels)
    while left:
        name, number = left.pop(0)
        beside = next((other for other, same in left if same == number and other in board.edges[name]), None)
        if beside is not None:
            left.remove((beside, number))
        yield number, name


def _corner(scene: Scene, name: str, taken: set[Place]) -> Place:
    """The first free corner of a square: the upper left one unless it lies at the left edge or under a bridge."""
    window = scene.window
    (x, y), size = window.at(name), window.size
    if x and name not in CROWDED.intersection(chain(*scene.zones.board.bridges)):
        return x, y
    asides = ((size, size), (size, 0), (0, size)) if name in CROWDED else ((size, 0), (0, size), (size, size))
    corners = [(x + across, y + down) for across, down in asides]
    return next((corner for corner in corners if corner not in taken), corners[0])


def _inside(window: Window, x: float, y: float) -> tuple[float, float]:
    """The nearest place at which a number is whole in the window."""
    return min(max(x, TAG), window.wide - TAG), min(max(y, TAG), window.high - TAG)


def _tag(painter: Painter, number: str, at: tuple[float, float]) -> None:
    painter.put(tight, at, number, FIGURES, LEAST, INK, CREAM)


@cached
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
            painter.put(lake.seam, window.at(board.tiles[high][0]), window.unit, lying=is_horizontal(board, border))
    if board.island:
        x, y, across, down = window.box(square for tile in board.island for square in board.tiles[tile])
        painter.put(lake.beach, (x, y), round(across / window.unit), round(down / window.unit), window.unit)
    return painter.image


def _numbers(painter: Painter, scene: Scene, on: dict[str, Thing]) -> None:
    faces, taken = dict(scene.faces), _find_taken(scene, on)
    for tile in scene.zones.board.tiles:
        if scene.sees(tile) and tile not in scene.lit.offered.tiles:
            _number(painter, scene, (tile, faces.get(tile)), taken)


def _find_taken(scene: Scene, on: dict[str, Thing]) -> set[str]:
    """The squares where something lies, is offered or would fit."""
    return {*on, *scene.lit.offered.squares, *(square for square, _ in scene.lit.signs)}


def _number(painter: Painter, scene: Scene, what: tuple[int, str | None], taken: set[str]) -> None:
    """The number of a tile: in the middle of the water, on land beside the middle where there is room."""
    tile, face = what
    window = scene.window
    four = scene.zones.board.tiles[tile]
    x, y = window.at(four[3])
    unit = window.unit
    if face is None:
        painter.ground = WATER
        painter.center_ink(str(tile), (x, y), _figures(47, unit, CREAM))
        return
    barren = BARREN.get(face, ())
    free = [place for place, square in enumerate(four) if square not in taken and place not in barren]
    if free and scene.numbered:
        across, down = QUARTERS[free[-1]]
        painter.ground = GRASS
        beside = tile in scene.turnable or any(tile == turned.tile for turned in scene.turned)
        far = 32 if not beside else 46 if unit > SMALL else 60
        at = (x + across * far * unit, y + down * 24 * unit)
        painter.center_ink(str(tile), at, _figures(41, unit, TILE_NUMBER))


def _figures(wanted: float, unit: float, colour: RGB) -> tuple[Face, int, RGB]:
    """How a tile's number looks."""
    face, size = legible(wanted, unit)
    return face, round(size * unit), colour


def _fresh_tiles(painter: Painter, scene: Scene) -> None:
    """The frames round tiles that were turned."""
    for tile in sorted(scene.lit.changed.tiles):
        at = scene.window.at(scene.zones.board.tiles[tile][0])
        painter.put(buildings.draw_change_frame, at, 160, 160, scene.window.unit, 2.0, 10.0)


def _dikes(painter: Painter, scene: Scene) -> None:
    """Dikes, those just laid last and framed."""
    fresh = scene.lit.changed.borders
    painter.ground = WATER
    for border in sorted(scene.dikes, key=lambda border: border in fresh):
        at, across = scene.middle(border), scene.is_horizontal(border)
        if border in fresh:
            painter.put(buildings.draw_dike_change_frame, at, scene.window.unit, lying=across)
        painter.put(buildings.dike, at, scene.window.unit, lying=across)


def _ground_of(scene: Scene, square: str, faces: dict[int, str]) -> RGB:
    """What lies under a piece."""
    board = scene.zones.board
    tile = board.tile_of.get(Square(square))
    if tile is None:
        return SAND
    barren = BARREN.get(faces.get(tile, ""), ())
    return inks.BARREN if any(board.tiles[tile][place] == square for place in barren) else GRASS


def _pieces(painter: Painter, scene: Scene, on: dict[str, Thing]) -> None:
    """Everything that stands on squares; what is new comes last, in its frame."""
    faces, fresh = dict(scene.faces), scene.lit.changed.squares
    old: list[tuple[str, Thing | None]] = []
    new: list[tuple[str, Thing | None]] = [(square, None) for square in sorted(fresh) if square not in on]
    for square, thing in scene.things:
        squares = thing.at if isinstance(thing, Planted) else (square,)
        (new if fresh.intersection(squares) else old).append((square, thing))
    _stones(painter, scene, on)
    for name, what in (*old, *new):
        painter.ground = _ground_of(scene, name, faces)
        if (name, what) in new:
            _frame(painter, scene, name, what)
        _piece(painter, scene, name, what)


def _stones(painter: Painter, scene: Scene, on: dict[str, Thing]) -> None:
    """Stones on barren squares where nothing stands or is offered."""
    painter.ground = inks.BARREN
    taken = _find_taken(scene, on)
    for tile, face in scene.faces:
        for place in BARREN.get(face, ()):
            square = scene.zones.board.tiles[tile][place]
            if square not in taken and scene.window.shows(square):
                painter.put(lake.stones, scene.window.at(square), scene.window.unit)


def _piece(painter: Painter, scene: Scene, square: str, thing: Thing | None) -> None:
    """A field, a building, or nothing (a field was taken off)."""
    at, unit = scene.window.at(square), scene.window.unit
    whole = at[1] >= 0  # of a building cut by the fold only the foot is left, which would cut its letter
    match thing:
        case Planted(item=item, at=pair, worker=worker, runner=runner):
            seat = worker if runner is None else runner
            painter.put(field, at, item, unit, painter.ground, lying=lies(pair), seat=seat)
        case Building(kind="farm", seat=seat):
            painter.put(buildings.farm, at, seat, unit, painter.ground, lettered=whole)
        case Building(seat=seat):
            painter.put(buildings.mill, at, seat, unit, painter.ground, used=square in scene.used, lettered=whole)


def _frame(painter: Painter, scene: Scene, square: str, thing: Thing | None) -> None:
    """The black and white frame of a change."""
    at, unit = scene.window.at(square), scene.window.unit
    if isinstance(thing, Planted):
        painter.put(buildings.draw_change_frame, at, *((160, 80) if lies(thing.at) else (80, 160)), unit, 3.0, 13.0)
    else:
        painter.put(buildings.draw_change_frame, at, 80, 80, unit, 5.0, 12.0)


def _summer(painter: Painter, scene: Scene) -> None:
    """Areas in a dotted line with their letters, tiles just turned, tiles whose facing may be set."""
    board, window, unit = scene.zones.board, scene.window, scene.window.unit
    for area in scene.areas:
        for tile in filter(scene.sees, area.tiles):
            painter.put(lake.draw_dotted_line, window.at(board.tiles[tile][0]), 160, 160, unit)
        if area.letter and scene.sees(area.tiles[0]):
            x, y = window.at(board.tiles[area.tiles[0]][0])
            painter.put(tokens.letter_sign, (x + 29 * unit, y + 29 * unit), area.letter)
    for turned in scene.turned:
        x, y = window.at(board.tiles[turned.tile][3])
        aside = 0.0 if turned.seen else 44 * unit
        painter.put(tokens.badge, (x + aside, y + aside), turned.seat, 27.0 * unit)
    painter.ground = GRASS
    for tile in sorted({*scene.turnable} - scene.lit.offered.tiles):
        painter.put(tokens.turn_sign, window.at(board.tiles[tile][3]), GRASS, 1.0 if unit > SMALL else 0.7)

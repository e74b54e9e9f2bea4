"""What a picture shows of the board, and nothing else: two equal scenes are the same picture."""

from dataclasses import dataclass
from functools import lru_cache

from games.h2olland.view import Board, Building, Phase, Planted, Square, View, ready
from render.h2olland.sights import NONE, Spots, lie
from render.h2olland.terrain.shore import Zones
from render.h2olland.terrain.window import Window

Thing = Building | Planted


@dataclass(frozen=True, slots=True)
class Turned:
    """A tile of the area being drained: who turned it, and whether its underside is seen."""

    tile: int
    seat: int
    seen: bool


@dataclass(frozen=True, slots=True)
class Area:
    """Tiles in a dotted line: ready to be drained, by its letter, or being drained, without one."""

    letter: str
    tiles: tuple[int, ...]
    offered: bool = False


@dataclass(frozen=True, slots=True)
class Lit:
    """What stands out: what is new, what may be chosen now, fields in reach of the race, what fits on a square."""

    changed: Spots = NONE
    offered: Spots = NONE
    reach: frozenset[str] = frozenset()
    signs: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """The board through a window."""

    zones: Zones
    window: Window
    faces: tuple[tuple[int, str], ...]
    dikes: tuple[str, ...]
    things: tuple[tuple[Square, Thing], ...]
    """Buildings and fields, a field by its first square."""
    used: frozenset[str]
    areas: tuple[Area, ...]
    turned: tuple[Turned, ...]
    turnable: tuple[int, ...]
    numbered: bool
    """Whether tiles that are land have their number: not in the race, when none is called by it any more."""
    lit: Lit

    def sees(self, tile: int) -> bool:
        """Whether any of a tile is in the window."""
        return tile in _inside(self.zones, self.window)[1]

    def is_horizontal(self, border: str) -> bool:
        """Whether a border runs from left to right."""
        return is_horizontal(self.zones.board, border)

    def middle(self, border: str) -> tuple[float, float]:
        """The middle of a border, in pixels."""
        _, high = self.zones.board.sides[border]
        x, y = self.window.at(self.zones.board.tiles[high][0])
        return (x + self.window.size, y) if self.is_horizontal(border) else (x, y + self.window.size)


@lru_cache(maxsize=16)
def _inside(zones: Zones, window: Window) -> tuple[frozenset[str], frozenset[int]]:
    """The squares and the tiles of which anything is in a window."""
    board = zones.board
    squares = frozenset(filter(window.shows, board.squares))
    return squares, frozenset(tile for tile, four in board.tiles.items() if not squares.isdisjoint(four))


def lies(pair: tuple[str, str]) -> bool:
    """Whether a field lies along a row."""
    return pair[0][1:] == pair[1][1:]


def is_horizontal(board: Board, border: str) -> bool:
    """Whether a border runs from left to right: its tiles lie one above the other."""
    low, high = board.sides[border]
    return board.tiles[low][0][0] == board.tiles[high][0][0]


def scene(view: View, window: Window, lit: Lit) -> Scene:
    """Cut out of a view what is in a window."""
    table, zones = view.table, Zones(view.table)
    board = table.board
    squares, tiles = _inside(zones, window)
    sees = tiles.__contains__
    things: list[tuple[Square, Thing]] = []
    for square in board.squares:
        thing = table.on.get(square)
        if isinstance(thing, Planted):
            if thing.at[0] == square and not squares.isdisjoint(thing.at):
                things.append((square, thing))
        elif thing is not None and square in squares:
            things.append((square, thing))
    pumping = table.phase in (Phase.DRAIN, Phase.REWARD)
    return Scene(
        zones=zones,
        window=window,
        faces=tuple(sorted((tile, face) for tile, face in lie(view).items() if sees(tile))),
        dikes=tuple(
            border for border in board.borders if border in table.dikes and any(map(sees, board.sides[border]))
        ),
        things=tuple(things),
        used=squares.intersection(table.used) if pumping else frozenset(),
        areas=tuple(area for area in _areas(view, lit.offered) if any(map(sees, area.tiles))),
        turned=tuple(Turned(tile, by.seat, by.face is not None) for tile, by in table.flipped.items() if sees(tile)),
        turnable=tuple(sorted(filter(sees, table.rotatable))),
        numbered=table.phase not in (Phase.RACE, Phase.OVER),
        lit=_cut(lit, zones, window),
    )


def _areas(view: View, offered: Spots) -> list[Area]:
    """The areas that are ready, or the one being drained; where some are offered the others have no letter."""
    areas = ready(view)
    chosen = {letter for area, letter in areas.items() if (f"t{area[0]}", letter) in offered.labels}
    found = [
        Area(letter if letter in chosen or not chosen else "", area, offered=letter in chosen)
        for area, letter in areas.items()
    ]
    return found or [Area("", view.table.area)]


def _cut(lit: Lit, zones: Zones, window: Window) -> Lit:
    """What stands out in the window."""
    squares, _ = _inside(zones, window)
    return Lit(
        _part(lit.changed, zones, window),
        _part(lit.offered, zones, window),
        squares.intersection(lit.reach),
        tuple((square, kinds) for square, kinds in lit.signs if square in squares),
    )


def _part(spots: Spots, zones: Zones, window: Window) -> Spots:
    """The spots that are in the window, and on this board at all."""
    sides = zones.board.sides
    inside, seen = _inside(zones, window)
    tiles = seen.intersection(spots.tiles)
    borders = frozenset(name for name in spots.borders if name in sides and not seen.isdisjoint(sides[name]))
    squares = inside.intersection(spots.squares)
    pairs = frozenset(pair for pair in spots.pairs if squares.issuperset(pair))
    kept = {*squares, *borders, *(f"t{tile}" for tile in tiles), *map("".join, pairs)}
    return Spots(
        squares,
        tiles,
        borders,
        pairs,
        tuple(pair for pair in spots.labels if pair[0].partition(":")[0] in kept),
    )

"""From what the view shows to what is drawn: hashable facts of each part of a picture, and changes by seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.core.game import Marks
from games.core.seats import Seat
from games.grunn.view import Board, CanalSight, LandSight, TileSight
from render.core.lettering.badge import numbers_of
from render.core.painter import drawable
from render.grunn.pieces.tiles import Tile

Parts: TypeAlias = tuple[tuple[str, int], ...]
"""Cells and edges of one landscape that changed, in the order of happening, each with its number (0: none)."""

STOCKS = ("milk_factory", "turf_hut", "farm", "esdorp", "church", "canal")


@dataclass(frozen=True, slots=True)
class Land:
    """
    A landscape: the corner its places are counted from, tiles by cell, empty cells with a name, canals, changes.

    `clock`: the latest change was here. `dealt`: the starting tiles, as long as none of them is laid.
    """

    corner: str
    tiles: tuple[tuple[str, Tile], ...]
    free: tuple[str, ...]
    canals: tuple[CanalSight, ...]
    parts: Parts = ()
    clock: bool = False
    dealt: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """One player's figures: ducats, Wadden tiles, points by category and in all, as they stand."""

    name: str
    ducats: int
    wadden: int
    values: tuple[int, ...]
    total: int
    mover: bool = False
    clock: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """What may be chosen now: pairs by their place, cells and edges of the landscape shown, each with its tag."""

    pairs: tuple[int, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()


NOTHING = Offered()


Automaton: TypeAlias = tuple[tuple[str, int], ...]
"""Its tiles by landscape, counted."""


@dataclass(frozen=True, slots=True)
class Solo:
    """What a solo match came to: the rating from 1 (0: none), from how many points there is each, and the automaton."""

    rating: int
    least: tuple[int, ...]
    automaton: Automaton


def look(tile: TileSight) -> Tile:
    """The drawing of a tile as it lies now."""
    if not tile.developed:
        number = tile.payout or 0
    elif tile.built:
        number = tile.points
    else:
        number = tile.cost if tile.site else tile.income
    return Tile(
        kind=tile.landscape.value,
        developed=tile.developed,
        built=tile.built,
        number=number,
        arrows="".join(tile.arrows),
        each=tile.arrow_points,
    )


@dataclass(frozen=True, slots=True)
class Changes:
    """What is outlined: whose change it was, and what changed by seat."""

    seat: Seat | None
    parts: Mapping[int, Parts]

    def of(self, seat: int) -> Parts:
        """What changed in a seat's landscape."""
        return self.parts.get(seat, ())


def one_change(seat: Seat, names: Sequence[str]) -> Changes:
    """Cells and edges of one seat's landscape, without numbers."""
    return Changes(seat, {seat: tuple((name, 0) for name in names)})


def changes(board: Board, marks: Marks) -> Changes:
    """
    The marks by seat; without any, what the latest finished turn changed.

    A spot is `seat:cell` or `seat:edge`.
    """
    if not marks.spots and board.last is not None:
        return one_change(board.last.seat, board.last.spots)
    numbers = numbers_of(marks)
    found: dict[int, dict[str, int]] = {}
    for spot in marks.spots:
        owner, _, name = spot.rpartition(":")
        seat = int(owner) if owner else marks.seat
        if seat is not None:
            found.setdefault(seat, {})[name] = numbers.get(spot, 0)
    return Changes(marks.seat, {seat: tuple(parts.items()) for seat, parts in found.items()})


def land_of(sight: LandSight, changed: Changes, *, free: bool = True) -> Land:
    """A landscape as it is drawn; with its empty cells where `free`."""
    return Land(
        corner=sight.columns[0] + sight.lines[0],
        tiles=tuple((each.cell, look(each)) for each in sight.tiles),
        free=(sight.free if sight.tiles else sight.usable) if free else (),
        canals=sight.canals,
        parts=changed.of(sight.seat),
        clock=changed.seat == sight.seat,
        dealt=() if sight.tiles else tuple(look(each) for each in sight.dealt),
    )


def sketch_land(sight: LandSight, chosen: tuple[str, ...], advised: tuple[str, ...] = ()) -> Land:
    """
    A landscape that is being arranged: the tiles dealt on the cells chosen so far, the other cells of the block named.

    Cells `advised` for the tiles after those have their numbers.

    One that is arranged already stays as it is.
    """
    if sight.tiles:
        return land_of(sight, Changes(None, {}))
    laid = tuple((cell, look(each)) for cell, each in zip(chosen, sight.dealt, strict=False))
    whole = len(chosen) == len(sight.dealt)
    free = () if whole else tuple(cell for cell in sight.usable if cell not in chosen)
    numbered = enumerate(advised, len(chosen) + 1)
    parts = (*((cell, 0) for cell in chosen), *((cell, number) for number, cell in numbered))
    return Land(sight.columns[0] + sight.lines[0], laid, free, (), parts)


def player_of(sight: LandSight, name: str, *, mover: bool = False, clock: bool = False) -> Player:
    """One player's figures."""
    rows = sight.rows
    values = (rows.grass, rows.bonus, rows.bog, rows.grain, rows.ridge, rows.marsh, rows.buildings, rows.canals)
    return Player(name, sight.ducats, sight.wadden, values, rows.total, mover, clock)


def stocks_of(board: Board) -> tuple[int, ...]:
    """What is left in stock, in the order of STOCKS."""
    return tuple(board.stocks.get(kind, 0) for kind in STOCKS)


def automaton_of(board: Board) -> Automaton:
    """The automaton's tiles."""
    return tuple((kind.value, number) for kind, number in (board.automaton or {}).items())


def solo_of(board: Board) -> Solo:
    """What a solo match came to."""
    rating, least = board.rating or (0, ())
    return Solo(rating, least, automaton_of(board))


def buildings_of(sight: LandSight) -> tuple[int, ...]:
    """How many of each building stand in a landscape, in the order of STOCKS."""
    return tuple(sight.buildings.get(kind, 0) for kind in STOCKS[:5])


def make_drawable(names: Sequence[str], pattern: str) -> tuple[str, ...]:
    """The players' names as they can be drawn."""
    return drawable(tuple(names), pattern)

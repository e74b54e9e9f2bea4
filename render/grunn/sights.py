"""From what the view shows to what is drawn: tiles as looks, places as numbers, changes by seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.core.game import Marks
from games.core.seats import Seat
from games.grunn.view import Board, LandSight, TileSight
from render.core.badge import numbers_of
from render.core.painter import drawable
from render.grunn.tiles import Tile

Place = tuple[int, int]  # column and line, counted from 0


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


def places(land: LandSight) -> dict[str, Place]:
    """Where every usable cell stands in the grid of usable columns and lines."""
    return {
        f"{letter}{line}": (column, row)
        for column, letter in enumerate(land.columns)
        for row, line in enumerate(land.lines)
    }


@dataclass(frozen=True, slots=True)
class Changes:
    """What is outlined: whose change it was, and per seat the cells and canals; the number on each that has one."""

    seat: Seat | None
    cells: dict[int, tuple[str, ...]]
    numbers: Mapping[str, int] = field(default_factory=dict)

    def of(self, seat: int) -> tuple[str, ...]:
        """The cells and edges changed in a seat's landscape, in the order of happening."""
        return self.cells.get(seat, ())

    def numbers_of(self, seat: int) -> dict[str, int]:
        """The numbers in a seat's landscape, by cell or edge."""
        start = f"{seat}:"
        return {spot.removeprefix(start): at for spot, at in self.numbers.items() if spot.startswith(start)}


def changes(board: Board, marks: Marks) -> Changes:
    """
    The marks by seat; without any, what the latest finished turn changed.

    A spot is `seat:cell` or `seat:edge`.
    """
    if not marks.spots and board.last is not None:
        return Changes(board.last.seat, {board.last.seat: board.last.spots})
    found: dict[int, tuple[str, ...]] = {}
    for spot in marks.spots:
        owner, _, name = spot.rpartition(":")
        seat = int(owner) if owner else marks.seat
        if seat is not None:
            found[seat] = (*found.get(seat, ()), name)
    return Changes(marks.seat, found, numbers_of(marks))


def named(names: Sequence[str], pattern: str) -> tuple[str, ...]:
    """The players' names as they can be drawn."""
    return drawable(tuple(names), pattern)

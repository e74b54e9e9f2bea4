"""From what the view shows to what is drawn: tiles as looks, places as numbers, changes by seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

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


Parts: TypeAlias = Mapping[str, int]
"""Cells and edges of one landscape that changed, in the order of happening, each with its number (0: none)."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is outlined: whose change it was, and what changed by seat."""

    seat: Seat | None
    parts: Mapping[int, Parts]

    def of(self, seat: int) -> Parts:
        """What changed in a seat's landscape."""
        return self.parts.get(seat, {})


def one_change(seat: Seat, names: Sequence[str]) -> Changes:
    """Cells and edges of one seat's landscape, without numbers."""
    return Changes(seat, {seat: dict.fromkeys(names, 0)})


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
    return Changes(marks.seat, found)


def named(names: Sequence[str], pattern: str) -> tuple[str, ...]:
    """The players' names as they can be drawn."""
    return drawable(tuple(names), pattern)

"""Spaces, sides and streets of the map (R1.4).

A space is ``"L12"``: row letter and column number. Streets are a set of sides, in moves and states as digits in
ascending order (``"245"``), in computations as a number with one bit for each side (``Sides``).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from games.core.box import read_box

Sides: TypeAlias = int
"""A set of sides: bit 0 is side 1 (NE) and so on clockwise to bit 5, side 6 (NW)."""

HEXAGON = 6
FULL: Sides = (1 << HEXAGON) - 1


class Coordinates(Struct, frozen=True):
    """The frame of the map and the neighbours of a space, as offsets of [row, column] by side."""

    rows: str
    columns: tuple[int, int]
    shifted_rows: str
    neighbour_of_unshifted_row: dict[str, tuple[int, int]]
    neighbour_of_shifted_row: dict[str, tuple[int, int]]


class _Box(Struct, frozen=True):
    coordinates: Coordinates


FRAME = read_box("games.greentown", _Box).coordinates

SIDES: dict[Sides, str] = {
    sides: "".join(str(side + 1) for side in range(HEXAGON) if sides >> side & 1) for sides in range(FULL + 1)
}
"""A set of sides as digits."""

DIGITS: dict[str, Sides] = {digits: sides for sides, digits in SIDES.items()}
"""And back."""

SIDES_IN: tuple[tuple[int, ...], ...] = tuple(
    tuple(side for side in range(HEXAGON) if sides >> side & 1) for sides in range(FULL + 1)
)
"""The numbers (0 to 5) of the sides in each set."""

OPPOSITE: tuple[int, ...] = tuple((side + HEXAGON // 2) % HEXAGON for side in range(HEXAGON))
"""The number (0 to 5) of the side that lies against each side."""

_SPACE = re.compile(r"([A-Z])(\d{1,9})")


def sides_of(streets: str) -> Sides:
    """Return a set of sides from its digits in ascending order; raises KeyError."""
    return DIGITS[streets]


def turn_sides(sides: Sides, by: int) -> Sides:
    """Return the sides turned clockwise by so many sixths."""
    return (sides << by | sides >> HEXAGON - by) & FULL


@lru_cache(maxsize=1024)
def order(space: str) -> tuple[str, int]:
    """Return the sort key of the reading order: rows from the top, then columns (R12.1)."""
    return space[0], int(space[1:])


def in_frame(space: str) -> bool:
    """Return whether the space lies on the frame A1 to Y26 (R6.5)."""
    return space in NEIGHBOURS


def read_space(text: str) -> str | None:
    """Return the space that the text names in whatever case, on the frame or off it; None if it is no space (6)."""
    found = _SPACE.fullmatch(text.upper())
    return None if found is None else f"{found[1]}{int(found[2])}"


def _neighbours() -> dict[str, tuple[str | None, ...]]:
    least, most = FRAME.columns
    found = {}
    for row, letter in enumerate(FRAME.rows):
        offsets = FRAME.neighbour_of_shifted_row if letter in FRAME.shifted_rows else FRAME.neighbour_of_unshifted_row
        for column in range(least, most + 1):
            around: list[str | None] = []
            for side in range(1, HEXAGON + 1):
                down, along = offsets[str(side)]
                on_frame = 0 <= row + down < len(FRAME.rows) and least <= column + along <= most
                around.append(f"{FRAME.rows[row + down]}{column + along}" if on_frame else None)
            found[f"{letter}{column}"] = tuple(around)
    return found


NEIGHBOURS: dict[str, tuple[str | None, ...]] = _neighbours()
"""Each space's neighbours on sides 1 to 6; None beyond the frame."""


def side_towards(space: str, other: str) -> int | None:
    """Return the side number (1 to 6) of ``space`` that touches ``other``; None if they are no neighbours."""
    around = NEIGHBOURS.get(space, ())
    return around.index(other) + 1 if other in around else None

"""What is to be drawn: small frozen orders that travel to the drawing process."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Way:
    """A rating's way: ``points`` are (day, value, margin), days counted from any day, at least one point.

    ``first`` and ``last`` are the words for the first and the last day.
    """

    title: str
    points: tuple[tuple[float, int, int], ...]
    first: str
    last: str
    alt: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, and the part of the width it takes; numbers stand to the right."""

    head: str
    share: float
    number: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: rows of as many cells as there are columns, at most 25; ``own`` is the row of who looks (-1: none).

    ``note`` stands below in small letters.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    alt: str
    own: int = -1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """One match of a tree: two names ("": nobody, "?": not known yet) and which of them won (0, 1; -1: open).

    ``slot`` is its place in its round from the top, counted from 0 (-1: as it stands among the boxes).
    """

    first: str
    second: str
    won: int = -1
    slot: int = -1


@dataclass(frozen=True, slots=True)
class Tree:
    """The last rounds of a knock-out from left to right, each with half as many boxes as the one before, or as many.

    ``slots`` are the places of each round, where some are empty since somebody sat out (): as many as boxes.
    """

    title: str
    rounds: tuple[tuple[Box, ...], ...]
    heads: tuple[str, ...]
    alt: str
    slots: tuple[int, ...] = ()


Chart: TypeAlias = Way | Grid | Tree
"""Anything that can be drawn here."""

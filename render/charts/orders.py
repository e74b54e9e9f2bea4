"""What is to be drawn: small frozen orders that travel to the drawing process."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
MOST_ROWS = 10
"""Rows of a table for which one picture has room."""
MOST_SLOTS = 8
"""Places one above the other in a tree for which one picture has room."""


def tables(rows: Sequence[T]) -> list[Sequence[T]]:
    """Return the rows of each picture of a table: as few pictures as may be, all of about the same height."""
    count = max(1, -(-len(rows) // MOST_ROWS))
    edges = [-(-len(rows) * at // count) for at in range(count + 1)]
    return [rows[edges[at] : edges[at + 1]] for at in range(count)]


@dataclass(frozen=True, slots=True)
class Way:
    """A rating's way: ``points`` are (day, value, margin) after matches, days counted from any day, at least one point.

    ``today`` is how it stands now, where that is a later day (None: as after the last match). ``label`` is the newest
    value in words; ``first`` and ``last`` are the words for the first and the last day.
    """

    title: str
    points: tuple[tuple[float, int, int], ...]
    label: str
    first: str
    last: str
    alt: str
    today: tuple[float, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, and its part of the width that numbers leave; numbers stand to the right."""

    head: str
    share: float = 1
    number: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: rows of as many cells as there are columns, at most ``MOST_ROWS``; ``own`` is the row of who looks (-1:
    none). One that goes on from the picture above has no title.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    alt: str
    own: int = -1


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
    """Rounds of a knockout from left to right, each with half as many boxes as the one before, or as many.

    ``slots`` are the places of each round, ``MOST_SLOTS`` at most, where some are empty since somebody sat out (): as
    many as boxes. One that goes on from the picture above has no title.
    """

    title: str
    rounds: tuple[tuple[Box, ...], ...]
    heads: tuple[str, ...]
    alt: str
    slots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Flag:
    """A number at the line of a seat."""

    number: int
    seat: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How a match went: a line of values by turn for each seat, their names beside it in the order of ``ranked``.

    ``lines`` are by seat, each with as many values as there are ``turns``. ``scale`` are the values that have words at
    the left, the lowest and the highest first and last; ``ticks`` the turns that have words below. From the turn
    ``settled`` on the ground is darker, and ``settled_words`` stand on it (None: nowhere). ``view`` is that of the
    ``game`` by whose colors the seats are known; it makes no other picture.
    """

    title: str
    names: tuple[str, ...]
    ranked: tuple[int, ...]
    turns: tuple[int, ...]
    lines: tuple[tuple[float, ...], ...]
    scale: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[int, str], ...]
    alt: str
    flags: tuple[Flag, ...] = ()
    settled: int | None = None
    settled_words: str = ""
    game: str = ""
    view: Any = field(default=None, compare=False)


Chart: TypeAlias = Way | Grid | Tree | Course
"""Anything that can be drawn here."""

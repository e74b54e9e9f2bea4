"""
How a town is laid on plates: on one, or where its tiles would be too small to be read, on several.

A tall town folds: its upper half lies on one plate, its lower on the next, and the row where it folds on both. A wide
one gets the whole width, and what stands beside it a plate of its own. Players who build on purpose from one end of the
frame to the other need more plates, and then also folds between columns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from render.greentown import bands, supply
from render.greentown.hexagon import Box, Extent, Fit, Layout, Place, Span, half_column, widest

MARGIN = 4
MOST = 9  # plates: more than the frame of the map can need
STRAIGHT = 12  # pixels of the width of a hexagon that it is worth if parts stand one below the other
AIR = 10  # pixels above and below a town that does not begin with the head
SHORTEST = 300
LOW = bands.HEIGHT - bands.HEAD  # of a plate without a head, at most


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a map from one row and half column to another."""

    rows: Span
    halves: Span

    def shows(self, at: Place, *, around: int = 0) -> bool:
        """Whether a space lies in it, or so many spaces beside it."""
        (top, bottom), (left, right) = self.rows, self.halves
        return top - around <= at[0] <= bottom + around and left - 2 * around <= half_column(at) <= right + 2 * around


@dataclass(frozen=True, slots=True)
class Part:
    """
    What one plate shows of a town: a window, or the whole (None), where it stands and how high the plate is.

    `last`: it has the compass in any case; `halved`: there are folds between columns.
    """

    window: Window | None
    at: Layout
    high: int = bands.HEIGHT
    last: bool = True
    halved: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    """The parts of a town, and whether what stands beside it has room on the first plate."""

    parts: tuple[Part, ...]
    beside: bool


@dataclass(frozen=True, slots=True)
class _Cells:
    """The spaces of a town: its tiles, and where one can be laid."""

    tiles: tuple[Place, ...]
    spaces: tuple[Place, ...]

    def within(self, window: Window) -> "_Cells":
        return _Cells(tuple(filter(window.shows, self.tiles)), tuple(filter(window.shows, self.spaces)))

    def windows(self, down: int, across: int) -> Iterator[Window]:
        """So many windows one below and beside the other, without those that show nothing."""
        found = (*self.tiles, *self.spaces)
        rows, halves = [row for row, _ in found], [half_column(each) for each in found]
        columns = [(left, right + (right < max(halves))) for left, right in _cut(min(halves), max(halves), across)]
        for each, half in product(_cut(min(rows), max(rows), down), columns):
            window = Window(each, half)
            if any(map(window.shows, found)):
                yield window


def _cut(first: int, last: int, parts: int) -> list[Span]:
    """So many spans of about one length; where one ends the next begins."""
    cuts = [first + (last - first) * i // parts for i in range(parts + 1)]
    return list(pairwise(cuts))


def fold(tiles: Sequence[Place], spaces: Sequence[Place], least: int, *, column: bool) -> Fold:
    """
    A town on as few plates as there can be with hexagons at least `least` pixels wide, and then as large as it can be.

    `column`: something stands beside it.
    """
    cells = _Cells(tuple(tiles), tuple(spaces))
    for plates in range(1, MOST + 1):
        found = [option for option in _options(cells, plates, column=column) if option.fits(least)]
        if found:
            return max(found, key=_Option.worth).fold()
    return _Option.of(cells, (MOST // 2, 2), beside=not column, aligned=False).fold()


def _options(cells: _Cells, plates: int, *, column: bool) -> Iterator["_Option"]:
    """Ways to lay the town on so many plates; folds between columns only where there are three plates or more."""
    for beside in (True, False) if column else (False,):
        parts = plates - (column and not beside)
        for across in (1, 2) if parts > 2 else (1,):
            if parts and parts % across == 0:
                for aligned in (True, False) if across == 1 else (False,):
                    yield _Option.of(cells, (parts // across, across), beside=beside, aligned=aligned)


@dataclass(frozen=True, slots=True)
class _Option:
    """A way to lay a town on plates; where there is one window it is the whole."""

    windows: tuple[Window, ...]
    sheets: tuple[Fit, ...]
    beside: bool
    aligned: bool
    """Whether each part stands straight below the one before it."""
    halved: bool
    """Whether there are folds between columns."""

    @classmethod
    def of(cls, cells: _Cells, parts: tuple[int, int], *, beside: bool, aligned: bool) -> "_Option":
        windows = tuple(cells.windows(*parts))
        whole = Extent.of(cells.tiles, cells.spaces)
        sheets = []
        for i, window in enumerate(windows):
            share = cells.within(window)
            extent = Extent.of(share.tiles, share.spaces)
            sheets.append(Fit(whole if aligned else extent, extent, _box(i, beside=beside)))
        return cls(windows, tuple(sheets), beside, aligned, parts[1] > 1)

    def fits(self, least: int) -> bool:
        return all(each.fits(least) for each in self.sheets)

    def worth(self) -> int:
        return widest(self.sheets) + (STRAIGHT if self.aligned else 0)

    def fold(self) -> Fold:
        wide = widest(self.sheets)
        if len(self.windows) == 1:
            return Fold((Part(None, self.sheets[0].layout(wide)),), self.beside)
        parts = []
        for i, (window, sheet) in enumerate(zip(self.windows, self.sheets, strict=True)):
            (top, bottom), left, high = sheet.down.down(wide), sheet.layout(wide).left, bands.HEIGHT
            if i:
                high = min(LOW, max(SHORTEST, round(bottom - top) + 2 * AIR))
                at = Layout(wide, left, round((high - top - bottom) / 2))
            else:  # what it leaves free lies above it, not where the next part begins
                at = Layout(wide, left, round(high - MARGIN - bottom))
            parts.append(Part(window, at, high, last=i == len(self.windows) - 1, halved=self.halved))
        return Fold(tuple(parts), self.beside)


def _box(number: int, *, beside: bool) -> Box:
    """The room for the town on one of its plates."""
    right = supply.LEFT if beside else bands.WIDTH
    top, bottom = (0, LOW) if number else (bands.HEAD, bands.HEIGHT)
    return MARGIN, top + MARGIN, right - MARGIN, bottom - MARGIN

"""
How a town is laid on plates: on one, or where its tiles would be too small to be read, on several.

A tall town folds: its upper half lies on one plate, its lower on the next, and the row where it folds on both. A wide
one gets the whole width, and what stands beside it a plate of its own. Players who build on purpose from one end of the
frame to the other need more plates, and then also folds between columns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from render.greentown.plates import bands, supply
from render.greentown.terrain.hexagon import LARGEST, Box, Extent, Fit, Layout, Place, Span, half_column, widest

MARGIN = 4
MOST = 9  # plates: more than the frame of the map can need
PARTED = 96  # pixels of the largest hexagons of a town on several plates: large ones weigh more
TORN = 1  # pixels of the width of hexagons that it is worth if a tile less lies on two plates
MOVED = 2  # rows by which a fold may lie above or below the middle
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

    `among`: how many parts there are; `last`: it has the compass in any case; `halved`: the town folds between columns
    too.
    """

    window: Window | None
    at: Layout
    high: int = bands.HEIGHT
    among: int = 1
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

    @property
    def all(self) -> tuple[Place, ...]:
        return (*self.tiles, *self.spaces)

    def rows(self, parts: int) -> Iterator[list[Span]]:
        """Ways to cut the town between rows; in two not only in the middle."""
        rows = [row for row, _ in self.all]
        first, last = min(rows), max(rows)
        cuts = [first + (last - first) * i // parts for i in range(parts + 1)]
        for moved in range(MOVED, -MOVED - 1, -1) if parts == 2 else (0,):
            yield list(pairwise([first, *(cut + moved for cut in cuts[1:-1]), last]))

    def columns(self, parts: int) -> list[Span]:
        """So many spans of half columns, which have one column in common."""
        halves = [half_column(each) for each in self.all]
        first, last = min(halves), max(halves)
        cuts = [first + (last - first) * i // parts for i in range(parts + 1)]
        return [(left, min(right + 1, last)) for left, right in pairwise(cuts)]


def fold(tiles: Sequence[Place], spaces: Sequence[Place], least: int, *, column: bool) -> Fold:
    """
    A town on as few plates as there can be with hexagons at least `least` pixels wide, and then as large as it can be.

    `column`: something stands beside it.
    """
    cells = _Cells(tuple(tiles), tuple(spaces))
    for plates, aligned in product(range(1, MOST + 1), (True, False)):
        options = _options(cells, plates, column=column, aligned=aligned)
        found = [option for option in options if option.fits(least)]
        if found:
            return max(found, key=_Option.worth).fold()
    rows = next(cells.rows(MOST // 3))
    return _Option.of(cells, rows, cells.columns(3), beside=False, aligned=False).fold()


def _options(cells: _Cells, plates: int, *, column: bool, aligned: bool) -> Iterator["_Option"]:
    """
    Ways to lay the town on so many plates; folds between columns only where there are three plates or more.

    `aligned`: each part stands straight below the one before it.
    """
    for beside in (True, False) if column else (False,):
        parts = plates - (column and not beside)
        for across in [across for across in _ways_across(parts, aligned=aligned) if parts and parts % across == 0]:
            for rows in cells.rows(parts // across):
                yield _Option.of(cells, rows, cells.columns(across), beside=beside, aligned=aligned)


def _ways_across(parts: int, *, aligned: bool) -> tuple[int, ...]:
    """Into how many columns so many parts can stand."""
    return (1, 2, 3) if parts > 2 and not aligned else (1,)


@dataclass(frozen=True, slots=True)
class _Option:
    """A way to lay a town on plates; where there is one window it is the whole."""

    windows: tuple[Window, ...]
    sheets: tuple[Fit, ...]
    beside: bool
    halved: bool
    """Whether there are folds between columns."""

    torn: int
    """How many tiles are on two plates."""

    @classmethod
    def of(
        cls, cells: _Cells, rows: Sequence[Span], columns: Sequence[Span], *, beside: bool, aligned: bool
    ) -> "_Option":
        windows = [Window(*spans) for spans in product(rows, columns)]
        shares = [(window, share) for window in windows if (share := cells.within(window)).all]
        whole = Extent.of(cells.tiles, cells.spaces)
        sheets = []
        for i, (_, share) in enumerate(shares):
            extent = Extent.of(share.tiles, share.spaces)
            sheets.append(Fit(whole if aligned else extent, extent, _box(i, beside=beside)))
        torn = sum(len(share.tiles) for _, share in shares) - len(cells.tiles)
        return cls(tuple(each for each, _ in shares), tuple(sheets), beside, len(columns) > 1, torn)

    def fits(self, least: int) -> bool:
        return all(each.fits(least) for each in self.sheets)

    def worth(self) -> int:
        return self.wide() - TORN * self.torn

    def wide(self) -> int:
        return min(widest(self.sheets), LARGEST if len(self.windows) == 1 else PARTED)

    def fold(self) -> Fold:
        wide = self.wide()
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
            among = len(self.windows)
            parts.append(Part(window, at, high, among, last=i == among - 1, halved=self.halved))
        return Fold(tuple(parts), self.beside)


def _box(number: int, *, beside: bool) -> Box:
    """The room for the town on one of its plates."""
    right = supply.LEFT if beside else bands.WIDTH
    top, bottom = (0, LOW) if number else (bands.HEAD, bands.HEIGHT)
    return MARGIN, top + MARGIN, right - MARGIN, bottom - MARGIN

"""Animals laid out in series: a row each, a column for each species, copies and Jokers framed."""

from collections import Counter

from games.grumpf.view import SeriesSight
from render.core.ink import even
from render.core.lettering.fonts import CHERRY
from render.core.memory.cache import cached
from render.core.paths import close_path
from render.core.surface import Raster, Surface
from render.grumpf.inks import BOARDS, BRIGHT, INK, LETTERS, MOSS, RED
from render.grumpf.paint import Painter
from render.grumpf.pieces import signs
from render.grumpf.pieces.pictograms import pictogram
from render.grumpf.terrain.stone import cut

SPECIES = "BRFWM"


@cached
def chip(species: str, size: int, how: str) -> Raster:
    """An animal on its pigment; `how` is "" for a token, `copy` for a tile's, `joker`. (0, 0) is its middle."""
    half = size / 2
    plate = Surface(f"chip{species}{how}", (-half - 6, -half - 6, half + 6, half + 6), 1.0, flat=True)
    outline = cut((-half, -half, half, half), size / 4, 0.6, f"chip{species}")
    edge = {"": INK, "copy": BOARDS["S"], "joker": RED}[how]
    plate.pen().shape(outline, BOARDS[species], edge=even(2.6 if not how else 6, edge), shake=0)
    inner = round(size * 0.8)
    raster = pictogram(species, inner, LETTERS[species]).over(plate.raster(), -inner // 2, -inner // 2)
    corner = round(half * 0.72)
    if how == "copy":
        return signs.spiral_tile(round(size * 0.4)).over(raster, corner, -corner)
    if how == "joker":
        return signs.joker(round(size * 0.46)).over(raster, corner, -corner)
    return raster


@cached
def points_plate(text: str, high: int) -> Raster:
    """Points on moss; (0, 0) is the middle."""
    across = high * 1.34
    plate = Surface(f"points{text}", (-across / 2 - 3, -high / 2 - 3, across / 2 + 3, high / 2 + 3), 1.0, flat=True)
    outline = cut((-across / 2, -high / 2, across / 2, high / 2), high / 3.4, 0.7, "points")
    plate.pen().shape(outline, MOSS, shake=0)
    plate.pen().line(close_path(outline), even(3, INK))
    plate.text(text, (0, 0), (CHERRY, high * 0.74, BRIGHT))
    return plate.raster()


def how(series: SeriesSight, species: str) -> str:
    """Whether an animal of a series is a token (""), a copy or a Joker."""
    return "joker" if species in series.wild else "copy" if species in series.copied else ""


def row(painter: Painter, series: SeriesSight, at: tuple[float, float], size: int, pitch: float) -> None:
    """One series; `at` is the middle of its first column."""
    for i, species in enumerate(SPECIES):
        if species in series.species:
            painter.put(chip, (at[0] + pitch * i, at[1]), species, size, how(series, species))


def sums(rows: tuple[SeriesSight, ...]) -> list[tuple[int, int, int]]:
    """Length, number and points of one, longest series first."""
    counts = Counter((len(one.species), one.points) for one in rows)
    return [(length, count, points) for (length, points), count in sorted(counts.items(), reverse=True)]

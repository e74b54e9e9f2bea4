"""Goods with their numbers in a row, as wide as there is room."""

from dataclasses import dataclass

from render.core.ink import even
from render.core.lettering.fonts import SPARTAN, Face
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import close_path, round_rectangle
from render.core.surface import Raster, Surface
from render.h2olland.inks import INK, LEGAL
from render.h2olland.paint import FIGURES, LEAST, NAMED, Painter
from render.h2olland.pieces import tokens

Held = tuple[tuple[str, int], ...]
"""Kinds with how many there are of each."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large goods in a row are, in pixels: the goods, their numbers, the least gap between two."""

    goods: int
    number: int
    gap: int


SMALL, LARGE = Size(tokens.CHIP, LEAST, 8), Size(46, NAMED, 10)


@dataclass(frozen=True, slots=True)
class Way:
    """How goods are written: face of the numbers, whether chips are narrow, whether a single one has a number."""

    face: Face
    narrow: bool
    single: bool


WAYS = (
    Way(SPARTAN, narrow=False, single=True),
    Way(FIGURES, narrow=False, single=True),
    Way(FIGURES, narrow=False, single=False),
    Way(FIGURES, narrow=True, single=True),
    Way(FIGURES, narrow=True, single=False),
)
"""From wide to narrow."""


@dataclass(frozen=True, slots=True)
class Part:
    """One kind in a row: its drawing's width, its number and how wide that is."""

    kind: str
    half: float
    text: str
    run: float

    @property
    def wide(self) -> float:
        """Width of drawing and number."""
        return 2 * self.half + (4 + self.run if self.text else 0)


def _parts(held: Held, way: Way, size: Size) -> list[Part]:
    parts = []
    for kind, count in held:
        text = str(count) if count != 1 or way.single else ""
        face = way.face if size is SMALL else FIGURES
        half = tokens.breadth(kind, narrow=way.narrow, high=size.goods) / 2
        parts.append(Part(kind, half, text, width(text, face, size.number) if text else 0.0))
    return parts


def least(held: Held) -> float:
    """How wide goods with their numbers are in the narrowest way of writing them."""
    return sum(part.wide + 4 for part in _parts(held, WAYS[-1], SMALL))


def draw_counted(painter: Painter, held: Held, at: tuple[float, float], room: float) -> None:
    """Goods with their numbers in a row of at most `room` pixels, as wide as fits."""
    _row(painter, held, at, room, SMALL)


def draw_offered(painter: Painter, held: Held, at: tuple[float, float], room: float) -> None:
    """The same for goods that may be chosen: larger, each in a ring."""
    _row(painter, held, at, room, LARGE)


def _row(painter: Painter, held: Held, at: tuple[float, float], room: float, size: Size) -> None:
    for way in WAYS:
        row = _parts(held, way, size)
        used = sum(part.wide for part in row)
        if used + size.gap * (len(row) - 1) <= room:
            break
    gap = max(2.0, min(size.gap + 12.0, (room - used) / max(1, len(row) - 1)))
    x, y = at
    for part in row:
        if size is LARGE:
            painter.put(draw_ring, (x + part.wide / 2, y), round(part.wide), size.goods + 5)
        painter.put(tokens.goods, (x + part.half, y), part.kind, narrow=way.narrow, high=size.goods)
        if part.text:
            face = way.face if size is SMALL else FIGURES
            painter.word(part.text, (x + 2 * part.half + 4, y), size.number, face=face)
        x += part.wide + gap


@cached
def draw_ring(across: int, high: int = 39) -> Raster:
    """Behind goods and numbers that may be chosen: yellow in a line of ink; (0, 0) in its middle."""
    half, deep = across / 2 + 3, high / 2
    plate = Surface("ring", (-half - 5, -deep - 5, half + 5, deep + 5), 1.0, flat=True)
    form = close_path(round_rectangle(-half, -deep, half, deep, radius=9))
    pen = plate.pen()
    pen.shape(form, LEGAL, shake=0)
    pen.line(form, even(3.4, INK))
    return plate.raster()

"""How large what lies on a tile is, by the width of the hexagons: lettering shrinks less than the drawings do."""

from dataclasses import dataclass
from functools import lru_cache

from render.core.fonts import DOSIS
from render.core.text import ink_box
from render.greentown.hexagon import WIDE

LETTERS = (30, 22)  # pixels of lettering where there is room for it, and at the least
NAME_SHARE = 0.43  # of the width of a hexagon that its name's lettering takes
FOOT = 41.0  # units below the middle of a tile where the sign with its name ends: bars and darts stay free
HOTEL, HOTEL_HALF = (-49.0, 38.0), 39.0  # units of a hotel's block: upper and lower edge, half its width
CAPS = 0.76  # of the size of lettering that its capitals take, with a little air
PIECE = 22.5  # units of radius of a building
PIECE_LEAST = (15.2, 0.217)  # at least so many pixels of it, or so much of the width of a hexagon


@dataclass(frozen=True, slots=True)
class Scale:
    """
    Sizes on a map whose hexagons are `wide` pixels wide, all in pixels, heights from the middle of the tile.

    Lettering: of names, of an owner's number, of a hotel's H, of a stop.
    """

    unit: float
    name: int
    tag_y: float
    sign_high: int
    sign_y: float
    piece: float
    piece_y: float
    number: int
    hotel: int
    hotel_y: float
    stop: float
    stop_number: int


@lru_cache(maxsize=64)
def scale(wide: int) -> Scale:
    """The sizes for that width."""
    unit = wide / WIDE
    name = within(NAME_SHARE * wide)
    sign_high = caps(name) + 6
    sign_y = FOOT * unit - sign_high / 2
    piece = max(PIECE * unit, min(PIECE_LEAST[0], PIECE_LEAST[1] * wide))
    stop_number = within(NAME_SHARE * wide)
    return Scale(
        unit=unit,
        name=name,
        tag_y=31 * unit,
        sign_high=sign_high,
        sign_y=sign_y,
        piece=piece,
        piece_y=sign_y - sign_high / 2 - piece - 1,
        number=round(max(piece * 1.28, min(LETTERS[0], piece * 2.0))),
        hotel=min(round(max(36 * unit, name)), int((HOTEL[1] - HOTEL[0] - 12) * unit / CAPS) - name),
        hotel_y=(HOTEL[1] - 6.5) * unit - caps(name) / 2,
        stop=max(18 * unit, caps(stop_number) / 2 + 5),
        stop_number=stop_number,
    )


def within(size: float) -> int:
    """The size of lettering nearest to this one that is neither too small to be read nor larger than is needed."""
    return max(LETTERS[1], min(LETTERS[0], round(size)))


@lru_cache(maxsize=64)
def caps(size: int) -> int:
    """How high capitals and figures of a size are, in pixels."""
    _, top, _, bottom = ink_box("H0", DOSIS, size)
    return bottom - top

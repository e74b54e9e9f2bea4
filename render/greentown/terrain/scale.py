"""How large what lies on a tile is, by the width of the hexagons: lettering shrinks less than the drawings do."""

from dataclasses import dataclass
from functools import lru_cache

from render.core.lettering.fonts import DOSIS
from render.core.lettering.text import ink_box
from render.greentown.terrain.hexagon import LEAST, WIDE

LETTERS = 30  # pixels of lettering on tiles: so high that Discord shows it 11 pixels high
FOOT = 41.0  # units below the middle of a tile where the sign with its name ends: bars and darts stay free
HOTEL, HOTEL_HALF = (-49.0, 38.0), 39.0  # units of a hotel's block: upper and lower edge, half its width
CAPS = 0.76  # of the size of lettering that its capitals take, with a little air
PIECE = 22.5  # units of radius of a building
PIECE_LEAST = 15.2  # pixels of the same


@dataclass(frozen=True, slots=True)
class Scale:
    """
    Sizes on a map whose hexagons are `wide` pixels wide, all in pixels, heights from the middle of the tile.

    Lettering: of names, of an owner's number, of a hotel's H, of a stop. Tiles that are too small for it have no names
    and no numbers of stops.
    """

    unit: float
    named: bool
    tag_y: float
    sign_high: int
    sign_y: float
    piece: float
    piece_y: float
    number: int
    hotel: int
    hotel_y: float
    """Of a hotel's name; above it is the H at `letter_y`, or the numbers of turns."""
    letter_y: float
    stop: float
    turns_y: float
    """Of the numbers of turns, between a name and what stands on the site, which gives way to `raised_y`."""
    raised_y: float


@lru_cache(maxsize=64)
def scale(wide: int) -> Scale:
    """The sizes for that width."""
    unit, named = wide / WIDE, wide >= LEAST
    sign_high = caps(LETTERS) + 6
    sign_y = FOOT * unit - sign_high / 2
    piece = max(PIECE * unit, PIECE_LEAST)
    piece_y = sign_y - sign_high / 2 - piece - 1
    beside_name = int((HOTEL[1] - HOTEL[0] - 12) * unit / CAPS) - LETTERS
    large = round(max(36 * unit, LETTERS))
    hotel_y = (HOTEL[1] - 6.5) * unit - caps(LETTERS) / 2
    low = hotel_y - caps(LETTERS) / 2 if named else (HOTEL[1] - 3.5) * unit
    return Scale(
        unit=unit,
        named=named,
        tag_y=31 * unit,
        sign_high=sign_high,
        sign_y=sign_y,
        piece=piece,
        piece_y=piece_y if named else 0.0,
        number=round(max(piece * 1.28, LETTERS)),
        hotel=min(large, beside_name) if named else large,
        hotel_y=hotel_y,
        letter_y=(low + (HOTEL[0] + 3.5) * unit) / 2,
        stop=max(18 * unit, caps(LETTERS) / 2 + 5) if named else max(18 * unit, 10.0),
        turns_y=sign_y - sign_high,
        raised_y=piece_y - sign_high,
    )


@lru_cache(maxsize=64)
def caps(size: int) -> int:
    """How high capitals and figures of a size are, in pixels."""
    _, top, _, bottom = ink_box("H0", DOSIS, size)
    return bottom - top

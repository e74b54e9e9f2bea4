"""H₂Olland's pictures for other eyes: colour blindness, and a phone that shows them 400 pixels wide."""

from itertools import combinations

import pytest

from render.core.colour import RGB
from render.core.fonts import SPARTAN
from render.core.text import ink_box
from render.h2olland.inks import (
    BARREN,
    CODES,
    CREAM,
    DIKE,
    FILLS,
    GRASS,
    INK,
    LEGAL,
    LETTERS,
    LIGHT_TYPE,
    PANEL,
    PAPER,
    QUIET,
    SAIL,
    SAND,
    SEATS,
    TILE_NUMBER,
    WATER,
    WAVE,
)
from tests.render.eyes import faint
from tests.render.h2olland.gallery import board_of_four, board_of_two, quarter, race, trade
from tests.render.vision import Vision, apart, contrast, seen, seen_picture

EYES = [None, *Vision]
WIDE = 1200
LEAST_TYPE = 26


def name_of(vision: Vision | None) -> str:
    """What a test with these eyes is called."""
    return vision.name if vision else "all colours"


@pytest.mark.parametrize("vision", Vision)
def test_i_seats_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two players' colours differ plainly (10 in L*a*b* is plain); shape and letter tell them apart as well.
    """
    near = {
        (first, second)
        for first, second in combinations(range(4), 2)
        if apart(seen(SEATS[first], vision), seen(SEATS[second], vision)) < 12
    }

    assert near == set()


@pytest.mark.parametrize("vision", Vision)
def test_i_water_land_shore_and_barren_land_stay_apart(vision: Vision) -> None:
    """
    What a square is made of differs plainly for all eyes, beside waves, furrows and hatching.
    """
    near = {
        (first, second)
        for first, second in combinations((WATER, GRASS, SAND, BARREN), 2)
        if apart(seen(first, vision), seen(second, vision)) < 12
    }

    assert near == set()


@pytest.mark.parametrize("vision", EYES, ids=name_of)
@pytest.mark.parametrize(
    ("letters", "ground", "least"),
    [
        (INK, PAPER, 4.5), (INK, PANEL, 4.5), (INK, CREAM, 4.5), (CREAM, WATER, 4.5), (TILE_NUMBER, GRASS, 3.0),
        (QUIET, PANEL, 3.0), (QUIET, PAPER, 3.0), (SAIL, DIKE, 4.5), (WAVE, WATER, 4.0), (INK, LEGAL, 4.5),
        *((letters, fill, 2.9) for letters, fill in zip(LETTERS, SEATS, strict=True)),
    ],
)  # fmt: skip
def test_i_lettering_has_contrast(letters: RGB, ground: RGB, least: float, vision: Vision | None) -> None:
    """
    Lettering has the contrast of 4.5 : 1 that WCAG asks of text; large numbers 3 : 1, letters on players' colours,
    which have shapes too, nearly as much.
    """
    first, second = (letters, ground) if vision is None else (seen(letters, vision), seen(ground, vision))

    assert contrast(first, second) >= least


@pytest.mark.parametrize("vision", EYES, ids=name_of)
def test_i_codes_and_numerals_of_chips_have_contrast(vision: Vision | None) -> None:
    """
    Large letters on the colour of a crop or a tulip stand out with at least 3 : 1.
    """
    weak = [
        kind
        for kind, fill in FILLS.items()
        for letters in ((CREAM if kind in LIGHT_TYPE else INK),)
        if contrast(*((letters, fill) if vision is None else (seen(letters, vision), seen(fill, vision)))) < 3
    ]

    assert weak == []


def test_i_least_type_is_six_pixels_high_on_a_phone() -> None:
    """
    Lettering shrinks to 26 pixels and no further; its capitals are then 5.8 pixels high on a phone.
    """
    _, top, _, bottom = ink_box("H0", SPARTAN, LEAST_TYPE)

    assert (bottom - top) * 400 / WIDE >= 5.8


BOARD = {
    "whose turn": (446, 18, 700, 58), "what to do": (446, 60, 680, 86), "season": (38, 72, 290, 98),
    "present season": (848, 8, 904, 62), "weather": (1110, 20, 1146, 76), "dikes of the co-op": (920, 70, 945, 98),
    "column": (148, 100, 172, 122), "row": (4, 160, 26, 190), "water": (815, 270, 865, 320),
    "number of land": (205, 260, 240, 290), "dike": (840, 360, 1078, 392), "new dike": (276, 1000, 440, 1030),
    "code": (450, 150, 510, 200), "tulips": (290, 140, 350, 210), "worker": (372, 144, 428, 206),
    "farm": (450, 240, 520, 290),
    "mill": (450, 330, 510, 372), "barren": (362, 376, 438, 452), "bridge": (80, 160, 130, 210),
    "name": (154, 1318, 290, 1352), "level": (360, 1312, 590, 1352), "barn": (720, 1354, 830, 1396),
    "mills": (155, 1400, 290, 1432), "workers": (1115, 1400, 1146, 1432), "passed": (50, 1400, 134, 1434),
    "plays": (616, 1548, 704, 1582),
}  # fmt: skip
QUARTER = {"choice": (1046, 270, 1136, 350), "legal": (1024, 278, 1060, 330), "co-op": (640, 1380, 700, 1420)}
RACE = {"reach": (602, 855, 640, 890), "points": (430, 1318, 500, 1352), "no tulips": (720, 1362, 880, 1392)}
TRADE = {
    "price": (345, 190, 395, 240), "item": (140, 200, 280, 235), "too dear": (550, 360, 660, 400),
    "changed": (855, 180, 910, 220), "barn": (825, 180, 852, 220), "order": (64, 1050, 270, 1090),
    "keep": (64, 1195, 400, 1225),
}  # fmt: skip
OBLONG = {"sold out": (62, 1170, 110, 1210), "seat": (4, 516, 36, 552), "bridge": (1100, 510, 1140, 560)}


@pytest.mark.parametrize("vision", EYES, ids=name_of)
def test_i_everything_vital_has_contrast_400_pixels_wide(vision: Vision | None) -> None:
    """
    Reduced to a phone's width, each vital number, word or sign still has 3 : 1, for colour blind eyes too.
    """
    weak: dict[str, float] = {}
    for make, places in (
        (board_of_four, BOARD), (quarter, QUARTER), (race, RACE), (trade, TRADE), (board_of_two, OBLONG),
    ):  # fmt: skip
        image = make()
        weak |= faint(image if vision is None else seen_picture(image, vision), places)

    assert weak == {}


def test_i_every_field_says_its_kind_without_colour() -> None:
    """
    Crops and pastures carry a code of their own; tulips a numeral.
    """
    assert len(set(CODES.values())) == 5
    assert len(FILLS) == len(CODES) + 6

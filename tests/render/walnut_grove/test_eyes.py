"""Walnut Grove's pictures for other eyes: colour blindness, and a phone that shows them 400 pixels wide."""

from itertools import combinations

import pytest

from render.core.colour import RGB
from render.core.fonts import BEBAS, SLAB
from render.core.text import ink_box
from render.walnut_grove.inks import (
    CREAM,
    CUBES,
    FIELD,
    FOREST,
    GOLD,
    INK,
    LAKE_D,
    LAKE_L,
    LANDS,
    LETTERS,
    PAPER,
    PAPER2,
    PASTURE_D,
    PAWNS,
    RAIL,
    RED,
    SEATS,
    SOFT,
    WHITE,
)
from tests.render.eyes import faint
from tests.render.vision import Vision, apart, contrast, seen, seen_picture
from tests.render.walnut_grove.gallery import drawn, end, farm, start, town, turn

EYES = [None, *Vision]
WIDE = 1200
LEAST_TYPE = 26


def name_of(vision: Vision | None) -> str:
    """What a test with these eyes is called."""
    return vision.name if vision else "all colours"


def through(colour: RGB, vision: Vision | None) -> RGB:
    """A colour as these eyes see it."""
    return colour if vision is None else seen(colour, vision)


@pytest.mark.parametrize("vision", Vision)
def test_7_landscapes_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two landscapes differ plainly in their base (10 in L*a*b* is plain); pattern and letter tell them as well.
    """
    bases = {good: seen(tones[0], vision) for good, tones in LANDS.items()}
    near = {(a, b) for a, b in combinations(bases, 2) if apart(bases[a], bases[b]) < 10}

    assert near == set()


@pytest.mark.parametrize("vision", Vision)
def test_7_seats_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two players' colours differ plainly, beside shape and number.
    """
    colours = [seen(colour, vision) for colour in SEATS]
    near = {(a, b) for a, b in combinations(range(4), 2) if apart(colours[a], colours[b]) < 10}

    assert near == set()


@pytest.mark.parametrize("vision", EYES, ids=name_of)
@pytest.mark.parametrize(
    ("letters", "ground", "least"),
    [
        (INK, PAPER, 4.5), (INK, CREAM, 4.5), (INK, LAKE_L, 4.5), (INK, FIELD, 4.5), (WHITE, INK, 4.5),
        (GOLD, INK, 4.5), (SOFT, PAPER, 4.5), (SOFT, PAPER2, 4.0), (RED, CREAM, 4.0), (WHITE, RED, 4.0),
        (RAIL, FOREST, 4.5), (WHITE, LAKE_D, 4.5), (WHITE, PASTURE_D, 4.5),
        *((letter, colour, 3.0) for letter, colour in zip(LETTERS, SEATS, strict=True)),
        *((letter, front, 3.0) for front, _, _, letter in CUBES.values()),
        *((letter, body, 4.5) for body, letter, _ in PAWNS.values()),
    ],
)  # fmt: skip
def test_7_lettering_has_contrast(letters: RGB, ground: RGB, least: float, vision: Vision | None) -> None:
    """
    Text has the contrast of 4.5 : 1 that WCAG asks for, large letters on pieces, which have shapes too, 3 : 1.
    """
    assert contrast(through(letters, vision), through(ground, vision)) >= least


def test_7_least_type_is_six_pixels_high_on_a_phone() -> None:
    """
    Lettering shrinks to 26 pixels and no further; its capitals are then six pixels high on a phone.
    """
    for face in (SLAB, BEBAS):
        _, top, _, bottom = ink_box("H0", face, LEAST_TYPE)

        assert (bottom - top) * 400 / WIDE >= 6.0


TOWN = {
    "stop": (22, 16, 60, 54), "name of a stop": (48, 58, 185, 92), "pawns": (262, 105, 355, 160),
    "tile": (425, 105, 490, 152), "how many": (520, 132, 560, 158), "goods": (616, 104, 780, 152),
    "price": (270, 168, 340, 208), "free": (86, 172, 146, 200), "figure": (812, 220, 884, 294),
    "year": (305, 376, 410, 430),
    "season": (300, 452, 420, 494), "draws": (492, 370, 584, 416), "summer": (612, 370, 706, 418),
    "autumn": (606, 476, 716, 524), "fires": (486, 462, 570, 506), "hungry": (512, 524, 592, 562),
    "next": (790, 384, 862, 456), "tiles": (772, 486, 880, 516), "tax": (140, 512, 256, 548),
    "gate": (34, 428, 86, 478),
    "walk": (380, 630, 560, 652), "changed": (12, 712, 250, 730), "sold": (100, 780, 240, 840),
    "state": (645, 906, 780, 942), "coins": (500, 948, 570, 984), "help": (594, 948, 690, 984),
    "name": (490, 908, 600, 944),
}  # fmt: skip
FARM = {
    "points": (1106, 20, 1180, 76), "name": (120, 20, 410, 76), "column": (264, 106, 300, 138),
    "row": (8, 362, 32, 398),
    "pen": (465, 630, 500, 668), "worker": (220, 640, 270, 704), "yield": (266, 664, 322, 692),
    "cube": (226, 716, 280, 768), "empty square": (388, 716, 438, 762), "fence": (345, 640, 375, 760),
    "barn": (112, 816, 196, 900), "help": (1020, 826, 1120, 890), "needs": (256, 924, 380, 968),
    "labourer": (180, 1094, 232, 1160), "improvement": (756, 1080, 880, 1160), "new": (884, 984, 1040, 1010),
}  # fmt: skip
DRAWN = {"legal": (240, 190, 330, 252), "hand": (260, 1366, 345, 1400), "coin": (296, 820, 370, 894)}
START = {"circle": (186, 326, 246, 380), "sold out": (300, 790, 436, 826), "four kinds": (810, 100, 970, 152)}
END = {"place": (40, 196, 80, 244), "total": (1106, 188, 1180, 250), "winner": (120, 24, 360, 76)}
TURN = {"can be chosen": (240, 48, 420, 60), "short": (336, 1922, 400, 1966)}


@pytest.mark.parametrize("vision", EYES, ids=name_of)
def test_7_everything_vital_has_contrast_400_pixels_wide(vision: Vision | None) -> None:
    """
    Reduced to a phone's width, each vital number, word or sign still has 3 : 1, for colour blind eyes too.
    """
    weak: dict[str, float] = {}
    for make, places in ((town, TOWN), (farm, FARM), (drawn, DRAWN), (start, START), (end, END), (turn, TURN)):
        image = make()
        weak |= faint(image if vision is None else seen_picture(image, vision), places)

    assert weak == {}


def test_7_every_piece_says_what_it_is_without_colour() -> None:
    """
    Goods carry their letters, farm figures a letter of their own each.
    """
    assert set(CUBES) == {"g", "f", "m", "w", "s"}
    assert len({letter for _, _, letter in PAWNS.values()}) == 4

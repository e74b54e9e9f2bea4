"""Walnut Grove's pictures for other eyes: colour blindness, and a phone."""

from itertools import combinations

import pytest

from bot.conformance.lettering.vision import Vision, apart, contrast, simulate, simulate_picture
from render.core.colour import RGB
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
from tests.render.walnut_grove.gallery import GALLERY

EYES = [None, *Vision]


def name_of(vision: Vision | None) -> str:
    """What a test with these eyes is called."""
    return vision.name if vision else "all colours"


def through(colour: RGB, vision: Vision | None) -> RGB:
    """A colour as these eyes see it."""
    return colour if vision is None else simulate(colour, vision)


@pytest.mark.parametrize("vision", Vision)
def test_7_landscapes_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two landscapes differ plainly in their base (10 in L*a*b* is plain); pattern and letter tell them as well.
    """
    bases = {good: simulate(tones[0], vision) for good, tones in LANDS.items()}
    near = {(a, b) for a, b in combinations(bases, 2) if apart(bases[a], bases[b]) < 10}

    assert near == set()


@pytest.mark.parametrize("vision", Vision)
def test_7_seats_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two players' colours differ plainly, beside shape and number.
    """
    colours = [simulate(colour, vision) for colour in SEATS]
    near = {(a, b) for a, b in combinations(range(4), 2) if apart(colours[a], colours[b]) < 10}

    assert near == set()


@pytest.mark.parametrize("vision", EYES, ids=name_of)
@pytest.mark.parametrize(
    ("letters", "ground", "least"),
    [
        (INK, PAPER, 4.5), (INK, CREAM, 4.5), (INK, LAKE_L, 4.5), (INK, FIELD, 4.5), (INK, GOLD, 4.5),
        (WHITE, INK, 4.5), (CREAM, FOREST, 4.5),
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


TOWN = {
    "stop": (5, 8, 40, 44), "name of a stop": (48, 38, 162, 66), "pawns": (210, 72, 322, 122),
    "tile": (372, 74, 428, 120), "how many": (446, 72, 506, 122), "goods": (550, 72, 705, 122),
    "price": (232, 126, 300, 166), "free": (60, 134, 116, 162), "figure": (750, 176, 816, 240),
    "year": (290, 286, 388, 334), "season": (290, 352, 386, 386), "draws": (468, 294, 536, 324),
    "summer": (560, 262, 622, 342), "autumn": (556, 360, 622, 440), "fires": (462, 362, 536, 404),
    "hungry": (476, 392, 548, 444), "next": (732, 300, 792, 360), "tiles": (706, 386, 820, 416),
    "tax": (126, 420, 244, 452), "gate": (28, 334, 68, 374), "walk": (370, 490, 500, 504),
    "changed": (8, 548, 200, 562), "awaited": (946, 458, 1030, 538),
}  # fmt: skip
THREE = {
    "points": (1024, 12, 1076, 50), "name": (88, 12, 270, 50), "column": (140, 78, 168, 104),
    "row": (82, 138, 106, 164), "pen": (250, 280, 276, 306), "cube": (120, 324, 160, 360),
    "empty square": (212, 324, 242, 356), "fence": (190, 290, 206, 350), "barn": (612, 70, 660, 116),
    "help": (1004, 286, 1070, 350), "needs": (618, 128, 712, 166), "labourer": (708, 202, 754, 264),
    "improvement": (624, 326, 728, 356), "worth": (690, 288, 726, 324), "new": (744, 268, 870, 284),
    "to move": (392, 390, 496, 426), "small points": (506, 392, 536, 424), "goods at hand": (346, 438, 420, 480),
    "coins": (444, 534, 512, 574), "small help": (458, 642, 500, 676), "figures": (346, 632, 456, 680),
}  # fmt: skip
CELLS = {"cell": (148, 388, 212, 450), "tile": (750, 444, 830, 492), "coin": (724, 78, 766, 122)}
AREAS = {"letter": (76, 574, 124, 622), "missing": (614, 132, 712, 176)}
START = {"circle": (182, 286, 246, 348), "sold out": (262, 604, 412, 642), "row": (124, 250, 238, 280)}
SCORE = {"place": (26, 148, 60, 190), "total": (1010, 144, 1080, 192), "winner": (100, 12, 300, 52)}
STOPS = {"can be chosen": (2, 26, 170, 36), "number": (52, 176, 122, 242)}
SINCE = {"number": (124, 166, 160, 204), "short": (784, 128, 836, 166), "number on the board": (800, 54, 838, 92)}
WORKED = {"worker": (70, 570, 108, 622), "yield": (108, 584, 146, 620)}


@pytest.mark.parametrize("vision", EYES, ids=name_of)
def test_7_everything_vital_has_contrast_on_a_phone(vision: Vision | None) -> None:
    """
    Reduced to a phone's width, each vital number, word or sign still has 3 : 1, for colour blind eyes too.
    """
    shown = {
        "town": TOWN, "three": THREE, "cells": CELLS, "areas": AREAS, "start": START, "score": SCORE, "stops": STOPS,
        "since": SINCE, "worked": WORKED,
    }  # fmt: skip
    weak: dict[str, float] = {}
    for name, places in shown.items():
        image = GALLERY.drawn(name)
        weak |= faint(image if vision is None else simulate_picture(image, vision), places)

    assert weak == {}


def test_7_every_piece_says_what_it_is_without_colour() -> None:
    """
    Goods carry their letters, farm figures a letter of their own each.
    """
    assert set(CUBES) == {"g", "f", "m", "w", "s"}
    assert len({letter for _, _, letter in PAWNS.values()}) == 4

"""Grunn's pictures for other eyes: colour blindness, and a phone that shows them 400 pixels wide."""

from itertools import combinations

import pytest

from render.core.colour import RGB
from render.core.fonts import KAFFEESATZ, VOLLKORN, Face
from render.core.text import ink_box
from render.grunn.inks import (
    CANAL,
    CANAL_PALE,
    CREAM,
    DEEP,
    FREE,
    GOLD,
    INK,
    PAPER,
    PAPER2,
    SEA,
    TERRA,
)  # fmt: skip
from render.grunn.tokens import LETTERS, letter_colour
from render.grunn.wild import FILLS, fill_of
from tests.render.eyes import faint
from tests.render.grunn.gallery import board_of_four
from tests.render.vision import Vision, apart, contrast, luminance, seen, seen_picture

PHONE = 400 / 1080
DARK_TO_LIGHT = ("bog", "ridge", "wadden", "marsh", "dollard", "forest")


@pytest.mark.parametrize("vision", Vision)
def test_r22_fills_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two developed landscapes still look plainly different (10 in L*a*b* is plain).
    """
    near = {
        (first, second)
        for first, second in combinations(FILLS, 2)
        if apart(seen(FILLS[first], vision), seen(FILLS[second], vision)) < 12
    }

    assert near == set()


@pytest.mark.parametrize("vision", Vision)
def test_r22_letters_can_be_read_by_colour_blind_eyes(vision: Vision) -> None:
    """
    Each landscape's letter stands out from its fill, undeveloped and developed.
    """
    weak = {
        (kind, developed)
        for kind in LETTERS
        for developed in (False, True)
        if (kind != "ridge" or developed)
        and contrast(
            seen(letter_colour(kind, developed=developed), vision), seen(fill_of(kind, developed=developed), vision)
        )
        < 4.4
    }

    assert weak == set()


def test_r22_letters_have_contrast_5_to_1() -> None:
    """
    Letters are white on developed bog and ridges, black everywhere else, with contrast of at least 5 : 1.
    """
    found = {kind: contrast(letter_colour(kind, developed=True), FILLS[kind]) for kind in LETTERS}

    assert [kind for kind, ratio in found.items() if ratio < 5.0] == []


def test_r22_fills_differ_in_lightness() -> None:
    """
    From dark to light: bog, ridge, Wadden, marsh, Dollard, forest.
    """
    assert tuple(sorted(FILLS, key=lambda kind: luminance(FILLS[kind]))) == DARK_TO_LIGHT


@pytest.mark.parametrize("vision", Vision)
def test_r22_canals_that_score_are_darker_for_all_eyes(vision: Vision) -> None:
    """
    The two kinds of canal differ by lightness (3 : 1) beside their lines.
    """
    assert contrast(seen(CANAL, vision), seen(CANAL_PALE, vision)) >= 3


@pytest.mark.parametrize(
    ("letters", "ground"),
    [
        (INK, PAPER), (INK, PAPER2), (INK, SEA), (INK, FREE), (INK, GOLD), (INK, CREAM), (CREAM, INK), (CREAM, DEEP),
        (CREAM, TERRA),
    ],
)  # fmt: skip
def test_lettering_has_contrast(letters: RGB, ground: RGB) -> None:
    """
    All lettering has at least the contrast of 4.5 : 1 that WCAG asks of text.
    """
    assert contrast(letters, ground) >= 4.5


SMALLEST: list[tuple[str, str, Face, int]] = [
    ("price", "pay", KAFFEESATZ, 44),
    ("points of a row", "2", KAFFEESATZ, 42),
    ("label", "grass", KAFFEESATZ, 42),
    ("whose turn", "Anna to move", KAFFEESATZ, 46),
    ("coordinate", "C", KAFFEESATZ, 32),
    ("free cell", "F2", KAFFEESATZ, 36),
    ("stock", "7", KAFFEESATZ, 42),
    ("name", "Bert", VOLLKORN, 30),
    ("tile letter", "F", VOLLKORN, 25),
    ("small landscape", "W", VOLLKORN, 20),
]


@pytest.mark.parametrize(("what", "text", "face", "size"), SMALLEST, ids=[row[0] for row in SMALLEST])
def test_r22_lettering_can_be_read_400_pixels_wide(what: str, text: str, face: Face, size: int) -> None:
    """
    At the least size it may shrink to, lettering is at least 5 pixels high on a phone (9 for what stands alone).
    """
    _, top, _, bottom = ink_box(text, face, size)
    least = 4.6 if what in ("name", "tile letter", "small landscape") else 8

    assert (bottom - top) * PHONE >= least


PLACES = {
    "whose turn": (835, 20, 1020, 62),
    "round": (560, 24, 704, 60),
    "pair number": (64, 92, 108, 138),
    "price": (310, 350, 380, 396),
    "ducats on a pair": (214, 100, 250, 136),
    "payout": (205, 195, 250, 230),
    "coordinate": (102, 420, 134, 452),
    "free cell": (568, 512, 640, 556),
    "name": (744, 430, 890, 476),
    "purse": (1005, 435, 1053, 480),
    "points": (1030, 505, 1064, 540),
    "total": (1012, 865, 1058, 905),
    "stock": (905, 995, 945, 1035),
    "low stock": (1020, 995, 1056, 1030),
    "other's name": (219, 1158, 306, 1190),
    "other's points": (224, 1208, 266, 1246),
    "small letter": (70, 1160, 104, 1190),
}


@pytest.mark.parametrize("vision", [None, *Vision], ids=lambda vision: vision.name if vision else "all colours")
def test_r22_everything_vital_has_contrast_400_pixels_wide(vision: Vision | None) -> None:
    """
    Reduced to a phone's width, each vital number or word still has a contrast of 3 : 1, for colour blind eyes too.
    """
    whole = board_of_four()
    image = whole if vision is None else seen_picture(whole, vision)

    assert faint(image, PLACES) == {}

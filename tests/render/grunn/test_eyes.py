"""Grunn's pictures for other eyes: colour blindness, and as Discord shows them on a desktop and on a phone."""

from functools import lru_cache
from itertools import combinations

import pytest
from PIL import Image

from bot.conformance.lettering.vision import Vision, apart, contrast, luminance, simulate, simulate_picture
from render.core.colour import RGB
from render.core.lettering.fonts import KAFFEESATZ, VOLLKORN, Face
from render.core.lettering.text import ink_box
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
from render.grunn.paint import NARROW, SERIF
from render.grunn.pieces.tiles import FIGURES
from render.grunn.pieces.tokens import CAPITALS, COIN, DISC, LETTERS, SHIELD, figure_size, letter_colour
from render.grunn.pieces.wild import FILLS, fill_of
from render.grunn.terrain import choices, landscape, small
from tests.render.eyes import DESKTOP, PHONE, faint
from tests.render.grunn.gallery import board_of_four

DARK_TO_LIGHT = ("bog", "ridge", "wadden", "marsh", "dollard", "forest")


@pytest.mark.parametrize("vision", Vision)
def test_r22_fills_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two developed landscapes still look plainly different (10 in L*a*b* is plain).
    """
    near = {
        (first, second)
        for first, second in combinations(FILLS, 2)
        if apart(simulate(FILLS[first], vision), simulate(FILLS[second], vision)) < 12
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
            simulate(letter_colour(kind, developed=developed), vision),
            simulate(fill_of(kind, developed=developed), vision),
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
    assert contrast(simulate(CANAL, vision), simulate(CANAL_PALE, vision)) >= 3


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
    ("least lettering", "H0", KAFFEESATZ, NARROW),
    ("least name", "H", VOLLKORN, SERIF),
    ("letter on a tile or chip", "W", VOLLKORN, CAPITALS),
    ("number on a tile", "0", KAFFEESATZ, FIGURES),
    ("price", "0", KAFFEESATZ, round(figure_size("4", 24, COIN))),
    ("ducats on a pair", "0", KAFFEESATZ, round(figure_size("12", 24, COIN))),
    ("points in the table", "0", KAFFEESATZ, round(figure_size("68", 17, SHIELD))),
    ("coordinate", "E0", KAFFEESATZ, 36),
    ("number of a change", "0", KAFFEESATZ, small.SIGNS.number),
]
CHOSEN: list[tuple[str, str, Face, int]] = [
    ("cell", "E0", KAFFEESATZ, landscape.NAMES),
    ("thin cell", "E0", KAFFEESATZ, landscape.NARROW_NAMES),
    ("tile or edge", "E0", KAFFEESATZ, choices.TAGS),
    ("pair", "0", KAFFEESATZ, round(figure_size("4", 29, DISC))),
]


@pytest.mark.parametrize(("what", "text", "face", "size"), SMALLEST, ids=[row[0] for row in SMALLEST])
def test_lettering_can_be_read_as_shown(what: str, text: str, face: Face, size: int) -> None:
    """
    At the least size it may shrink to, lettering is 11 pixels high on a desktop and 7 on a phone.
    """
    _, top, _, bottom = ink_box(text, face, size)

    assert (bottom - top) * DESKTOP >= 11
    assert (bottom - top) * PHONE >= 7


@pytest.mark.parametrize(("what", "text", "face", "size"), CHOSEN, ids=[row[0] for row in CHOSEN])
def test_names_to_choose_by_can_be_read_on_a_phone(what: str, text: str, face: Face, size: int) -> None:
    """
    Names and letters by which one chooses are 10 pixels high on a phone.
    """
    _, top, _, bottom = ink_box(text, face, size)

    assert (bottom - top) * PHONE >= 10


BOARD = {
    "whose turn": (876, 16, 1062, 52),
    "round": (498, 16, 644, 52),
    "pair number": (660, 172, 700, 218),
    "price": (1040, 310, 1082, 354),
    "ducats on a pair": (790, 134, 822, 168),
    "payout": (768, 196, 814, 240),
    "coordinate": (92, 64, 118, 96),
    "free cell": (510, 140, 562, 190),
    "name": (668, 76, 806, 120),
    "purse": (1034, 76, 1080, 120),
    "points": (966, 74, 1012, 112),
}
PLAYERS = {
    "label": (368, 44, 436, 74),
    "name": (20, 138, 120, 176),
    "figure": (390, 186, 416, 222),
    "total": (1030, 90, 1066, 120),
    "other's name": (36, 290, 130, 326),
    "small letter": (50, 350, 94, 388),
    "stock": (270, 648, 306, 690),
    "low stock": (516, 646, 564, 694),
}


@pytest.mark.parametrize("places", [BOARD, PLAYERS], ids=["board", "players"])
@pytest.mark.parametrize("vision", [None, *Vision], ids=lambda vision: vision.name if vision else "all colours")
def test_r22_everything_vital_has_contrast_as_shown(
    vision: Vision | None, places: dict[str, tuple[int, int, int, int]]
) -> None:
    """
    Reduced to a phone's width, each vital number or word still has a contrast of 3 : 1, for colour blind eyes too.
    """
    whole = plate_of_four(0 if places is BOARD else 1)
    image = whole if vision is None else simulate_picture(whole, vision)

    assert faint(image, places) == {}


@lru_cache(maxsize=2)
def plate_of_four(number: int) -> Image.Image:
    """One of the two plates of four players."""
    return board_of_four()[number].image()

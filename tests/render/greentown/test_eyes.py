"""Green Town's pictures for other eyes: colour blindness, and a phone that shows them 400 pixels wide."""

from itertools import combinations

import pytest

from render.core.colour import RGB
from render.core.fonts import DOSIS, DOSIS_BOLD, Face
from render.core.text import ink_box
from render.greentown.inks import (
    ACTIVE,
    BAND,
    BRICK,
    CARD,
    CREAM,
    DASH,
    DEEP,
    FACE_DOWN,
    FILLS,
    FLOWER,
    FOOT,
    GREY,
    GROVE,
    INK,
    LEAF,
    OPEN,
    PAPER,
    PASTURE,
    QUIET,
    RED,
    RUST,
    SAND,
)
from render.greentown.signs import lettering_size
from tests.render.eyes import faint
from tests.render.greentown.gallery import board_of_four, late
from tests.render.vision import Vision, apart, contrast, luminance, seen, seen_picture

PHONE = 400 / 1200


@pytest.mark.parametrize("vision", Vision)
def test_s9_seats_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two fills of buildings differ plainly (10 in L*a*b* is plain); number and pattern tell them apart as well.
    """
    near = {
        (first, second)
        for first, second in combinations(range(4), 2)
        if apart(seen(FILLS[first], vision), seen(FILLS[second], vision)) < 12
    }

    assert near == set()


@pytest.mark.parametrize("vision", Vision)
def test_s9_numbers_on_buildings_can_be_read_by_colour_blind_eyes(vision: Vision) -> None:
    """
    The owner's number, bold and large, stands out from every fill with at least 3.5 : 1 (WCAG asks 3).
    """
    weak = [seat for seat, fill in enumerate(FILLS) if contrast(seen(INK, vision), seen(fill, vision)) < 3.5]

    assert weak == []


@pytest.mark.parametrize("vision", Vision)
@pytest.mark.parametrize("face", [PASTURE, GROVE, FLOWER, BRICK])
def test_s9_streets_and_the_last_turn_stand_out(vision: Vision, face: RGB) -> None:
    """
    Streets differ in lightness from every tile; the line of the tour differs from the street it lies in.
    """
    assert contrast(seen(CREAM, vision), seen(face, vision)) >= 1.5
    assert contrast(seen(INK, vision), seen(face, vision)) >= 4.5
    assert contrast(seen(RED, vision), seen(CREAM, vision)) >= 4


@pytest.mark.parametrize("vision", Vision)
def test_s9_dead_ends_are_darker_than_the_last_turn(vision: Vision) -> None:
    """
    Rust bars are not taken for the red of the last turn.
    """
    assert luminance(seen(RUST, vision)) < luminance(seen(RED, vision))
    assert apart(seen(RUST, vision), seen(RED, vision)) >= 10


@pytest.mark.parametrize(
    ("letters", "ground", "least"),
    [
        (INK, PAPER, 4.5), (INK, SAND, 4.5), (INK, ACTIVE, 4.5), (INK, CARD, 4.5), (INK, CREAM, 4.5), (CREAM, INK, 4.5),
        (CREAM, DEEP, 4.5), (CREAM, BAND, 4.5), (CREAM, FOOT, 4.5), (CREAM, RED, 4.5), (CREAM, LEAF, 4.5),
        (QUIET, BAND, 4.5), (QUIET, FOOT, 4.5), (DASH, OPEN, 4.5), (FACE_DOWN, GREY, 3.0),
    ],
)  # fmt: skip
def test_lettering_has_contrast(letters: RGB, ground: RGB, least: float) -> None:
    """
    Lettering has the contrast of 4.5 : 1 that WCAG asks of text, that of a used marker 3 : 1.
    """
    assert contrast(letters, ground) >= least


SMALLEST: list[tuple[str, Face, int]] = [
    ("whose turn", DOSIS, 28), ("round", DOSIS_BOLD, 26), ("notation", DOSIS_BOLD, 26), ("name", DOSIS, 26),
    ("coordinate", DOSIS, lettering_size(26.5, 70 / 127)), ("open space", DOSIS, lettering_size(33, 70 / 127)),
    ("card", DOSIS, 27), ("stock", DOSIS, 28), ("stack", DOSIS, 28), ("pay", DOSIS, 26),
]  # fmt: skip


@pytest.mark.parametrize(("what", "face", "size"), SMALLEST, ids=[row[0] for row in SMALLEST])
def test_s9_no_text_below_26_pixels(what: str, face: Face, size: int) -> None:
    """
    At the least size it may shrink to, lettering has 26 pixels, and its capitals are 6 pixels high on a phone.
    """
    _, top, _, bottom = ink_box("H0", face, size)

    assert size >= 26, what
    assert (bottom - top) * PHONE >= 6


PLACES = {
    "whose turn": (930, 14, 1180, 56),
    "round": (410, 18, 640, 54),
    "last turn": (66, 78, 130, 110),
    "tour in words": (716, 80, 1180, 108),
    "compass": (142, 160, 174, 196),
    "open space": (290, 405, 340, 450),
    "coordinate": (355, 575, 395, 600),
    "owner": (555, 625, 585, 675),
    "hotel": (420, 625, 465, 670),
    "stop": (515, 695, 545, 725),
    "tour": (535, 735, 560, 760),
    "name": (66, 1084, 160, 1116),
    "pay": (238, 1082, 282, 1120),
    "marker": (24, 1140, 72, 1172),
    "stops on the card": (24, 1200, 60, 1270),
    "wish": (66, 1184, 130, 1210),
    "digits": (160, 1184, 200, 1210),
    "stock": (250, 1184, 280, 1210),
    "stack": (70, 1375, 98, 1410),
    "next": (920, 1318, 990, 1344),
}


@pytest.mark.parametrize("vision", [None, *Vision], ids=lambda vision: vision.name if vision else "all colours")
def test_s9_everything_vital_has_contrast_400_pixels_wide(vision: Vision | None) -> None:
    """
    Reduced to a phone's width, each vital number or word still has a contrast of 3 : 1, for colour blind eyes too.
    """
    whole = board_of_four()
    image = whole if vision is None else seen_picture(whole, vision)

    assert faint(image, PLACES) == {}


def test_s9_a_town_of_many_rows_can_be_read_400_pixels_wide() -> None:
    """
    Where hexagons are smallest, coordinates, stops and open spaces still have a contrast of 3 : 1.
    """
    places = {"coordinate": (726, 264, 762, 292), "open space": (755, 170, 806, 204), "stop": (558, 610, 584, 636)}

    assert faint(late(), places) == {}

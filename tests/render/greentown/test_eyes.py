"""Green Town's pictures for other eyes: colour blindness, a desktop and a phone that show them smaller."""

from itertools import combinations

import pytest

from bot.conformance.lettering.vision import Vision, apart, contrast, luminance, simulate, simulate_picture
from render.core.colour import RGB
from render.core.lettering.fonts import DOSIS, DOSIS_BOLD, Face
from render.core.lettering.text import ink_box
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
from render.greentown.pieces import cards, signs
from render.greentown.plates import final, lines
from render.greentown.terrain import marked
from render.greentown.terrain.hexagon import LEAST
from render.greentown.terrain.scale import LETTERS, scale
from tests.render.eyes import DESKTOP, PHONE, faint
from tests.render.greentown.gallery import picture


@pytest.mark.parametrize("vision", Vision)
def test_s9_seats_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Any two fills of buildings differ plainly (10 in L*a*b* is plain); number and pattern tell them apart as well.
    """
    near = {
        (first, second)
        for first, second in combinations(range(4), 2)
        if apart(simulate(FILLS[first], vision), simulate(FILLS[second], vision)) < 12
    }

    assert near == set()


@pytest.mark.parametrize("vision", Vision)
def test_s9_numbers_on_buildings_can_be_read_by_colour_blind_eyes(vision: Vision) -> None:
    """
    The owner's number, bold and large, stands out from every fill with at least 3.5 : 1 (WCAG asks 3).
    """
    weak = [seat for seat, fill in enumerate(FILLS) if contrast(simulate(INK, vision), simulate(fill, vision)) < 3.5]

    assert weak == []


@pytest.mark.parametrize("vision", Vision)
@pytest.mark.parametrize("face", [PASTURE, GROVE, FLOWER, BRICK])
def test_s9_streets_and_the_last_turn_stand_out(vision: Vision, face: RGB) -> None:
    """
    Streets differ in lightness from every tile; the line of the tour differs from the street it lies in.
    """
    assert contrast(simulate(CREAM, vision), simulate(face, vision)) >= 1.5
    assert contrast(simulate(INK, vision), simulate(face, vision)) >= 4.5
    assert contrast(simulate(RED, vision), simulate(CREAM, vision)) >= 4


@pytest.mark.parametrize("vision", Vision)
def test_s9_dead_ends_are_darker_than_the_last_turn(vision: Vision) -> None:
    """
    Rust bars are not taken for the red of the last turn.
    """
    assert luminance(simulate(RUST, vision)) < luminance(simulate(RED, vision))
    assert apart(simulate(RUST, vision), simulate(RED, vision)) >= 10


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


def height(size: int, face: Face = DOSIS) -> int:
    """How high capitals and figures of a size are, in pixels of the picture."""
    _, top, _, bottom = ink_box("H0", face, size)
    return bottom - top


FIXED: list[tuple[str, Face, int]] = [
    ("head", DOSIS_BOLD, lines.LETTERS), ("last turn", DOSIS_BOLD, lines.LETTERS), ("names", DOSIS, 30),
    ("open spaces", DOSIS, signs.SPACE_LETTERS), ("card beside the map", DOSIS, round(cards.DIGITS * 1.07)),
    ("stock beside the map", DOSIS, 30), ("stacks", DOSIS, 30), ("score", DOSIS, final.FIGURES),
    ("labels of the score", DOSIS_BOLD, final.LETTERS), ("numbers of turns", DOSIS, marked.TAG),
]  # fmt: skip


@pytest.mark.parametrize(("what", "face", "size"), FIXED, ids=[row[0] for row in FIXED])
def test_lettering_beside_the_map_can_be_read_as_shown(what: str, face: Face, size: int) -> None:
    """
    Capitals and figures are at least 11 pixels high on a desktop and 7 on a phone.
    """
    assert height(size, face) * DESKTOP >= 11, what
    assert height(size, face) * PHONE >= 7


@pytest.mark.parametrize("wide", [LEAST, 76, 84, 96, 128])
def test_lettering_on_tiles_can_be_read_as_shown(wide: int) -> None:
    """
    So are names, owners' numbers and stops on tiles; those of a film that are too small for it have no names.
    """
    sizes = scale(wide)

    assert min(height(size) for size in (LETTERS, sizes.number)) * DESKTOP >= 11
    assert height(LETTERS) + 6 <= 2 * sizes.stop
    assert sizes.named
    assert not scale(LEAST - 2).named
    assert height(scale(44).number) * DESKTOP >= 11


def test_what_one_chooses_from_is_larger() -> None:
    """
    Names of spaces that are offered, and the letters of tiles, are 10 pixels high on a phone.
    """
    for name in ("A1", "M13", "W26"):
        assert height(signs.find_offered_size(name, signs.find_offered_width(name))) * PHONE >= 10
    assert height(signs.OFFERED_LETTERS[0]) * PHONE >= 10
    assert height(round(29 * 1.58)) * PHONE >= 10


PLACES = {
    "town": {
        "whose turn": (880, 14, 1070, 42), "round": (320, 14, 540, 42), "compass": (50, 78, 80, 112),
        "open space": (212, 222, 258, 258), "name": (380, 400, 442, 432), "owner": (404, 370, 436, 402),
        "hotel": (304, 376, 348, 424), "stop": (378, 340, 412, 376), "marker": (890, 70, 980, 124),
        "stops on the card": (890, 220, 930, 300), "wish": (940, 200, 1000, 226), "digits": (1030, 200, 1090, 226),
        "stock": (920, 334, 946, 366), "stack": (916, 446, 948, 478),
    },
    "players": {
        "last turn": (60, 10, 130, 44), "tour in words": (720, 10, 880, 44), "name": (66, 62, 136, 98),
        "pay": (392, 60, 434, 104), "marker": (270, 122, 344, 166), "stops on the card": (22, 130, 70, 210),
        "wish": (84, 116, 110, 142), "digits": (190, 116, 250, 142), "stock": (70, 270, 106, 306),
        "next": (960, 64, 1040, 96),
    },
}  # fmt: skip


@pytest.mark.parametrize("vision", [None, *Vision], ids=lambda vision: vision.name if vision else "all colours")
@pytest.mark.parametrize("plate", PLACES)
def test_s9_everything_vital_has_contrast_on_a_phone(plate: str, vision: Vision | None) -> None:
    """
    Reduced to a phone's width, each vital number or word still has a contrast of 3 : 1, for colour blind eyes too.
    """
    whole = picture(f"{plate}4")
    image = whole if vision is None else simulate_picture(whole, vision)

    assert faint(image, PLACES[plate]) == {}

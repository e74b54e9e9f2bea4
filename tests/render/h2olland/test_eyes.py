"""H₂Olland's pictures for other eyes: colour blindness, and the sizes in which Discord shows them."""

from itertools import combinations

import pytest

from bot.conformance.lettering.vision import Vision, apart, contrast, simulate, simulate_picture
from render.core import painter
from render.core.colour import RGB
from render.core.lettering.fonts import Face
from render.core.lettering.letters import lettering
from render.core.lettering.text import ink_box
from render.core.paths import Point
from render.core.surface import Raster, Surface
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
from render.h2olland.terrain import offers
from render.h2olland.terrain.window import HALF
from tests.render.eyes import PHONE, faint
from tests.render.h2olland import gallery

EYES = [None, *Vision]


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
        if apart(simulate(SEATS[first], vision), simulate(SEATS[second], vision)) < 12
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
        if apart(simulate(first, vision), simulate(second, vision)) < 12
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
    first, second = (letters, ground) if vision is None else (simulate(letters, vision), simulate(ground, vision))

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
        if contrast(*((letters, fill) if vision is None else (simulate(letters, vision), simulate(fill, vision)))) < 3
    ]

    assert weak == []


def measured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Face, float, float]]:
    """Notes all lettering from now on, on pictures and on pieces: face, size in pixels, pixels per unit."""
    shown: list[tuple[str, Face, float, float]] = []
    stamped = Surface.text

    def note(text: str, face: Face, size: int, colour: RGB) -> Raster:
        shown.append((text, face, size, 1.0))
        return lettering(text, face, size, colour)

    def engrave(self: Surface, text: str, place: Point, look: tuple[Face, float, RGB], *, corner: bool = False) -> None:
        shown.append((text, look[0], look[1] * self.unit, self.unit))
        stamped(self, text, place, look, corner=corner)

    monkeypatch.setattr(painter, "lettering", note)
    monkeypatch.setattr(Surface, "text", engrave)
    return shown


def capitals(face: Face, size: float) -> float:
    """How high the capitals and figures of a face are, in pixels."""
    _, top, _, bottom = ink_box("H0", face, 1000)
    return (bottom - top) * size / 1000


@pytest.mark.parametrize("name", ["N12", "23-27", "NW", "28"])
def test_17_2_names_of_choices_are_10_pixels_high_on_a_phone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The tag on a choice has letters of 31 pixels, and one of a square is no wider than the square.
    """
    shown = measured(monkeypatch)
    tag = offers.tag.__wrapped__(name)  # type: ignore[attr-defined]
    heights = [capitals(face, size) for _, face, size, _ in shown]

    assert min(heights) * PHONE >= 9.9
    assert tag.image.width <= (HALF if name == "N12" else 2 * HALF)


NORTH = {
    "whose turn": (280, 18, 690, 52), "season": (16, 38, 180, 60), "present season": (815, 8, 870, 60),
    "weather": (1040, 16, 1074, 54), "column": (172, 190, 200, 216), "row": (44, 246, 66, 276),
    "name": (128, 78, 250, 108), "level": (330, 76, 520, 106), "barn": (670, 112, 740, 144),
    "mills": (130, 146, 180, 176),
    "workers": (490, 146, 530, 176), "passed": (34, 148, 104, 178), "number of land": (230, 326, 264, 352),
    "code": (430, 240, 474, 282), "tulips": (296, 236, 340, 286), "worker": (360, 236, 412, 286),
    "farm": (424, 300, 478, 352), "mill": (430, 380, 474, 418), "barren": (360, 434, 410, 484),
    "water": (734, 346, 762, 372), "dike": (804, 296, 824, 416), "bridge": (104, 250, 160, 300),
}  # fmt: skip
SOUTH = {
    "new dike": (284, 262, 420, 288),
    "plays": (572, 590, 650, 620),
    "co-op": (18, 650, 72, 682),
    "stock": (140, 650, 170, 682),
}
SIGNS = {"sign": (566, 30, 598, 62), "offered": (960, 560, 1010, 590)}
BORDERS = {"tag": (722, 408, 776, 440), "outline": (690, 414, 716, 434)}
AREAS = {"letter": (680, 160, 716, 196), "bracket": (800, 160, 812, 172)}
RUNS = {"tag": (752, 30, 808, 62), "points": (980, 520, 1060, 556), "no tulips": (672, 552, 880, 582)}
TRADE = {
    "item": (90, 80, 140, 118), "price": (202, 82, 256, 118), "can't pay": (420, 186, 550, 224),
    "changed": (664, 522, 698, 554),
    "barn": (606, 522, 656, 554), "order": (606, 86, 780, 122), "keep": (606, 396, 960, 426),
}  # fmt: skip
OBLONG = {"seat": (4, 336, 48, 382), "bridge": (50, 344, 76, 374), "whose turn": (978, 480, 1086, 660)}
PLAYERS = {"sold out": (152, 192, 204, 228), "stock": (306, 192, 400, 228)}
PLACES = (
    ("four1", NORTH), ("four2", SOUTH), ("signs2", SIGNS), ("borders1", BORDERS), ("areas2", AREAS), ("runs2", RUNS),
    ("trade1", TRADE), ("two1", OBLONG), ("two2", PLAYERS),
)  # fmt: skip


@pytest.mark.parametrize("vision", EYES, ids=name_of)
def test_i_everything_vital_has_contrast_on_a_phone(vision: Vision | None) -> None:
    """
    Reduced to a phone's width, each vital number, word or sign still has 3 : 1, for colour blind eyes too.
    """
    weak: dict[str, float] = {}
    for name, places in PLACES:
        image = gallery.seen(name)
        found = faint(image if vision is None else simulate_picture(image, vision), places)
        weak |= {f"{name}: {what}": contrast for what, contrast in found.items()}

    assert weak == {}


def test_i_every_field_says_its_kind_without_colour() -> None:
    """
    Crops and pastures carry a code of their own; tulips a numeral.
    """
    assert len(set(CODES.values())) == 5
    assert len(FILLS) == len(CODES) + 6

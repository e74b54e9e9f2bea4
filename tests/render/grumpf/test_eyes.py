"""Grumpf's pictures for other eyes: colour blindness, and a phone that shows them 400 pixels wide."""

import sys
from itertools import combinations

import pytest
from PIL import ImageChops

from render.core import painter
from render.core.colour import RGB
from render.core.fonts import Face
from render.core.lettering import lettering
from render.core.paths import Point
from render.core.surface import Surface
from render.grumpf.cells import knocked_out, standing
from render.grumpf.foot import pale
from render.grumpf.grumpfs import CLAN_SHAPES, reach
from render.grumpf.inks import (
    BLOOD,
    BOARDS,
    BRIGHT,
    CAVE,
    CLANS,
    CREAM,
    GLOW,
    HOLLOWS,
    INK,
    LETTERS,
    LIGHT,
    MOSS,
    PALE,
    QUIET,
    RED,
    RESTING,
    SOOT,
    STONES,
    TORCH,
    WAITING,
    stained,
)
from tests.render.eyes import faint
from tests.render.grumpf.gallery import GALLERY
from tests.render.vision import Vision, apart, contrast, seen, seen_picture

SHARES = tuple(0.1 + 0.2 * i for i in range(31))
LEAST = 26
"""Pixels of the smallest lettering: 10 on a phone."""


def test_r11_each_clan_has_a_shape_of_its_own() -> None:
    """
    Any two outlines differ somewhere by a twentieth of their size; the neutral clan's has a ring inside.
    """
    shapes = set(CLAN_SHAPES.values()) - {"ring"}
    alike = {
        (first, second)
        for first, second in combinations(shapes, 2)
        if max(abs(reach(first, angle) - reach(second, angle)) for angle in SHARES) < 0.05
    }

    assert len(shapes) == 6
    assert alike == set()


@pytest.mark.parametrize("vision", Vision)
def test_r11_clans_stay_apart_for_colour_blind_eyes(vision: Vision) -> None:
    """
    Clans of one colour to such eyes are at most violet with blue or the neutral one, pink with the neutral one: their
    shapes are diamond, star, hexagon and ring.
    """
    near = {
        frozenset((first, second))
        for first, second in combinations(CLANS, 2)
        if apart(seen(CLANS[first], vision), seen(CLANS[second], vision)) < 12
    }

    assert near <= {frozenset(("Vi", "Bl")), frozenset(("Vi", "Ne")), frozenset(("Pi", "Ne"))}


@pytest.mark.parametrize("clan", CLANS)
def test_r11_numbers_on_grumpfs_can_be_read(clan: str) -> None:
    """
    The value stands out from its clan's colour by 3 : 1 (it is large).
    """
    assert contrast(INK if clan in LIGHT else BRIGHT, CLANS[clan]) >= 3


@pytest.mark.parametrize(
    ("letters", "ground"),
    [
        *((LETTERS[code], BOARDS[code]) for code in BOARDS), *((INK, ground) for ground in STONES.values()),
        *((BLOOD, stained(ground)) for ground in STONES.values()), *((SOOT, ground) for ground in HOLLOWS.values()),
        (INK, GLOW), (BRIGHT, SOOT), (BRIGHT, RED), (BRIGHT, MOSS), (INK, PALE), (RED, PALE), (RED, WAITING),
        (INK, RESTING), (INK, TORCH), (CREAM, CAVE), (TORCH, CAVE), (QUIET, CAVE),
    ],
)  # fmt: skip
def test_lettering_has_contrast(letters: RGB, ground: RGB) -> None:
    """
    All lettering has at least the contrast of 4.5 : 1 that WCAG asks of text (large numbers on hollows: 4).
    """
    assert contrast(letters, ground) >= (4.0 if ground in HOLLOWS.values() else 4.5)


def test_counts_of_nothing_are_pale_but_there() -> None:
    """
    A zero is weaker than a count, yet not lost.
    """
    for ground in (WAITING, RESTING):
        assert 1.8 <= contrast(pale(ground), ground) <= 3


def test_r11_success_and_failure_differ_in_lightness() -> None:
    """
    Dark with a light tick, light with a dark cross: no colour is needed to tell them.
    """
    for vision in Vision:
        assert contrast(seen(MOSS, vision), seen(PALE, vision)) >= 4.5


def test_nothing_is_lettered_smaller_than_26_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Everything drawn anew, no lettering is smaller than 26 pixels: 10 on a phone.
    """
    sizes: dict[str, float] = {}
    text, put = Surface.text, painter.Painter.put

    def measured(
        self: Surface, what: str, place: Point, look: tuple[Face, float, RGB], *, corner: bool = False
    ) -> None:
        sizes[what] = min(sizes.get(what, 99.0), look[1] * self.unit)
        text(self, what, place, look, corner=corner)

    def noted(self: painter.Painter, make: object, at: Point, *args: object, **options: object) -> None:
        if make is lettering:
            assert isinstance(args[2], int)
            sizes[str(args[0])] = min(sizes.get(str(args[0]), 99.0), args[2])
        put(self, make, at, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Surface, "text", measured)
    monkeypatch.setattr(painter.Painter, "put", noted)
    forget()
    for make in GALLERY.values():
        make()

    assert len(sizes) > 60
    assert {what: size for what, size in sizes.items() if round(size, 2) < LEAST} == {}


def forget() -> None:
    """Forget every drawing."""
    modules = [module for name, module in sys.modules.items() if name.startswith("render.grumpf")]
    for module in (painter, *modules):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


PLACES = {
    "hunt": (26, 15, 230, 65),
    "what to do": (26, 78, 270, 106),
    "beat just played": (508, 62, 536, 94),
    "next beat": (642, 62, 672, 94),
    "who is in a hut": (872, 68, 904, 92),
    "free hut": (976, 64, 1036, 92),
    "board": (20, 128, 64, 168),
    "animals on it": (455, 125, 520, 172),
    "animals on the fish": (462, 420, 520, 465),
    "condition": (30, 190, 155, 222),
    "state": (190, 190, 270, 222),
    "failed state": (815, 190, 890, 222),
    "value": (36, 285, 70, 320),
    "value in ink": (250, 285, 286, 320),
    "space": (22, 330, 50, 352),
    "clan": (52, 328, 80, 352),
    "flag": (277, 232, 303, 256),
    "empty space": (400, 285, 426, 315),
    "who clubbed": (44, 595, 84, 614),
    "rank": (26, 370, 110, 392),
    "strength": (118, 368, 158, 392),
    "award": (408, 188, 434, 224),
    "clan's card": (24, 1004, 130, 1056),
    "owed": (440, 1020, 520, 1052),
    "count": (36, 1108, 60, 1136),
    "tokens left": (66, 1150, 96, 1182),
}
"""Vital places of the board of four."""


@pytest.mark.parametrize("vision", [None, *Vision], ids=lambda vision: vision.name if vision else "all colours")
def test_r11_everything_vital_has_contrast_400_pixels_wide(vision: Vision | None) -> None:
    """
    Reduced to a phone's width, each vital number or word still has a contrast of 3 : 1, for colour blind eyes too.
    """
    whole = GALLERY["board4"]()
    image = whole if vision is None else seen_picture(whole, vision)

    assert faint(image, PLACES) == {}


@pytest.mark.parametrize("clan", CLANS)
def test_r11_knocked_out_is_told_without_colour(clan: str) -> None:
    """
    A cross, a club with the clubber's code and other eyes: in grey, a third of a hollow looks different.
    """
    upright = standing("B", clan, "5", sheltered=False).image.convert("L").crop((8, 8, 76, 124))
    fallen = knocked_out("B", clan, "Vi").image.convert("L").crop((8, 8, 76, 124))
    difference = ImageChops.difference(upright, fallen).histogram()

    assert sum(difference[48:]) > 0.3 * 68 * 116

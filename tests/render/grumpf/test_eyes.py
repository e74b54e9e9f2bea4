"""Grumpf's pictures for other eyes: colour blindness, and a phone that shows them small."""

import sys
from itertools import combinations

import pytest
from PIL import ImageChops

from bot.conformance.lettering.vision import Vision, apart, contrast, simulate, simulate_picture
from games.core.game import Marks
from games.core.seats import Seat
from games.grumpf import GAME
from render.core import painter
from render.core.colour import RGB
from render.core.lettering.fonts import CHERRY, Face
from render.core.lettering.letters import lettering
from render.core.lettering.text import ink_box
from render.core.paths import Point
from render.core.surface import Surface
from render.grumpf import PICTURE
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
    stain,
)
from render.grumpf.pieces.cells import TAG, TEXT, draw_knocked_out, draw_standing
from render.grumpf.pieces.grumpfs import CLAN_SHAPES, reach
from render.grumpf.plates.card import pale
from tests.games.grumpf.table import Match
from tests.render.eyes import DESKTOP, PHONE, faint
from tests.render.grumpf.gallery import drawn
from tests.render.grumpf.positions import NAMES

SHARES = tuple(0.1 + 0.2 * i for i in range(31))
"""How much smaller a plate is shown."""


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
        if apart(simulate(CLANS[first], vision), simulate(CLANS[second], vision)) < 12
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
        *((BLOOD, stain(ground)) for ground in STONES.values()), *((SOOT, ground) for ground in HOLLOWS.values()),
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
        assert contrast(simulate(MOSS, vision), simulate(PALE, vision)) >= 4.5


def capitals(size: float) -> float:
    """How high the capitals of a size are, in pixels of the plate."""
    _, top, _, bottom = ink_box("H", CHERRY, 1000)
    return size * (bottom - top) / 1000


def test_lettering_is_as_high_as_it_must_be_shown() -> None:
    """
    The least size has capitals of 11 pixels on a desktop and 7 on a phone, the letters one chooses by of 10 on a phone.
    """
    assert capitals(TEXT) * DESKTOP >= 11
    assert capitals(TEXT) * PHONE >= 7
    assert capitals(TAG) * PHONE >= 10


def test_nothing_is_lettered_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    In live play, no lettering of what a player sees is smaller than the least size; narrow names have capitals as high.
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
    for players in (2, 6):
        match = Match(players, mode="live").begin_live().timer("time_up")
        for each in (*match.shown, match.state):
            for plate in PICTURE.private(GAME.view(each, Seat(0)), Marks(), names=NAMES[:players]):
                plate.image()

    assert len(sizes) > 60
    assert {what: size for what, size in sizes.items() if round(size, 2) < TEXT} == {}


def forget() -> None:
    """Forget every drawing that may bear lettering."""
    bare = {"blank", "stone", "strips", "slab", "pictograms"}
    names = [name for name in sys.modules if name.startswith("render.grumpf") and name.split(".")[-1] not in bare]
    for module in (painter, *(sys.modules[name] for name in names)):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear") and thing.__module__.split(".")[-1] not in bare:
                thing.cache_clear()


GROUNDS = {
    "hunt": (14, 8, 150, 40),
    "what to do": (14, 42, 230, 68),
    "beat just played": (489, 34, 519, 66),
    "next beat": (639, 32, 669, 62),
    "who is in a hut": (940, 40, 980, 64),
    "free hut": (1015, 40, 1081, 64),
    "board": (22, 80, 54, 110),
    "its name": (69, 82, 150, 110),
    "condition": (275, 80, 372, 112),
    "state": (385, 80, 470, 112),
    "failed state": (955, 80, 1020, 112),
    "animals on it": (485, 80, 533, 112),
    "value": (36, 160, 70, 195),
    "value in ink": (108, 160, 146, 195),
    "space": (19, 211, 45, 241),
    "clan": (48, 210, 86, 240),
    "flag": (282, 112, 314, 144),
    "empty space": (410, 170, 445, 205),
    "who clubbed": (45, 385, 85, 411),
    "rank": (20, 244, 120, 270),
    "award": (448, 243, 478, 270),
}
"""Vital places of the grounds of four."""

CLAN_CARDS = {
    "name": (102, 30, 190, 66),
    "code": (102, 84, 240, 108),
    "points": (450, 24, 530, 72),
    "count": (88, 130, 118, 165),
    "tokens left": (62, 192, 90, 222),
    "owed": (985, 190, 1080, 222),
    "drum": (930, 185, 980, 230),
}
"""Vital places of the cards of four."""


@pytest.mark.parametrize("vision", [None, *Vision], ids=lambda vision: vision.name if vision else "all colours")
@pytest.mark.parametrize(("name", "places"), [("grounds4", GROUNDS), ("clans4", CLAN_CARDS)])
def test_r11_everything_vital_has_contrast_on_a_phone(
    name: str, places: dict[str, tuple[int, int, int, int]], vision: Vision | None
) -> None:
    """
    Reduced to a phone's width, each vital number or word still has a contrast of 3 : 1, for colour blind eyes too.
    """
    whole = drawn(name)
    image = whole if vision is None else simulate_picture(whole, vision)

    assert faint(image, places) == {}


@pytest.mark.parametrize("clan", CLANS)
def test_r11_knocked_out_is_told_without_colour(clan: str) -> None:
    """
    A cross, a club with the clubber's code and other eyes: in grey, a third of a hollow looks different.
    """
    upright = draw_standing("B", clan, "5", sheltered=False).image.convert("L").crop((10, 8, 82, 124))
    fallen = draw_knocked_out("B", clan, "Vi").image.convert("L").crop((10, 8, 82, 124))
    difference = ImageChops.difference(upright, fallen).histogram()

    assert sum(difference[48:]) > 0.3 * 72 * 116

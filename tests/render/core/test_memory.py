"""The cache of drawings: never more than its budget, and what is worth least for its bytes goes first."""

from collections.abc import Callable

import pytest
from PIL import Image

from render.core.memory import cache as memory
from render.core.memory.cache import Cache
from render.core.memory.sizes import size_of
from render.core.sprites import bake
from render.core.surface import Raster
from render.grunn.inks import palette
from tests.render.test_galleries import TOGETHER, gallery

SIDE = 200
SMALL = 12


class Clock:
    """What drawing takes, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock by which only what a test says takes time."""
    made = Clock()
    monkeypatch.setattr(memory, "thread_time", made)
    return made


def draws(
    cache: Cache, clock: Clock, seconds: float, side: int = SIDE
) -> tuple[Callable[[int], Image.Image], list[int]]:
    """A kept function that takes so long for a square, and what it was called with."""
    drawn: list[int] = []

    def draw(number: int) -> Image.Image:
        drawn.append(number)
        clock.now += seconds
        return Image.new("L", (side, side), number)

    return cache.wrap(draw), drawn


def test_drawings_never_take_more_than_the_budget(clock: Clock) -> None:
    """
    A hundred squares of 40 kB stay within 500 kB, and each is still the one that was drawn.
    """
    cache = Cache(500_000)
    draw, _ = draws(cache, clock, 1.0)

    for number in [*range(100), *range(100)]:
        assert draw(number).getpixel((3, 3)) == number
        assert 0 < cache.used <= 500_000


def test_a_drawing_is_packed_before_it_goes(clock: Clock) -> None:
    """
    A hundred plain squares have room for twelve as they are, and all of them packed: none is drawn twice.
    """
    cache = Cache(500_000)
    draw, drawn = draws(cache, clock, 1.0)

    for number in [*range(100), *range(100)]:
        draw(number)

    assert drawn == [*range(100)]


def test_what_is_drawn_quickly_goes_before_what_takes_long(clock: Clock) -> None:
    """
    Two landscapes drawn in a second each stay, though many letters have been used since.
    """
    cache = Cache(200_000)
    slow, landscapes = draws(cache, clock, 1.0)
    quick, letters = draws(cache, clock, 1e-4, SMALL)
    for number in (0, 1, *range(300), 0, 1):
        (quick if number > 1 else slow)(number)

    assert landscapes == [0, 1]
    assert len(letters) >= 298


def test_what_is_used_often_stays(clock: Clock) -> None:
    """
    Of drawings alike in size and time, the one that is used on every board stays; others come and go.
    """
    cache = Cache(20_000)
    draw, drawn = draws(cache, clock, 1e-4, SMALL)
    for number in range(1, 200):
        draw(0)
        draw(number)
    for number in range(1, 200):
        draw(number)

    assert drawn.count(0) == 1
    assert len(drawn) > 300


def test_files_are_not_packed(clock: Clock) -> None:
    """
    What is compressed already goes as it is.
    """
    cache = Cache(10_000)
    drawn: list[int] = []

    def encode(number: int) -> bytes:
        drawn.append(number)
        clock.now += 1.0
        return bytes(4000)

    find = cache.wrap(encode, packs=False)
    for number in (1, 2, 3, 1):
        find(number)

    assert drawn == [1, 2, 3, 1]
    assert cache.used <= 10_000


def test_a_drawing_larger_than_all_is_not_kept(clock: Clock) -> None:
    """
    It would push out everything else, and then go itself.
    """
    cache = Cache(30_000)
    small, drawn = draws(cache, clock, 1e-4, SMALL)
    large, _ = draws(cache, clock, 1.0)
    for draw in (small, large, small):
        draw(1)

    assert drawn == [1]


def test_a_smaller_budget_is_kept_at_once_and_what_is_forgotten_counts_no_more(clock: Clock) -> None:
    """
    The budget can be set while drawings are there; `cache_clear` works as in the standard library.
    """
    cache = Cache(1_000_000)
    draw, drawn = draws(cache, clock, 1.0)
    for number in range(10):
        draw(number)
    cache.resize(100_000)

    assert 0 < cache.used <= 100_000
    draw.cache_clear()  # type: ignore[attr-defined]
    assert cache.used == 0
    draw(0)
    assert drawn == [*range(10), 0]


def test_arguments_by_name_are_told_apart(clock: Clock) -> None:
    """
    An argument by name is never taken for one by position.
    """
    cache = Cache(1_000_000)

    @cache.wrap
    def draw(*args: object, **options: object) -> tuple[object, object]:
        return args, tuple(options.items())

    assert draw("a", 1) == (("a", 1), ())
    assert draw(a=1) == ((), (("a", 1),))
    assert draw(("a", 1)) == ((("a", 1),), ())


def test_sizes_are_those_of_the_pixels() -> None:
    """
    Four bytes for a pixel in true colour, one in palette mode or of a mask; a file has its length.
    """
    raster = size_of(Raster(Image.new("RGBA", (100, 100))))
    sprite = size_of(bake(Raster(Image.new("RGBA", (100, 100), (200, 10, 10, 255))), (0, 0, 0), palette()))

    assert 40_000 < raster < 42_500
    assert 10_000 < sprite < 12_500
    assert 5_000 < size_of((bytes(5_000), 10, 20)) < 5_600


def test_pictures_are_the_same_with_little_memory() -> None:
    """
    What has been packed and unpacked, or drawn again, is drawn exactly as before.
    """
    name = TOGETHER["grunn"][0]
    drawn = gallery("grunn").drawn(name).tobytes()
    try:
        memory.DRAWN.resize(8_000_000)
        small = [gallery("grunn").fresh(name).tobytes() for _ in range(2)]
        used = memory.DRAWN.used
    finally:
        memory.DRAWN.resize(memory.USUAL_BUDGET)

    assert used <= 8_000_000
    assert small == [drawn, drawn]

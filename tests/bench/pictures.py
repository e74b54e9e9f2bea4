"""
How fast pictures are, beside the plain way: the same drawing composed in RGB with soft masks.

CPU time of one process with warm sprites. Every game with pictures has `tests/render/<key>/gallery.py`: its `GALLERY`
(pictures by name) and `IN_TURN` (boards of different positions, drawn in turn as in play) are measured. `rows` returns
what `make bench` prints; `python -m tests.bench.pictures` prints it alone, of the games named, else of all.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from itertools import cycle
from pathlib import Path
from time import process_time

from PIL import Image

from render.core.encode import LEVEL, png
from render.core.sprites import Canvas, Sprite

FOLDER = Path(__file__).parents[1] / "render"
LIMIT_MS = 25.0
LIMIT_BYTES = 250_000
TIMES = 15


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: milliseconds of CPU and bytes of ours, of the plain way, and the ratio of the times."""

    name: str
    draw_ms: float
    encode_ms: float
    size: int
    plain_ms: float
    plain_size: int

    @property
    def whole_ms(self) -> float:
        """Drawing and encoding."""
        return self.draw_ms + self.encode_ms

    @property
    def ratio(self) -> float:
        """How many times faster than the plain way."""
        return self.plain_ms / self.whole_ms


def spent(work: Callable[[], object]) -> float:
    """CPU milliseconds of some work: the lower quartile, since what else the machine does costs CPU time too."""
    times = []
    for _ in range(TIMES):
        start = process_time()
        work()
        times.append((process_time() - start) * 1000)
    return sorted(times)[TIMES // 4]


@contextmanager
def recorded() -> Iterator[list[tuple[Sprite, int, int]]]:
    """Note every sprite that is pasted, and where."""
    pasted: list[tuple[Sprite, int, int]] = []
    original = Canvas.paste

    def paste(self: Canvas, sprite: Sprite, x: float, y: float) -> None:
        pasted.append((sprite, round(x) + sprite.left, round(y) + sprite.top))
        original(self, sprite, x, y)

    Canvas.paste = paste  # type: ignore[method-assign]
    try:
        yield pasted
    finally:
        Canvas.paste = original  # type: ignore[method-assign]


def plainly(make: Callable[[], Image.Image]) -> tuple[float, int]:
    """The same picture from the same sprites, kept in RGB with 8-bit masks and encoded as an RGB PNG."""
    with recorded() as pasted:
        size = make().size
    background = Image.new("RGB", size, "white")
    sprites = [
        (each.image.convert("RGB"), each.mask.convert("L") if each.mask else None, x, y) for each, x, y in pasted
    ]

    def compose() -> bytes:
        image = background.copy()
        for sprite, mask, x, y in sprites:
            image.paste(sprite, (x, y), mask)
        buffer = BytesIO()
        image.save(buffer, "PNG", compress_level=LEVEL)
        return buffer.getvalue()

    return spent(compose), len(compose())


def measured(name: str, make: Callable[[], Image.Image]) -> Row:
    """One picture, warm."""
    image = make()
    plain_ms, plain_size = plainly(make)
    return Row(name, spent(make), spent(lambda: png(image)), len(png(image)), plain_ms, plain_size)


def changing(makers: Sequence[Callable[[], Image.Image]]) -> Callable[[], Image.Image]:
    """Boards of different positions, the next one at each call, all of them warm."""
    for make in makers:
        make()
    turn = cycle(makers)
    return lambda: next(turn)()


def keys() -> list[str]:
    """The games that have pictures to measure."""
    return [folder.name for folder in sorted(FOLDER.iterdir()) if (folder / "gallery.py").exists()]


def rows(key: str) -> list[Row]:
    """Boards that change, and every kind of picture of a game."""
    gallery = import_module(f"tests.render.{key}.gallery")
    return [
        measured("boards in turn", changing(gallery.IN_TURN)),
        *(measured(name, make) for name, make in gallery.GALLERY.items()),
    ]


def main() -> None:
    """Print the rows."""
    for key in sys.argv[1:] or keys():
        print(f"{key:16}{'draw':>7}{'encode':>8}{'whole':>7} ms{'kB':>6}   plain RGB:{'ms':>7}{'kB':>6}{'ratio':>7}")
        for row in rows(key):
            print(
                f"{row.name:16}{row.draw_ms:7.1f}{row.encode_ms:8.1f}{row.whole_ms:7.1f}   {row.size / 1000:6.0f}"
                f"             {row.plain_ms:7.1f}{row.plain_size / 1000:6.0f}{row.ratio:7.1f}"
            )
    print(f"limits: {LIMIT_MS:.0f} ms, {LIMIT_BYTES / 1000:.0f} kB")


if __name__ == "__main__":
    main()

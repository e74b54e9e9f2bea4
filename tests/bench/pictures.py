"""
How fast pictures are, beside the plain way: the same drawing composed in RGB with soft masks.

CPU time of one process with warm sprites; positions change from picture to picture, as in play. `rows` returns what
`make bench` prints; `python -m tests.bench.pictures` prints it alone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from statistics import median
from time import process_time

from PIL import Image

from games.core.game import Marks
from render.core.encode import LEVEL, png
from render.core.sprites import Canvas, Sprite
from render.grunn import PICTURE
from tests.render.grunn.gallery import GALLERY
from tests.render.grunn.positions import NAMES, mock_up, table, view

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
    """The median CPU milliseconds of some work."""
    times = []
    for _ in range(TIMES):
        start = process_time()
        work()
        times.append((process_time() - start) * 1000)
    return median(times)


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


def changing() -> Callable[[], Image.Image]:
    """Boards of different tables in turn."""
    views = [view(mock_up()), *(view(table(seats)) for seats in range(2, 6))]
    count = 0

    def make() -> Image.Image:
        nonlocal count
        count += 1
        shown = views[count % len(views)]
        return PICTURE.board(shown, Marks(), names=(*NAMES, "Ella")[: len(shown.state.players)])

    for _ in views:
        make()
    return make


def rows() -> list[Row]:
    """Every kind of picture of Grunn, and boards that change."""
    return [measured("boards in turn", changing()), *(measured(name, make) for name, make in GALLERY.items())]


def main() -> None:
    """Print the rows."""
    print(f"{'grunn':16}{'draw':>7}{'encode':>8}{'whole':>7} ms{'kB':>6}   plain RGB:{'ms':>7}{'kB':>6}{'ratio':>7}")
    for row in rows():
        print(
            f"{row.name:16}{row.draw_ms:7.1f}{row.encode_ms:8.1f}{row.whole_ms:7.1f}   {row.size / 1000:6.0f}"
            f"             {row.plain_ms:7.1f}{row.plain_size / 1000:6.0f}{row.ratio:7.1f}"
        )
    print(f"limits: {LIMIT_MS:.0f} ms, {LIMIT_BYTES / 1000:.0f} kB")


if __name__ == "__main__":
    main()

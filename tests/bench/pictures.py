"""
How fast boards are, beside the plain way: the same drawing composed in RGB with soft masks.

CPU time of one process with warm sprites, all plates of a board together. Of every game with pictures and every number
of players, boards of a match of computer players are drawn in turn, as in play. `rows` is what `make bench` prints;
`python -m tests.bench.pictures` prints it alone, of the games named, else of all.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from time import process_time

from PIL import Image

from bot.cli.render import NAMES
from bot.cli.selfplay import brains_of
from games.core.game import Setup
from games.core.registry import games
from games.core.running.selfplay import play_steps
from render.core.output.encode import LEVEL, png
from render.core.registry import picture
from render.core.sprites import Canvas, Part, Sprite

FOLDER = Path(__file__).parents[2] / "render"
SEED = b"boards in turn".ljust(32)
BOARDS = 8
"""So many boards of a match, from its first to its last turn."""
MOST_STEPS = 2000
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


Boards = Callable[[], list[Image.Image]]
"""Draws the plates of a board, of the next position at each call."""


def coloured(part: Part, colours: list[int]) -> tuple[Image.Image, Image.Image | None]:
    """A part of a sprite in RGB, and its mask with eight bits."""
    plain = Image.new("L", (1, 1))
    image = plain._new(part.core)
    image.putpalette(colours, "RGB")
    return image.convert("RGB"), None if part.mask is None else plain._new(part.mask).convert("L")


def plainly(make: Boards) -> tuple[float, int]:
    """The same pictures from the same sprites, kept in RGB with 8-bit masks and encoded as RGB PNGs."""
    with recorded() as pasted:
        plates = make()
    size = (max(plate.width for plate in plates), sum(plate.height for plate in plates))
    background = Image.new("RGB", size, "white")
    colours = plates[0].getpalette("RGB") or []
    sprites = [
        (*coloured(part, colours), x + part.box[0], y + part.box[1]) for each, x, y in pasted for part in each.parts
    ]

    def compose() -> bytes:
        image = background.copy()
        for sprite, mask, x, y in sprites:
            image.paste(sprite, (x, y), mask)
        buffer = BytesIO()
        image.save(buffer, "PNG", compress_level=LEVEL)
        return buffer.getvalue()

    return spent(compose), len(compose())


def measured(name: str, boards: Sequence[Boards]) -> Row:
    """Boards of different positions, the next one at each call, all of them warm; the largest of their sizes."""
    drawn = [board() for board in boards]
    turn, images = cycle(boards), cycle(drawn)
    size = max(sum(len(png(image)) for image in board) for board in drawn)
    plain_ms, plain_size = plainly(boards[len(boards) // 2])
    encode_ms = spent(lambda: [png(image) for image in next(images)])
    return Row(name, spent(lambda: next(turn)()), encode_ms, size, plain_ms, plain_size)


def keys() -> list[str]:
    """The games that have pictures to measure."""
    return [key for key in sorted(games()) if (FOLDER / key).is_dir()]


def boards_of(key: str, seats: int) -> list[Boards]:
    """Some boards of a match, as everybody sees them, each with what changed since the one before."""
    game, pictures = games()[key], picture(key)
    setup = Setup(seats, game.spec.options())
    steps = play_steps(game, setup, SEED, brains=brains_of(game, ["easy"] * seats))
    states = [step.position.state for step in islice(steps, MOST_STEPS)]
    views = [game.view(state, None) for state in states if game.outcome(state) is None]
    names = NAMES[:seats]

    def board(at: int) -> list[Image.Image]:
        marks = game.panel.marks(views[max(0, at - 1)], views[at])
        return [plate.image() for plate in pictures.board(views[at], marks, names=names)]

    return [partial(board, at) for at in range(0, len(views), max(1, len(views) // BOARDS))]


def rows(key: str) -> list[Row]:
    """Boards of a game at every number of players."""
    return [measured(f"seats: {seats}", boards_of(key, seats)) for seats in games()[key].spec.seats]


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

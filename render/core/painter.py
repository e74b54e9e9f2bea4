"""The painter: a canvas that bakes drawings for the ground they lie on, once, and letters in any face."""

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, ParamSpec, TypeAlias

from PIL import Image

from render.core.colour import RGB
from render.core.lettering.fonts import Face
from render.core.lettering.letters import lettering
from render.core.lettering.text import ink_box, plain, width
from render.core.memory.cache import cached
from render.core.palette import Palette
from render.core.paths import Point
from render.core.sprites import Canvas, Sprite, bake
from render.core.surface import Raster

P = ParamSpec("P")
Look: TypeAlias = tuple[Face, int, RGB]
"""How lettering looks: face, size in pixels, colour."""

Side: TypeAlias = Literal["left", "middle", "right"]
CAPS = "H0"  # what stands between baseline and cap height


@cached
def _bake(
    palette: Palette,
    ground: RGB,
    make: Callable[..., Raster],
    args: tuple[Hashable, ...],
    options: tuple[tuple[str, Hashable], ...],
) -> Sprite:
    return bake(make(*args, **dict(options)), ground, palette)


def on(palette: Palette, ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """The drawing that `make` gives for these (hashable) arguments, as a sprite for that ground; made once."""
    return _bake(palette, ground, make, args, tuple(options.items()))


class Painter(Canvas):
    """Pastes sprites and lettering in one palette; `ground` is the colour they lie on unless told otherwise."""

    __slots__ = ("ground", "palette")

    def __init__(self, background: Image.Image, palette: Palette, ground: RGB) -> None:
        super().__init__(background)
        self.palette = palette
        self.ground = ground

    def put(self, make: Callable[P, Raster], at: Point, *args: P.args, **options: P.kwargs) -> None:
        """Paste a drawing with its (0, 0) at a place."""
        self.paste(_bake(self.palette, self.ground, make, args, tuple(options.items())), *at)

    def letters(self, text: str, at: Point, look: Look, *, side: Side = "left") -> None:
        """Lettering on a baseline; `at` is where its pen starts, has its middle or ends."""
        x = at[0] - _before(width(text, *look[:2]), side)
        self.put(lettering, (x, at[1]), text, *look)

    def center_ink(self, text: str, at: Point, look: Look) -> None:
        """Lettering whose own ink is centred on a place: numbers that hang below the line need this."""
        left, top, right, bottom = ink_box(text, *look[:2])
        self.put(lettering, (at[0] - (left + right) / 2, at[1] - (top + bottom) / 2), text, *look)

    def center_capitals(self, text: str, at: Point, look: Look, *, side: Side = "middle") -> None:
        """Lettering whose capitals are centred in height on a place, so that words in a row share their baseline."""
        _, top, _, bottom = ink_box(CAPS, *look[:2])
        self.letters(text, (at[0], at[1] - (top + bottom) / 2), look, side=side)


def _before(wide: float, side: Side) -> float:
    return {"left": 0.0, "middle": wide / 2, "right": wide}[side]


def drawable(names: Sequence[str], pattern: str) -> tuple[str, ...]:
    """The names as they can be drawn; one of which nothing is left becomes `pattern` with the seat's number."""
    return tuple(plain(name) or pattern.format(number=seat + 1) for seat, name in enumerate(names))

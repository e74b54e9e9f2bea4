"""The painter: a canvas that knows Grunn's palette, lettering and numbers."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import ParamSpec

from PIL import Image

from render.core.colour import RGB
from render.core.fonts import KAFFEESATZ, VOLLKORN, Face
from render.core.lettering import lettering
from render.core.plate import Raster
from render.core.sprites import Canvas, Sprite, bake
from render.core.text import fit, ink_box, plain, width
from render.grunn.inks import CREAM, INK, PAPER, palette

P = ParamSpec("P")


@lru_cache(maxsize=3072)
def _baked(
    ground: RGB,
    make: Callable[..., Raster],
    args: tuple[Hashable, ...],
    options: tuple[tuple[str, Hashable], ...],
) -> Sprite:
    return bake(make(*args, **dict(options)), ground, palette())


def on(ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """The drawing that `make` gives for these (hashable) arguments, as a sprite for that ground; made once."""
    return _baked(ground, make, args, tuple(options.items()))


class Painter(Canvas):
    """Pastes sprites and lettering; `ground` is the colour they lie on unless told otherwise."""

    __slots__ = ("ground",)

    def __init__(self, background: Image.Image, ground: RGB = PAPER) -> None:
        super().__init__(background)
        self.ground = ground

    def put(self, make: Callable[P, Raster], at: tuple[float, float], *args: P.args, **options: P.kwargs) -> None:
        """Paste a drawing with its (0, 0) at a place."""
        self.paste(_baked(self.ground, make, args, tuple(options.items())), *at)

    def text(self, text: str, at: tuple[float, float], size: int, *, serif: bool = False, right: bool = False) -> None:
        """Ink lettering from a place on its baseline, or ending there."""
        face = VOLLKORN if serif else KAFFEESATZ
        x, y = at
        if right:
            x -= width(text, face, size)
        self.paste(_baked(self.ground, lettering, (text, face, size, INK), ()), x, y)

    def middle(
        self, text: str, at: tuple[float, float], size: int, *, light: bool = False, serif: bool = False
    ) -> None:
        """Lettering whose own ink is centred on a place: numbers hang below the line and need this."""
        face = VOLLKORN if serif else KAFFEESATZ
        left, top, right, bottom = ink_box(text, face, size)
        sprite = _baked(self.ground, lettering, (text, face, size, CREAM if light else INK), ())
        self.paste(sprite, at[0] - (left + right) / 2, at[1] - (top + bottom) / 2)

    def name(self, name: str, at: tuple[float, float], room: int, sizes: tuple[int, int]) -> None:
        """A player's name in Vollkorn, shrunk and then cut to `room` pixels."""
        fitted = fit(name, VOLLKORN, room, sizes)
        self.text(fitted.text, at, fitted.size, serif=True)


def drawable(names: tuple[str, ...], pattern: str) -> tuple[str, ...]:
    """The names as they can be drawn; one of which nothing is left becomes `pattern` with the seat's number."""
    return tuple(plain(name) or pattern.format(number=seat + 1) for seat, name in enumerate(names))


def text_width(text: str, size: int, face: Face = KAFFEESATZ) -> float:
    """How wide a piece of lettering is, in pixels."""
    return width(text, face, size)

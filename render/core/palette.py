"""
One palette of at most 128 colours for all pictures of a game.

Composing in palette mode copies bytes instead of mixing colours, and the PNG is half the size; so every sprite is
brought to the game's palette once, and pictures are made of sprites. The palette is data (`data/palette.hex` in the
game's folder): first the named inks, exactly, then mixtures chosen from a sheet of the game's sprites by `gather`.
"""

from collections.abc import Iterable, Sequence
from importlib.resources import files

from PIL import Image

from render.core.colour import RGB, rgb

LIMIT = 128
NEAR = 220  # distance below which a mixture is as good as a named colour; Pillow cannot tell nearer ones apart


class Palette:
    """Up to 128 colours; everything drawn for a game is brought to them."""

    __slots__ = ("_carrier", "_known", "colours")

    def __init__(self, colours: Sequence[RGB]) -> None:
        if not 0 < len(colours) <= LIMIT:
            raise ValueError(f"a palette has 1 to {LIMIT} colours, not {len(colours)}")
        self.colours = tuple(colours)
        self._known: dict[RGB, int] = {}
        self._carrier = Image.new("P", (1, 1))
        self._carrier.putpalette([part for colour in self.colours for part in colour])

    @classmethod
    def of(cls, package: str) -> "Palette":
        """The palette in `data/palette.hex` of a package, one colour a line."""
        lines = files(package).joinpath("data/palette.hex").read_text("ascii").split()
        return cls([rgb(line) for line in lines])

    def index(self, colour: RGB) -> int:
        """The number of the nearest colour."""
        known = self._known.get(colour)
        if known is None:
            known = min(range(len(self.colours)), key=lambda i: distance(self.colours[i], colour))
            self._known[colour] = known
        return known

    def ground(self, size: tuple[int, int], colour: RGB) -> Image.Image:
        """A plain picture in palette mode."""
        image = Image.new("P", size, self.index(colour))
        image.putpalette(self._carrier.getpalette("RGB") or [], "RGB")
        return image

    def bring(self, image: Image.Image) -> Image.Image:
        """An RGB picture in this palette, every pixel the nearest colour, undithered."""
        return image.convert("RGB").quantize(palette=self._carrier, dither=Image.Dither.NONE)


def distance(first: RGB, second: RGB) -> int:
    """How far two colours lie apart: squared, weighted as the eye weighs them."""
    red, green, blue = (a - b for a, b in zip(first, second, strict=True))
    return 3 * red * red + 4 * green * green + 2 * blue * blue


def gather(sheet: Image.Image, named: Iterable[RGB], limit: int = LIMIT) -> list[RGB]:
    """The named colours and the mixtures that serve an RGB sheet best, `limit` in all, near doubles left out."""
    chosen: list[RGB] = []
    for colour in named:
        if all(distance(colour, other) > NEAR for other in chosen):
            chosen.append(colour)
    sample = sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.NEAREST)
    found: list[RGB] = []
    for wanted in range(limit, 257, 32):
        table = sample.quantize(wanted, method=Image.Quantize.MEDIANCUT, kmeans=2).getpalette("RGB") or []
        mixtures = [(table[i], table[i + 1], table[i + 2]) for i in range(0, len(table), 3)]
        found = [m for m in dict.fromkeys(mixtures) if min(distance(m, c) for c in chosen) > NEAR]
        if len(chosen) + len(found) >= limit:
            break
    return chosen + found[: limit - len(chosen)]

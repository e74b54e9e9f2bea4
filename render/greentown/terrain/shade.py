"""The shadow that the town casts into the empty spaces beside it."""

from itertools import pairwise

from PIL import Image, ImageChops, ImageFilter

from render.core.memory.cache import cached
from render.core.surface import Raster, Surface
from render.greentown.inks import INK, SHADES
from render.greentown.terrain.hexagon import ALL_SIDES, APOTHEM, WIDE, R, hexagon, towards

STRENGTH = 0.47  # of the ink at the darkest
SHIFT = (3.0, 9.0)
BLUR = 6.0
Mask = tuple[int, int, Image.Image]


@cached
def cast(wide: int, bits: int) -> Raster:
    """
    The shadow in one space, hexagons being `wide` pixels wide, as ink of changing strength.

    `bits` has one bit for each side on which there is a tile.
    """
    unit = wide / WIDE
    box = (-APOTHEM - 1, -R, APOTHEM + 1, R)
    plate = Surface("cast", box, unit, fine=2, flat=True)
    for side in ALL_SIDES:
        if bits >> side & 1:
            x, y = towards(side, 2 * APOTHEM)
            corners = [(x + px + SHIFT[0], y + py + SHIFT[1]) for px, py in hexagon(R)]
            plate.pen().shape(corners, INK, shake=0)
    cell = Surface("cell", box, unit, fine=2, flat=True)
    cell.pen().shape(hexagon(R - 0.4), INK, shake=0)
    raster = plate.raster()
    alpha = raster.image.getchannel("A").filter(ImageFilter.GaussianBlur(BLUR * unit))
    alpha = ImageChops.multiply(alpha, cell.raster().image.getchannel("A"))
    ink = Image.new("RGBA", raster.image.size, INK)
    ink.putalpha(alpha.point([round(i * STRENGTH) for i in range(256)]))
    return Raster(ink, raster.left, raster.top)


@cached
def shades(wide: int, bits: int) -> tuple[Mask, ...]:
    """The same in steps, from its rim inwards, as one-bit masks with their corners."""
    raster = cast(wide, bits)
    alpha = raster.image.getchannel("A")
    found: list[Mask] = []
    for low in (SHADES[0] / 2, *((a + b) / 2 for a, b in pairwise(SHADES))):
        mask = alpha.point([0 if i < 255 * low else 255 for i in range(256)])
        box = mask.getbbox()
        if box is not None:
            found.append((raster.left + box[0], raster.top + box[1], mask.crop(box).convert("1")))
    return tuple(found)

"""Stone: edges cut by hand, stains in flat tones, the cave wall, slabs and the hollows in them."""

from PIL import Image, ImageChops, ImageDraw

from render.core.colour import RGB, mix
from render.core.ink import even
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, close_path, round_rectangle, walk
from render.core.surface import Raster, Surface
from render.grumpf.inks import (
    BOARDS,
    CAVE,
    CAVE_DARK,
    CAVE_LIGHT,
    CREAM,
    HOLLOWS,
    INK,
    PAINTING,
    SOOT,
    STONES,
    palette,
    stain,
)
from render.grumpf.pieces.pictograms import mask

WIDE = 1100
SLAB = (540, 204)
STRIP = 49  # height of the printed strip on top of a slab
TRACK = (10, 57)  # where a slab's first hollow begins
HOLLOW = (72, 116)
PITCH = 75
SPACES = {"B": 7, "R": 6, "F": 5, "W": 6, "M": 5, "S": 4}
PAINTED = 150  # size of the animal on the rock
KNOT = 5.0  # pixels between the points of a cut edge


def cut(box: tuple[float, float, float, float], radius: float, jitter: float, key: str) -> list[Point]:
    """A rounded rectangle (left, top, right, bottom) whose edge strays a little, the same for the same key."""
    chance = seed_random(f"cut{key}")
    found: list[Point] = []
    dx = dy = 0.0
    for x, y in walk(close_path(round_rectangle(*box, radius=radius)), KNOT)[:-1]:
        dx = 0.7 * dx + chance.uniform(-1, 1) * jitter / 2
        dy = 0.7 * dy + chance.uniform(-1, 1) * jitter / 2
        found.append((x + dx, y + dy))
    return found


@cached
def stains(wide: int, high: int, key: str, *, low: bool = False) -> Image.Image:
    """Where a stone is darker (`low`: and where it is darkest), as a mask: smooth noise of two sizes, cut off."""
    field = Image.blend(_noise(wide, high, 150, key), _noise(wide, high, 55, f"{key}fine"), 0.34)
    edge = 96 if low else 122
    return field.point([255 if i < edge else 0 for i in range(256)])


def _noise(wide: int, high: int, cell: int, key: str) -> Image.Image:
    chance = seed_random(f"stain{key}")
    size = (wide // cell + 3, high // cell + 3)
    image = Image.frombytes("L", size, chance.randbytes(size[0] * size[1]))
    whole = image.resize((size[0] * cell, size[1] * cell), Image.Resampling.BICUBIC)
    return whole.crop((cell, cell, cell + wide, cell + high))


def flecks(image: Image.Image, key: str, colours: tuple[RGB, ...], count: int) -> None:
    """A few specks of other stone."""
    chance = seed_random(f"fleck{key}")
    draw = ImageDraw.Draw(image)
    for _ in range(count):
        x, y = chance.uniform(10, image.width - 10), chance.uniform(10, image.height - 10)
        r = chance.uniform(1, 3.4)
        draw.ellipse((x - r, y - r * 0.7, x + r, y + r * 0.7), fill=chance.choice(colours))


@cached
def wall(high: int) -> Image.Image:
    """The cave wall, in palette mode."""
    image = Image.new("RGB", (WIDE, high), CAVE)
    image.paste(CAVE_LIGHT, mask=ImageChops.invert(stains(WIDE, high, "wall")))
    image.paste(CAVE_DARK, mask=stains(WIDE, high, "wall", low=True))
    return palette().bring(image)


def stone(size: tuple[int, int], colour: RGB, key: str) -> Image.Image:
    """A piece of stained stone without edges."""
    image = Image.new("RGB", size, colour)
    image.paste(stain(colour), mask=stains(*size, key))
    return image


def block(face: Image.Image, key: str, *, radius: float = 16.0, jitter: float = 1.0, edge: float = 3.5) -> Raster:
    """A block with that face: it casts a shadow, has a dark lower lip, a light upper one and an edge of ink."""
    wide, high = face.size
    plate = Surface(f"block{key}", (-12, -8, wide + 12, high + 18), 1.0, fine=3, flat=True)
    outline = cut((1, 1, wide - 1, high - 1), radius, jitter, key)
    colour = face.getpixel((wide // 2, high - 20))
    assert isinstance(colour, tuple)
    base = (int(colour[0]), int(colour[1]), int(colour[2]))
    silhouette = plate.layer()
    silhouette.pen().shape(outline, INK, shake=0)
    plate.pen().shape(outline, mix(INK, base, 0.42), shake=0)
    plate.shadow((0, 5), 7, (12, 6, 3), 0.75)
    upper = plate.layer()
    upper.pen().shape([(x, y - 4) for x, y in outline], mix(CREAM, base, 0.6), shake=0)
    upper.clip(silhouette)
    plate.lay(upper)
    inner = plate.layer()
    large = face.resize((wide * 3, high * 3), Image.Resampling.NEAREST)
    inner.image.paste(large, (12 * 3, 8 * 3))
    for shift in (-4.0, 3.0):
        shape = plate.layer()
        shape.pen().shape([(x, y + shift) for x, y in outline], INK, shake=0)
        inner.clip(shape)
    inner.clip(silhouette)
    plate.lay(inner)
    plate.pen().line(close_path(outline), even(edge, INK))
    return plate.raster()


def hollow_box(space: int) -> tuple[int, int]:
    """The upper left corner of a hollow in its slab; spaces count from 1."""
    return (TRACK[0] + PITCH * (space - 1), TRACK[1])


@cached
def dent(ground: RGB, key: str) -> Raster:
    """An old hollow with flat ground: shade along its top and left, a light lower lip; (0, 0) is its corner."""
    wide, high = HOLLOW
    plate = Surface(f"dent{key}", (-3, -3, wide + 3, high + 5), 1.0, flat=True)
    outline = cut((1.5, 1.5, wide - 1.5, high - 1.5), 16, 0.7, "hollow")
    plate.pen().shape([(x, y + 2.4) for x, y in outline], mix(CREAM, ground, 0.55), shake=0)
    plate.pen().shape(outline, mix(INK, ground, 0.2), shake=0)
    inner = plate.layer()
    inner.pen().shape([(x + 3, y + 5) for x, y in outline], ground, shake=0)
    whole = plate.layer()
    whole.pen().shape(outline, INK, shake=0)
    inner.clip(whole)
    plate.lay(inner)
    plate.pen().line(close_path(outline), even(2.2, mix(SOOT, ground, 0.75)))
    return plate.raster()


@cached
def rock(board: str) -> Image.Image:
    """The face of a board's slab below its strip: stone, the animal on it, hollows that let it shine through."""
    colour = STONES[board]
    image = stone(SLAB, colour, f"slab{board}")
    flecks(image, board, (stain(stain(colour)), mix(CREAM, colour, 0.5)), 9)
    for space in range(1, SPACES[board] + 1):
        raster = dent(HOLLOWS[board], board)
        x, y = hollow_box(space)
        image.paste(raster.image, (x + raster.left, y + raster.top), raster.image)
    paint = mask(board, PAINTED)
    place = (SLAB[0] - PAINTED - 10, STRIP + 1)
    veil = Image.new("RGB", paint.size, BOARDS[board])
    image.paste(veil, place, paint.point([round(i * PAINTING) for i in range(256)]))
    return image

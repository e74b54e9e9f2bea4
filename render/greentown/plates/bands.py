"""The static layers beside the map: dark bands with scales, paper, the panels of the players, the head's plate."""

from functools import lru_cache

from PIL import Image

from render.core.colour import RGB, mix
from render.core.ink import even
from render.core.lettering.fonts import DOSIS
from render.core.lettering.text import ink_box, width
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, arc, close_path, rectangle, round_rectangle
from render.core.surface import Raster, Surface
from render.greentown.inks import ACTIVE, CREAM, GREY_DARK, INK, PAPER, PASTURE, READY, SAND
from render.greentown.pieces.tokens import tree
from render.greentown.terrain.hexagon import hexagon

WIDTH, HEIGHT = 1100, 700
HEAD = 54
TITLE = 40
BAR = 60  # height of the dark bar with the name of the player to move
Box = tuple[int, int, int, int]


@cached
def band(wide: int, high: int, ground: RGB) -> Raster:
    """A dark band with tone-on-tone scales and a few dry specks."""
    plate = Surface(f"band{high}", (0, 0, wide, high), 1.0, fine=3, flat=True)
    pen = plate.pen()
    pen.shape(rectangle(-2, -2, wide + 2, high + 2), ground, shake=0)
    tone = mix(CREAM, ground, 0.07)
    for row in range(-1, high // 14 + 2):
        for column in range(-1, wide // 26 + 2):
            left = column * 26 + (13 if row % 2 else 0)
            pen.line(arc(left, row * 14 + 6, 13, (190, 350), steps=10), even(1.6, tone))
    chance = seed_random(f"specks{high}")
    for _ in range(wide * high // 2600):
        x, y = chance.uniform(0, wide), chance.uniform(0, high)
        pen.disc(x, y, chance.uniform(0.6, 1.5), mix(CREAM, ground, 0.14))
    return plate.raster()


@cached
def logo() -> Raster:
    """The hexagon with a tree."""
    plate = Surface("logo", (-36, -36, 36, 36), 0.74)
    pen = plate.pen()
    pen.shape(hexagon(31.5), PASTURE, edge=even(2.5, INK), shake=0)
    pen.line(close_path(hexagon(30.5)), even(3.4, CREAM))
    tree(plate.pen(0, 1, share=0.66), shadow=False)
    return plate.raster()


@cached
def margin(wide: int, high: int) -> Image.Image:
    """Paper with a few fibres, as an RGB picture for backgrounds."""
    plate = Surface("margin", (0, 0, wide, high), 1.0, fine=2, flat=True)
    pen = plate.pen()
    pen.shape(rectangle(-2, -2, wide + 2, high + 2), PAPER, shake=0)
    chance = seed_random("fibres")
    for _ in range(wide * high // 9000):
        x, y, lean = chance.uniform(0, wide), chance.uniform(0, high), chance.uniform(-6, 6)
        pen.line([(x, y), (x + 7, y + lean)], even(1.2, mix(INK, PAPER, 0.06)))
    return plate.raster().image.convert("RGB")


def body(wide: int, high: int) -> list[Point]:
    """The outline of a panel with its thick edge."""
    return round_rectangle(2.5, 2.5, wide - 2.5, high - 2.5, radius=14)


@cached
def panel(size: tuple[int, int], *, active: bool, bar: int = BAR) -> Raster:
    """The field of one player from its upper left corner; of the one to move lighter, with a dark bar."""
    wide, high = size
    plate = Surface("panel", (-3, -3, wide + 8, high + 8), 1.0, flat=True)
    pen = plate.pen()
    if not active:
        pen.shape(round_rectangle(1, 1, wide - 1, high - 1, radius=14), SAND, edge=even(2, INK), shake=0)
        return plate.raster()
    outline = body(wide, high)
    pen.shape([(x + 4.5, y + 4.5) for x, y in outline], GREY_DARK, shake=0)
    pen.shape(outline, ACTIVE, shake=0)
    top = plate.layer()
    if bar:
        top.pen().shape(rectangle(0, 0, wide, bar), INK, shake=0)
    mask = plate.layer()
    mask.pen().shape(outline, INK, shake=0)
    top.clip(mask)
    plate.lay(top)
    pen.line(close_path(outline), even(5, INK))
    return plate.raster()


@cached
def pill(wide: int, high: int = 46) -> Raster:
    """The plate in the head; (0, 0) is its upper right corner."""
    plate = Surface("pill", (-wide - 2, -2, 3, high + 3), 1.0, flat=True)
    radius = high / 2 - 1.5
    body = round_rectangle(-wide + 1.5, 1.5, -1.5, high - 1.5, radius=radius)
    plate.pen().shape(body, CREAM, edge=even(3, INK), shake=0)
    return plate.raster()


@cached
def ready(wide: int, high: int) -> Raster:
    """The lighter field in a cream frame under the stacks from which tiles are laid now."""
    plate = Surface("ready", (0, 0, wide, high), 1.0, flat=True)
    body = round_rectangle(2.5, 2.5, wide - 2.5, high - 2.5, radius=13)
    plate.pen().shape(body, READY, edge=even(4, CREAM), shake=0)
    return plate.raster()


@cached
def title() -> Raster:
    """The name of the game, from the left end of its capitals' middle line."""
    plate = Surface("title", (0, -HEAD / 2, 250, HEAD / 2), 1.0, flat=True)
    _, top, _, bottom = ink_box("GREEN TOWN", DOSIS, TITLE)
    plate.text("GREEN TOWN", (0, (top - bottom) / 2), (DOSIS, TITLE, CREAM), corner=True)
    return plate.raster()


@lru_cache(maxsize=1)
def title_width() -> int:
    """How wide the name of the game is."""
    return round(width("GREEN TOWN", DOSIS, TITLE))


@cached
def edge(high: int) -> Raster:
    """The upright ink line beside a map, with its right side at (0, 0)."""
    plate = Surface("edge", (-4, 0, 0, high), 1.0, flat=True)
    plate.pen().shape(rectangle(-3, -2, 0, high + 2), INK, shake=0)
    return plate.raster()

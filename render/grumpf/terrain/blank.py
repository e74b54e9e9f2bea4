"""The stone of a card, lit where its clan is waited for, and the frames round it."""

from render.core.ink import even
from render.core.memory.cache import cached
from render.core.paths import close_path
from render.core.surface import Raster, Surface
from render.grumpf.inks import INK, RED, RESTING, TORCH, WAITING
from render.grumpf.terrain.stone import block, cut, stone

Size = tuple[int, int]
LOOKS = 2  # so many stains there are, for cards beside each other


@cached
def blank(size: Size, number: int, *, lit: bool, changed: bool = False) -> Raster:
    """A card; a lit one waits, in a frame of torch light; (0, 0) is its corner. Every other `number` looks the same."""
    whole = _stone(size, number % LOOKS, lit=lit)
    return _frame(size, lit=lit, changed=changed).over(whole) if lit or changed else whole


@cached
def _stone(size: Size, look: int, *, lit: bool) -> Raster:
    face = stone(size, WAITING if lit else RESTING, f"card{look}")
    return block(face, f"card{look}{size[0]}", radius=14, jitter=0.9, edge=3)


@cached
def _frame(size: Size, *, lit: bool, changed: bool) -> Raster:
    """Torch light round a card that waits, a red line inside one whose collection has changed."""
    across, high = size
    plate = Surface("frame", (-8, -8, across + 8, high + 8), 1.0, fine=3, flat=True)
    outline = cut((2, 2, across - 2, high - 2), 14, 0.9, f"frame{across}")
    inner = cut((7, 7, across - 7, high - 7), 10, 0.9, f"inner{across}")
    if lit:
        plate.pen().line(close_path(outline), even(9, INK))
        plate.pen().line(close_path(outline), even(6, TORCH))
        plate.pen().line(close_path(inner), even(2.6, INK))
    if changed:
        plate.pen().line(close_path(inner), even(4.4, RED))
    return plate.raster()

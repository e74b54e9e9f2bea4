"""Grunn's surfaces."""

from render.core import surface
from render.core.surface import SUPER, Box


class Surface(surface.Surface):
    """A surface reduced by the plain mean: the shades of sharpened edges would make the files a sixth larger."""

    __slots__ = ()

    def __init__(self, key: str, box: Box, unit: float, *, fine: int = SUPER) -> None:
        super().__init__(key, box, unit, fine=fine, flat=True)

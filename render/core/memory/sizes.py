"""How many bytes a drawing takes in memory."""

from collections.abc import Mapping
from typing import Any

from PIL import Image

ENTRY = 500
"""What keeping anything takes: a key with a few arguments, and its place in the tables."""
_CORE, _ROW = 250, 8
"""Pixels beside themselves: Pillow's record, and a pointer to each row."""
_IMAGE, _PALETTE = 300, 3800
"""An image beside its pixels, and its palette if it has one."""
_OBJECT = 100
_ONE_BYTE = frozenset({"1", "L", "P"})
"""Modes of one byte a pixel; all others that we use have four."""
_Core = type(Image.new("L", (1, 1)).im)


def size_of(drawing: object) -> int:
    """The bytes of a drawing: of all images and files in it, through tuples, mappings and the fields of objects."""
    return ENTRY + _weigh(drawing)


def _weigh(part: Any) -> int:  # noqa: ANN401 - whatever a drawing is made of
    if isinstance(part, _Core):
        wide, high = part.size
        return _CORE + int(high) * (_ROW + int(wide) * (1 if part.mode in _ONE_BYTE else 4))
    if isinstance(part, Image.Image):
        return _IMAGE + _weigh(part.im) + (_PALETTE if part.mode == "P" else 0)
    if isinstance(part, bytes | str):
        return len(part)
    if isinstance(part, tuple | list):
        return sum(map(_weigh, part))
    if isinstance(part, Mapping):
        return sum(map(_weigh, part.values()))
    fields = getattr(type(part), "__slots__", ())
    return sum((_weigh(getattr(part, name)) for name in fields if hasattr(part, name)), _OBJECT if fields else 0)

"""JSON that a row keeps for good, compressed where that is less."""

import zlib
from typing import Annotated, TypeAlias

Compressed: TypeAlias = Annotated[bytes, "compressed in its row"]
"""JSON that is long beside the rest of its row, and that nothing in a statement looks into."""

_ZLIB = b"x"
"""The first byte of what zlib has compressed; no JSON begins with it."""


def compress(data: bytes) -> bytes:
    """Return JSON as it is stored."""
    made = zlib.compress(data, 9)
    return made if len(made) < len(data) else data


def decompress(data: bytes) -> bytes:
    """Return JSON that is stored, compressed or as it is. Raises ValueError for what is damaged."""
    if data[:1] != _ZLIB:
        return bytes(data)
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise ValueError("compressed JSON is damaged") from error

"""JSON that a row keeps for good, compressed where that is less."""

import zlib
from contextlib import suppress
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
    """Return JSON that is stored, compressed or as it is; what is damaged stays so, for whoever reads it as JSON."""
    if data[:1] == _ZLIB:
        with suppress(zlib.error):
            return zlib.decompress(data)
    return bytes(data)

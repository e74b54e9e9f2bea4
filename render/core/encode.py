"""Palette pictures as PNG."""

from io import BytesIO

from PIL import Image

LEVEL = 3  # below, files grow by a tenth; above, time grows faster than files shrink


def png(image: Image.Image) -> bytes:
    """The picture as a PNG file, the same bytes for the same picture."""
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()

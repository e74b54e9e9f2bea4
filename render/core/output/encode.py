"""Palette pictures as PNG (ISO/IEC 15948), each compressed as slices of its rows (RFC 1950, RFC 1951)."""

from io import BytesIO
from struct import pack
from zlib import Z_FINISH, Z_SYNC_FLUSH, adler32, compressobj, crc32

from PIL import Image

LEVEL = 2  # 3 saves one byte in twenty and costs a fifth more time; files stay within the budget
DENSE = 4  # saves one byte in eight and costs half as much time again
SLICE = 65_000  # bytes: zlib moves its window and tables along at 65,274, which costs more than the matches it finds
NO_HEADER = -15  # deflate alone, looking back 32 KiB
TABLE = 8  # deflate's memory level; Pillow's 9 fills twice the table and finds no more
ZLIB = b"\x78\x01"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
UNFILTERED = b"\0"  # before each row: numbers of colours beside each other are unlike
BITS, INDEXED = 8, 3


def png(image: Image.Image, *, dense: bool = False) -> bytes:
    """The picture as a PNG file, the same bytes for the same picture; `dense`: smaller, for more time."""
    level = DENSE if dense else LEVEL
    if image.mode != "P" or "transparency" in image.info:
        buffer = BytesIO()
        image.save(buffer, "PNG", compress_level=level)
        return buffer.getvalue()
    header = pack(">2I5B", *image.size, BITS, INDEXED, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(image.getpalette() or ())),
        (b"IDAT", _pack(image, level)),
        (b"IEND", b""),
    )
    return b"".join((SIGNATURE, *(_chunk(name, data) for name, data in chunks)))


def _pack(image: Image.Image, level: int) -> bytes:
    """The rows, each after the byte that says it is not filtered, compressed slice by slice."""
    row = image.width + 1
    step = max(1, SLICE // row) * row
    # Pillow puts a zero behind each row: the byte before the next one.
    rows = UNFILTERED + image.tobytes("raw", "P", row)[:-1]
    seen, parts = memoryview(rows), [ZLIB]
    for start in range(0, len(rows), step):
        packer = compressobj(level, wbits=NO_HEADER, memLevel=TABLE)
        end = Z_FINISH if start + step >= len(rows) else Z_SYNC_FLUSH
        parts += [packer.compress(seen[start : start + step]), packer.flush(end)]
    return b"".join((*parts, pack(">I", adler32(rows))))


def _chunk(name: bytes, data: bytes) -> bytes:
    return b"".join((pack(">I", len(data)), name, data, pack(">I", crc32(data, crc32(name)))))

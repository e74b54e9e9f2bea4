"""
Animated pictures: boards one after the other as one WebP file, each frame holding only what has changed.

Frames are made one by one, so that the work can be cut into pieces for other processes; `join_frames` puts them into a
file without touching a pixel. The container is written here (WebP container specification: VP8X, ANIM, ANMF); the
pixels of a frame are encoded by Pillow as a still picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image, ImageChops

SHARP: dict[str, Any] = {"lossless": True, "quality": 20, "method": 1}  # flat inks: smaller and faster than lossy
SMALL: dict[str, Any] = {
    "lossless": False,
    "quality": 75,
    "method": 1,
}  # of a picture at half size, which has no flat inks
PIXELS = (b"VP8 ", b"VP8L", b"ALPH")
ANIMATED, ALPHA = 0x02, 0x10
OVERWRITE = 0x02  # of a frame: its pixels replace those below, transparent ones too
LONGEST = 2**24 - 1  # milliseconds that a frame can stand


@dataclass(frozen=True, slots=True)
class Piece:
    """
    One frame: what has changed since the one before, encoded.

    `x` and `y` are even; `width` and `height` are of the changed part, `right` and `bottom` of the canvas it needs.
    """

    data: bytes
    x: int
    y: int
    width: int
    height: int
    whole: bool

    @property
    def right(self) -> int:
        """How wide the canvas must be."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """How high the canvas must be."""
        return self.y + self.height


def piece(image: Image.Image, before: Image.Image | None = None, *, half: bool = False) -> Piece | None:
    """
    The frame that makes `image` of `before` (None: the first frame); None if nothing has changed.

    `half`: at half the width and height, for both. Where the size differs from the picture before, the frame is whole
    and covers both, so that nothing of a larger one before stays behind.
    """
    now = image.convert("RGB")
    if before is None or before.size != image.size:
        size = now.size if before is None else (max(now.width, before.width), max(now.height, before.height))
        padded = Image.new("RGB", size, now.getpixel((0, 0)))
        padded.paste(now)
        return _encode(padded.reduce(2) if half else padded, 0, 0, half=half)
    changed = _find_changed(now, before.convert("RGB"))
    if half:
        now, changed = now.reduce(2), changed.reduce(2).point(_any)
    box = changed.getbbox()
    if box is None:
        return None
    box = (box[0] & ~1, box[1] & ~1, box[2], box[3])
    part = now.crop(box)
    part.putalpha(changed.crop(box))
    return _encode(part, box[0], box[1], half=half)


def _any(value: int) -> int:
    return 255 if value else 0


def _find_changed(now: Image.Image, before: Image.Image) -> Image.Image:
    """White where the pictures differ."""
    red, green, blue = ImageChops.difference(now, before).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).point(_any)


def _encode(part: Image.Image, x: int, y: int, *, half: bool) -> Piece:
    buffer = BytesIO()
    part.save(buffer, "WEBP", **(SMALL if half else SHARP))
    data = b"".join(_chunk(name, body) for name, body in _chunks(buffer.getvalue()) if name in PIXELS)
    return Piece(data, x, y, part.width, part.height, part.mode == "RGB")


def _chunks(file: bytes) -> list[tuple[bytes, bytes]]:
    """The parts of a RIFF file, by name."""
    found, at = [], 12
    while at + 8 <= len(file):
        size = int.from_bytes(file[at + 4 : at + 8], "little")
        found.append((file[at : at + 4], file[at + 8 : at + 8 + size]))
        at += 8 + size + size % 2
    return found


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + len(body).to_bytes(4, "little") + body + b"\0" * (len(body) % 2)


def join_frames(frames: Sequence[tuple[Piece, int]]) -> bytes:
    """The film of these frames, each with the milliseconds it stands; it begins anew at its end."""
    width = max(frame.right for frame, _ in frames)
    height = max(frame.bottom for frame, _ in frames)
    head = bytes([ANIMATED | ALPHA, 0, 0, 0]) + _three(width - 1) + _three(height - 1)
    parts = [_chunk(b"VP8X", head), _chunk(b"ANIM", bytes(6)), *(_frame(*each) for each in frames)]
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def size_of(pieces: Sequence[Piece]) -> int:
    """How many bytes the film of these frames has, within a few."""
    return 64 + sum(len(each.data) + 24 for each in pieces)


def _frame(frame: Piece, milliseconds: int) -> bytes:
    where = (frame.x // 2, frame.y // 2, frame.width - 1, frame.height - 1, min(milliseconds, LONGEST))
    return _chunk(b"ANMF", b"".join(map(_three, where)) + bytes([OVERWRITE if frame.whole else 0]) + frame.data)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")

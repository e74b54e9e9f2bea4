"""
Plates at twice their size, in parts: for who can't read a board that is as wide as a phone.
"""

from collections.abc import Iterator

from PIL import Image

from render.core.output.encode import png
from render.core.plates import HALF_COLOURS, HIGH, PART, WIDE, Drawing, Plate, Plates, encode_plate

SCALE = 2
OVERLAP = 40
"""Pixels of a plate that neighbouring parts both show, so that nothing is only seen cut."""
MOST_PARTS = 9
"""Discord takes ten pictures with a message."""


def enlarge(plates: Plates) -> tuple[Drawing, ...]:
    """
    The parts of each plate in reading order: left, right, then what is below. The first bears the plate's name, the
    others `PART`. Plates for whose parts no room is left stay whole.
    """
    drawn: list[Drawing] = []
    for number, each in enumerate(plates, start=1):
        parts = tuple(_parts(each))
        fits = len(drawn) + len(parts) + len(plates) - number <= MOST_PARTS
        drawn += parts if fits else (encode_plate(each),)
    return tuple(drawn)


def _parts(plate: Plate) -> Iterator[Drawing]:
    image = plate.image().convert("RGB")
    boxes = [
        (left, top, right, bottom)
        for top, bottom in _spans(image.height, HIGH // SCALE)
        for left, right in _spans(image.width, WIDE // SCALE)
    ]
    for number, box in enumerate(boxes):
        size = ((box[2] - box[0]) * SCALE, (box[3] - box[1]) * SCALE)
        part = image.crop(box).resize(size, Image.Resampling.LANCZOS).quantize(HALF_COLOURS, dither=Image.Dither.NONE)
        shows = PART if number else plate.shows
        yield Drawing(png(part), part.width, part.height, shows=shows, extra=plate.extra)


def _spans(length: int, most: int) -> list[tuple[int, int]]:
    """
    A length in equal parts of about `most` pixels, each a little longer, so that neighbours overlap.
    """
    count = -(-(length - OVERLAP) // most)
    each = length / max(count, 1)
    ends = [round(each * number) for number in range(1, count)]
    return list(
        zip([0, *(end - OVERLAP // 2 for end in ends)], [*(end + OVERLAP // 2 for end in ends), length], strict=True)
    )

"""Plates at twice their size, in parts."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from render.core.parts import MOST_PARTS, OVERLAP, SCALE, enlarge
from render.core.plates import PART, plate


def _lined(width: int, height: int, tone: int) -> Image.Image:
    """A picture in which each column has another tone."""
    row = Image.new("L", (width, 1))
    row.putdata([(x * 7 + tone) % 256 for x in range(width)])
    return row.quantize(128).resize((width, height))


@pytest.mark.parametrize(
    ("width", "height", "parts"), [(1100, 700, 4), (1100, 362, 2), (1100, 390, 2), (1100, 486, 4), (500, 300, 1)]
)
def test_parts_are_twice_as_large_and_overlap(width: int, height: int, parts: int) -> None:
    """
    Together they show the whole plate; neighbours share a strip, so that nothing is only seen cut. The first bears the
    name by which the plate is put into words.
    """
    drawn = enlarge((plate("town", _lined, width, height, 0),))
    columns = 2 if parts > 1 else 1

    assert parts == len(drawn)
    assert ["town", *[PART] * (parts - 1)] == [each.shows for each in drawn]
    assert (width + OVERLAP * (columns - 1)) * SCALE == sum(each.width for each in drawn[:columns])
    assert (height + OVERLAP * (parts // columns - 1)) * SCALE == sum(each.height for each in drawn[::columns])
    for each in drawn:
        with Image.open(BytesIO(each.png)) as image:
            assert (each.width, each.height) == image.size
            assert max(each.width, each.height * 3 // 2) <= 1200


def test_a_board_of_many_plates_keeps_within_what_discord_takes() -> None:
    """
    A message has up to ten pictures: the last plates of a large board stay whole.
    """
    drawn = enlarge(tuple(plate(f"farm:{number}", _lined, 1100, 700, number) for number in range(4)))

    assert len(drawn) <= MOST_PARTS
    assert [f"farm:{number}" for number in range(4)] == [each.shows for each in drawn if each.shows != PART]
    assert (1100, 700) == (drawn[-1].width, drawn[-1].height)

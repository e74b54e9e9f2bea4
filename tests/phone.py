"""How wide a row of buttons, or a line of words, gets on a phone 360 px wide, in CSS px.

``tests/sandbox/test_client.py`` holds this to what the sandbox's page shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import simcord.preview
from PIL import ImageFont

ROW = 323
"""What a phone of 360 px leaves for a row: margins and padding of 8 on both sides, edges of 4 and 1."""
FONT = Path(simcord.preview.__file__).parent / "static/fonts/noto-sans-latin-v2.015.ttf"
"""A little wider than Discord's own."""
PADDING = 32
GAP = 8
_SCALE = 10


@cache
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(FONT, size * _SCALE)
    font.set_variation_by_axes([weight, 100])
    return font


def text_width(words: str, *, size: int, weight: int = 400) -> float:
    """Return the width of words in one line; small text has the size 13, a sentence 16."""
    return _font(size, weight).getlength(words) / _SCALE


@cache
def button_width(label: str) -> float:
    """Return the width of a button."""
    return text_width(label, size=14, weight=500) + PADDING


def row_width(labels: Iterable[str]) -> float:
    """Return the width of buttons side by side."""
    widths = [button_width(label) for label in labels]
    return sum(widths) + GAP * (len(widths) - 1)

"""
The board of each game explained, at half its size: a number must still point at what it explained.

`python -m tests.render.test_guides` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from bot.cli.render import guide_order
from bot.edge.imaging.drawing import draw
from games.core.registry import game, games
from render.core.plates import halve
from tests.render import golden

FOLDER = "guides"


def drawn(key: str) -> Iterator[tuple[str, Image.Image]]:
    """Yield the plates of a game's guide by the names of their golden pictures."""
    for number, plate in enumerate(draw(guide_order(game(key))), start=1):
        with Image.open(BytesIO(halve(plate).png)) as image:
            yield f"{FOLDER}/{key}-{number}", image.copy()


@pytest.mark.parametrize("key", sorted(games()))
def test_each_number_lies_where_it_lay(key: str) -> None:
    """
    Whoever moves something on a plate looks at what the guide points at.
    """
    for name, image in drawn(key):
        golden.check(name, image)


if __name__ == "__main__":
    for each in games():
        for name, image in drawn(each):
            golden.keep(golden.HERE / f"{name}.png", image)

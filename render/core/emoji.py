"""
Small pictures of pieces, as Discord shows them in a menu's lines and on buttons: 22 pixels high, on dark or light.

Each is uploaded once, under a name that changes with the drawing. So that the name is the same wherever the bot runs,
and known without drawing anything, it follows from how the drawing looked when `python -m render.core.emoji <package>`
was last run: `data/emoji.json` in the game's folder notes that. Run it when sprites have changed.
"""

import hashlib
import io
import json
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from PIL import Image, ImageFilter

from render.core.surface import Raster

SIDE = 128
"""Pixels of an emoji's width and height, which Discord asks for."""
ROOM = 118
"""Pixels of those that a drawing takes; the rest is for its rim."""
RIM = 4
"""Pixels of the light rim, which sets a drawing off from a dark ground."""
LIGHT = (250, 246, 236)
SOLID = 96
"""Alpha from which a pixel belongs to the drawing; softer ones are its shadow."""
MARKS = 4
"""Fields a side of which a look notes the mean color."""
FILE = "data/emoji.json"
DIGITS = 8

Pieces: TypeAlias = Mapping[str, Callable[[], Raster]]
"""By name (letters, digits and `_`), what draws a piece; drawings much larger than 128 pixels take needless time."""


def draw_emoji(raster: Raster) -> Image.Image:
    """The drawing without its shadow, as large as it can be, in the middle of its square and with a rim."""
    alpha = raster.image.getchannel("A").point([0 if level < SOLID else level for level in range(256)])
    solid = raster.image.copy()
    solid.putalpha(alpha)
    box = alpha.getbbox() or (0, 0, *solid.size)
    cut = solid.crop(box)
    share = ROOM / max(cut.size)
    size = (max(1, round(cut.width * share)), max(1, round(cut.height * share)))
    cut = cut.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
    place = ((SIDE - cut.width) // 2, (SIDE - cut.height) // 2)
    drawn = Image.new("RGBA", (SIDE, SIDE))
    drawn.paste(cut, place)
    grown = drawn.getchannel("A").filter(ImageFilter.MaxFilter(2 * RIM + 1)).filter(ImageFilter.GaussianBlur(1))
    ground = Image.new("RGBA", (SIDE, SIDE), LIGHT)
    ground.putalpha(grown)
    return Image.alpha_composite(ground, drawn)


def encode_emoji(image: Image.Image) -> bytes:
    """The PNG that is uploaded."""
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=9)
    return file.getvalue()


def look_of(image: Image.Image) -> bytes:
    """How a drawing looks, roughly: red, green, blue and alpha of each field."""
    return image.convert("RGBa").resize((MARKS, MARKS), Image.Resampling.BOX).convert("RGBA").tobytes()


def read_looks(package: str) -> Mapping[str, str]:
    """
    How the pieces of a game looked when that was last noted, in hexadecimal; `package` is that of its pictures.

    Nothing is drawn, and nothing loaded that draws. Empty where nothing is noted.
    """
    try:
        looks: dict[str, str] = json.loads(files(package).joinpath(FILE).read_text("ascii"))
    except (ValueError, ModuleNotFoundError, FileNotFoundError, NotADirectoryError):
        return {}
    return looks


def read_names(key: str, package: str) -> Mapping[str, str]:
    """
    Under which name each piece of a game is uploaded, by the pieces' names.
    """
    looks = read_looks(package)
    return {piece: f"{key}_{piece}_{_digest(look)}" for piece, look in looks.items()}


def _digest(look: str) -> str:
    return hashlib.sha256(look.encode("ascii")).hexdigest()[:DIGITS]


def main(package: str) -> None:
    """Note how the pieces of one game look; `package` has its `PICTURE`."""
    module = import_module(package)
    looks = {piece: look_of(draw_emoji(make())).hex() for piece, make in sorted(module.PICTURE.emoji().items())}
    path = Path(str(module.__file__)).parent / FILE
    path.write_text(json.dumps(looks, indent=1) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1])
